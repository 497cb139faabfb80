"""Which event each row of a memory tells of: by the world's sentences, the truth of a players' run, or its evidence."""

from collections.abc import Iterable, Mapping, Sequence

from agentsensus.memory.record import Record
from agentsensus.minds.players.claims import script_of
from agentsensus.study.played import Played
from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.world.scenario import Scenario

__all__ = ["events_of_rows", "known_events"]

_EVIDENCE = "derived_from"
_HALF = 0.5


def events_of_rows(scenario: Scenario, played: Played, records: Iterable[Record]) -> dict[str, frozenset[str]]:
    """For each wording the events that it tells of, by the wording's id and by the record's.

    What a design has made itself tells of an event if at least half of the words of its evidence are in it.
    """
    every = list(records)
    events_told = _told(scenario, played, [record for record in every if not record.kind])
    texts = {wording.id: wording.text for record in every for wording in record.wordings}
    for record in every:
        if record.kind:
            cited = [id_ for id_, kind in record.links if kind == _EVIDENCE]
            events_told[record.id] = _through(record.text, cited, texts, events_told)
    return events_told


def known_events(
    records: Iterable[Record], events_told: Mapping[str, frozenset[str]], agents: Iterable[str]
) -> dict[str, set[str]]:
    """For each of these agents the events that a row of its own tells of; what a design made itself does not count."""
    known: dict[str, set[str]] = {agent: set() for agent in agents}
    for record in records:
        for wording in record.wordings if not record.kind else ():
            for owner in wording.owners:
                if owner in known:
                    known[owner] |= events_told.get(wording.id, frozenset())
    return known


def _told(scenario: Scenario, played: Played, records: Sequence[Record]) -> dict[str, frozenset[str]]:
    script, facts = script_of(scenario), played.truth.facts if played.truth else {}
    events_told: dict[str, frozenset[str]] = {}
    for record in records:
        of_record: set[str] = set()
        for wording in record.wordings:
            fact = facts.get(wording.id)
            claim = fact.claim if fact else script.claim(wording.text)
            events_told[wording.id] = frozenset([claim.event] if claim else [])
            of_record |= events_told[wording.id]
        events_told[record.id] = events_told.get(record.id, frozenset()) | of_record
    return events_told


def _through(
    text: str, cited: Iterable[str], texts: Mapping[str, str], events_told: Mapping[str, frozenset[str]]
) -> frozenset[str]:
    words, events = _words(text), set[str]()
    for id_ in cited:
        evidence = _words(texts.get(id_, ""))
        if evidence and len(evidence & words) >= _HALF * len(evidence):
            events |= events_told.get(id_, frozenset())
    return frozenset(events)


def _words(text: str) -> set[str]:
    return rules_of(language(text)).comparing.rough_words(text)

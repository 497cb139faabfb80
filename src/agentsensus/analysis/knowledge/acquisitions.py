"""Who knew a fact, since when, how and from whom. Every answer about knowledge in a run comes from this module.

`knows`, `trace`, `road`, `ask`, the report and the demo call `acquisitions`; the playbill reads the same log through
`worlds.runs.acquisitions`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from agentsensus.analysis.knowledge.matching import checked_round, matching
from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.memory.answers import Knower, Record
from agentsensus.worlds.runs.acquisitions import Acquisition
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.runs.subjects import StorySubject

__all__ = ["Acquisition", "acquisitions", "subject_of", "subject_of_record", "subject_records"]


def subject_of(run: Run, query: str, *, at: int | None = None) -> StorySubject:
    """Return the fact that a query names: by the id of an event or record, by a sentence, or by words.

    Raises InputError if no event and no record matches.
    """
    query, round_ = query.strip(), checked_round(run, at)
    if not query:
        raise InputError("the query is empty; give an event's id or some of its words")
    try:
        return subject_of_record(run, run.memory.get(query, at=round_), query, at=round_)
    except UnknownName:
        named = run.played.learning.subjects.named(query, round_)
    if named is not None:
        return named
    nearest = matching(run.memory, query, at=round_, top=1)
    if not nearest:
        ids = run.played.learning.subjects.ids
        raise InputError(
            f"{run.folder}: no event or record up to round {round_} matches {query!r}{did_you_mean(query, ids)}"
        )
    return subject_of_record(run, nearest[0].record, query, at=round_)


def subject_of_record(run: Run, record: Record, query: str = "", *, at: int | None = None) -> StorySubject:
    """Return the fact that a record tells: its event if it has one, otherwise the record itself."""
    round_ = checked_round(run, at)
    events = _index(run, round_).events.get(record.id, ())
    subject = run.played.learning.subjects.of(events[0], round_) if events else None
    if subject is not None:
        return replace(subject, query=query or subject.query)
    wordings = tuple(dict.fromkeys((record.text, *(wording.text for wording in record.wordings))))
    return StorySubject(
        query or record.text, events[:1], record.text, wordings, (), record.created, records=(record.id,)
    )


def subject_records(run: Run, subject: StorySubject, *, at: int | None = None) -> tuple[str, ...]:
    """Return the ids of the records that tell the subject after round `at`, oldest first."""
    index = _index(run, checked_round(run, at))
    return tuple(dict.fromkeys(record for record, _ in _held(index, subject)))


def acquisitions(run: Run, subject: StorySubject, *, at: int | None = None) -> tuple[Acquisition, ...]:
    """Return how each agent came to know the subject up to round `at`, one entry per agent, in the order of learning.

    If an agent was told, the message is in the log and reached the agent. An agent without a record of the subject only
    heard it, or forgot it.
    """
    round_ = checked_round(run, at)
    learning = run.played.learning
    found = learning.acquisitions(subject, round_)
    for agent, knower in _owners(run, subject, round_).items():
        known = found.get(agent)
        if known is None or (known.since > knower.since and not learning.by_players):
            via, source, detail = knower.via, knower.source, knower.detail
            known = learning.deposited(agent, knower.since, via, source, detail, knower.text)
        found[agent] = replace(known, record=knower.record, wording=knower.text)
    is_any_lost = any(not known.is_kept for known in found.values())
    kept_once = _depositors(run, subject, round_) if is_any_lost else set()
    entries = (
        replace(known, forgot=True) if not known.is_kept and known.agent in kept_once else known
        for known in found.values()
    )
    return tuple(sorted(entries, key=lambda known: (known.since, known.is_by_word, known.agent)))


@dataclass(frozen=True)
class _Index:
    """Lookup tables: for each event, its records and the owners whose words tell the event; for each record, its
    events."""

    records: dict[str, list[tuple[str, frozenset[str]]]]
    events: dict[str, tuple[str, ...]]
    owners: dict[str, frozenset[str]]


_INDEXES: WeakKeyDictionary[Run, dict[int, _Index]] = WeakKeyDictionary()


def _index(run: Run, at: int) -> _Index:
    by_round = _INDEXES.setdefault(run, {})
    if at not in by_round:
        by_round[at] = _indexed(run, run.memory.records(at=at))
    return by_round[at]


def _indexed(run: Run, records: Sequence[Record]) -> _Index:
    learning, truth = run.played.learning, run.played.truth
    index = _Index({}, {}, {})
    for record in sorted(records, key=lambda record: (record.created, record.id)):
        tellers: dict[str, set[str]] = {}
        for wording in record.wordings:
            fact = truth.facts.get(wording.id) if truth else None
            claims = [fact.claim] if fact else learning.understanding.written(wording.text)
            for claim in claims:
                owners = wording.owners if learning.by_players else record.owners
                tellers.setdefault(claim.event, set()).update(owners)
        index.owners[record.id] = frozenset(record.owners)
        main = [claim.event for claim in learning.understanding.written(record.text) if claim.event in tellers]
        index.events[record.id] = tuple(dict.fromkeys((*main, *tellers)))
        for event, agents in tellers.items():
            index.records.setdefault(event, []).append((record.id, frozenset(agents)))
    return index


def _held(index: _Index, subject: StorySubject) -> list[tuple[str, frozenset[str]]]:
    """Return the records about the subject, each with the owners who know the subject from it."""
    named = [(record, index.owners[record]) for record in subject.records if record in index.owners]
    return named + [each for event in subject.events for each in index.records.get(event, ())]


def _owners(run: Run, subject: StorySubject, at: int) -> dict[str, Knower]:
    """Return, by agent, its earliest ownership of a record that tells the subject."""
    first: dict[str, Knower] = {}
    held: dict[str, frozenset[str]] = {}
    for record, agents in _held(_index(run, at), subject):
        held[record] = held.get(record, frozenset()) | agents
    for record, agents in held.items():
        for knower in run.memory.knowers(record, at=at) if agents else ():
            known = first.get(knower.agent)
            if knower.agent in agents and (known is None or knower.since < known.since):
                first[knower.agent] = knower
    return first


def _depositors(run: Run, subject: StorySubject, at: int) -> set[str]:
    """Return the agents that ever deposited words of the subject's records."""
    return {
        change.who
        for record in subject_records(run, subject, at=at)
        for change in run.memory.history(record, at=at)
        if change.kind == "said"
    }

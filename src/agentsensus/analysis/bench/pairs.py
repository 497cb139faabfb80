"""Labelled pairs of statements: reading them from a file, and making them from a world's tellings."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict

from agentsensus.base.chance import draw, pick
from agentsensus.base.loop import wait_for
from agentsensus.embed import by_name
from agentsensus.errors import InputError
from agentsensus.language.names import Names
from agentsensus.worlds.minds.players.claims import Claim, Script, script_of
from agentsensus.worlds.minds.players.claims.run_events import CAME, GOING, TOLD, deed, parts
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["EXCHANGED", "registries_of", "topic_of", "world_pairs"]


class LabelledPair(BaseModel):
    """Two sentences and whether they tell the same event."""

    model_config = ConfigDict(frozen=True)

    a: str
    b: str
    same: bool
    topic: str
    kind: str


def read_pairs(path: Path) -> list[LabelledPair]:
    """Read the pairs of a file; raise InputError with the line number for a malformed row."""
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    pairs = []
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        missing = {"label", "text_a", "text_b"} - set(rows.fieldnames or ())
        if missing:
            raise InputError(f"{path}: its first line names no column {sorted(missing)[0]!r}; it must be tab-separated")
        for number, row in enumerate(rows, 2):
            if row["label"] not in ("0", "1") or not (row["text_a"] or "").strip() or not (row["text_b"] or "").strip():
                raise InputError(
                    f"{path}: line {number} is no pair: label must be 0 or 1, and both texts must be there"
                )
            topic = row.get("topic") or f"{(number - 2) // 25}"
            kind = row.get("kind") or ""
            pairs.append(
                LabelledPair(a=row["text_a"], b=row["text_b"], same=row["label"] == "1", topic=topic, kind=kind)
            )
    if len({pair.same for pair in pairs}) < 2:
        raise InputError(f"{path}: it needs pairs of both labels")
    return pairs


EXCHANGED = "exchanged"
"""The kind of pairs in which two persons swap places. Vetoes must catch them; the weights do not learn from them."""
_NEAR = 4
_LIKE = 0.5
_OF_A_KIND = 2


def world_pairs(scenario: Scenario) -> list[LabelledPair]:
    """Make labelled pairs from a world: tellings of one event are the same; versions, reports and neighbours are
    different."""
    script = script_of(scenario)
    pairs = [pair for event in script.events() for pair in _event(scenario, script, event)]
    return [*pairs, *_deeds(scenario, script), *_neighbours(scenario)]


def registries_of(scenario: Scenario) -> dict[str, Names]:
    """Return the name registries for reading the pairs: one with people and places, one with people only."""
    return {"world": scenario.known_names(), "world_people": Names(scenario.names())}


def topic_of(scenario: Scenario, event: str) -> str:
    """Return the scene of an event, or the document that tells the event; for a deed, its place."""
    kind, *about = parts(event)
    if kind == TOLD:
        return topic_of(scenario, about[-1])
    if kind in (CAME, GOING):
        return f"deeds {about[-1]}"
    scene_event = scenario.event(event)
    return f"{scene_event.place} {scene_event.time}" if scene_event else event.rpartition("/")[0]


def _pair(a: str, b: str, same: bool, topic: str, kind: str) -> LabelledPair:
    return LabelledPair(a=a, b=b, same=same, topic=topic, kind=kind)


def _event(scenario: Scenario, script: Script, event: str) -> Iterator[LabelledPair]:
    topic, claim = topic_of(scenario, event), script.original(event)
    words = script.wordings(claim)
    for place, wording in enumerate(words):
        yield from (_pair(wording, other, True, topic, "telling") for other in words[:place])
    kinds: dict[str, list[Claim]] = {}
    for version in script.versions(claim):
        kinds.setdefault(script.changed(claim, version)[0][0], []).append(version)
    for kind, versions in kinds.items():
        for number in range(min(_OF_A_KIND, len(versions))):
            version = versions[int(draw(number, 0, event, kind) * len(versions))]
            others = script.wordings(version)
            yield _pair(pick(words, 1, number, event, kind), pick(others, 2, number, event, kind), False, topic, kind)
            if len(others) > 1:
                yield _pair(others[0], others[1], True, topic, "telling of a version")
    if swapped := script.exchanged(claim):
        yield _pair(pick(words, 1, 0, event, "plain"), pick(swapped, 2, 0, event, "swap"), False, topic, EXCHANGED)
    if draw(3, 0, event, "told") < 0.5:
        yield from _reports(scenario, script, claim, topic)


def _reports(scenario: Scenario, script: Script, claim: Claim, topic: str) -> Iterator[LabelledPair]:
    """Yield pairs of a report with its event and with a report by another teller; only equal reports are the same."""
    reports = [script.wordings(Claim(_report(scenario, claim, number), claim.filling)) for number in (1, 2)]
    plain = script.wordings(claim)
    yield _pair(
        pick(reports[0], 4, 0, claim.event, "report"), pick(plain, 5, 0, claim.event, "plain"), False, topic, TOLD
    )
    yield _pair(
        reports[0][0], pick(reports[1], 6, 0, claim.event, "other"), reports[0] == reports[1], topic, "told by others"
    )
    yield _pair(reports[0][0], reports[0][1], True, topic, "telling of a report")


def _report(scenario: Scenario, claim: Claim, number: int) -> str:
    teller = pick(scenario.active, number, 0, claim.event, "teller")
    hearers = [id_ for id_ in scenario.active if id_ != teller]
    return deed(TOLD, teller, pick(hearers, number, 0, claim.event, "hearer"), claim.event)


def _deeds(scenario: Scenario, script: Script) -> Iterator[LabelledPair]:
    for person in scenario.active:
        for place in sorted(scenario.places):
            if draw(7, 0, person, place) >= 0.4:
                continue
            came, going = (script.wordings(Claim(deed(kind, person, place))) for kind in (CAME, GOING))
            topic = f"deeds {place}"
            yield _pair(came[0], came[1], True, topic, "deed")
            yield _pair(going[0], going[1], True, topic, "deed")
            yield _pair(pick(came, 8, 0, person, place), pick(going, 9, 0, person, place), False, topic, "plan")
            somebody = pick([id_ for id_ in scenario.active if id_ != person], 10, 0, person, place)
            elsewhere = pick([id_ for id_ in sorted(scenario.places) if id_ != place], 11, 0, person, place)
            for other in (deed(CAME, somebody, place), deed(CAME, person, elsewhere)):
                yield _pair(came[0], script.wordings(Claim(other))[1], False, topic, "other deed")


def _neighbours(scenario: Scenario) -> Iterator[LabelledPair]:
    """Yield pairs of each wording with the most similar wordings of other events."""
    names: Names = scenario.known_names()
    wordings = [(event.id, text) for event in scenario.events for text in (event.text, *event.tellings)]
    vectors = np.asarray(wait_for(by_name("universal").embed([names.canonical(text) for _, text in wordings])))
    near = np.round(vectors @ vectors.T, 4)
    for place, (event, text) in enumerate(wordings):
        for other in _likest(near[place].tolist(), [id_ != event for id_, _ in wordings]):
            yield _pair(text, wordings[other][1], False, topic_of(scenario, event), "other event")


def _likest(near: Sequence[float], allowed: Sequence[bool]) -> list[int]:
    order = sorted(range(len(near)), key=lambda place: (-near[place], place))
    return [place for place in order if allowed[place] and near[place] >= _LIKE][:_NEAR]

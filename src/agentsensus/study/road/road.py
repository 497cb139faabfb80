"""A road as data: its lanes in the order in which they light up, its tellings, and the versions on it."""

from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.events.event import AnyEvent, Happened, LifeChanged
from agentsensus.study.received import WorldWords, reception_of
from agentsensus.study.received.claims import Understanding
from agentsensus.study.road.lanes import LaneNotes, RoadLane, lane_of
from agentsensus.study.road.subject import RoadSubject, subject_of
from agentsensus.study.road.tellings import (
    OWN_WORDS,
    Ear,
    RoadTelling,
    doubts_of,
    guesses_of,
    is_by_players,
    kept_versions,
    tellings_of,
)
from agentsensus.study.run import Run
from agentsensus.study.truth import Truth

__all__ = ["Road", "RoadVersion", "road_of"]


@dataclass(frozen=True, slots=True)
class RoadVersion:
    """A version that is on the road: its words, and whether it is the files' own, drifted, a lie, or in own words."""

    key: str
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Road:
    """The road of one thing through a run. `unaware` are the characters whom it never reaches."""

    subject: RoadSubject
    rounds: int
    lanes: tuple[RoadLane, ...]
    tellings: tuple[RoadTelling, ...]
    versions: tuple[RoadVersion, ...]
    unaware: tuple[str, ...]

    @property
    def at_first(self) -> int:
        """How many knew before anybody had told anybody."""
        return sum(lane.how == "saw" for lane in self.lanes)

    def is_news(self, telling: RoadTelling) -> bool:
        """Whether a telling is the one by which its hearer came to know."""
        lane = next(lane for lane in self.lanes if lane.agent == telling.to)
        return (lane.since, lane.source, lane.how) == (telling.heard, telling.by, telling.how)


def road_of(run: Run, query: str) -> Road:
    """The road of what a query names, in any run: of players, of a model, with any memory."""
    subject, events, scenario = subject_of(run, query), run.log, run.scenario
    ear = Ear(subject, WorldWords.of(scenario), Understanding(scenario), bool(subject.events) and is_by_players(events))
    reception = reception_of(scenario, run.files.read().rules, events)
    tellings = [telling for telling in tellings_of(ear, events, reception) if telling.by != telling.to]
    notes = {agent: LaneNotes(distrusts=_distrusted(run, agent)) for agent in scenario.active}
    _note_events(notes, ear, events, tellings)
    lanes = [lane for agent, note in notes.items() if (lane := lane_of(agent, note, run.rounds))]
    ordered = _ordered(lanes)
    known = {lane.agent for lane in ordered}
    heard = tuple(telling for telling in tellings if telling.to in known and (not telling.by or telling.by in known))
    unaware = tuple(agent for agent in scenario.active if agent not in known)
    versions = _versions(subject, ordered, heard, run.played.truth, ear)
    return Road(subject, run.rounds, ordered, heard, versions, unaware)


def _distrusted(run: Run, agent: str) -> frozenset[str]:
    trusts = run.scenario.characters[agent].trusts
    return frozenset(other for other, degree in trusts.items() if degree < 0)


def _note_events(
    notes: dict[str, LaneNotes], ear: Ear, events: Sequence[AnyEvent], tellings: Sequence[RoadTelling]
) -> None:
    for agent in ear.subject.witnesses:
        if agent in notes:
            notes[agent].seen = ear.subject.since
    for event in events:
        if isinstance(event, LifeChanged) and event.change in ("died", "departed") and event.of in notes:
            notes[event.of].end = event.round
        elif isinstance(event, Happened) and event.id and event.id in ear.subject.events:
            for agent in event.owners:
                if agent in notes and notes[agent].seen is None:
                    notes[agent].seen = event.round
    for telling in tellings:
        notes[telling.to].heard.append(telling)
    for round_, agent, version in kept_versions(ear, events):
        notes[agent].kept.append((round_, version))
    for round_, agent in doubts_of(ear, events):
        notes[agent].asked.append(round_)
    for round_, agent, version in guesses_of(ear, events):
        note = notes[agent]
        knows = note.seen is not None or any(telling.heard <= round_ for telling in note.heard)
        if not knows and note.guessed is None:
            note.guessed = (round_, version)


def _ordered(lanes: Sequence[RoadLane]) -> tuple[RoadLane, ...]:
    """Lanes as they light up, each as near below the one it has it from as can be."""
    ordered: list[RoadLane] = []
    for lane in sorted(lanes, key=lambda lane: (lane.since, lane.how != "saw", lane.agent)):
        place = next((at for at, other in enumerate(ordered) if other.agent == lane.source), None)
        if place is None:
            ordered.append(lane)
            continue
        place += 1
        while place < len(ordered) and ordered[place].source == lane.source and ordered[place].since > 0:
            place += 1
        ordered.insert(place, lane)
    return tuple(ordered)


def _versions(
    subject: RoadSubject, lanes: Sequence[RoadLane], tellings: Sequence[RoadTelling], truth: Truth | None, ear: Ear
) -> tuple[RoadVersion, ...]:
    """The versions that are held or told, the files' own first, then as they came up."""
    dated = [(span.first, span.version) for lane in lanes for span in lane.spans]
    dated += [(telling.said, telling.version) for telling in tellings]
    keys = list(dict.fromkeys(version for _, version in sorted(dated)))
    kinds = _kinds(truth, ear)
    versions = []
    for key in sorted(keys, key=lambda key: key != ""):
        kind = "original" if not key else "own" if key == OWN_WORDS else kinds.get(key, "drift")
        versions.append(RoadVersion(key, key or subject.text, kind))
    return tuple(versions)


def _kinds(truth: Truth | None, ear: Ear) -> dict[str, str]:
    if truth is None:
        return {}
    return {ear.understanding.wording(claim): version.kind for claim, version in truth.versions.items()}

"""The road of a fact as data: one lane per agent, the tellings between lanes, and the versions told."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from agentsensus.analysis.knowledge.acquisitions import acquisitions, subject_of
from agentsensus.analysis.knowledge.road.tellings import (
    RoadTelling,
    doubts_of,
    kept_versions,
    tellings_of,
)
from agentsensus.worlds.events.event import AnyEvent, LifeChanged
from agentsensus.worlds.runs.acquisitions import Acquisition
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.runs.subjects import OWN_WORDS, StorySubject, SubjectReader
from agentsensus.worlds.runs.truth import Truth

__all__ = ["Road", "RoadLane", "RoadSpan", "RoadVersion", "lane_of", "road_of"]


@dataclass(frozen=True, slots=True)
class RoadSpan:
    """A range of rounds in which an agent holds one version, in doubt or not; includes `first`."""

    first: float
    last: float
    version: str
    in_doubt: bool


@dataclass(frozen=True, slots=True)
class RoadLane:
    """An agent that knows the fact: since when, how (saw, told, overheard, read, announced, guessed), from whom, its
    spans.

    `message` is the message that brought the fact. `end` is the round in which the agent died or left the story, or
    None. A span before `since` is a lie that the agent heard first.
    """

    agent: str
    since: int
    how: str
    source: str
    spans: tuple[RoadSpan, ...]
    end: int | None = None
    message: str = ""

    @property
    def version(self) -> str:
        """The version held when the agent learned the fact."""
        return next((span.version for span in self.spans if span.last > self.since), self.spans[-1].version)


@dataclass(slots=True)
class LaneNotes:
    """Notes about one agent while a road is built: how it learned the fact, and what else it heard."""

    known: Acquisition
    heard: list[RoadTelling] = field(default_factory=list)
    kept: list[tuple[int, str]] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    distrusts: frozenset[str] = frozenset()
    end: int | None = None


@dataclass(frozen=True, slots=True)
class _LaneTurn:
    round: int
    order: int
    kind: Literal["seen", "heard", "kept", "asked", "guessed"]
    version: str = ""
    telling: RoadTelling | None = None


@dataclass(slots=True)
class _LaneHeld:
    version: str
    in_doubt: bool
    is_seen: bool
    sources: set[str]
    versions: set[str]


_SAW = frozenset(("sediment", "witnessed", "did"))


def lane_of(notes: LaneNotes, last: int) -> RoadLane:
    """Return the lane of an agent up to the last round."""
    known = notes.known
    spans: list[RoadSpan] = []
    held: _LaneHeld | None = None
    for turn in sorted(_turns(notes), key=lambda turn: (turn.round, turn.order)):
        if held is None:
            held = _begun(turn, notes)
            if held is None:
                continue
        else:
            _changed(held, turn, notes)
        _open(spans, turn.round, held)
    end = min(last, notes.end) if notes.end is not None else last
    how = "saw" if known.how in _SAW else "guessed" if known.how == "inferred" else known.how
    source = known.source if known.is_by_word else ""
    closed = tuple(_closed(spans, end + 0.5))
    return RoadLane(known.agent, known.since, how, source, closed, notes.end, known.message)


def _turns(notes: LaneNotes) -> list[_LaneTurn]:
    known = notes.known
    turns = [_LaneTurn(telling.heard, 1, "heard", telling.version, telling) for telling in notes.heard]
    if known.how in _SAW:
        turns.append(_LaneTurn(known.since, 0, "seen"))
    elif not any(telling.heard <= known.since for telling in notes.heard):
        turns.append(_LaneTurn(known.since, 2, "guessed", known.version))
    turns += [_LaneTurn(round_, 2, "kept", version) for round_, version in notes.kept]
    turns += [_LaneTurn(round_, 3, "asked") for round_ in notes.asked]
    return turns


def _begun(turn: _LaneTurn, notes: LaneNotes) -> _LaneHeld | None:
    if turn.kind == "asked":
        return None
    telling = turn.telling
    doubts = turn.kind == "guessed" or (telling is not None and _is_thin(telling, notes))
    source = telling.by if telling else turn.kind
    return _LaneHeld(turn.version, doubts, turn.kind == "seen", {source}, {turn.version})


def _changed(held: _LaneHeld, turn: _LaneTurn, notes: LaneNotes) -> None:
    if turn.kind == "seen":
        held.version, held.in_doubt, held.is_seen = "", False, True
    if held.is_seen:
        return
    if turn.kind == "asked":
        held.in_doubt = True
    elif turn.kind == "kept" and turn.version != OWN_WORDS:
        held.version = turn.version
    elif turn.telling is not None:
        _heard_again(held, turn.telling, notes)


def _heard_again(held: _LaneHeld, telling: RoadTelling, notes: LaneNotes) -> None:
    """Update an agent's doubt after another telling: a new, firm teller of the same version removes doubt; another
    version adds it."""
    is_new, thin = telling.by not in held.sources, _is_thin(telling, notes)
    held.sources.add(telling.by)
    is_free = OWN_WORDS in (telling.version, held.version)
    if not is_free and telling.version != held.version and telling.version not in held.versions:
        held.in_doubt = True
    elif is_new and not thin and (is_free or telling.version == held.version):
        held.in_doubt = False
    held.versions.add(telling.version)


def _is_thin(telling: RoadTelling, notes: LaneNotes) -> bool:
    return telling.is_hedged or telling.by in notes.distrusts


def _open(spans: list[RoadSpan], round_: int, held: _LaneHeld) -> None:
    now = RoadSpan(round_, round_, held.version, held.in_doubt)
    if not spans or (spans[-1].version, spans[-1].in_doubt) != (now.version, now.in_doubt):
        spans.append(now)


def _closed(spans: Sequence[RoadSpan], end: float) -> list[RoadSpan]:
    """Return the spans without gaps. A span replaced in its own first round is dropped."""
    ends = [*(span.first for span in spans[1:]), end]
    closed = zip(spans, ends, strict=True)
    return [RoadSpan(span.first, last, span.version, span.in_doubt) for span, last in closed if last > span.first]


@dataclass(frozen=True, slots=True)
class RoadVersion:
    """A version on the road: its words, and its kind (original, drift, lie or own words)."""

    key: str
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Road:
    """The road of one fact through a run. `unaware` are the characters that never learn it."""

    subject: StorySubject
    rounds: int
    lanes: tuple[RoadLane, ...]
    tellings: tuple[RoadTelling, ...]
    versions: tuple[RoadVersion, ...]
    unaware: tuple[str, ...]

    @property
    def at_first(self) -> int:
        """The number of agents who saw the event themselves."""
        return sum(lane.how == "saw" for lane in self.lanes)

    def is_news(self, telling: RoadTelling) -> bool:
        """Return whether the hearer learned the fact by this telling."""
        lane = next(lane for lane in self.lanes if lane.agent == telling.to)
        return (lane.since, lane.source, lane.message) == (telling.heard, telling.by, telling.message)


def road_of(run: Run, query: str) -> Road:
    """Return the road of the fact that a query names. Works for players and models, and for any memory design."""
    subject, scenario, learning = subject_of(run, query), run.scenario, run.played.learning
    reader = learning.reader(subject)
    tellings = tellings_of(reader, learning.heard)
    notes = {
        known.agent: LaneNotes(known, distrusts=_distrusted(run, known.agent))
        for known in acquisitions(run, subject)
        if known.agent in scenario.active
    }
    _note_events(notes, reader, run.played.events, tellings)
    ordered = _ordered([lane_of(note, run.rounds) for note in notes.values()])
    heard = tuple(telling for telling in tellings if telling.to in notes and (not telling.by or telling.by in notes))
    unaware = tuple(agent for agent in scenario.active if agent not in notes)
    versions = _versions(subject, ordered, heard, run.played.truth, reader)
    return Road(subject, run.rounds, ordered, heard, versions, unaware)


def _distrusted(run: Run, agent: str) -> frozenset[str]:
    trusts = run.scenario.characters[agent].trusts
    return frozenset(other for other, degree in trusts.items() if degree < 0)


def _note_events(
    notes: dict[str, LaneNotes], reader: SubjectReader, events: Sequence[AnyEvent], tellings: Sequence[RoadTelling]
) -> None:
    for event in events:
        if isinstance(event, LifeChanged) and event.change in ("died", "departed") and event.of in notes:
            notes[event.of].end = event.round
    for telling in tellings:
        if telling.to in notes:
            notes[telling.to].heard.append(telling)
    for round_, agent, version in kept_versions(reader, events):
        if agent in notes:
            notes[agent].kept.append((round_, version))
    for round_, agent in doubts_of(reader, events):
        if agent in notes:
            notes[agent].asked.append(round_)


def _ordered(lanes: Sequence[RoadLane]) -> tuple[RoadLane, ...]:
    """Return the lanes in the order of learning, each as close as possible below the lane of its source."""
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
    subject: StorySubject,
    lanes: Sequence[RoadLane],
    tellings: Sequence[RoadTelling],
    truth: Truth | None,
    reader: SubjectReader,
) -> tuple[RoadVersion, ...]:
    """Return the versions that are held or told: the original first, then in order of appearance."""
    dated = [(span.first, span.version) for lane in lanes for span in lane.spans]
    dated += [(telling.said, telling.version) for telling in tellings]
    keys = list(dict.fromkeys(version for _, version in sorted(dated)))
    kinds = _kinds(truth, reader)
    versions = []
    for key in sorted(keys, key=lambda key: key != ""):
        kind = "original" if not key else "own" if key == OWN_WORDS else kinds.get(key, "drift")
        versions.append(RoadVersion(key, key or subject.text, kind))
    return tuple(versions)


def _kinds(truth: Truth | None, reader: SubjectReader) -> dict[str, str]:
    if truth is None:
        return {}
    return {reader.understanding.wording(claim): version.kind for claim, version in truth.versions.items()}

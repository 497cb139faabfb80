"""One person's part of the road: since when it knows, in which version, and whether it doubts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from agentsensus.study.road.tellings import OWN_WORDS, RoadTelling

__all__ = ["RoadLane", "RoadSpan", "lane_of"]


@dataclass(frozen=True, slots=True)
class RoadSpan:
    """Some rounds, the first included, in which somebody holds one version, in doubt or not."""

    first: float
    last: float
    version: str
    in_doubt: bool


@dataclass(frozen=True, slots=True)
class RoadLane:
    """Somebody who knows: since when, how (saw, told, overheard, read, announced, guessed), from whom, and the spans.

    `end` is the round in which it died or left the story, if it did.
    """

    agent: str
    since: int
    how: str
    source: str
    spans: tuple[RoadSpan, ...]
    end: int | None = None


@dataclass(slots=True)
class LaneNotes:
    """What is noted of one person while a road is walked."""

    seen: int | None = None
    heard: list[RoadTelling] = field(default_factory=list)
    kept: list[tuple[int, str]] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    guessed: tuple[int, str] | None = None
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


def lane_of(agent: str, notes: LaneNotes, last: int) -> RoadLane | None:
    """The lane of somebody, up to the last round of the run; None for whoever never comes to know."""
    turns = sorted(_turns(notes), key=lambda turn: (turn.round, turn.order))
    spans: list[RoadSpan] = []
    held: _LaneHeld | None = None
    how, source, since = "", "", 0
    for turn in turns:
        if held is None:
            held = _begun(turn, notes)
            if held is None:
                continue
            how, since = _how(turn), turn.round
            source = turn.telling.by if turn.telling else ""
        else:
            _changed(held, turn, notes)
        _open(spans, turn.round, held)
    if held is None:
        return None
    end = min(last, notes.end) if notes.end is not None else last
    return RoadLane(agent, since, how, source, tuple(_closed(spans, end + 0.5)), notes.end)


def _turns(notes: LaneNotes) -> list[_LaneTurn]:
    turns = [_LaneTurn(notes.seen, 0, "seen")] if notes.seen is not None else []
    turns += [_LaneTurn(telling.heard, 1, "heard", telling.version, telling) for telling in notes.heard]
    turns += [_LaneTurn(round_, 2, "kept", version) for round_, version in notes.kept]
    turns += [_LaneTurn(round_, 3, "asked") for round_ in notes.asked]
    if notes.guessed is not None:
        turns.append(_LaneTurn(notes.guessed[0], 4, "guessed", notes.guessed[1]))
    return turns


def _how(turn: _LaneTurn) -> str:
    return turn.telling.how if turn.telling else {"seen": "saw", "kept": "kept"}.get(turn.kind, "guessed")


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
    """A second mouth confirms; another version, or nothing but a thin one again, leaves in doubt."""
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
    """Spans that follow one another without a gap; one that another replaced in its own round is left out."""
    ends = [*(span.first for span in spans[1:]), end]
    closed = zip(spans, ends, strict=True)
    return [RoadSpan(span.first, last, span.version, span.in_doubt) for span, last in closed if last > span.first]

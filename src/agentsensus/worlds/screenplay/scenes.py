"""Cut beats into short scenes, in the order of time.

The rounds of a play are divided into spans of a few rounds. A scene is what happens in one place during a span, and
within a span a place comes after those from which somebody or a letter reaches it, so causes come before effects.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from agentsensus.worlds.screenplay.beat import (
    ActBeat,
    AnyBeat,
    AnyCue,
    ArrivalCue,
    EndingCue,
    GestureBeat,
    HandingBeat,
    MoveBeat,
    NewsBeat,
    SpeechBeat,
    WordCue,
)

__all__ = ["LONGEST", "LONGEST_GAP", "StagedScene", "addressed", "cut", "in_order", "with_story"]

E = TypeVar("E", bound=AnyBeat | AnyCue)
LONGEST = 3
"""The most rounds in a scene."""
LONGEST_GAP = 2
"""The most rounds without a beat inside a scene."""


@dataclass(frozen=True)
class StagedScene:
    """The beats of one place over a stretch of time, in stage order, with their cues."""

    number: int
    place: str
    beats: tuple[AnyBeat, ...]
    cues: tuple[AnyCue, ...] = ()

    @property
    def first(self) -> int:
        """The round of the first beat."""
        return self.beats[0].round

    @property
    def last(self) -> int:
        """The round of the last beat."""
        return self.beats[-1].round

    @property
    def arrivals(self) -> frozenset[tuple[str, int]]:
        """Who arrives in which round."""
        return _arrivals(self.cues)

    @cached_property
    def cast(self) -> tuple[str, ...]:
        """The ids of all who act or are addressed, in order of appearance."""
        return tuple(dict.fromkeys(id_ for beat in self.beats for id_ in (beat.who, *addressed(beat)) if id_))


def in_order(entries: Iterable[E], arrivals: frozenset[tuple[str, int]]) -> list[E]:
    """Sort beats and cues into stage order.

    Log order, except that within a round arrivals and their greetings come first and departures last, because
    everything said in that round still reaches those who leave. `arrivals` are pairs of character and round.
    """

    def key(entry: AnyBeat | AnyCue) -> tuple[int, int, int]:
        greets = isinstance(entry, GestureBeat | ActBeat) and (entry.who, entry.round) in arrivals
        rank = 0 if isinstance(entry, ArrivalCue) else 1 if greets else 3 if isinstance(entry, MoveBeat) else 2
        return entry.round, rank, entry.seq

    return sorted(entries, key=key)


def addressed(beat: AnyBeat) -> tuple[str, ...]:
    """Return the recipients or targets of a beat."""
    match beat:
        case SpeechBeat() | GestureBeat() | NewsBeat():
            return beat.to
        case HandingBeat():
            return tuple(id_ for id_ in (beat.giver, beat.taker) if id_ and id_ != beat.who)
        case _:
            return ()


def cut(
    beats: Iterable[AnyBeat], cues: Sequence[AnyCue] = (), *, gap: int = LONGEST_GAP, longest: int = LONGEST
) -> list[StagedScene]:
    """Cut beats into scenes in the order of time. Every beat is in exactly one scene.

    A scene has at most `longest` rounds and no more than `gap` rounds without a beat. A cue joins the scene in progress
    at its place; cues outside any scene are dropped.
    """
    ordered = in_order(beats, _arrivals(cues))
    ways = _ways(ordered, cues)
    stretches: list[list[AnyBeat]] = []
    for first, last in _spans(ordered, ways, longest):
        within = [beat for beat in ordered if first <= beat.round <= last]
        for place in _in_turn(within, [way for way in ways if first <= way.left and way.reached <= last]):
            for stretch in _without_gaps([beat for beat in within if beat.place == place], gap):
                before = stretches[-1] if stretches else []
                if before and before[0].place == place and _goes_on(before, stretch, gap, longest):
                    before.extend(stretch)
                else:
                    stretches.append(stretch)
    scenes = [StagedScene(number, stretch[0].place, tuple(stretch)) for number, stretch in enumerate(stretches, 1)]
    return _with_cues(scenes, cues)


def with_story(scenes: Sequence[StagedScene]) -> list[StagedScene]:
    """Return the scenes in which something happens, numbered anew; all of them if nothing happens in any.

    In the others people only leave, or write letters that are told where they arrive.
    """
    delivered = {cue.of for scene in scenes for cue in scene.cues if isinstance(cue, WordCue)}
    kept = [scene for scene in scenes if _has_story(scene, delivered)] or list(scenes)
    return [replace(scene, number=number) for number, scene in enumerate(kept, 1)]


def _has_story(scene: StagedScene, delivered: Set[int]) -> bool:
    if any(isinstance(cue, WordCue | EndingCue) for cue in scene.cues):
        return True
    return any(
        not (isinstance(beat, MoveBeat) or (isinstance(beat, SpeechBeat) and beat.is_letter and beat.seq in delivered))
        for beat in scene.beats
    )


@dataclass(frozen=True, slots=True)
class _Way:
    """A journey of a character or a letter from one place to another."""

    origin: str
    left: int
    to: str
    reached: int


def _ways(beats: Sequence[AnyBeat], cues: Sequence[AnyCue]) -> list[_Way]:
    by_seq = {beat.seq: beat for beat in beats}
    ways = []
    for cue in cues:
        of = cue.of if isinstance(cue, ArrivalCue | WordCue) else None
        beat = by_seq.get(of) if of is not None else None
        if beat is not None and beat.place != cue.place:
            ways.append(_Way(beat.place, beat.round, cue.place, cue.round))
    return ways


def _spans(beats: Sequence[AnyBeat], ways: Sequence[_Way], longest: int) -> Iterator[tuple[int, int]]:
    """Yield spans of at most `longest` rounds, chosen so that journeys within a span do not form a circle."""
    rounds = sorted({beat.round for beat in beats})
    first = last = rounds[0] if rounds else 0
    for round_ in rounds[1:]:
        within = [way for way in ways if first <= way.left and way.reached <= round_]
        places = {place for way in within for place in (way.origin, way.to)}
        if round_ - first >= longest or len(_sorted(places, within)) < len(places):
            yield first, last
            first = round_
        last = round_
    if rounds:
        yield first, last


def _in_turn(beats: Sequence[AnyBeat], ways: Sequence[_Way]) -> list[str]:
    """Return the places of these beats, each after the places from which a character or letter reaches it."""
    firsts: dict[str, int] = {}
    for beat in beats:
        firsts.setdefault(beat.place, beat.round)
    turn = _sorted({*firsts, *(place for way in ways for place in (way.origin, way.to))}, ways, firsts)
    left = [place for place in sorted(firsts) if place not in turn]
    return [place for place in (*turn, *left) if place in firsts]


def _sorted(places: set[str], ways: Sequence[_Way], firsts: Mapping[str, int] | None = None) -> list[str]:
    """Sort places so that every journey leads forward. Places on a circle are left out."""
    order: list[str] = []
    waiting = set(places)
    while ready := [
        place
        for place in waiting
        if not any(way.to == place and way.origin in waiting and way.origin != place for way in ways)
    ]:
        chosen = min(ready, key=lambda place: ((firsts or {}).get(place, 0), place))
        order.append(chosen)
        waiting.discard(chosen)
    return order


def _without_gaps(beats: Sequence[AnyBeat], gap: int) -> Iterator[list[AnyBeat]]:
    stretch: list[AnyBeat] = []
    for beat in beats:
        if stretch and beat.round - stretch[-1].round - 1 > gap:
            yield stretch
            stretch = []
        stretch.append(beat)
    if stretch:
        yield stretch


def _arrivals(cues: Iterable[AnyCue]) -> frozenset[tuple[str, int]]:
    return frozenset((cue.who, cue.round) for cue in cues if isinstance(cue, ArrivalCue))


def _goes_on(before: Sequence[AnyBeat], stretch: Sequence[AnyBeat], gap: int, longest: int) -> bool:
    is_near = stretch[0].round - before[-1].round - 1 <= gap
    return is_near and stretch[-1].round - before[0].round < longest


def _with_cues(scenes: Sequence[StagedScene], cues: Sequence[AnyCue]) -> list[StagedScene]:
    placed: dict[int, list[AnyCue]] = {}
    for cue in cues:
        scene = _scene_of(scenes, cue)
        if scene is not None:
            placed.setdefault(scene.number, []).append(cue)
    return [
        StagedScene(scene.number, scene.place, scene.beats, tuple(placed.get(scene.number, ()))) for scene in scenes
    ]


def _scene_of(scenes: Sequence[StagedScene], cue: AnyCue) -> StagedScene | None:
    """Return the scene to which a cue belongs; None if there is none.

    An ending outside any scene joins the last scene before it.
    """
    here = [scene for scene in scenes if scene.place == cue.place]
    on = next((scene for scene in here if scene.first <= cue.round <= scene.last), None)
    if on is not None or not isinstance(cue, EndingCue):
        return on
    before = [scene for scene in here or scenes if scene.last < cue.round] or [
        scene for scene in scenes if scene.last < cue.round
    ]
    return max(before, key=lambda scene: (scene.last, scene.number), default=None)

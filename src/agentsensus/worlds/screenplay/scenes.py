"""Cut beats into scenes by place and time, at most twenty rounds each. Scenes in different places may overlap."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
)

__all__ = ["LONGEST", "LONGEST_GAP", "StagedScene", "addressed", "cut", "in_order"]

E = TypeVar("E", bound=AnyBeat | AnyCue)
LONGEST = 20
"""The most rounds in a scene."""
LONGEST_GAP = 5
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
    """Cut beats into scenes, numbered by first round, then place. Every beat is in exactly one scene.

    A scene ends when more than `gap` rounds pass without a beat in its place, or after `longest` rounds. A cue joins
    the scene in progress at its place; cues outside any scene are dropped.
    """
    stretches: dict[str, list[list[AnyBeat]]] = {}
    for beat in in_order(beats, _arrivals(cues)):
        of_place = stretches.setdefault(beat.place, [])
        if not of_place or not _goes_on(of_place[-1], beat, gap, longest):
            of_place.append([])
        of_place[-1].append(beat)
    numbered = sorted(
        (stretch for of_place in stretches.values() for stretch in of_place),
        key=lambda stretch: (stretch[0].round, stretch[0].place),
    )
    scenes = [StagedScene(number, stretch[0].place, tuple(stretch)) for number, stretch in enumerate(numbered, 1)]
    return _with_cues(scenes, cues)


def _arrivals(cues: Iterable[AnyCue]) -> frozenset[tuple[str, int]]:
    return frozenset((cue.who, cue.round) for cue in cues if isinstance(cue, ArrivalCue))


def _goes_on(stretch: Sequence[AnyBeat], beat: AnyBeat, gap: int, longest: int) -> bool:
    is_near = beat.round - stretch[-1].round - 1 <= gap
    return is_near and beat.round - stretch[0].round < longest


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
    """Return the scene in progress for a cue; an ending without one joins the last scene before it."""
    here = [scene for scene in scenes if scene.place == cue.place]
    on = next((scene for scene in here if scene.first <= cue.round <= scene.last), None)
    if on is not None or not isinstance(cue, EndingCue):
        return on
    before = [scene for scene in here or scenes if scene.last < cue.round] or [
        scene for scene in scenes if scene.last < cue.round
    ]
    return max(before, key=lambda scene: (scene.last, scene.number), default=None)

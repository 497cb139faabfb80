"""The scene grid as data: rounds across, places down, who acted in each cell, and the frame of every scene."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.screenplay.beat import AnyBeat
from agentsensus.screenplay.scenes import StagedScene

__all__ = ["GridCell", "SceneFrame", "SceneGrid", "colours", "grid_of"]


@dataclass(frozen=True, slots=True)
class GridCell:
    """What was done in one place in one round: who acted, whoever did most first (empty: the world itself)."""

    place: str
    round: int
    agents: tuple[str, ...]
    beats: tuple[AnyBeat, ...]

    @property
    def is_shared(self) -> bool:
        """Whether several acted."""
        return len(self.agents) > 1


@dataclass(frozen=True, slots=True)
class SceneFrame:
    """A scene as a rectangle: a place and its rounds, both ends included."""

    number: int
    place: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class SceneGrid:
    """Cells and frames; places in the order of their first scene, agents by how much they do."""

    places: tuple[str, ...]
    agents: tuple[str, ...]
    cells: tuple[GridCell, ...]
    frames: tuple[SceneFrame, ...]

    @property
    def last(self) -> int:
        """The last round with a beat."""
        return max(frame.last for frame in self.frames)


def grid_of(scenes: Sequence[StagedScene]) -> SceneGrid:
    """The grid of a play's scenes."""
    beats: dict[tuple[str, int], list[AnyBeat]] = {}
    for scene in scenes:
        for beat in scene.beats:
            beats.setdefault((scene.place, beat.round), []).append(beat)
    cells = [GridCell(place, round_, _by_count(here), tuple(here)) for (place, round_), here in sorted(beats.items())]
    return SceneGrid(
        tuple(dict.fromkeys(scene.place for scene in scenes)),
        _by_count([beat for scene in scenes for beat in scene.beats]),
        tuple(cells),
        tuple(SceneFrame(scene.number, scene.place, scene.first, scene.last) for scene in scenes),
    )


def _by_count(beats: Sequence[AnyBeat]) -> tuple[str, ...]:
    counts = Counter(beat.who for beat in beats)
    return tuple(sorted(counts, key=lambda who: (-counts[who], who)))


_COLOURS = (
    *("#c0392b", "#2471a3", "#1e8449", "#d68910", "#7d3c98", "#17a2a2"),
    *("#d63384", "#8a8d1b", "#34495e", "#6cbf3a", "#8d5a34", "#5b6ee1"),
)
_TINTS = ((0, 0.0), (255, 0.45), (0, 0.35), (255, 0.68))
"""What is mixed into the colours of the first dozen agents, the second and so on, and how much of it."""


def colours(agents: Sequence[str]) -> dict[str, str]:
    """A colour for each, the busiest as unlike as can be; grey for the world itself."""
    named = [agent for agent in agents if agent]
    return {"": "#9a9a9a"} | {agent: _colour(place) for place, agent in enumerate(named)}


def _colour(place: int) -> str:
    dozen, hue = divmod(place, len(_COLOURS))
    light, share = _TINTS[dozen % len(_TINTS)]
    parts = [int(_COLOURS[hue][start : start + 2], 16) for start in (1, 3, 5)]
    return "#" + "".join(f"{round(part * (1 - share) + light * share):02x}" for part in parts)

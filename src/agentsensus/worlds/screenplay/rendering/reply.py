"""A model's reply for a scene (lines with their beat numbers), and comparisons of its words."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from agentsensus.worlds.screenplay.folding import content, pairs, shared
from agentsensus.worlds.screenplay.rendering.sheet import SceneSheet

__all__ = ["RenderedLine", "RenderedScene", "copied", "misplaced", "repeated"]


Words = Annotated[str, Field(min_length=1, pattern=r"\S")]


class RenderedLine(BaseModel):
    """One line of a rendering: who speaks (nobody: a direction), in what manner, and the numbers of the beats."""

    model_config = ConfigDict(frozen=True, str_strip_whitespace=True)

    beats: tuple[int, ...] = Field(description="The numbers of the beats that this line tells")
    who: str = Field(description="Who speaks, as the cast has it; empty for a stage direction")
    how: str = Field(description="In a few words, to whom or in what manner; may be empty")
    text: Words = Field(description="The words, or the stage direction")


class RenderedScene(BaseModel):
    """What a model makes of a scene, and the numbers of the beats that it leaves out."""

    model_config = ConfigDict(frozen=True)

    lines: tuple[RenderedLine, ...]
    left_out: tuple[int, ...] = ()


_SAME = 0.9
"""Minimum share of common word pairs at which a line repeats another."""
_COPIED = 0.8
"""Minimum share of common word pairs at which a line copies a beat."""
_BRIEF = 6
"""Below this many words, texts are not compared."""
_OTHER = 0.5
"""Minimum share of common content words at which a line tells another beat; it must also be twice that of its own
beats.
"""


def repeated(lines: Sequence[RenderedLine]) -> Iterator[tuple[int, int]]:
    """Yield pairs of a line and the earlier line of the same speaker that it repeats for another beat."""
    for later, line in enumerate(lines):
        words = pairs(line.text)
        for earlier, other in enumerate(lines[:later]):
            is_another = line.who == other.who and not set(line.beats) & set(other.beats)
            if is_another and words.total() >= _BRIEF and shared(words, pairs(other.text)) >= _SAME:
                yield later + 1, earlier + 1
                break


def misplaced(lines: Sequence[RenderedLine], sheet: SceneSheet) -> Iterator[tuple[int, int]]:
    """Yield pairs of a line and the beat it tells instead of those it cites. Line and beats must be in one language."""
    if not sheet.casting.is_own:
        return
    for number, line in enumerate(lines, 1):
        words = content(line.text)
        if words.total() < _BRIEF:
            continue
        likeness = {entry.number: shared(words, content(sheet.words(entry.number))) for entry in sheet.entries}
        own = max((likeness[beat] for beat in line.beats if beat in likeness), default=0.0)
        best = max(likeness, key=lambda beat: (likeness[beat], -beat))
        if likeness[best] >= _OTHER and likeness[best] > 2 * own:
            yield number, best


def copied(lines: Sequence[RenderedLine], sheet: SceneSheet) -> int:
    """Count the lines that copy the words of their beats."""
    known = sheet.by_number
    return sum(
        any(shared(pairs(line.text), pairs(sheet.words(beat))) >= _COPIED for beat in line.beats if beat in known)
        for line in lines
        if pairs(line.text).total() >= _BRIEF
    )

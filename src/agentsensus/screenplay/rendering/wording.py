"""Whether the lines of a rendering say what their beats say: not another beat, not another line, not word for word."""

from collections.abc import Iterator, Sequence

from agentsensus.screenplay.likeness import content, pairs, shared
from agentsensus.screenplay.rendering.reply import RenderedLine
from agentsensus.screenplay.rendering.sheet import SceneSheet

__all__ = ["copied", "misplaced", "repeated"]

_SAME = 0.9
"""The share of its pairs of words that a line has from another one that it repeats."""
_COPIED = 0.8
"""The share that it has from a beat whose words it keeps."""
_BRIEF = 6
"""Words below which likeness says nothing."""
_OTHER = 0.5
"""The share of a line's content words that another beat has, and twice as many as its own, where it tells that one."""


def repeated(lines: Sequence[RenderedLine]) -> Iterator[tuple[int, int]]:
    """Lines that say over again what an earlier line of the same speaker said of another beat, with that line."""
    for later, line in enumerate(lines):
        words = pairs(line.text)
        for earlier, other in enumerate(lines[:later]):
            is_another = line.who == other.who and not set(line.beats) & set(other.beats)
            if is_another and words.total() >= _BRIEF and shared(words, pairs(other.text)) >= _SAME:
                yield later + 1, earlier + 1
                break


def misplaced(lines: Sequence[RenderedLine], sheet: SceneSheet) -> Iterator[tuple[int, int]]:
    """Lines that tell another beat than they name, with that beat; only where both are in the same language."""
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
    """How many lines keep the words of their beats instead of finding new ones."""
    known = sheet.by_number
    return sum(
        any(shared(pairs(line.text), pairs(sheet.words(beat))) >= _COPIED for beat in line.beats if beat in known)
        for line in lines
        if pairs(line.text).total() >= _BRIEF
    )

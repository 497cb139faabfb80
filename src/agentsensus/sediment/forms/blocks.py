"""Lines and blocks of a text with their places, and layouts in which plays name their speakers."""

import re
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["LAYOUTS", "Layout", "Line", "layout_of", "lines_of"]

_HAN_NAME = r"[\u4e00-\u9fff·]{1,8}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line and where it begins."""

    text: str
    start: int

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()

    @property
    def is_indented(self) -> bool:
        return self.text[:1].isspace()


@dataclass(frozen=True, slots=True)
class Layout:
    """How a play names its speakers: `cue` reads a line (with the line after it) as a speaker and the rest of the line.

    `needs_blank` says that a speaker's line stands behind a blank one.
    """

    name: str
    cue: Callable[[Line, Line | None], tuple[str, int] | None]
    needs_blank: bool = False


def lines_of(text: str) -> list[Line]:
    """Every line with its place."""
    lines, start = [], 0
    for line in text.split("\n"):
        lines.append(Line(line, start))
        start += len(line) + 1
    return lines


_ALONE = re.compile(r"(?P<cue>[A-Z][A-Za-z’'.\- ]{0,40}?)[.:]?\s*$")
_CAPITALS = re.compile(r"(?P<cue>[A-Z][A-Z’'.\- ]{1,40}?)(?:,? (?:and|AND) [A-Z ]+)?[.:]?\s*$")
_SHORT = re.compile(r"(?P<cue>(?:(?:First|Second|Third|Fourth|1st|2d|3d|King|Queen|Lady|Lord|Old|Young|Sir) )?"
                    r"[A-Z][a-z]{1,14}(?: [A-Z][a-z]+)?)\.\s*$")  # fmt: skip
_INLINE = re.compile(
    rf"\s*(?P<cue>[A-Z][A-Z’'.\- ]{{1,40}}?|{_HAN_NAME})\s*(?:[:：]|\.(?=\s)|[(（]\S*?[)）][:：])\s*(?=\S)"
)
_WORDS_OF_A_CUE = 5


def _indented(line: Line, following: Line | None) -> tuple[str, int] | None:
    match = None if line.is_indented else _ALONE.match(line.text)
    if match is None or following is None or not following.is_indented or following.is_blank:
        return None
    return _short_enough(match)


def _capitals(line: Line, following: Line | None) -> tuple[str, int] | None:
    match = _CAPITALS.match(line.text)
    if match is None or following is None or following.is_blank:
        return None
    return _short_enough(match)


def _abbreviated(line: Line, following: Line | None) -> tuple[str, int] | None:
    match = _SHORT.match(line.text)
    if match is None or following is None or following.is_blank:
        return None
    return _short_enough(match)


def _inline(line: Line, following: Line | None) -> tuple[str, int] | None:
    match = _INLINE.match(line.text)
    return (match["cue"].strip(), match.end()) if match else None


def _short_enough(match: re.Match[str]) -> tuple[str, int] | None:
    cue = match["cue"].strip()
    return (cue, match.end()) if len(cue.split()) <= _WORDS_OF_A_CUE else None


LAYOUTS = (
    Layout("indented", _indented),
    Layout("capitals", _capitals, needs_blank=True),
    Layout("abbreviated", _abbreviated, needs_blank=True),
    Layout("inline", _inline),
)


def layout_of(lines: list[Line]) -> tuple[Layout, int]:
    """The layout in which most lines name a speaker who speaks more than once, and how many do."""
    counts = []
    for layout in LAYOUTS:
        cues = [cue[0] for cue in cues_of(lines, layout) if cue]
        repeated = {cue for cue in cues if cues.count(cue) > 1} if len(cues) < 200 else _often(cues)
        counts.append((sum(cue in repeated for cue in cues), layout))
    best = max(counts, key=lambda pair: pair[0])
    return best[1], best[0]


def cues_of(lines: list[Line], layout: Layout) -> list[tuple[str, int] | None]:
    """For each line, whom it names as a speaker and where in the line the speech begins."""
    cues: list[tuple[str, int] | None] = []
    before: Line | None = None
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        may = not line.is_blank and (not layout.needs_blank or before is None or before.is_blank)
        cues.append(layout.cue(line, following) if may else None)
        before = line
    return cues


def _often(cues: list[str]) -> set[str]:
    counts: dict[str, int] = {}
    for cue in cues:
        counts[cue] = counts.get(cue, 0) + 1
    return {cue for cue, count in counts.items() if count > 1}

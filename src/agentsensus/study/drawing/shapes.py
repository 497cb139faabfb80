"""What a picture is made of: boxes, lines, curves, dots and words, in pixels from the upper left corner."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

__all__ = ["Bend", "Box", "Dot", "Drawing", "Ground", "Rule", "Shape", "Words", "fitted", "text_width"]

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Ground:
    """The colours that every picture shares: its paper, its ink, what is less important, and its lines."""

    paper: str = "#fdfbf6"
    ink: str = "#26231e"
    soft: str = "#7b7468"
    line: str = "#e7e0d3"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, rounded or not; `is_hatched` draws slanting lines of its colour on a lighter ground."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0
    is_hatched: bool = False
    title: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line."""

    start: Point
    end: Point
    colour: str
    width: float = 1
    opacity: float = 1
    title: str = ""


@dataclass(frozen=True, slots=True)
class Bend:
    """A line bent by two points between its ends, with a head at its end if it is an arrow."""

    points: tuple[Point, Point, Point, Point]
    colour: str
    width: float = 2
    opacity: float = 1
    is_dashed: bool = False
    head: float = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A circle."""

    x: float
    y: float
    radius: float
    fill: str
    edge: str = ""
    edge_width: float = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; `y` is its baseline."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Literal["start", "middle", "end"] = "start"
    is_bold: bool = False
    is_slanted: bool = False
    turned: float = 0


Shape: TypeAlias = Box | Rule | Bend | Dot | Words


@dataclass(slots=True)
class Drawing:
    """A picture: its size, its shapes from the back to the front, what it is called, and the language of its words."""

    width: float
    height: float
    title: str
    language: str
    shapes: list[Shape] = field(default_factory=list)
    ground: Ground = field(default_factory=Ground)

    def add(self, *shapes: Shape) -> None:
        """Put shapes in front of those that are there."""
        self.shapes += shapes


def text_width(text: str, size: float) -> float:
    """About how wide a line of text is."""
    wide = sum(unicodedata.east_asian_width(char) in ("W", "F") for char in text)
    return size * (wide + 0.58 * (len(text) - wide))


def fitted(text: str, size: float, width: float, lines: int) -> list[str]:
    """A text broken into lines that fit a width; if it needs more than `lines`, the last one ends in an ellipsis."""
    rows: list[str] = []
    row = ""
    for piece in _pieces(text):
        if row and text_width(row + piece.rstrip(), size) > width:
            rows.append(row.rstrip())
            row = ""
        row += piece
    rows = [*rows, row.rstrip()]
    return rows if len(rows) <= lines else [*rows[: lines - 1], f"{rows[lines - 1]}…"]


def balanced(text: str, size: float, width: float, lines: int) -> list[str]:
    """A text broken into as few lines as `fitted` needs, but about equally long: no word stands alone on the last."""
    widest = fitted(text, size, width, lines)
    narrow = width
    while narrow > width / len(widest):
        narrow -= size
        if len(rows := fitted(text, size, narrow, lines + 1)) > len(widest):
            break
        widest = rows
    return widest


def _pieces(text: str) -> Sequence[str]:
    """Where a line may be broken: behind a space, and behind every wide character."""
    pieces, piece = [], ""
    for place, char in enumerate(text):
        piece += char
        closes = text[place + 1 : place + 2] in tuple("，。、；：！？”）》")
        if char == " " or (unicodedata.east_asian_width(char) in ("W", "F") and not closes):
            pieces.append(piece)
            piece = ""
    return [*pieces, piece] if piece else pieces

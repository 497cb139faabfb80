"""Shapes of a picture (boxes, lines, curves, dots, text) and their SVG. The same drawing gives the same bytes."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Literal, TypeAlias

from agentsensus.language.languages import rules_of

__all__ = ["FONTS", "Bend", "Box", "Dot", "Drawing", "Ground", "Rule", "Shape", "Words", "fitted", "svg", "text_width"]


Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Ground:
    """The colours of a drawing: paper, ink, secondary text and lines."""

    paper: str = "#fdfbf6"
    ink: str = "#26231e"
    soft: str = "#7b7468"
    line: str = "#e7e0d3"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, optionally rounded; `is_hatched` fills it with slanted lines on a lighter ground."""

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
    """A cubic curve, with an arrow head of size `head` at its end."""

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
    """A picture: its size, title, language, and shapes from back to front."""

    width: float
    height: float
    title: str
    language: str
    shapes: list[Shape] = field(default_factory=list)
    ground: Ground = field(default_factory=Ground)

    def add(self, *shapes: Shape) -> None:
        """Add shapes in front of the others."""
        self.shapes += shapes


def text_width(text: str, size: float) -> float:
    """Return the approximate width of a line of text."""
    wide = sum(unicodedata.east_asian_width(char) in ("W", "F") for char in text)
    return size * (wide + 0.58 * (len(text) - wide))


def fitted(text: str, size: float, width: float, lines: int) -> list[str]:
    """Break a text into lines of at most `width`; beyond `lines`, the last line ends in an ellipsis."""
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
    """Break a text into as few lines as `fitted`, of about equal length."""
    widest = fitted(text, size, width, lines)
    narrow = width
    while narrow > width / len(widest):
        narrow -= size
        if len(rows := fitted(text, size, narrow, lines + 1)) > len(widest):
            break
        widest = rows
    return widest


def _pieces(text: str) -> Sequence[str]:
    """Split a text where a line may break: after a space, and after every wide character."""
    pieces, piece = [], ""
    for place, char in enumerate(text):
        piece += char
        closes = text[place + 1 : place + 2] in tuple("，。、；：！？”）》")
        if char == " " or (unicodedata.east_asian_width(char) in ("W", "F") and not closes):
            pieces.append(piece)
            piece = ""
    return [*pieces, piece] if piece else pieces


FONTS = (
    "Palatino, 'Palatino Linotype', 'Book Antiqua', 'DejaVu Serif', 'Noto Serif CJK SC', 'Source Han Serif SC', "
    "'Songti SC', SimSun, serif"
)


def svg(drawing: Drawing) -> str:
    """Return the drawing as one SVG element."""
    width, height = _n(drawing.width), _n(drawing.height)
    tag = rules_of(drawing.language).writing.tag
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" lang="{tag}" font-family="{FONTS}">',
        f"<title>{escape(drawing.title)}</title>",
        "<defs>",
        *(_pattern(colour) for colour in _hatched(drawing)),
        "</defs>",
        f'<rect width="{width}" height="{height}" fill="{drawing.ground.paper}"/>',
        *(line for shape in drawing.shapes for line in _drawn(shape)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _hatched(drawing: Drawing) -> list[str]:
    fills = (shape.fill for shape in drawing.shapes if isinstance(shape, Box) and shape.is_hatched)
    return list(dict.fromkeys(fills))


def _pattern(colour: str) -> str:
    return (
        f'<pattern id="hatch-{colour[1:]}" width="6" height="6" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="6" height="6" fill="{colour}" fill-opacity="0.18"/>'
        f'<rect width="2.4" height="6" fill="{colour}" fill-opacity="0.8"/></pattern>'
    )


def _drawn(shape: Shape) -> Iterator[str]:
    match shape:
        case Box():
            fill = f"url(#hatch-{shape.fill[1:]})" if shape.is_hatched else shape.fill
            edge = f' stroke="{shape.fill}" stroke-width="0.8"' if shape.is_hatched else ""
            yield _titled(
                f'<rect x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}" '
                f'rx="{_n(shape.radius)}" fill="{fill}"{edge}',
                "rect",
                shape.title,
            )
        case Rule():
            (x, y), (to_x, to_y) = shape.start, shape.end
            yield _titled(
                f'<line x1="{_n(x)}" y1="{_n(y)}" x2="{_n(to_x)}" y2="{_n(to_y)}" stroke="{shape.colour}" '
                f'stroke-width="{_n(shape.width)}" stroke-opacity="{_n(shape.opacity)}"',
                "line",
                shape.title,
            )
        case Bend():
            yield from _curve(shape)
        case Dot():
            edge = f' stroke="{shape.edge}" stroke-width="{_n(shape.edge_width)}"' if shape.edge else ""
            start = f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}" fill="{shape.fill}"{edge}'
            yield _titled(start, "circle", shape.title)
        case Words():
            yield _words(shape)


def _curve(curve: Bend) -> Iterator[str]:
    (x, y), first, second, end = curve.points
    dashes = ' stroke-dasharray="5 4"' if curve.is_dashed else ""
    path = f"M{_n(x)} {_n(y)} C{_at(first)} {_at(second)} {_at(end)}"
    yield _titled(
        f'<path d="{path}" fill="none" stroke="{curve.colour}" stroke-width="{_n(curve.width)}" '
        f'stroke-opacity="{_n(curve.opacity)}" stroke-linecap="round"{dashes}',
        "path",
        curve.title,
    )
    if curve.head:
        corners = " ".join(_at(point) for point in arrow_head(curve))
        yield f'<polygon points="{corners}" fill="{curve.colour}" fill-opacity="{_n(curve.opacity)}"/>'


def arrow_head(curve: Bend) -> tuple[Point, Point, Point]:
    """Return the three corners of the arrow head at the end of a curve."""
    (from_x, from_y), (x, y) = curve.points[2], curve.points[3]
    length = ((x - from_x) ** 2 + (y - from_y) ** 2) ** 0.5 or 1
    along_x, along_y = (x - from_x) / length, (y - from_y) / length
    tip, half = (x + along_x * curve.head, y + along_y * curve.head), curve.head * 0.45
    return tip, (x - along_y * half, y + along_x * half), (x + along_y * half, y - along_x * half)


def _words(words: Words) -> str:
    style = ' font-weight="bold"' if words.is_bold else ""
    style += ' font-style="italic"' if words.is_slanted else ""
    turn = f' transform="rotate({_n(words.turned)} {_n(words.x)} {_n(words.y)})"' if words.turned else ""
    return (
        f'<text x="{_n(words.x)}" y="{_n(words.y)}" font-size="{_n(words.size)}" fill="{words.colour}" '
        f'text-anchor="{words.anchor}"{style}{turn}>{escape(words.text)}</text>'
    )


def _titled(start: str, name: str, title: str) -> str:
    return f"{start}><title>{escape(title)}</title></{name}>" if title else f"{start}/>"


def _at(point: Point) -> str:
    return f"{_n(point[0])},{_n(point[1])}"


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")

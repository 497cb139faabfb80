"""A picture as SVG: text stays text, nothing is loaded from anywhere, and the same picture gives the same bytes."""

from collections.abc import Iterator
from html import escape

from agentsensus.study.drawing.shapes import Bend, Box, Dot, Drawing, Point, Rule, Shape, Words
from agentsensus.text.languages import rules_of

__all__ = ["FONTS", "svg"]

FONTS = (
    "Palatino, 'Palatino Linotype', 'Book Antiqua', 'DejaVu Serif', 'Noto Serif CJK SC', 'Source Han Serif SC', "
    "'Songti SC', SimSun, serif"
)


def svg(drawing: Drawing) -> str:
    """The picture as one SVG element."""
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
    """The three corners of a curve's head, which stands beyond its end."""
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

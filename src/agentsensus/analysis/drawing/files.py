"""Write a drawing to an SVG, PNG or HTML file. PNG needs matplotlib."""

import warnings
from html import escape
from pathlib import Path
from typing import Any

from agentsensus.analysis.drawing.shapes import FONTS, Bend, Box, Dot, Drawing, Rule, Shape, Words, arrow_head, svg
from agentsensus.base.files import replace_text, written_whole
from agentsensus.errors import InputError
from agentsensus.language.languages import rules_of
from agentsensus.worlds.screenplay.grid import han_fonts

__all__ = ["DRAWING_ENDINGS", "check_drawing", "write_drawing", "write_png"]


_DPI = 100
_SCALE = 2
"""Pixels in the PNG file per pixel of the drawing."""
_LATIN = "DejaVu Serif"
_PREFERRED = ("Noto Serif CJK SC", "Noto Serif CJK JP")


def write_png(drawing: Drawing, where: Path) -> None:
    """Write a drawing to a PNG file. Raises InputError without matplotlib, or without a font for the drawing's
    language."""
    try:
        import matplotlib
    except ImportError:
        raise InputError(
            f"{where}: a PNG needs matplotlib: pip install 'agentsensus[figures]', or ask for .svg"
        ) from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    fonts = _fonts(where, drawing)
    with pyplot.rc_context({"font.family": fonts, "hatch.linewidth": 1.4}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure = pyplot.figure(figsize=(drawing.width / _DPI, drawing.height / _DPI), dpi=_DPI * _SCALE)
        try:
            axes = figure.add_axes((0, 0, 1, 1))
            axes.set(xlim=(0, drawing.width), ylim=(drawing.height, 0))
            axes.axis("off")
            figure.patch.set_facecolor(drawing.ground.paper)
            for order, shape in enumerate(drawing.shapes):
                _draw(axes, shape, order)
            figure.savefig(where, format="png", facecolor=drawing.ground.paper, metadata={"Software": None})
        finally:
            pyplot.close(figure)


def _fonts(where: Path, drawing: Drawing) -> list[str]:
    fonts = han_fonts()
    if not rules_of(drawing.language).writing.has_latin_letters and not fonts:
        raise InputError(f"{where}: no font here has Chinese; install one (Debian: fonts-noto-cjk), or ask for .svg")
    serif = [font for font in _PREFERRED if font in fonts]
    return [_LATIN, *dict.fromkeys((*serif, *fonts))]


def _draw(axes: Any, shape: Shape, order: int) -> None:
    match shape:
        case Box():
            _box(axes, shape, order)
        case Rule():
            (x, y), (to_x, to_y) = shape.start, shape.end
            style = {"color": shape.colour, "linewidth": _points(shape.width), "alpha": shape.opacity}
            axes.plot([x, to_x], [y, to_y], zorder=order, **style)
        case Bend():
            _curve(axes, shape, order)
        case Dot():
            _dot(axes, shape, order)
        case Words():
            _words(axes, shape, order)


def _box(axes: Any, box: Box, order: int) -> None:
    from matplotlib.patches import FancyBboxPatch

    radius = min(box.radius, box.width / 2, box.height / 2)
    style = f"round,pad=0,rounding_size={radius}" if radius else "square,pad=0"
    corner, size = (box.x, box.y), (box.width, box.height)
    if not box.is_hatched:
        axes.add_patch(FancyBboxPatch(corner, *size, boxstyle=style, facecolor=box.fill, linewidth=0, zorder=order))
        return
    pale: dict[str, Any] = {
        "facecolor": f"{box.fill}2e",
        "edgecolor": f"{box.fill}cc",
        "hatch": "/////",
        "linewidth": 0.8,
    }
    axes.add_patch(FancyBboxPatch(corner, *size, boxstyle=style, zorder=order, **pale))


def _curve(axes: Any, curve: Bend, order: int) -> None:
    from matplotlib.patches import PathPatch, Polygon
    from matplotlib.path import Path as Outline

    outline = Outline(curve.points, [Outline.MOVETO, Outline.CURVE4, Outline.CURVE4, Outline.CURVE4])
    line: Any = (0, (4, 3)) if curve.is_dashed else "-"
    style = {"edgecolor": curve.colour, "linewidth": _points(curve.width), "alpha": curve.opacity, "linestyle": line}
    axes.add_patch(PathPatch(outline, facecolor="none", capstyle="round", zorder=order, **style))
    if curve.head:
        head = {"facecolor": curve.colour, "linewidth": 0, "alpha": curve.opacity}
        axes.add_patch(Polygon(arrow_head(curve), closed=True, zorder=order, **head))


def _dot(axes: Any, dot: Dot, order: int) -> None:
    from matplotlib.patches import Circle

    edge = {"edgecolor": dot.edge, "linewidth": _points(dot.edge_width)} if dot.edge else {"linewidth": 0}
    axes.add_patch(Circle((dot.x, dot.y), dot.radius, facecolor=dot.fill, zorder=order, **edge))


def _words(axes: Any, words: Words, order: int) -> None:
    sides = {"start": "left", "middle": "center", "end": "right"}
    axes.text(
        words.x,
        words.y,
        words.text.replace("$", r"\$"),
        fontsize=_points(words.size),
        color=words.colour,
        ha=sides[words.anchor],
        va="baseline",
        weight="bold" if words.is_bold else "normal",
        style="italic" if words.is_slanted else "normal",
        rotation=-words.turned,
        rotation_mode="anchor",
        zorder=order,
    )


def _points(pixels: float) -> float:
    return pixels * 72 / _DPI


DRAWING_ENDINGS = (".svg", ".png", ".html")
"""The allowed endings of a drawing's file name."""


def check_drawing(where: Path) -> None:
    """Raise InputError if the file's ending is unknown or the file cannot be written."""
    if where.suffix.lower() not in DRAWING_ENDINGS:
        raise InputError(f"{where}: the name must end in {', '.join(DRAWING_ENDINGS)}, which says what is written")
    if where.is_dir():
        raise InputError(f"{where}: this is a folder; name a file")
    if not where.parent.is_dir():
        raise InputError(f"{where.parent}: there is no such folder to write into")


def write_drawing(drawing: Drawing, where: Path, below: str = "") -> None:
    """Write a drawing atomically; `below` is HTML shown under it on an HTML page."""
    check_drawing(where)
    match where.suffix.lower():
        case ".svg":
            replace_text(where, svg(drawing))
        case ".html":
            replace_text(where, _page(drawing, below))
        case _:
            with written_whole(where) as draft:
                write_png(drawing, draft)


def _page(drawing: Drawing, below: str) -> str:
    ground, tag = drawing.ground, rules_of(drawing.language).writing.tag
    return (
        f'<!doctype html>\n<html lang="{tag}"><head><meta charset="utf-8"><title>{escape(drawing.title)}</title>\n'
        f"<style>body{{margin:2em auto;max-width:{drawing.width:.0f}px;background:{ground.paper};color:{ground.ink};"
        f"font:16px/1.5 {FONTS}}}svg{{max-width:100%;height:auto}}table{{border-collapse:collapse}}"
        f"td,th{{padding:.3em .7em;border-bottom:1px solid {ground.line};text-align:left;vertical-align:top}}</style>\n"
        f"</head><body>\n{svg(drawing)}{below}</body></html>\n"
    )

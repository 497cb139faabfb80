"""A picture into a file: SVG, PNG, or a page that shows it with words below."""

import os
from html import escape
from pathlib import Path

from agentsensus.errors import InputError
from agentsensus.run_folder import replace_text
from agentsensus.study.drawing.raster import write_png
from agentsensus.study.drawing.shapes import Drawing
from agentsensus.study.drawing.svg import FONTS, svg
from agentsensus.text.languages import rules_of

__all__ = ["DRAWING_ENDINGS", "check_drawing", "write_drawing"]

DRAWING_ENDINGS = (".svg", ".png", ".html")
"""What the name of a picture's file may end in."""


def check_drawing(where: Path) -> None:
    """Refuse a file that cannot be written, or whose ending says nothing, before anything is made."""
    if where.suffix.lower() not in DRAWING_ENDINGS:
        raise InputError(f"{where}: the name must end in {', '.join(DRAWING_ENDINGS)}, which says what is written")
    if where.is_dir():
        raise InputError(f"{where}: this is a folder; name a file")
    if not where.parent.is_dir():
        raise InputError(f"{where.parent}: there is no such folder to write into")


def write_drawing(drawing: Drawing, where: Path, below: str = "") -> None:
    """Write a picture, whole or not at all; `below` is HTML that a page shows under it."""
    check_drawing(where)
    match where.suffix.lower():
        case ".svg":
            replace_text(where, svg(drawing))
        case ".html":
            replace_text(where, _page(drawing, below))
        case _:
            _replace_png(drawing, where)


def _replace_png(drawing: Drawing, where: Path) -> None:
    draft = where.with_name(f".{where.stem}.{os.getpid()}{where.suffix}")
    try:
        write_png(drawing, draft)
        draft.replace(where)
    finally:
        draft.unlink(missing_ok=True)


def _page(drawing: Drawing, below: str) -> str:
    ground, tag = drawing.ground, rules_of(drawing.language).writing.tag
    return (
        f'<!doctype html>\n<html lang="{tag}"><head><meta charset="utf-8"><title>{escape(drawing.title)}</title>\n'
        f"<style>body{{margin:2em auto;max-width:{drawing.width:.0f}px;background:{ground.paper};color:{ground.ink};"
        f"font:16px/1.5 {FONTS}}}svg{{max-width:100%;height:auto}}table{{border-collapse:collapse}}"
        f"td,th{{padding:.3em .7em;border-bottom:1px solid {ground.line};text-align:left;vertical-align:top}}</style>\n"
        f"</head><body>\n{svg(drawing)}{below}</body></html>\n"
    )

"""Pictures made of a few shapes: written as SVG by this package alone, as PNG by matplotlib, or shown on a page."""

from agentsensus.study.drawing.files import DRAWING_ENDINGS, check_drawing, write_drawing
from agentsensus.study.drawing.shapes import (
    Bend,
    Box,
    Dot,
    Drawing,
    Ground,
    Rule,
    Shape,
    Words,
    balanced,
    fitted,
    text_width,
)

__all__ = [
    "DRAWING_ENDINGS",
    "Bend",
    "Box",
    "Dot",
    "Drawing",
    "Ground",
    "Rule",
    "Shape",
    "Words",
    "balanced",
    "check_drawing",
    "fitted",
    "text_width",
    "write_drawing",
]

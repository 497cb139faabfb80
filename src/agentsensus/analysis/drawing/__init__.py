"""Pictures built from a few shapes: SVG without dependencies, PNG with matplotlib, or an HTML page."""

from agentsensus.analysis.drawing.files import DRAWING_ENDINGS, check_drawing, write_drawing
from agentsensus.analysis.drawing.graphs import communities_of
from agentsensus.analysis.drawing.shapes import (
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
    "communities_of",
    "fitted",
    "text_width",
    "write_drawing",
]

"""The figures of a study as data, drawn as SVG and PNG, and as one page to move about in."""

from agentsensus.study.figures.drawing import draw_figure
from agentsensus.study.figures.every import every_figure
from agentsensus.study.figures.figure import Panel, Series, StudyFigure
from agentsensus.study.figures.interactive import figures_page

__all__ = ["Panel", "Series", "StudyFigure", "draw_figure", "every_figure", "figures_page"]

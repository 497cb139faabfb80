"""The figures of a study as data, drawn as SVG or PNG, and as one interactive page."""

from agentsensus.analysis.study.figures.figure import Panel, Series, StudyFigure, draw_figure, figures_page
from agentsensus.analysis.study.figures.runs import all_figures

__all__ = ["Panel", "Series", "StudyFigure", "all_figures", "draw_figure", "figures_page"]

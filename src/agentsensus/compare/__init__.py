"""Runs made to be compared: the same world under several memories, settings and seeds."""

from agentsensus.compare.compare import Cell, Compared, compare
from agentsensus.compare.comparison import Comparison, GridColumn, Varied
from agentsensus.compare.estimate import ComparisonEstimate, estimate_comparison
from agentsensus.compare.figures import FIGURES, means
from agentsensus.compare.pool import Standing, cores

__all__ = [
    "FIGURES",
    "Cell",
    "Compared",
    "Comparison",
    "ComparisonEstimate",
    "GridColumn",
    "Standing",
    "Varied",
    "compare",
    "cores",
    "estimate_comparison",
    "means",
]

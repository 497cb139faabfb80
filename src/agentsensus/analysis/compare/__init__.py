"""Compare designs, settings and seeds by playing the same world with each."""

from agentsensus.analysis.compare.compare import Cell, Compared, compare
from agentsensus.analysis.compare.comparison import (
    FIGURES,
    Comparison,
    ComparisonEstimate,
    GridColumn,
    Varied,
    estimate_comparison,
    means,
)
from agentsensus.analysis.compare.pool import TrialProgress, cores

__all__ = [
    "FIGURES",
    "Cell",
    "Compared",
    "Comparison",
    "ComparisonEstimate",
    "GridColumn",
    "TrialProgress",
    "Varied",
    "compare",
    "cores",
    "estimate_comparison",
    "means",
]

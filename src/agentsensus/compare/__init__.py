"""Runs made to be compared: the same world under several memories, settings and seeds."""

from agentsensus.compare.compare import Compared, compare
from agentsensus.compare.comparison import Comparison, Varied
from agentsensus.compare.figures import FIGURES, means
from agentsensus.compare.pool import Standing, cores

__all__ = ["FIGURES", "Compared", "Comparison", "Standing", "Varied", "compare", "cores", "means"]

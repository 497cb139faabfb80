"""Runs made to be compared: the same world under several memories, settings and seeds."""

from agentsensus.trials.compare import Compared, compare
from agentsensus.trials.comparison import Comparison, Varied
from agentsensus.trials.figures import FIGURES, means
from agentsensus.trials.pool import Standing, cores

__all__ = ["FIGURES", "Compared", "Comparison", "Standing", "Varied", "compare", "cores", "means"]

"""Make accounts with a language model: typed replies per window, kept on a tape."""

from agentsensus.worlds.sediment.model.asking import SedimentModels
from agentsensus.worlds.sediment.model.estimate import SedimentEstimate, estimate_sediment

__all__ = ["SedimentEstimate", "SedimentModels", "estimate_sediment"]

"""Sedimentation by a language model: typed replies, window by window, kept on a tape."""

from agentsensus.sediment.model.asking import SedimentModels
from agentsensus.sediment.model.estimate import SedimentEstimate, estimate_sediment

__all__ = ["SedimentEstimate", "SedimentModels", "estimate_sediment"]

"""Readings of runs: what was true, which merges were right, and how news travelled. Nothing here plays anything."""

from agentsensus.study.merge_truth import merge_truth
from agentsensus.study.playbill import Playbill, playbill
from agentsensus.study.truth import Truth, truth_of

__all__ = ["Playbill", "Truth", "merge_truth", "playbill", "truth_of"]

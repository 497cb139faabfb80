"""Leaks: lines that use facts their speaker never received, each with the evidence."""

from agentsensus.analysis.knowledge.leaks.detect import leaks_in, leaks_of, run_leaks
from agentsensus.analysis.knowledge.leaks.facts import Leak, LeakGround, LeakRoute, SpokenLine, lines_of
from agentsensus.analysis.knowledge.leaks.planted import PlantedLine, PlantedScore, planted_scores

__all__ = [
    "Leak",
    "LeakGround",
    "LeakRoute",
    "PlantedLine",
    "PlantedScore",
    "SpokenLine",
    "leaks_in",
    "leaks_of",
    "lines_of",
    "planted_scores",
    "run_leaks",
]

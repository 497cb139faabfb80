"""Lines that use what their speaker never received, each with the evidence."""

from agentsensus.study.leaks.detect import leaks_in, leaks_of
from agentsensus.study.leaks.leak import Leak, LeakGround, LeakRoute
from agentsensus.study.leaks.lines import SpokenLine, lines_of
from agentsensus.study.leaks.planted import PlantedLine, PlantedScore, planted_scores
from agentsensus.study.leaks.run_leaks import run_leaks

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

"""The quality of a run: what rules can score, and what a model judges."""

from agentsensus.study.quality.excerpt import DIMENSIONS, Excerpts
from agentsensus.study.quality.faults import FAULTS, FaultSeen
from agentsensus.study.quality.judged import DimensionScore, ScoredOnce, judges_agree, summed
from agentsensus.study.quality.judging import JudgedQuality, Judging, judge_run
from agentsensus.study.quality.plain import PlainQuality, Share, plain_quality

__all__ = [
    "DIMENSIONS",
    "FAULTS",
    "DimensionScore",
    "Excerpts",
    "FaultSeen",
    "JudgedQuality",
    "Judging",
    "PlainQuality",
    "ScoredOnce",
    "Share",
    "judge_run",
    "judges_agree",
    "plain_quality",
    "summed",
]

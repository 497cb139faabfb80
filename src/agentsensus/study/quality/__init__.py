"""The quality of a run: what rules can score, and what a model judges."""

from agentsensus.study.quality.agreement import RULES, RuleBeside, beside_rules, rank_correlation
from agentsensus.study.quality.excerpt import DIMENSIONS, Dimension, Excerpts, QualitySource
from agentsensus.study.quality.faults import FAULTS, FaultSeen
from agentsensus.study.quality.judged import DimensionScore, ScoredOnce, judges_agree, summed
from agentsensus.study.quality.judging import JudgedQuality, Judging, judge_run
from agentsensus.study.quality.plain import PlainQuality, Share, plain_quality
from agentsensus.study.quality.run_scores import TAPE, RunScores, score_runs

__all__ = [
    "DIMENSIONS",
    "FAULTS",
    "RULES",
    "TAPE",
    "Dimension",
    "DimensionScore",
    "Excerpts",
    "FaultSeen",
    "JudgedQuality",
    "Judging",
    "PlainQuality",
    "QualitySource",
    "RuleBeside",
    "RunScores",
    "ScoredOnce",
    "Share",
    "beside_rules",
    "judge_run",
    "judges_agree",
    "plain_quality",
    "rank_correlation",
    "score_runs",
    "summed",
]

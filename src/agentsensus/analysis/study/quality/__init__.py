"""The quality of a run: scores by rules and by a model."""

from agentsensus.analysis.study.quality.continuation import Continuation, ContinuationScore
from agentsensus.analysis.study.quality.excerpt import DIMENSIONS, FAULTS, Dimension, Excerpts, FaultSeen, QualitySource
from agentsensus.analysis.study.quality.judging import (
    RULES,
    TAPE,
    DimensionScore,
    JudgedQuality,
    Judging,
    RuleComparison,
    RunScores,
    ScoredOnce,
    compare_judges,
    compare_with_rules,
    judge_run,
    measure_run,
    rank_correlation,
    score_runs,
    summed,
)
from agentsensus.analysis.study.quality.rules import RuleQuality, Share, score_by_rules

__all__ = [
    "DIMENSIONS",
    "FAULTS",
    "RULES",
    "TAPE",
    "Continuation",
    "ContinuationScore",
    "Dimension",
    "DimensionScore",
    "Excerpts",
    "FaultSeen",
    "JudgedQuality",
    "Judging",
    "QualitySource",
    "RuleComparison",
    "RuleQuality",
    "RunScores",
    "ScoredOnce",
    "Share",
    "compare_judges",
    "compare_with_rules",
    "judge_run",
    "measure_run",
    "rank_correlation",
    "score_by_rules",
    "score_runs",
    "summed",
]

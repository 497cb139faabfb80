"""Quality tables: the paper's four measures by world and memory, the rule scores, and their agreement."""

from collections.abc import Sequence

from agentsensus.analysis.study.measures.groups import Column, Group
from agentsensus.analysis.study.metrics.statistics import seeds_of
from agentsensus.analysis.study.quality import (
    DIMENSIONS,
    RULES,
    ContinuationScore,
    RunScores,
    compare_with_rules,
    rank_correlation,
)
from agentsensus.analysis.study.tables.table import BLANK, StudyTable, TableCell

__all__ = ["column_scores", "quality_tables"]

_RULES = ("grounded", "contradicting", "repeated", "goals", "goalless", "arcs", "reference")


def quality_tables(groups: Sequence[Group]) -> list[StudyTable]:
    """All tables of quality; those of a model only if one scored."""
    judged = [run for run in _scored(groups) if run.continuation]
    by_model = [_by_model(groups), _agreement(judged)] if judged else []
    return [*by_model, _by_rules(groups)]


def column_scores(column: Column) -> list[ContinuationScore]:
    """A model's measures over all runs of a column, with all scorings pooled; empty without scores."""
    every = [score for run in column.runs if run.quality for score in run.quality.continuation]
    return [
        ContinuationScore(
            dimension,
            tuple(value for score in every if score.dimension == dimension for value in score.values),
            sum(score.unscored for score in every if score.dimension == dimension),
        )
        for dimension in DIMENSIONS
        if every
    ]


def _scored(groups: Sequence[Group]) -> list[RunScores]:
    return [run.quality for group in groups for column in group.columns for run in column.runs if run.quality]


def _by_model(groups: Sequence[Group]) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        for column in group.columns:
            scores = column_scores(column)
            if scores:
                unscored = sum(score.unscored for score in scores)
                rows.append((group.name, column.name, *map(_shown, scores), unscored))
    head = ("runs", "memory", *DIMENSIONS, "unscored")
    return StudyTable("quality", "The paper's measures, as a model scores them", head, tuple(rows), {})


def _shown(score: ContinuationScore) -> str:
    return BLANK if score.mean is None else f"{score.mean:.2f} ± {score.deviation:.2f}"


def _agreement(runs: Sequence[RunScores]) -> StudyTable:
    """Each dimension over all runs: the means of model and rules, their difference, and the rank correlation."""
    pairs = [pair for run in runs for pair in compare_with_rules(run.plain, run.continuation)]
    rows: list[tuple[TableCell, ...]] = []
    for dimension in DIMENSIONS:
        of_dimension = [pair for pair in pairs if pair.dimension == dimension]
        figures = [seeds_of([getattr(pair, name) for pair in of_dimension]) for name in ("model", "rules", "apart")]
        ranks = rank_correlation([(pair.model, pair.rules) for pair in of_dimension])
        rows.append((dimension, RULES[dimension][0], *(each and each.mean for each in figures), ranks))
    head = ("dimension", "rule beside it", "model", "rules", "apart", "rank correlation")
    digits = dict.fromkeys(head[2:], 2)
    return StudyTable("quality-agreement", "The model's scores beside the rules'", head, tuple(rows), digits)


def _by_rules(groups: Sequence[Group]) -> StudyTable:
    rows = [
        (group.name, column.name, *(_share(column, name) for name in _RULES))
        for group in groups
        for column in group.columns
    ]
    head = ("runs", "memory", *(f"{name}, %" for name in _RULES))
    return StudyTable("quality-rules", "Quality by rules", head, tuple(rows), {f"{name}, %": 1 for name in _RULES})


def _share(column: Column, name: str) -> TableCell:
    values = [getattr(run.quality.plain, name).value for run in column.runs if run.quality]
    return seeds_of([None if value is None else 100 * value for value in values])

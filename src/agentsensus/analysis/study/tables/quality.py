"""Quality tables: a model's four scores by world and memory, the rule scores, and their agreement."""

from collections.abc import Sequence

from agentsensus.analysis.study.measures.groups import Column, Group
from agentsensus.analysis.study.metrics.statistics import seeds_of
from agentsensus.analysis.study.quality import (
    DIMENSIONS,
    RULES,
    DimensionScore,
    RunScores,
    compare_with_rules,
    rank_correlation,
    summed,
)
from agentsensus.analysis.study.tables.table import BLANK, StudyTable, TableCell

__all__ = ["column_scores", "on_its_scale", "quality_tables"]

_ONE_TO_FIVE = "narrative"
"""The dimension reported from 1 to 5, as published; the others are from 0 to 1."""
_RULES = ("grounded", "contradicting", "repeated", "goals", "goalless", "arcs", "reference")


def quality_tables(groups: Sequence[Group]) -> list[StudyTable]:
    """All tables of quality; those of a model only if one scored."""
    judged = [run for run in _scored(groups) if run.judgements]
    by_model = [_by_model(groups), _agreement(judged)] if judged else []
    return [*by_model, _by_rules(groups)]


def column_scores(column: Column) -> list[DimensionScore]:
    """A model's scores over all runs of a column, with all judgements pooled."""
    return summed([judgement for run in column.runs if run.quality for judgement in run.quality.judgements])


def on_its_scale(score: DimensionScore) -> tuple[float, float] | None:
    """Mean and deviation as published: narrative from 1 to 5, others from 0 to 1; None without scores."""
    if score.mean is None or score.deviation is None or score.share is None:
        return None
    if score.dimension == _ONE_TO_FIVE:
        return score.mean, score.deviation
    return score.share, score.deviation / 4


def _scored(groups: Sequence[Group]) -> list[RunScores]:
    return [run.quality for group in groups for column in group.columns for run in column.runs if run.quality]


def _by_model(groups: Sequence[Group]) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        for column in group.columns:
            every = column_scores(column)
            for source in dict.fromkeys(score.source for score in every):
                of_source = {score.dimension: score for score in every if score.source == source}
                cells = [_shown(of_source.get(dimension)) for dimension in DIMENSIONS]
                spread = max((score.spread or 0.0 for score in of_source.values()), default=0.0)
                unscored = sum(score.unscored for score in of_source.values())
                rows.append((group.name, column.name, source, *cells, spread, unscored))
    head = ("runs", "memory", "read from", *DIMENSIONS, "prompts apart at most", "unscored")
    return StudyTable("quality", "Quality as a model scores it", head, tuple(rows), {"prompts apart at most": 2})


def _shown(score: DimensionScore | None) -> str:
    pair = None if score is None else on_its_scale(score)
    return BLANK if pair is None else f"{pair[0]:.2f} ± {pair[1]:.2f}"


def _agreement(runs: Sequence[RunScores]) -> StudyTable:
    """Each dimension over all runs: the means of model and rules, their difference, and the rank correlation."""
    pairs = [pair for run in runs for pair in compare_with_rules(run.plain, summed(run.judgements))]
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

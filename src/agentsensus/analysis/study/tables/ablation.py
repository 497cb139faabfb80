"""Ablation tables: every column of a comparison against its first column, seed by seed, with a paired test."""

from collections.abc import Callable, Sequence

from agentsensus.analysis.study.measures.groups import Column, Group
from agentsensus.analysis.study.measures.measuring import RunMeasures
from agentsensus.analysis.study.metrics.statistics import paired_test, seeds_of
from agentsensus.analysis.study.quality import DIMENSIONS
from agentsensus.analysis.study.tables.table import Figure, StudyTable, TableCell, over_seeds
from agentsensus.analysis.study.usefulness import AS_IT_IS, WHOLE

__all__ = ["COMPARED", "ablation_tables", "answered_within"]


def answered_within(budget: str) -> Figure:
    """Return the figure "share of questions answered within a token budget", following links as the run's settings
    say."""

    def of(run: RunMeasures) -> float | None:
        way = run.origin.settings.get("expansion", "")
        points = [each for each in run.useful if (each.cue, each.budget) == (WHOLE, budget)]
        own = [each for each in points if each.way == way] or points
        return own[0].answered if own else None

    return Figure(f"answered, {budget}, %", 1, of)


def _scored(dimension: str) -> Callable[[RunMeasures], float | None]:
    """Return a function that gives a model's score of a run; None unless a model scored it."""

    def of(run: RunMeasures) -> float | None:
        scores = run.quality.continuation if run.quality else ()
        return next((score.mean for score in scores if score.dimension == dimension), None)

    return of


COMPARED = (
    Figure("total", 0, lambda run: run.footprint.total),
    Figure("sim", 0, lambda run: run.footprint.sim),
    Figure("shared, %", 1, lambda run: run.sharing.shared_share),
    Figure("statements in shared rows, %", 1, lambda run: run.sharing.shared_statement_share),
    Figure("linked, %", 1, lambda run: run.sharing.linked_share),
    Figure("merges", 0, lambda run: run.merges.total),
    Figure("precision", 3, lambda run: run.precision),
    Figure("recall", 3, lambda run: run.recall),
    Figure("rows a recall", 1, lambda run: run.expansion.rows),
    Figure("tokens a recall", 0, lambda run: run.expansion.tokens),
    answered_within(AS_IT_IS),
    answered_within("200 tokens"),
    *(Figure(name, 2, _scored(name)) for name in DIMENSIONS),
)
"""The figures in which columns are compared."""


def ablation_tables(groups: Sequence[Group]) -> list[StudyTable]:
    """Return two tables per group in which a setting varies: the values, and the differences from the first column."""
    varied = [group for group in groups if len(group.columns) > 1 and not group.is_of_designs]
    return [table for group in varied for table in (_values(group), _differences(group))]


def _values(group: Group) -> StudyTable:
    rows = tuple((column.name, *(over_seeds(column, figure.of) for figure in COMPARED)) for column in group.columns)
    head = ("memory", *(figure.head for figure in COMPARED))
    return StudyTable(f"ablation-{group.slug}", f"Ablation: {group.name}", head, rows, _digits(), _note(group))


def _differences(group: Group) -> StudyTable:
    base, *others = group.columns
    rows: list[tuple[TableCell, ...]] = []
    for column in others:
        pairs = _pairs(base, column)
        for figure in COMPARED:
            values = [(figure.of(first), figure.of(second)) for first, second in pairs]
            known = [second - first for first, second in values if first is not None and second is not None]
            if any(known):
                mean = sum(known) / len(known)
                spread = seeds_of(known)
                rows.append(
                    (column.name, figure.head, len(known), round(mean, figure.digits + 1), spread, paired_test(known))
                )
    head = ("memory", "figure", "seeds", "mean difference", "differences", "p")
    title = f"Differences from {base.name}, seed by seed: {group.name}"
    digits = {"mean difference": 2, "differences": 2, "p": 3}
    return StudyTable(f"differences-{group.slug}", title, head, tuple(rows), digits, "differences")


def _pairs(base: Column, column: Column) -> list[tuple[RunMeasures, RunMeasures]]:
    return [(run, other) for run in base.runs if (other := column.seed(run.origin.seed)) is not None]


def _digits() -> dict[str, int]:
    return {figure.head: figure.digits for figure in COMPARED}


def _note(group: Group) -> str:
    return f"ablation {'paired' if group.is_paired else 'played'}"

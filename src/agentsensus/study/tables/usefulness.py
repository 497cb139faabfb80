"""The table of usefulness: how much of what agents know comes back, at equal budgets of rows and of tokens."""

from collections.abc import Sequence

from agentsensus.study.metrics.intervals import Seeds, seeds_of
from agentsensus.study.sources.groups import Column, Group
from agentsensus.study.tables.table import StudyTable, TableCell
from agentsensus.study.usefulness import UsefulPoint

__all__ = ["useful_points", "usefulness_table"]


def usefulness_table(groups: Sequence[Group]) -> list[StudyTable]:
    """The share of questions answered, and the tokens an answer took; none where nothing could be asked."""
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        for column in group.columns:
            for (cue, way, budget), points in useful_points(column).items():
                rows.append(
                    (group.name, column.name, way, budget, *_figures(points), f"{column.runs[0].asked_with}, {cue}")
                )
    if not rows:
        return []
    head = ("runs", "memory", "links", "budget", "questions", "answered, %", "tokens", "rows", "asked with")
    digits = {"answered, %": 1, "tokens": 0, "rows": 1}
    return [StudyTable("usefulness", "What agents know and can recall, by budget", head, tuple(rows), digits)]


def useful_points(column: Column) -> dict[tuple[str, str, str], list[UsefulPoint]]:
    """The points of a column's seeds by cue, way and budget."""
    points: dict[tuple[str, str, str], list[UsefulPoint]] = {}
    for run in column.runs:
        for each in run.useful:
            points.setdefault((each.cue, each.way, each.budget), []).append(each)
    return points


def _figures(points: Sequence[UsefulPoint]) -> tuple[Seeds | None, ...]:
    return (
        seeds_of([each.questions for each in points]),
        seeds_of([each.answered for each in points]),
        seeds_of([each.tokens for each in points]),
        seeds_of([each.rows for each in points]),
    )

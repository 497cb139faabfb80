"""The table of usefulness: how much of what agents know comes back, at equal budgets of rows and of tokens."""

from collections.abc import Sequence

from agentsensus.study.metrics.intervals import Seeds, seeds_of
from agentsensus.study.sources.groups import Column, Group
from agentsensus.study.tables.table import StudyTable, TableCell
from agentsensus.study.usefulness import UsefulPoint
from agentsensus.study.usefulness.asking import AS_IT_IS

__all__ = ["ORACLE", "ceiling", "useful_points", "usefulness_table"]

ORACLE = "oracle"
_BRIEF = (AS_IT_IS, "5 rows", "10 rows", "50 tokens", "200 tokens", "400 tokens")


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
    whole = StudyTable("usefulness", "What agents know and can recall, by budget", head, tuple(rows), digits)
    return [_brief(groups), whole]


def ceiling(groups: Sequence[Group], group: Group) -> Column | None:
    """The column of the same world and length that merges by the truth; None where nothing was played with it."""
    alike = [other for other in groups if (other.world, other.rounds) == (group.world, group.rounds)]
    return next((column for other in alike for column in other.columns if column.varied.get("merging") == ORACLE), None)


def _brief(groups: Sequence[Group]) -> StudyTable:
    """A row for each column and way to follow links: the share answered within equal rows and equal tokens."""
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        best = ceiling(groups, group) if group.is_of_designs else None
        for column in (*group.columns, *([best] if best else [])):
            name = f"{column.name} (ceiling)" if column is best else column.name
            points = useful_points(column)
            ways = list(dict.fromkeys((cue, way) for cue, way, _ in points))
            own = str(column.runs[0].origin.settings.get("expansion", ""))
            for cue, way in ways:
                if way == own or (group.is_of_designs and column is not best):
                    cells = [_answered(points.get((cue, way, budget), [])) for budget in _BRIEF]
                    tokens = seeds_of([each.tokens for each in points[cue, way, AS_IT_IS]])
                    rows.append((group.name, name, way, f"{column.runs[0].asked_with}, {cue}", tokens, *cells))
    head = ("runs", "memory", "links", "asked with", "tokens as it is", *(f"{budget}, %" for budget in _BRIEF))
    digits = {"tokens as it is": 0, **dict.fromkeys(head[5:], 1)}
    title = "What agents know and can recall, in per cent of the events they know"
    return StudyTable("usefulness-brief", title, head, tuple(rows), digits, "usefulness")


def _answered(points: Sequence[UsefulPoint]) -> Seeds | None:
    return seeds_of([each.answered for each in points])


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

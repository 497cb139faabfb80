"""Tables of cost: footprint on disk, latency, model calls, and how useful recall is within a budget."""

from collections.abc import Sequence

from agentsensus.analysis.study.measures.groups import Column, Group
from agentsensus.analysis.study.metrics.cost import LatencyBin
from agentsensus.analysis.study.metrics.statistics import Seeds, seeds_of
from agentsensus.analysis.study.tables.table import Figure, StudyTable, TableCell, by_column
from agentsensus.analysis.study.usefulness import AS_IT_IS, UsefulPoint

__all__ = ["ORACLE", "ceiling", "cost_tables", "loss_table", "useful_points", "usefulness_table"]


def cost_tables(groups: Sequence[Group]) -> list[StudyTable]:
    """Return all tables of cost; tables without data are left out."""
    tables = [_recalls(groups), loss_table(groups), _latency(groups), _stages(groups), _usage(groups)]
    return [table for table in tables if table.rows]


def _recalls(groups: Sequence[Group]) -> StudyTable:
    figures = [
        Figure("recalls", 0, lambda run: run.expansion.recalls),
        Figure("median hits", 0, lambda run: run.expansion.hits),
        Figure("median linked", 0, lambda run: run.expansion.linked),
        Figure("median rows", 0, lambda run: run.expansion.rows),
        Figure("amplification", 2, lambda run: run.expansion.amplification),
        Figure("query in hits, %", 1, lambda run: run.expansion.keyword_hits),
        Figure("query in linked, %", 1, lambda run: run.expansion.keyword_linked),
        Figure("score of hits", 2, lambda run: run.expansion.near_hits),
        Figure("score of linked", 2, lambda run: run.expansion.near_linked),
        Figure("tokens", 0, lambda run: run.expansion.tokens),
    ]
    return by_column("recalls", "What recalls bring: hits, linked rows, nearness and tokens", groups, figures)


def loss_table(groups: Sequence[Group]) -> StudyTable:
    """Return the text lost by each text rule on the merges made: on all, and on those visible in the paper's logs."""
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        for column in group.columns:
            rows += _loss_rows(group, column)
    head = (
        "runs",
        "memory",
        "merges",
        "rule",
        "all",
        "measured",
        "median characters lost",
        "most",
        "−name, %",
        "−principal, %",
    )
    digits = {"median characters lost": 0, "−name, %": 1, "−principal, %": 1}
    return StudyTable("text-loss", "What the shown text of a merged row loses, by text rule", head, tuple(rows), digits)


def _loss_rows(group: Group, column: Column) -> list[tuple[TableCell, ...]]:
    rows: list[tuple[TableCell, ...]] = []
    runs = [run for run in column.runs if run.losses]
    for which in ("all", "seen") if runs else ():
        for place, first in enumerate(runs[0].losses[which]):
            losses = [run.losses[which][place] for run in runs]
            values: tuple[list[float | None], ...] = (
                [loss.merges for loss in losses],
                [loss.measured for loss in losses],
                [loss.characters for loss in losses],
                [loss.most_characters for loss in losses],
                [loss.lost_name for loss in losses],
                [loss.lost_principal for loss in losses],
            )
            rows.append((group.name, column.name, which, first.rule, *map(seeds_of, values)))
    return rows


def _latency(groups: Sequence[Group]) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        for column in group.columns:
            bins = sorted({(b.operation != "remember", b.first, b.last) for run in column.runs for b in run.latency})
            for is_recall, first, last in bins:
                name = "recall" if is_recall else "remember"
                same = [_bin(run.latency, name, first) for run in column.runs]
                seconds = seeds_of([1000 * each.seconds if each else None for each in same])
                calls = seeds_of([each.calls if each else None for each in same])
                rows.append((group.name, column.name, name, f"{first}–{last}", calls, seconds))
    head = ("runs", "memory", "operation", "rounds", "calls", "ms a call")
    return StudyTable(
        "latency", "Time of a deposit and of a recall, in bins of rounds", head, tuple(rows), {"ms a call": 2}
    )


def _stages(groups: Sequence[Group]) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    names = ("cut", "embed", "search", "judge", "commit", "rest")
    for group in groups:
        for column in group.columns:
            for operation in ("remember", "recall"):
                bins = [b for run in column.runs for b in run.latency if b.operation == operation]
                calls = sum(b.calls for b in bins)
                spent = [1000 * sum(b.stages.get(name, 0.0) * b.calls for b in bins) / calls for name in names if calls]
                if any(spent):
                    rows.append((group.name, column.name, operation, calls, *spent))
    head = ("runs", "memory", "operation", "calls", *(f"{name}, ms" for name in names))
    return StudyTable("stages", "Where the time goes, stage by stage", head, tuple(rows), dict.fromkeys(head[4:], 2))


def _bin(bins: Sequence[LatencyBin], operation: str, first: int) -> LatencyBin | None:
    return next((each for each in bins if (each.operation, each.first) == (operation, first)), None)


def _usage(groups: Sequence[Group]) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        for column in group.columns:
            for purpose in sorted({usage.purpose for run in column.runs for usage in run.usage}):
                of_purpose = [usage for run in column.runs for usage in run.usage if usage.purpose == purpose]
                values = [[u.calls for u in of_purpose], [u.input for u in of_purpose], [u.output for u in of_purpose]]
                rows.append(
                    (group.name, column.name, purpose, *map(seeds_of, values), seeds_of([u.money for u in of_purpose]))
                )
    head = ("runs", "memory", "purpose", "calls", "tokens in", "tokens out", "money, $")
    return StudyTable("models", "What models took, by purpose", head, tuple(rows), {"money, $": 2})


ORACLE = "oracle"
_BRIEF = (AS_IT_IS, "5 rows", "10 rows", "50 tokens", "200 tokens", "400 tokens")


def usefulness_table(groups: Sequence[Group]) -> list[StudyTable]:
    """Return tables of the share of questions answered and the tokens per answer; empty if nothing was asked."""
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
    """Return the column of the same world and length that merges by the truth, or None."""
    alike = [other for other in groups if (other.world, other.rounds) == (group.world, group.rounds)]
    return next((column for other in alike for column in other.columns if column.varied.get("merging") == ORACLE), None)


def _brief(groups: Sequence[Group]) -> StudyTable:
    """Return the short table of usefulness: one line per memory, link mode and kind of question.

    Its cells are the share of known events that agents could recall within a limit of rows or of tokens.
    """
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
    """Return the points of a column's seeds by cue, way and budget."""
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

"""The figures of a study: growth, seeds, text loss, sharing, latency, usefulness, ablation and quality."""

from collections.abc import Callable, Iterator, Sequence

from agentsensus.analysis.study.figures.figure import Panel, Series, StudyFigure, style_of
from agentsensus.analysis.study.measures.groups import Column, Group
from agentsensus.analysis.study.measures.measuring import RunMeasures
from agentsensus.analysis.study.metrics.statistics import seeds_of
from agentsensus.analysis.study.paper.published import published
from agentsensus.analysis.study.quality import DIMENSIONS, Dimension
from agentsensus.analysis.study.tables.ablation import COMPARED
from agentsensus.analysis.study.tables.cost import ceiling, useful_points
from agentsensus.analysis.study.tables.quality import column_scores
from agentsensus.analysis.study.usefulness import HALF, WAYS, WHOLE

__all__ = ["ablation", "all_figures", "growth", "horizon", "latency", "loss", "quality_figures", "seeds", "usefulness"]


_NULL_STYLE = 7
_TITLES = {"sim": "rows made in play"}


def growth(group: Group) -> StudyFigure:
    """Rows made in play by round: per column (left), and of the six busiest agents of the first column (right)."""
    rounds = tuple(range(group.rounds + 1))
    left = [_band(column, _style(group, column), rounds, lambda run: run.growth) for column in group.columns]
    first = group.columns[0].runs[0]
    right = [
        Series(who, rounds, tuple(map(float, rows)), place) for place, (who, rows) in enumerate(first.owned.items())
    ]
    panels = [Panel("rows made in play", "round", "rows", tuple(left))]
    if right:
        title = f"rows won by the busiest, {group.columns[0].name}, seed {first.origin.seed}"
        panels.append(Panel(title, "round", "rows", tuple(right)))
    return _figure(group, "growth", "Growth", panels)


def horizon(group: Group) -> StudyFigure | None:
    """Shared rows by rounds played, and the same with witnesses permuted."""
    series: list[Series] = []
    for column in (column for column in group.columns if any(run.horizon_null for run in column.runs)):
        marks = sorted(column.runs[0].horizon)
        shares = [seeds_of([run.horizon.get(at) for run in column.runs]) for at in marks]
        known = [(at, share) for at, share in zip(marks, shares, strict=True) if share]
        style = _style(group, column)
        series.append(
            Series(
                _short(group, column),
                tuple(at for at, _ in known),
                tuple(share.mean for _, share in known),
                style,
                tuple(share.low for _, share in known),
                tuple(share.high for _, share in known),
            )
        )
        if group.is_of_designs:
            series.append(_exchanged(column, marks))
    if not series:
        return None
    panel = Panel("rows with several owners", "round", "% of rows made in play", tuple(series))
    return _figure(group, "horizon", "Sharing by rounds played, and with witnesses exchanged", [panel])


def _exchanged(column: Column, marks: Sequence[int]) -> Series:
    drawn = [(at, [null for run in column.runs if (null := run.horizon_null.get(at))]) for at in marks]
    known = [(at, nulls) for at, nulls in drawn if nulls]
    means = [[sum(null[place] for null in nulls) / len(nulls) for _, nulls in known] for place in range(3)]
    x = tuple(at for at, _ in known)
    return Series("witnesses exchanged", x, tuple(means[0]), _NULL_STYLE, tuple(means[1]), tuple(means[2]), dashed=True)


def latency(group: Group) -> StudyFigure | None:
    """The time of a deposit and of a recall in bins of rounds."""
    panels = []
    for operation in ("remember", "recall"):
        series = [each for column in group.columns if (each := _timed(group, column, operation)) is not None]
        if series:
            panels.append(Panel(operation, "rounds", "ms a call", tuple(series)))
    return _figure(group, "latency", "Time of a deposit and of a recall", panels) if panels else None


def _timed(group: Group, column: Column, operation: str) -> Series | None:
    bins: dict[int, list[float]] = {}
    for run in column.runs:
        for each in run.latency:
            if each.operation == operation:
                bins.setdefault(each.last, []).append(1000 * each.seconds)
    if not bins:
        return None
    last = sorted(bins)
    y = tuple(sum(bins[at]) / len(bins[at]) for at in last)
    return Series(_short(group, column), tuple(last), y, _style(group, column))


def usefulness(group: Group, others: Sequence[Group]) -> StudyFigure | None:
    """Tokens of an answer against the share of known events answered, at several token budgets."""
    best = ceiling(others, group)
    panels = []
    for cue in (WHOLE, HALF):
        series = [each for column in group.columns for each in _answered(group, column, cue)]
        if series and best is not None and best not in group.columns:
            own = _answered(group, best, cue)[-1:]
            series += [Series("merging by the truth (ceiling)", each.x, each.y, 6, dashed=True) for each in own]
        asked = next(run.asked_with for column in group.columns for run in column.runs)
        title = f"asked with {asked} tellings ({cue})"
        panels.append(Panel(title, "tokens of an answer", "% of known events", tuple(series), from_zero=False))
    if not any(panel.series for panel in panels):
        return None
    return _figure(group, "usefulness", "What agents know and can recall, by tokens", panels)


def _answered(group: Group, column: Column, cue: str) -> list[Series]:
    points = useful_points(column)
    ways = [way for way in ("", *WAYS) if any(key[1] == way for key in points)]
    if not group.is_of_designs and len(ways) > 1:  # if a setting varies, follow links as the runs do
        ways = [str(column.runs[0].origin.settings.get("expansion", "ranked"))]
    series = []
    for place, way in enumerate(ways):
        cut = [v for (asked, each, budget), v in points.items() if (asked, each) == (cue, way) and "tokens" in budget]
        x = tuple(sum(v.tokens for v in values) / len(values) for values in cut)
        y = tuple(sum(v.answered for v in values) / len(values) for values in cut)
        name = f"{column.name}, links {way}" if way and group.is_of_designs else _short(group, column)
        style = _style(group, column) if place == 0 else 3 + place
        series.append(Series(name, x, y, style))
    return series


_SEEDS: tuple[tuple[str, str, Callable[[RunMeasures], float | None]], ...] = (
    ("rows made in play", "rows", lambda run: run.footprint.sim),
    ("rows with several owners", "% of rows made in play", lambda run: run.sharing.shared_share),
    ("linked rows", "% of rows made in play", lambda run: run.sharing.linked_share),
)


def seeds(group: Group) -> StudyFigure:
    """One dot per seed, column by column."""
    panels = [Panel(title, "", y, tuple(_dots(group, of))) for title, y, of in _SEEDS]
    return _figure(group, "seeds", f"Every seed a dot ({len(group.seeds)} seeds)", panels)


def ablation(group: Group) -> StudyFigure | None:
    """One dot per seed, for the figures in which the columns of a varied group are compared."""
    if group.is_of_designs or len(group.columns) < 2:
        return None
    wanted = ("sim", "statements in shared rows, %", "tokens a recall")
    chosen = [figure for figure in COMPARED if figure.head in wanted]
    drawn = [Panel(_TITLES.get(figure.head, figure.head), "", "", tuple(_dots(group, figure.of))) for figure in chosen]
    panels = [panel for panel in drawn if any(series.y for series in panel.series)]
    return _figure(group, "ablation", f"Every seed a dot ({len(group.seeds)} seeds)", panels)


def _dots(group: Group, of: Callable[[RunMeasures], float | None]) -> Iterator[Series]:
    for place, column in enumerate(group.columns):
        values = [value for run in column.runs if (value := of(run)) is not None]
        label = _short(group, column)
        yield Series(
            "", tuple([label] * len(values)), tuple(map(float, values)), _place(group, column, place), dots=True
        )


def loss(group: Group) -> StudyFigure | None:
    """Merges with a name lost from the displayed text, by text rule: all, and those visible in the paper's logs."""
    column = next((column for column in group.columns if any(run.losses for run in column.runs)), None)
    if column is None:
        return None
    series = []
    for place, which in enumerate(("all", "seen")):
        runs = [run for run in column.runs if run.losses]
        rules = [each.rule for each in runs[0].losses[which]]
        lost = [seeds_of([run.losses[which][at].lost_name for run in runs]) for at in range(len(rules))]
        known = [(rule, share.mean) for rule, share in zip(rules, lost, strict=True) if share]
        x, y = tuple(rule for rule, _ in known), tuple(share for _, share in known)
        series.append(Series(f"{which} merges", x, y, place, dots=True))
    panel = Panel(f"a name lost, {column.name}", "text rule", "% of merges", tuple(series))
    return _figure(group, "loss", "What the shown text of merged rows loses", [panel])


# --- helpers


def _band(column: Column, style: int, x: tuple[int, ...], of: Callable[[RunMeasures], Sequence[int]]) -> Series:
    by_round = [seeds_of([of(run)[at] for run in column.runs]) for at in x]
    known = [each for each in by_round if each]
    several = len(column.runs) > 1
    low = tuple(each.low for each in known) if several else ()
    high = tuple(each.high for each in known) if several else ()
    return Series(column.name, tuple(map(float, x)), tuple(each.mean for each in known), style, low, high)


def _style(group: Group, column: Column) -> int:
    return _place(group, column, group.columns.index(column) if column in group.columns else 0)


def _place(group: Group, column: Column, place: int) -> int:
    return style_of(column.design, place) if group.is_of_designs else place


def _short(group: Group, column: Column) -> str:
    """The part of a column's name that differs from the others in its group."""
    if group.is_of_designs:
        return column.name
    designs = [column.design] if len({each.design for each in group.columns}) > 1 else []
    return " ".join([*designs, *(str(value) for value in column.varied.values())]) or column.design


def _figure(group: Group, name: str, caption: str, panels: Sequence[Panel]) -> StudyFigure:
    return StudyFigure(f"{group.slug}-{name}", f"{caption}: {group.name}", tuple(panels), group.stamp)


_PUBLISHED_STYLE = 6


def quality_figures(group: Group) -> list[StudyFigure]:
    """The paper's measures as a model scores them, beside the published ones; empty without scores."""
    if not any(column_scores(column) for column in group.columns):
        return []
    caption = f"The paper's measures as a model scores them, ± standard deviation: {group.name}"
    panels = tuple(_panel(group, dimension) for dimension in DIMENSIONS)
    return [StudyFigure(f"{group.slug}-quality", caption, panels, group.stamp)]


def _panel(group: Group, dimension: Dimension) -> Panel:
    series = [*_bars(group, dimension), *_published(group, dimension)]
    scale = "1 to 5" if dimension == "narrative" else "0 to 1"
    return Panel(dimension, "", scale, tuple(series))


def _bars(group: Group, dimension: Dimension) -> Iterator[Series]:
    for place, column in enumerate(group.columns):
        for score in column_scores(column):
            if score.dimension == dimension and score.mean is not None and score.deviation is not None:
                style = style_of(column.design, place) if group.is_of_designs else place
                span = ((max(0.0, score.mean - score.deviation),), (score.mean + score.deviation,))
                yield Series("", (column.name,), (score.mean,), style, *span, bars=True)


def _published(group: Group, dimension: Dimension) -> Iterator[Series]:
    paper = published()
    if group.world not in paper.quality or not group.is_of_designs:
        return
    place = DIMENSIONS.index(dimension)
    theirs = {design: row[place] for design, row in zip(paper.designs, paper.quality[group.world], strict=True)}
    names = tuple(column.name for column in group.columns if column.design in theirs)
    if names:
        yield Series("published", names, tuple(theirs[name] for name in names), _PUBLISHED_STYLE, dots=True)


def all_figures(groups: Sequence[Group]) -> list[StudyFigure]:
    """All figures of the groups; figures without data are left out."""
    figures: list[StudyFigure | None] = []
    for group in groups:
        if group.is_of_designs:
            figures += [growth(group), seeds(group), loss(group)]
        figures += [horizon(group), latency(group), usefulness(group, groups), ablation(group)]
    return [figure for figure in figures if figure is not None]

"""The figure of quality: a panel for each dimension, a bar for each memory, the published score as a dot beside it."""

from collections.abc import Iterator

from agentsensus.study.figures.figure import Panel, Series, StudyFigure, style_of
from agentsensus.study.paper.published import published
from agentsensus.study.quality import DIMENSIONS, Dimension
from agentsensus.study.sources.groups import Group
from agentsensus.study.tables.quality import column_scores, on_its_scale

__all__ = ["quality_figures"]

_PUBLISHED_STYLE = 6


def quality_figures(group: Group) -> list[StudyFigure]:
    """A figure for each source that the model has read; none where it has scored nothing."""
    sources = {score.source for column in group.columns for score in column_scores(column)}
    figures = []
    for source in sorted(sources):
        panels = [_panel(group, dimension, source) for dimension in DIMENSIONS]
        if any(panel.series for panel in panels):
            caption = f"Quality as a model scores it from the {source}, ± standard deviation: {group.name}"
            figures.append(StudyFigure(f"{group.slug}-{source}-quality", caption, tuple(panels), group.stamp))
    return figures


def _panel(group: Group, dimension: Dimension, source: str) -> Panel:
    series = [*_bars(group, dimension, source), *_published(group, dimension)]
    scale = "1 to 5" if dimension == "narrative" else "0 to 1"
    return Panel(dimension, "", scale, tuple(series))


def _bars(group: Group, dimension: Dimension, source: str) -> Iterator[Series]:
    for place, column in enumerate(group.columns):
        for score in column_scores(column):
            pair = on_its_scale(score) if (score.dimension, score.source) == (dimension, source) else None
            if pair is not None:
                mean, deviation = pair
                style = style_of(column.design, place) if group.is_of_designs else place
                span = ((max(0.0, mean - deviation),), (mean + deviation,))
                yield Series("", (column.name,), (mean,), style, *span, bars=True)


def _published(group: Group, dimension: Dimension) -> Iterator[Series]:
    paper = published()
    if group.world not in paper.quality or not group.is_of_designs:
        return
    place = DIMENSIONS.index(dimension)
    theirs = {design: row[place] for design, row in zip(paper.designs, paper.quality[group.world], strict=True)}
    names = tuple(column.name for column in group.columns if column.design in theirs)
    if names:
        yield Series("published", names, tuple(theirs[name] for name in names), _PUBLISHED_STYLE, dots=True)

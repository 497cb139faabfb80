"""All figures of a study, group by group."""

from collections.abc import Sequence

from agentsensus.study.figures import runs
from agentsensus.study.figures.figure import StudyFigure
from agentsensus.study.sources.groups import Group

__all__ = ["every_figure"]


def every_figure(groups: Sequence[Group]) -> list[StudyFigure]:
    """The figures; those of which nothing is known are left out."""
    figures: list[StudyFigure | None] = []
    for group in groups:
        if group.is_of_designs:
            figures += [runs.growth(group), runs.seeds(group), runs.loss(group)]
        figures += [runs.horizon(group), runs.latency(group), runs.usefulness(group, groups), runs.ablation(group)]
    return [figure for figure in figures if figure is not None]

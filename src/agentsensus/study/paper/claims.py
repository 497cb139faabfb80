"""The paper's derived claims, recomputed from its own tables, and from ours where we have the figures."""

from collections.abc import Sequence
from itertools import pairwise

from agentsensus.study.metrics.formulas import factor, headroom, led, relative_difference, saving, spread
from agentsensus.study.metrics.intervals import Seeds, seeds_of
from agentsensus.study.paper.published import Published
from agentsensus.study.sources.groups import Column, Group
from agentsensus.study.tables.structure import savings
from agentsensus.study.tables.table import StudyTable, TableCell

__all__ = ["claims_table", "published_amplification", "published_saving", "quality_cells"]

_OFF, _ON = "merge off, fifo", "merge on, fifo"


def published_saving(paper: Published, world: str) -> float | None:
    """The saving of the consensus design that follows from the published rows."""
    consensus, *others = (rows[1] for rows in paper.footprint[world])
    return saving(consensus, others)


def published_amplification(paper: Published, world: str) -> float:
    """The amplification that follows from the published hits, and from linked rows a call."""
    structure = paper.structure[world]
    mean_linked = structure["linked_a_call"] * structure["expanded"] / structure["recalls"]
    return (paper.costs[world]["hits"] + mean_linked) / paper.costs[world]["hits"]


def quality_cells(paper: Published) -> dict[str, dict[str, float]]:
    """The published scores by world and metric."""
    metrics = list(paper.quality_scales)
    return {
        f"{world}, {metric}": {design: scores[place] for design, scores in zip(paper.designs, rows, strict=True)}
        for world, rows in paper.quality.items()
        for place, metric in enumerate(metrics)
    }


def claims_table(paper: Published, groups: Sequence[Group]) -> StudyTable:
    """Each claim: as published, as it follows from the published tables, and as it follows from our runs."""
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        if group.world in paper.savings and group.is_of_designs:
            theirs = published_saving(paper, group.world)
            rows.append((f"rows saved, %, {group.name}", paper.savings[group.world], theirs, savings(group)))
    off, on = paper.ablation[_OFF], paper.ablation[_ON]
    rows.append(("store without merging ÷ with", 3.1, factor(off[0], on[0]), _factor(groups, "total")))
    rows.append(("rows made in play without merging ÷ with", None, factor(off[1], on[1]), _factor(groups, "sim")))
    rows += _quality_claims(paper)
    rows.append(("two runs of the consensus design apart, %, rows made in play", 1.0, None, _rerun(groups)))
    head = ("claim", "published", "from its tables", "ours")
    digits = {"published": 2, "from its tables": 2, "ours": 2}
    return StudyTable("claims", "Derived claims", head, tuple(rows), digits)


def _quality_claims(paper: Published) -> list[tuple[TableCell, ...]]:
    cells = quality_cells(paper)
    best = {
        metric: max(max(v.values()) for name, v in cells.items() if name.endswith(metric))
        for metric in paper.quality_scales
    }
    left = {metric: headroom(best[metric], top, bottom) for metric, (bottom, top) in paper.quality_scales.items()}
    wide = {
        metric: spread({name: list(v.values()) for name, v in cells.items() if name.endswith(metric)})
        for metric in best
    }
    return [
        ("cells of 16 in which the consensus design alone is best", 4, len(led(cells, "consensus")), None),
        ("headroom of goal pursuit, %", 1, left["goal"], None),
        ("headroom of narrative, %", 19, left["narrative"], None),
        ("spread of goal pursuit", 0.03, wide["goal"], None),
        ("spread of narrative", 0.42, wide["narrative"], None),
    ]


def _factor(groups: Sequence[Group], part: str) -> Seeds | None:
    """Rows without merging for each row with it, of the first group that has both."""
    for group in groups:
        columns = {str(column.varied.get("merging")): column for column in group.columns}
        if {"judged", "off"} <= set(columns):
            return seeds_of(_factors(columns["off"], columns["judged"], part))
    return None


def _factors(off: Column, on: Column, part: str) -> list[float | None]:
    pairs = [(run, on.seed(run.origin.seed)) for run in off.runs]
    return [factor(getattr(a.footprint, part), getattr(b.footprint, part)) for a, b in pairs if b is not None]


def _rerun(groups: Sequence[Group]) -> Seeds | None:
    """How far each run of the consensus design is from the one with the next seed."""
    apart: list[float | None] = []
    for group in groups:
        column = group.column("consensus") if group.is_of_designs else None
        runs = column.runs if column else ()
        apart += [relative_difference(a.footprint.sim, b.footprint.sim) for a, b in pairwise(runs)]
    return seeds_of(apart)

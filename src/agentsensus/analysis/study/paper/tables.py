"""Tables with our figures next to the published ones, and the paper's claims recomputed."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from agentsensus.analysis.study.measures.groups import Column, Group
from agentsensus.analysis.study.measures.measuring import RunMeasures
from agentsensus.analysis.study.metrics.statistics import (
    Seeds,
    factor,
    headroom,
    led,
    relative_difference,
    saving,
    seeds_of,
    spread,
)
from agentsensus.analysis.study.paper.published import Published, published
from agentsensus.analysis.study.tables.quality import column_scores
from agentsensus.analysis.study.tables.structure import savings
from agentsensus.analysis.study.tables.table import StudyTable, TableCell, over_seeds

__all__ = ["claims_table", "paper_tables", "published_amplification", "published_saving", "quality_cells"]


NEEDS_MODEL = "needs a model"
_OFF, _ON = "merge off, fifo", "merge on, fifo"


def published_saving(paper: Published, world: str) -> float | None:
    """The saving of the consensus design, computed from the published rows."""
    consensus, *others = (rows[1] for rows in paper.footprint[world])
    return saving(consensus, others)


def published_amplification(paper: Published, world: str) -> float:
    """The amplification, computed from the published hits and linked rows per call."""
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
    """Each claim: published, recomputed from the published tables, and computed from our runs."""
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        if group.world in paper.savings and group.is_of_designs:
            theirs = published_saving(paper, group.world)
            rows.append((f"rows saved, %, {group.name}", paper.savings[group.world], theirs, savings(group)))
    off, on = paper.ablation[_OFF], paper.ablation[_ON]
    rows.append(("store without merging ÷ with", 3.1, factor(off[0], on[0]), _factor(groups, "total")))
    rows.append(("rows made in play without merging ÷ with", None, factor(off[1], on[1]), _factor(groups, "sim")))
    rows += _quality_claims(paper, groups)
    rows.append(("two runs of the consensus design apart, %, rows made in play", 1.0, None, _rerun(groups)))
    head = ("claim", "published", "from its tables", "ours")
    digits = {"published": 2, "from its tables": 2, "ours": 2}
    return StudyTable("claims", "Derived claims", head, tuple(rows), digits)


_PUBLISHED_NAMES = {"goals": "goal"}
"""Measures that the published table calls otherwise."""


def _our_cells(groups: Sequence[Group]) -> dict[str, dict[str, float]]:
    """Our scores by group and metric, each with the designs that were scored."""
    cells: dict[str, dict[str, float]] = {}
    for group in groups:
        for column in group.columns if group.is_of_designs else ():
            for score in column_scores(column):
                name = f"{group.name}, {_PUBLISHED_NAMES.get(score.dimension, score.dimension)}"
                if score.mean is not None:
                    cells.setdefault(name, {})[column.design] = score.mean
    return cells


def _quality_claims(paper: Published, groups: Sequence[Group]) -> list[tuple[TableCell, ...]]:
    """The claims on quality; our column needs a model's scores of several designs."""
    theirs, ours = (_claimed(paper, cells) for cells in (quality_cells(paper), _our_cells(groups)))
    names = {
        "cells in which the consensus design alone is best": 4,
        "headroom of goal pursuit, %": 1,
        "headroom of narrative, %": 19,
        "spread of goal pursuit": 0.03,
        "spread of narrative": 0.42,
    }
    return [(name, figure, theirs.get(name), ours.get(name, NEEDS_MODEL)) for name, figure in names.items()]


def _claimed(paper: Published, cells: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """The claims that some cells make; empty without cells."""
    if not cells:
        return {}
    found: dict[str, float] = {"cells in which the consensus design alone is best": len(led(cells, "consensus"))}
    for metric, shown in (("goal", "goal pursuit"), ("narrative", "narrative")):
        of_metric = {name: list(values.values()) for name, values in cells.items() if name.endswith(f", {metric}")}
        if of_metric:
            bottom, top = paper.quality_scales[metric]
            best = max(max(values) for values in of_metric.values())
            found |= {f"headroom of {shown}, %": headroom(best, top, bottom), f"spread of {shown}": spread(of_metric)}
    return found


def _factor(groups: Sequence[Group], part: str) -> Seeds | None:
    """Rows without merging per row with merging, in the first group that has both."""
    for group in groups:
        columns = {str(column.varied.get("merging")): column for column in group.columns}
        if {"judged", "off"} <= set(columns):
            return seeds_of(_factors(columns["off"], columns["judged"], part))
    return None


def _factors(off: Column, on: Column, part: str) -> list[float | None]:
    pairs = [(run, on.seed(run.origin.seed)) for run in off.runs]
    return [factor(getattr(a.footprint, part), getattr(b.footprint, part)) for a, b in pairs if b is not None]


def _rerun(groups: Sequence[Group]) -> Seeds | None:
    """The difference between each consensus run and the run with the next seed."""
    apart: list[float | None] = []
    for group in groups:
        column = group.column("consensus") if group.is_of_designs else None
        runs = column.runs if column else ()
        apart += [relative_difference(a.footprint.sim, b.footprint.sim) for a, b in pairwise(runs)]
    return seeds_of(apart)


_STRUCTURE: dict[str, Callable[[RunMeasures], float | None]] = {
    "sim": lambda run: run.sharing.sim,
    "shared": lambda run: run.sharing.shared,
    "shared_share": lambda run: run.sharing.shared_share,
    "three_plus": lambda run: run.sharing.three_plus,
    "max": lambda run: run.sharing.max_owners,
    "linked": lambda run: run.sharing.linked,
    "linked_share": lambda run: run.sharing.linked_share,
    "expanded": lambda run: run.expansion.expanded,
    "recalls": lambda run: run.expansion.recalls,
    "linked_a_call": lambda run: run.expansion.linked_per_call,
}
_COSTS: dict[str, Callable[[RunMeasures], float | None]] = {
    "hits": lambda run: run.expansion.hits,
    "linked": lambda run: run.expansion.linked,
    "amplification": lambda run: run.expansion.amplification,
    "query_in_hits": lambda run: run.expansion.keyword_hits,
    "query_in_linked": lambda run: run.expansion.keyword_linked,
    "siblings_1": lambda run: run.depths[0].siblings,
    "siblings_4": lambda run: run.depths[-1].siblings,
    "seen": lambda run: run.losses["seen"][0].seen if run.losses else None,
    "merges": lambda run: run.merges.total,
    "characters": lambda run: run.losses["seen"][0].characters if run.losses else None,
    "lost_name": lambda run: run.losses["seen"][0].lost_name if run.losses else None,
    "lost_principal": lambda run: run.losses["seen"][0].lost_principal if run.losses else None,
}
_OURS, _THEIRS = "ours", "published"


def paper_tables(groups: Sequence[Group]) -> list[StudyTable]:
    """Every published table for which we have runs, with ours next to it, and the derived claims."""
    paper = published()
    known = [group for group in groups if group.world in paper.worlds and group.is_of_designs and not group.is_paired]
    tables = [
        _footprint(paper, known),
        _of_consensus("structure", "Structure", paper.structure, _STRUCTURE, known),
        _of_consensus("costs", "Costs", paper.costs, _COSTS, known),
        _horizon(paper, known),
        _census(paper, known),
        claims_table(paper, groups),
    ]
    return [table for table in tables if table.rows]


def _footprint(paper: Published, groups: Sequence[Group]) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        for design, theirs in zip(paper.designs, paper.footprint[group.world], strict=True):
            column = group.column(design)
            for part, number in zip(("sediment", "sim", "total"), theirs, strict=True):
                rows.append((_named(group, paper), design, part, number, _part(column, part)))
    head = ("runs", "memory", "rows", _THEIRS, _OURS)
    return StudyTable("paper-footprint", "Footprint beside the published", head, tuple(rows), {}, "paper")


def _part(column: Column | None, part: str) -> Seeds | None:
    return over_seeds(column, lambda run: getattr(run.footprint, part)) if column else None


def _of_consensus(
    slug: str,
    title: str,
    theirs: dict[str, dict[str, float]],
    ours: dict[str, Callable[[RunMeasures], float | None]],
    groups: Sequence[Group],
) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        column = group.column("consensus")
        for name, number in theirs[group.world].items():
            figure = over_seeds(column, ours[name]) if column else None
            rows.append((group.name, name.replace("_", " "), float(number), figure))
    head = ("runs", "figure", _THEIRS, _OURS)
    digits = {_THEIRS: 1, _OURS: 1}
    return StudyTable(
        f"paper-{slug}", f"{title} of the consensus design beside the published", head, tuple(rows), digits, "paper"
    )


def _horizon(paper: Published, groups: Sequence[Group]) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        column = group.column("consensus")
        for at, number in paper.horizon.get(group.world, {}).items():
            figure = over_seeds(column, _shared_at(at)) if column else None
            rows.append((group.name, at, float(number), figure))
    head = ("runs", "round", _THEIRS, _OURS)
    title = "Shared rows by rounds played, in per cent, beside the published"
    return StudyTable("paper-horizon", title, head, tuple(rows), {_THEIRS: 1, _OURS: 1}, "paper")


def _shared_at(at: int) -> Callable[[RunMeasures], float | None]:
    return lambda run: run.horizon.get(at)


def _census(paper: Published, groups: Sequence[Group]) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        for action, theirs in paper.census[group.world].items():
            cells: list[TableCell] = []
            for design, number in zip(paper.designs, theirs, strict=True):
                column = group.column(design)
                cells += [number, over_seeds(column, _taken(action)) if column else None]
            rows.append((group.name, action, *cells))
    head = ("runs", "action", *(f"{design}, {whose}" for design in paper.designs for whose in (_THEIRS, _OURS)))
    return StudyTable("paper-census", "Actions of the final stage beside the published", head, tuple(rows), {}, "paper")


def _taken(action: str) -> Callable[[RunMeasures], float | None]:
    """How often an action was taken in the final stage, as a turn or as upkeep."""
    return lambda run: (
        run.final_census.actions.get(action, 0) + run.final_census.beside.get(action, 0) if run.final_census else None
    )


def _named(group: Group, paper: Published) -> str:
    return f"{group.name} (published: {paper.worlds[group.world]['rounds']})"

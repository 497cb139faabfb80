"""Tables with our figures next to the published ones, and the paper's claims recomputed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

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
from agentsensus.analysis.study.tables.behaviour import sedimentation_table
from agentsensus.analysis.study.tables.quality import column_scores
from agentsensus.analysis.study.tables.structure import savings
from agentsensus.analysis.study.tables.table import StudyTable, TableCell, over_seeds

__all__ = ["claims_table", "paper_tables", "published_amplification", "published_saving", "quality_cells"]


NEEDS_MODEL = "needs a model"
_OFF, _ON = "merge off, fifo", "merge on, fifo"


def published_saving(paper: Published, world: str) -> float | None:
    """Return the saving of the consensus design, computed from the published rows; None without a baseline."""
    consensus, *others = (rows[1] for rows in paper.footprint[world])
    return saving(consensus, others)


def published_amplification(paper: Published, world: str) -> float:
    """Return the amplification, computed from the published hits and linked rows per call."""
    structure = paper.structure[world]
    mean_linked = structure["linked_a_call"] * structure["expanded"] / structure["recalls"]
    return (paper.costs[world]["hits"] + mean_linked) / paper.costs[world]["hits"]


def quality_cells(paper: Published) -> dict[str, dict[str, float]]:
    """Return the published scores by world and metric."""
    metrics = list(paper.quality_scales)
    return {
        f"{world}, {metric}": {design: scores[place] for design, scores in zip(paper.designs, rows, strict=True)}
        for world, rows in paper.quality.items()
        for place, metric in enumerate(metrics)
    }


def claims_table(paper: Published, groups: Sequence[Group]) -> StudyTable:
    """Return a table of claims: published, recomputed from the published tables, and computed from our runs."""
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
"""Our names of measures, each with its name in the published table if that differs."""


def _our_cells(groups: Sequence[Group]) -> dict[str, dict[str, float]]:
    """Return our scores by group and metric, for the designs that were scored."""
    cells: dict[str, dict[str, float]] = {}
    for group in groups:
        for column in group.columns if group.is_of_designs else ():
            for score in column_scores(column):
                name = f"{group.name}, {_PUBLISHED_NAMES.get(score.dimension, score.dimension)}"
                if score.mean is not None:
                    cells.setdefault(name, {})[column.design] = score.mean
    return cells


def _quality_claims(paper: Published, groups: Sequence[Group]) -> list[tuple[TableCell, ...]]:
    """Return the rows of claims about quality. Our column needs a model's scores of several designs."""
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
    """Compute the claims from a table of scores; empty without scores."""
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
    """Return the ratio of rows without merging to rows with merging, in the first group that has both; None without
    one."""
    for group in groups:
        columns = {str(column.varied.get("merging")): column for column in group.columns}
        if {"judged", "off"} <= set(columns):
            return seeds_of(_factors(columns["off"], columns["judged"], part))
    return None


def _factors(off: Column, on: Column, part: str) -> list[float | None]:
    pairs = [(run, on.seed(run.origin.seed)) for run in off.runs]
    return [factor(getattr(a.footprint, part), getattr(b.footprint, part)) for a, b in pairs if b is not None]


def _rerun(groups: Sequence[Group]) -> Seeds | None:
    """Return the relative difference in rows between each consensus run and that of the next seed; None without two
    runs."""
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


def paper_tables(groups: Sequence[Group], sediments: Sequence[Mapping[str, Any]] = ()) -> list[StudyTable]:
    """Return every published table for which we have runs, with our figures next to it, and the derived claims.

    Every title says by which rules, judge and players the runs were made. Cells that only a model can fill say so.
    """
    paper = published()
    known = [group for group in groups if group.world in paper.worlds and group.is_of_designs and not group.is_paired]
    tables = [
        _footprint(paper, known),
        _of_consensus("structure", "Structure", paper.structure, _STRUCTURE, known),
        _of_consensus("costs", "Costs", paper.costs, _COSTS, known),
        _horizon(paper, known),
        _census(paper, known),
        _quality(paper, known),
        _screenplays(paper, known),
        _ablation(paper, groups),
        _sedimentation(paper, known, sediments),
        claims_table(paper, groups),
    ]
    made = _made_by(groups)
    return [replace(table, title=f"{table.title} ({made})") for table in tables if table.rows]


def _made_by(groups: Sequence[Group]) -> str:
    """Return what the runs have in common: the rules, the judge and who played."""
    runs = [run for group in groups for column in group.columns for run in column.runs]
    presets = sorted({str(run.origin.settings.get("preset") or "ours") for run in runs})
    played = sorted({str(run.origin.settings.get("company") or "players") for run in runs})
    judges = sorted({"a model's judge" if _is_judged_by_model(run) else "offline judge" for run in runs})
    return f"{' and '.join(presets)} rules, {' and '.join(judges)}, {' and '.join(played)}"


def _is_judged_by_model(run: RunMeasures) -> bool:
    return any(usage.purpose == "judge" and usage.calls for usage in run.usage)


_MEASURES = {"grounding": "grounding", "trajectory": "trajectory", "narrative": "narrative", "goals": "goal"}
"""Our names of the paper's measures, in the order of the published table, with their names there."""


def _quality(paper: Published, groups: Sequence[Group]) -> StudyTable:
    """Return the quality table. Unscored cells say what a model would take for the three scorings of one run."""
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        for design, theirs in zip(paper.designs, paper.quality[group.world], strict=True):
            column = group.column(design)
            scores: dict[str, float | None] = {}
            if column is not None:
                scores = {score.dimension: score.mean for score in column_scores(column)}
            for own, number in zip(_MEASURES, theirs, strict=True):
                cell = scores.get(own)
                rows.append((group.name, design, own, number, cell if cell is not None else _needs(column)))
    head = ("runs", "memory", "measure", _THEIRS, _OURS)
    digits = {_THEIRS: 2, _OURS: 2}
    return StudyTable("paper-quality", "Quality beside the published", head, tuple(rows), digits, "paper")


def _needs(column: Column | None) -> str:
    plays = [run.play for run in column.runs if run.play] if column else []
    if not plays:
        return NEEDS_MODEL
    calls, size = plays[0].scoring_calls, plays[0].scoring_tokens
    return f"{NEEDS_MODEL}: {calls:,} calls, {size:,} tokens in for a run"


def _screenplays(paper: Published, groups: Sequence[Group]) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        column = group.column("consensus")
        for name, number in paper.screenplays[group.world].items():
            rows.append((group.name, name, number, over_seeds(column, _of_play(name)) if column else None))
    head = ("runs", "figure", _THEIRS, _OURS)
    title = "Screenplays of the consensus design, set by rule, beside the published"
    return StudyTable("paper-screenplays", title, head, tuple(rows), {}, "paper")


def _of_play(name: str) -> Callable[[RunMeasures], float | None]:
    return lambda run: getattr(run.play, name) if run.play else None


_ABLATED: dict[str, Callable[[RunMeasures], float | None]] = {
    "store": lambda run: run.footprint.total,
    "sim": lambda run: run.footprint.sim,
    "shared, %": lambda run: run.sharing.shared_share,
    "linked, %": lambda run: run.sharing.linked_share,
}


def _ablation(paper: Published, groups: Sequence[Group]) -> StudyTable:
    """Return the ablation table, filled from comparisons in which `merging` or `cache` varies."""
    rows: list[tuple[TableCell, ...]] = []
    for group in (group for group in groups if not group.is_of_designs):
        for column in group.columns:
            name = _ablated(column.varied)
            if name is None:
                continue
            scores = {str(score.dimension): score.mean for score in column_scores(column)}
            for (figure, of), number in zip(_ABLATED.items(), paper.ablation[name], strict=True):
                rows.append((group.name, name, figure, float(number), over_seeds(column, of)))
            for own, number in zip(_MEASURES, paper.ablation_quality[name], strict=True):
                cell = scores.get(own)
                rows.append((group.name, name, own, number, cell if cell is not None else _needs(column)))
    head = ("runs", "setting", "figure", _THEIRS, _OURS)
    digits = {_THEIRS: 2, _OURS: 2}
    title = "Ablation beside the published (Three Kingdoms, 40 rounds)"
    return StudyTable("paper-ablation", title, head, tuple(rows), digits, "paper")


def _ablated(varied: Mapping[str, object]) -> str | None:
    """Return the published row that a column corresponds to, or None."""
    if set(varied) == {"merging"}:
        return {"judged": _ON, "off": _OFF}.get(str(varied["merging"]))
    if set(varied) == {"cache"}:
        return f"merge on, {varied['cache']}"
    return None


_BY_MODEL = ("calls", "tokens", "minutes", "warnings")


def _sedimentation(paper: Published, groups: Sequence[Group], sediments: Sequence[Mapping[str, Any]]) -> StudyTable:
    """Return the sedimentation table: of the named sediment.json files, and of the runs' worlds without one."""
    table = sedimentation_table(groups, sediments)
    rows: list[tuple[TableCell, ...]] = []
    for world, *cells in table.rows:
        theirs = paper.sedimentation.get(str(world))
        for name, cell in zip(table.head[1:], cells, strict=True):
            number = float(theirs[name]) if theirs else None
            rows.append((world, name, number, NEEDS_MODEL if cell is None and name in _BY_MODEL else cell))
    head = ("world", "figure", _THEIRS, _OURS)
    title = "Sedimentation beside the published"
    return StudyTable("paper-sedimentation", title, head, tuple(rows), {}, "paper")


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
    """Return a function that counts how often an action was taken in the final stage, as a turn or as upkeep."""
    return lambda run: (
        run.final_census.actions.get(action, 0) + run.final_census.beside.get(action, 0) if run.final_census else None
    )


def _named(group: Group, paper: Published) -> str:
    return f"{group.name} (published: {paper.worlds[group.world]['rounds']})"

"""Our figures beside the published ones, cell by cell."""

from collections.abc import Callable, Sequence

from agentsensus.study.metrics.intervals import Seeds
from agentsensus.study.paper.claims import claims_table
from agentsensus.study.paper.published import Published, published
from agentsensus.study.sources.groups import Column, Group
from agentsensus.study.sources.measures import RunMeasures
from agentsensus.study.tables.table import StudyTable, TableCell, over_seeds

__all__ = ["paper_tables"]

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
    """Every published table of which we have runs, with ours beside it, and the derived claims."""
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
    """How often an action was taken in the final stage, as a turn or beside a deed."""
    return lambda run: (
        run.final_census.actions.get(action, 0) + run.final_census.beside.get(action, 0) if run.final_census else None
    )


def _named(group: Group, paper: Published) -> str:
    return f"{group.name} (published: {paper.worlds[group.world]['rounds']})"

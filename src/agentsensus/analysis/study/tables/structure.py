"""Tables of structure: footprint, sharing and linking, merges by class, depth and the horizon."""

from collections.abc import Callable, Sequence

from agentsensus.analysis.study.measures.groups import Column, Group
from agentsensus.analysis.study.measures.measuring import RunMeasures
from agentsensus.analysis.study.metrics.statistics import Seeds, saving, seeds_of
from agentsensus.analysis.study.metrics.structure import DEPTHS
from agentsensus.analysis.study.tables.table import Figure, StudyTable, TableCell, by_column, over_seeds

__all__ = ["footprint_table", "horizon_table", "merges_table", "savings", "structure_tables"]

_CONSENSUS = "consensus"


def structure_tables(groups: Sequence[Group]) -> list[StudyTable]:
    """Return all tables of structure."""
    return [
        footprint_table(groups),
        _store(groups),
        _sharing(groups),
        merges_table(groups),
        *horizon_table(groups),
        _depth(groups),
    ]


def footprint_table(groups: Sequence[Group]) -> StudyTable:
    """Return a table of the rows of the history, of the play and in total, the by-products among them, and the
    saving."""
    figures = [
        Figure("sediment", 0, lambda run: run.footprint.sediment),
        Figure("sim", 0, lambda run: run.footprint.sim),
        Figure("total", 0, lambda run: run.footprint.total),
        Figure("insights for 100 rows of sediment", 0, lambda run: run.footprint.sediment_byproduct_share),
        Figure("insights in sim", 0, lambda run: run.footprint.sim_byproducts),
        Figure("deposits", 0, lambda run: run.deposits),
    ]
    table = by_column("footprint", "Footprint: rows of the past, made in play, and in all", groups, figures)
    saved = [_saving_of(group, column) for group in groups for column in group.columns]
    rows = tuple((*row, share) for row, share in zip(table.rows, saved, strict=True))
    return StudyTable(table.slug, table.title, (*table.head, "saving, %"), rows, table.digits)


def savings(group: Group) -> Seeds | None:
    """Return the percentage of rows the consensus design saves against the closest other, by seed; None without
    runs."""
    column = group.column(_CONSENSUS)
    return _saving_of(group, column) if column else None


def _saving_of(group: Group, column: Column) -> Seeds | None:
    if column.design != _CONSENSUS or column is not group.column(_CONSENSUS):
        return None
    shares = []
    for run in column.runs:
        others = [other.seed(run.origin.seed) for other in group.columns if other.design != _CONSENSUS]
        shares.append(saving(run.footprint.sim, [other.footprint.sim for other in others if other]))
    return seeds_of(shares)


def _store(groups: Sequence[Group]) -> StudyTable:
    figures = [
        Figure("wordings", 0, lambda run: run.footprint.wordings),
        Figure("vectors", 0, lambda run: run.vectors),
        Figure("rows, kB", 1, _kilobytes("rows")),
        Figure("texts, kB", 1, _kilobytes("texts")),
        Figure("vectors, kB", 1, _kilobytes("vectors")),
        Figure("together, kB", 1, _kilobytes("content")),
        Figure("indexes, kB", 1, _kilobytes("indexes")),
        Figure("file, MB", 2, lambda run: run.stored.file / 1e6 if run.stored else run.file_bytes / 1e6),
        Figure("model calls a deposit", 2, lambda run: run.calls_per_deposit),
        Figure("tokens a recall", 0, lambda run: run.expansion.tokens),
    ]
    return by_column("store", "What is stored, and what a deposit and a recall take", groups, figures)


def _kilobytes(part: str) -> Callable[[RunMeasures], float | None]:
    return lambda run: getattr(run.stored, part) / 1000 if run.stored else None


def _sharing(groups: Sequence[Group]) -> StudyTable:
    figures = [
        Figure("sim", 0, lambda run: run.sharing.sim),
        Figure("shared", 0, lambda run: run.sharing.shared),
        Figure("shared, %", 1, lambda run: run.sharing.shared_share),
        Figure("3+", 0, lambda run: run.sharing.three_plus),
        Figure("max", 0, lambda run: run.sharing.max_owners),
        Figure("linked, %", 1, lambda run: run.sharing.linked_share),
        Figure("expanded", 0, lambda run: run.expansion.expanded),
        Figure("recalls", 0, lambda run: run.expansion.recalls),
        Figure("linked a call", 1, lambda run: run.expansion.linked_per_call),
        Figure("rows that won owners", 0, lambda run: run.sharing.grown),
        Figure("statements in shared rows, %", 1, lambda run: run.sharing.shared_statement_share),
    ]
    return by_column("structure", "Sharing and linking among rows made in play", groups, figures)


def merges_table(groups: Sequence[Group]) -> StudyTable:
    """Return a table of merges by owner and origin of the row, with their precision and recall."""
    figures = [
        Figure("merges", 0, lambda run: run.merges.total),
        Figure("own, in play", 0, lambda run: run.merges.self_sim),
        Figure("own, past", 0, lambda run: run.merges.self_sediment),
        Figure("others', in play", 0, lambda run: run.merges.cross_sim),
        Figure("others', past", 0, lambda run: run.merges.cross_sediment),
        Figure("precision", 3, lambda run: run.precision),
        Figure("recall", 3, lambda run: run.recall),
    ]
    return by_column("merges", "Merges by class", _merging(groups), figures)


def horizon_table(groups: Sequence[Group]) -> list[StudyTable]:
    """Return tables of the percentage of shared rows by rounds played, and the same with witnesses permuted."""
    rows: list[tuple[TableCell, ...]] = []
    marks = sorted({at for group in groups for column in group.columns for run in column.runs for at in run.horizon})
    for group in groups:
        for column in (column for column in group.columns if any(run.horizon_null for run in column.runs)):
            rows.append((group.name, column.name, "seen", *(over_seeds(column, _seen(at)) for at in marks)))
            rows.append((group.name, column.name, "exchanged", *(over_seeds(column, _null(at)) for at in marks)))
    if not rows:
        return []
    head = ("runs", "memory", "witnesses", *(f"round {at}" for at in marks))
    digits = dict.fromkeys(head[3:], 1)
    return [StudyTable("horizon", "Shared rows by rounds played, in per cent", head, tuple(rows), digits)]


def _seen(at: int) -> Callable[[RunMeasures], float | None]:
    return lambda run: run.horizon.get(at)


def _null(at: int) -> Callable[[RunMeasures], float | None]:
    return lambda run: drawn[0] if (drawn := run.horizon_null.get(at)) else None


def _depth(groups: Sequence[Group]) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        for column in group.columns:
            for place, owners in enumerate(DEPTHS):
                of_depth = [run.depths[place] for run in column.runs]
                if any(depth.rows for depth in of_depth):
                    values: list[list[float | None]] = [
                        [d.rows for d in of_depth],
                        [d.characters for d in of_depth],
                        [d.siblings for d in of_depth],
                    ]
                    rows.append((group.name, column.name, owners, *map(seeds_of, values)))
    head = ("runs", "memory", "owners", "rows", "median characters", "median siblings")
    digits = {"median characters": 0, "median siblings": 0}
    return StudyTable("depth", "Rows by number of owners: length of text and linked rows", head, tuple(rows), digits)


def _merging(groups: Sequence[Group]) -> list[Group]:
    """Return the groups with only the columns of designs that can merge."""
    merging = [(group, tuple(column for column in group.columns if column.design == _CONSENSUS)) for group in groups]
    return [Group(g.world, g.rounds, g.stamp, g.is_paired, columns) for g, columns in merging if columns]

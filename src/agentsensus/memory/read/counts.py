"""Statistics of a memory: records, owners, links, merges and shared statements, now or as of a round."""

import numpy as np

from agentsensus.memory.answers import Stats
from agentsensus.memory.core.conflicts import every_conflict
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import DEPOSIT, Snapshot
from agentsensus.memory.designs.design import Tally
from agentsensus.memory.session import Session
from agentsensus.store.rows import SEDIMENT

__all__ = ["is_sediment", "stats"]


def stats(session: Session, at: int | None = None) -> Stats:
    """Return the statistics of a memory. The history (the past before round 1) is counted as of its last round."""
    view, engine, tally_of = session.view(at), session.engine, session.design.tally
    tally, live = tally_of(view), _live(view)
    since = [record for record in live if not is_sediment(engine, record)]
    owners = {record: len(view.owners(record)) for record in live}
    links = {record: _kinds_of_link(view, record) for record in since}
    shared = sum(owners[record] >= 2 for record in since)
    linked = sum(DEPOSIT in kinds for kinds in links.values())
    texts = {row.text for row in engine.atoms([atom for record in live for atom in view.wordings(record)])}
    statements = _statements(engine, view, live, tally)
    shared_statements = sum(owners[record] >= 2 for record in statements)
    past_view = _past(engine, view)
    past = [record for record in _live(past_view) if is_sediment(engine, record)]
    return Stats(
        design=session.design.name,
        history=len(past),
        since=len(since),
        total=len(live),
        shared=shared,
        shared_pct=_percent(shared, len(since)),
        three_owners=sum(owners[record] >= 3 for record in since),
        max_owners=max((owners[record] for record in since), default=0),
        linked=linked,
        linked_pct=_percent(linked, len(since)),
        conflicts=len(_in_conflict(engine, view).intersection(since)),
        grown=sum(_has_grown(engine, view, record) for record in live),
        shared_statements=shared_statements,
        shared_statements_pct=_percent(shared_statements, len(statements)),
        wordings=len(texts),
        vectors=engine.store.counts().vectors,
        bytes=sum(len(text.encode("utf-8")) for text in texts),
        merges=_merges(engine, view),
        recalls=engine.recalls.as_dict(),
        byproducts={
            "history": len(set(past) & set(tally_of(past_view).byproducts)),
            "since": len(set(since) & set(tally.byproducts)),
        },
        importance=tally.importance,
    )


def is_sediment(engine: Engine, record: int) -> bool:
    """Return whether a record belongs to the history before round 1."""
    return bool(engine.columns.of("atoms", "origin")[record] & SEDIMENT)


def _live(view: Snapshot) -> list[int]:
    return [record for record in np.unique(view.roots).tolist() if view.is_live(record)]


def _past(engine: Engine, view: Snapshot) -> Snapshot:
    """Return the snapshot after the last round with history rows."""
    origins = engine.columns.of("atoms", "origin")[: view.atoms]
    laid_down = np.flatnonzero(origins & SEDIMENT)
    if not len(laid_down):
        return view
    return engine.view(int(engine.columns.of("atoms", "at")[laid_down[-1]]))


def _in_conflict(engine: Engine, view: Snapshot) -> set[int]:
    """Return the records that contradict another one."""
    return {side for each in every_conflict(engine, view) if not each.ended for side in each.records}


def _kinds_of_link(view: Snapshot, record: int) -> set[str]:
    return {kind for kinds in view.linked(record).values() for kind in kinds}


def _statements(engine: Engine, view: Snapshot, live: list[int], tally: Tally) -> list[int]:
    """Return the record of every statement deposited after the history that still has an owner."""
    return [
        record
        for record in live
        for atom in view.wordings(record)
        if not is_sediment(engine, atom) and atom not in tally.byproducts
    ]


def _has_grown(engine: Engine, view: Snapshot, record: int) -> bool:
    """Return whether a record now has an owner that it did not have when it was created."""
    agents = engine.columns.of("owners", "agent")
    first = {int(agents[row]) for row in view.born(record)}
    return not first.issuperset(view.owners(record))


def _merges(engine: Engine, view: Snapshot) -> dict[str, int]:
    counts = {"self_since": 0, "self_history": 0, "cross_since": 0, "cross_history": 0}
    agents = engine.columns.of("owners", "agent")
    for record, members in view.merged().items():
        owners: set[int] = set()
        for atom in members:
            tellers = {int(agents[row]) for row in view.born(atom)}
            if atom != record:
                whose = "self" if tellers <= owners else "cross"
                counts[f"{whose}_{'history' if is_sediment(engine, record) else 'since'}"] += 1
            owners |= tellers
    return counts


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0

"""Reads as the application: owners of records about a query, search, and whole records."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np

from agentsensus.base.arrays import IntArray
from agentsensus.embed import relevance_of
from agentsensus.memory.answers import Finding, Knower, Record, Wording
from agentsensus.memory.core.checks import checked_count, checked_list, checked_name
from agentsensus.memory.core.conflicts import is_dismissed
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.grants import shares
from agentsensus.memory.core.hybrid import nearest_records
from agentsensus.memory.core.limits import AskLimits, When, Where, checked_limits, checked_score, time_mask, time_of
from agentsensus.memory.core.lookup import record_number
from agentsensus.memory.core.marks import expired, expired_records, unexpired_owners
from agentsensus.memory.core.metadata_index import fitting
from agentsensus.memory.core.search import SearchHit, SearchScope
from agentsensus.memory.core.snapshot import CONFLICT, DERIVED, SUPERSEDES, Snapshot
from agentsensus.memory.designs.design import Tally
from agentsensus.memory.read.counts import is_sediment
from agentsensus.memory.session import Session

__all__ = ["byproducts", "get", "groups", "knowers", "record_ids", "records", "search", "who_knows"]

_FAR = 0.20
"""Records whose score is more than this below the best match are left out of `who_knows`."""


async def who_knows(
    session: Session,
    query: str,
    *,
    at: int | None = None,
    agent: str | None = None,
    k: int = 5,
    since: When | None = None,
    until: When | None = None,
    min_score: float | None = None,
) -> list[Knower]:
    """Return the owners of the records that fit a query: best record first, then in the order in which owners learned
    it.
    """
    session.view(at)
    limits = checked_limits(None, since, until)
    engine = session.engine
    floor = relevance_of(engine.embedder) if min_score is None else checked_score(min_score) or 0.0
    asked, view = await session.query(query, at), session.view(at)
    scope = SearchScope(floor=floor, skip=expired_records(engine, view))
    matches = nearest_records(engine, asked, checked_count(k, "k"), view, scope)
    best = max((match.score for match in matches), default=0.0)
    near = [match for match in matches if match.score >= best - _FAR]
    knowers = []
    for match in near:
        owners = _within(engine, unexpired_owners(engine, view, match.record), limits).items()
        of_record = [_knower(engine, view, match.record, owner, row, match.score) for owner, row in owners]
        knowers += sorted(of_record, key=lambda entry: (entry.since, entry.agent))
    return [entry for entry in knowers if agent is None or entry.agent == agent]


def _within(engine: Engine, owners: dict[int, int], limits: AskLimits | None) -> dict[int, int]:
    """Return the owners who learned the record within the time limits."""
    atoms = engine.columns.of("owners", "atom")
    return {agent: row for agent, row in owners.items() if limits is None or limits.allows(engine, int(atoms[row]))}


def knowers(
    session: Session, record: str, at: int | None = None, since: When | None = None, until: When | None = None
) -> list[Knower]:
    """Return every owner of a record, in the order in which they learned it."""
    view, engine, limits = session.view(at), session.engine, checked_limits(None, since, until)
    number = record_number(engine, view, record)
    owners = _within(engine, view.owners(number), limits)
    every = [_knower(engine, view, number, owner, row) for owner, row in owners.items()]
    return sorted(every, key=lambda entry: (entry.since, entry.agent))


async def search(
    session: Session,
    query: str,
    *,
    k: int = 10,
    agents: Iterable[str] | None = None,
    at: int | None = None,
    where: Where | None = None,
    since: When | None = None,
    until: When | None = None,
    min_score: float | None = None,
) -> list[Finding]:
    """Return the `k` records that fit a query best among all agents' records, best first."""
    session.view(at)
    names = None if agents is None else [checked_name(name) for name in checked_list(agents, "agents")]
    limits, floor = checked_limits(where, since, until), checked_score(min_score)
    count = checked_count(k, "k")
    asked, view, engine = await session.query(query, at), session.view(at), session.engine
    scope = _scope(engine, view, names, limits, -1.0 if floor is None else floor)
    matches = nearest_records(engine, asked, count, view, scope)
    engine.atoms([number for match in matches for number in (match.atom, match.record)])
    tally = session.design.tally(view)
    return [_finding(engine, view, match, tally) for match in matches]


def get(session: Session, record: str, at: int | None = None) -> Record:
    """Return a record with all its owners, wordings and links."""
    view = session.view(at)
    number = record_number(session.engine, view, record)
    return _whole_record(session.engine, view, number, session.design.tally(view))


def records(
    session: Session,
    *,
    agent: str | None = None,
    at: int | None = None,
    limit: int | None = None,
    after: str | None = None,
    since: When | None = None,
    until: When | None = None,
) -> list[Record]:
    """Return all records that have an owner, or all that `agent` owns, oldest first; at most `limit`, after the record
    `after`.

    With `since` and `until`, a record counts only if one of its wordings (of this agent) was written between them.
    """
    view, engine, limits = session.view(at), session.engine, checked_limits(None, since, until)
    count = None if limit is None else checked_count(limit, "limit")
    start = None if after is None else record_number(engine, view, after)
    return list(islice(_records(engine, view, agent, session.design.tally(view), start, limits), count))


def byproducts(session: Session, at: int) -> list[Record]:
    """Return the records that the design itself made in round `at`, oldest first."""
    view = session.view()
    tally, rounds = session.design.tally(view), session.engine.columns.of("atoms", "at")
    atoms = sorted(atom for atom in tally.byproducts if rounds[atom] == at)
    return [_whole_record(session.engine, view, atom, tally) for atom in atoms]


def record_ids(session: Session, ids: Sequence[str]) -> dict[str, str]:
    """Return, for each wording id, the id of the record it belongs to. Unknown ids are left out."""
    view, engine = session.view(), session.engine
    numbers = engine.store.find(list(ids))
    return {id_: engine.atom(int(view.roots[number])).id for id_, number in numbers.items()}


def groups(session: Session, at: int | None = None) -> dict[str, tuple[str, ...]]:
    """Return the members of each group."""
    ledger, name = shares(session.engine).at(session.view(at)), session.engine.agent_name
    return {group: tuple(sorted(map(name, members))) for group, members in sorted(ledger.groups.items()) if members}


def _records(
    engine: Engine,
    view: Snapshot,
    agent: str | None,
    tally: Tally,
    after: int | None = None,
    limits: AskLimits | None = None,
) -> Iterator[Record]:
    """Yield all records that have an owner (or that this agent owns), oldest first, after the record `after`."""
    atoms = np.arange(view.atoms)
    if agent is not None:
        number = engine.agent(agent)
        atoms = view.owned(number) if number is not None else np.empty(0, np.int64)
    elif limits is not None:
        atoms = _live(view)
    if limits is not None:
        atoms = atoms[time_mask(engine, atoms, limits)]
    for record in np.unique(view.roots[atoms]).tolist():
        if view.is_live(record) and (after is None or record > after):
            yield _whole_record(engine, view, record, tally)


def _scope(
    engine: Engine, view: Snapshot, agents: Sequence[str] | None, limits: AskLimits | None, floor: float
) -> SearchScope:
    """Return the search scope: the wordings of these agents (None: of all) that meet the conditions."""
    over = expired_records(engine, view)
    if agents is None and limits is None:
        return SearchScope(floor=floor, skip=over)
    if agents is None:
        atoms = _live(view)
    else:
        numbers = [number for name in agents if (number := engine.agent(name)) is not None]
        owned = [_unexpired_of(engine, view, number) for number in numbers]
        atoms = np.unique(np.concatenate(owned)) if owned else np.empty(0, np.int64)
    if limits is not None:
        atoms = fitting(engine, atoms, limits)
    return SearchScope(floor=floor, among=atoms, skip=over)


def _live(view: Snapshot) -> IntArray:
    """Return the atoms that have an owner, ascending."""
    mask = np.ones(view.atoms, np.bool_)
    mask[list(view.dead)] = False
    return np.flatnonzero(mask)


def _unexpired_of(engine: Engine, view: Snapshot, agent: int) -> IntArray:
    """Return the wordings of an agent, without records that have expired for it."""
    atoms, over = view.owned(agent), expired(engine, view, agent)
    if not over:
        return atoms
    gone = {int(view.roots[atom]) for atom in over}
    gone = {record for record in gone if view.own_wording(agent, record) in over}
    return atoms[~np.isin(view.roots[atoms], sorted(gone))]


def _finding(engine: Engine, view: Snapshot, match: SearchHit, tally: Tally) -> Finding:
    row = engine.atom(match.atom)
    return Finding(
        record=engine.atom(match.record).id,
        wording=row.id,
        text=row.text,
        score=match.score,
        owners=tuple(sorted(engine.agent_name(agent) for agent in unexpired_owners(engine, view, match.record))),
        at=row.at,
        metadata=engine.metadata(match.atom),
        kind=tally.byproducts.get(match.record, ""),
        time=time_of(engine, match.atom),
    )


def _knower(engine: Engine, view: Snapshot, record: int, agent: int, ownership: int, score: float = 1.0) -> Knower:
    """Return a `Knower` for one owner of a record, with its own wording and source."""
    own = view.own_wording(agent, record)
    assert own is not None
    via = engine.via(ownership)
    return Knower(
        agent=engine.agent_name(agent),
        record=engine.atom(record).id,
        text=engine.atom(own).text,
        since=int(engine.columns.of("owners", "at")[ownership]),
        via=via.kind,
        source=via.source,
        score=score,
        detail=via.detail,
        metadata=engine.metadata(own),
        since_time=time_of(engine, int(engine.columns.of("owners", "atom")[ownership])),
    )


def _whole_record(engine: Engine, view: Snapshot, record: int, tally: Tally) -> Record:
    """Return a record with all its owners, wordings and links."""
    names = engine.agent_name
    evidence = tuple((engine.atom(cited).id, DERIVED) for cited in view.evidence(record))
    replaced = tuple((engine.atom(old).id, SUPERSEDES) for old in view.superseded(record))
    links = tuple(
        (engine.atom(other).id, kind)
        for other, kinds in sorted(view.linked(record).items())
        for kind in sorted(kinds)
        if kind != CONFLICT or not is_dismissed(engine, view, record, other)
    )
    return Record(
        id=engine.atom(record).id,
        text=engine.shown(record, view),
        owners=tuple(sorted(names(agent) for agent in view.owners(record))),
        wordings=tuple(_wording(engine, view, atom) for atom in view.wordings(record)),
        links=links + evidence + replaced,
        created=int(engine.columns.of("atoms", "at")[record]),
        origin="sediment" if is_sediment(engine, record) else "sim",
        kind=tally.byproducts.get(record, ""),
        readers=tuple(sorted(names(reader) for reader in tally.readers(record))),
    )


def _wording(engine: Engine, view: Snapshot, atom: int) -> Wording:
    row = engine.atom(atom)
    agents = engine.columns.of("owners", "agent")
    deposit = int(engine.columns.of("atoms", "deposit")[atom])
    return Wording(
        id=row.id,
        text=row.text,
        at=row.at,
        agent=engine.agent_name(int(engine.columns.of("deposits", "agent")[deposit])),
        owners=tuple(sorted(engine.agent_name(int(agents[own])) for own in view.ownerships(atom))),
        flags=tuple(row.flags.split()),
        metadata=engine.metadata(atom),
    )

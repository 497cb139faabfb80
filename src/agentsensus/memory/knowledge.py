"""The author's questions: who knows what since when, and what happened to a record."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, cast

import numpy as np

from agentsensus.arrays import FloatArray
from agentsensus.memory.asking.limits import AskLimits
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.search import Match, SearchScope, nearest
from agentsensus.memory.core.snapshot import DERIVED, Snapshot
from agentsensus.memory.counting import is_sediment
from agentsensus.memory.designs.consensus.commit import REVIEW
from agentsensus.memory.designs.design import Tally
from agentsensus.memory.editing import atom_number, owned_record
from agentsensus.memory.record import Change, Close, Decided, Finding, Knower, Original, Record, Wording
from agentsensus.store.rows import NO_ORIGINAL, NOBODY, AttributeRow, DecisionRow, MergeRow, OriginalRow, OwnerRow

_FAR = 0.20


def who_knows(
    engine: Engine, view: Snapshot, vector: FloatArray, k: int, agent: str | None, floor: float
) -> list[Knower]:
    """Owners of the records nearest to a query, best record first, then by when they came to know."""
    matches = nearest(engine, vector, k, view, SearchScope(floor=floor))
    near = [match for match in matches if match.score >= matches[0].score - _FAR] if matches else []
    knowers = []
    for match in near:
        owners = view.owners(match.record).items()
        of_record = [knower(engine, view, match.record, owner, row, match.score) for owner, row in owners]
        knowers += sorted(of_record, key=lambda entry: (entry.since, entry.agent))
    return [entry for entry in knowers if agent is None or entry.agent == agent]


def search(
    engine: Engine, view: Snapshot, vector: FloatArray, k: int, scope: SearchScope, tally: Tally
) -> list[Finding]:
    """The `k` records in scope that are nearest to a query, best first."""
    matches = nearest(engine, vector, k, view, scope)
    engine.atoms([number for match in matches for number in (match.atom, match.record)])
    return [_finding(engine, view, match, tally) for match in matches]


def search_scope(
    engine: Engine, view: Snapshot, agents: Sequence[str] | None, limits: AskLimits | None, floor: float
) -> SearchScope:
    """The wordings of these agents (None: of all) that meet the conditions."""
    if agents is None and limits is None:
        return SearchScope(floor=floor)
    if agents is None:
        atoms = np.setdiff1d(np.arange(view.atoms), sorted(view.dead))
    else:
        numbers = [number for name in agents if (number := engine.agent(name)) is not None]
        owned = [view.owned(number) for number in numbers]
        atoms = np.unique(np.concatenate(owned)) if owned else np.empty(0, np.int64)
    if limits is not None:
        engine.atoms(atoms.tolist())
        atoms = np.array([atom for atom in atoms.tolist() if limits.allows(engine, atom)], np.int64)
    return SearchScope(floor=floor, among=atoms)


def _finding(engine: Engine, view: Snapshot, match: Match, tally: Tally) -> Finding:
    row = engine.atom(match.atom)
    return Finding(
        record=engine.atom(match.record).id,
        wording=row.id,
        text=row.text,
        score=match.score,
        owners=tuple(sorted(engine.agent_name(agent) for agent in view.owners(match.record))),
        at=row.at,
        metadata=engine.metadata(match.atom),
        kind=tally.byproducts.get(match.record, ""),
    )


def knower(engine: Engine, view: Snapshot, record: int, agent: int, ownership: int, score: float = 1.0) -> Knower:
    """How one agent knows one record."""
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
    )


def knowers(engine: Engine, view: Snapshot, record: int) -> list[Knower]:
    """Everybody who owns a record, in the order in which they came to know it."""
    owners = view.owners(record).items()
    every = [knower(engine, view, record, owner, row) for owner, row in owners]
    return sorted(every, key=lambda entry: (entry.since, entry.agent))


def whole_record(engine: Engine, view: Snapshot, record: int, tally: Tally) -> Record:
    """A record with all its owners, wordings and links."""
    names = engine.agent_name
    evidence = tuple((engine.atom(cited).id, DERIVED) for cited in view.evidence(record))
    links = tuple(
        (engine.atom(other).id, kind) for other, kinds in sorted(view.linked(record).items()) for kind in sorted(kinds)
    )
    return Record(
        id=engine.atom(record).id,
        text=engine.shown(record, view),
        owners=tuple(sorted(names(agent) for agent in view.owners(record))),
        wordings=tuple(_wording(engine, view, atom) for atom in view.wordings(record)),
        links=links + evidence,
        created=int(engine.columns.of("atoms", "at")[record]),
        origin="sediment" if is_sediment(engine, record) else "sim",
        kind=tally.byproducts.get(record, ""),
        readers=tuple(sorted(names(reader) for reader in tally.readers(record))),
    )


def records(
    engine: Engine, view: Snapshot, agent: str | None, tally: Tally, after: int | None = None
) -> Iterator[Record]:
    """Every record that somebody owns (or this agent does), oldest first; those after that one, if it is given."""
    if agent is not None:
        number = engine.agent(agent)
        owned = view.owned(number) if number is not None else np.empty(0, np.int64)
        numbers = np.unique(view.roots[owned])
    else:
        numbers = np.unique(view.roots)
    for record in numbers.tolist():
        if view.is_live(record) and (after is None or record > after):
            yield whole_record(engine, view, record, tally)


def history(engine: Engine, view: Snapshot, record: int) -> list[Change]:
    """Everything that ever happened to a record and to each of its atoms, in order."""
    members = view.members(record)
    changes = [change for atom in members for change in _births(engine, atom)]
    atoms = set(members)
    for row in cast("Iterator[MergeRow]", engine.store.rows("merges")):
        if row.agent == NOBODY and row.atom in atoms and (view.at is None or row.at <= view.at):
            kind = "merged" if row.cause == "merge" else "split"
            target = engine.atom(row.record)
            changes.append(Change(row.at, kind, "", engine.atom(row.atom).text, {"into": target.id, "of": target.text}))
    for decision in cast("Iterator[DecisionRow]", engine.store.rows("decisions")):
        if decision.atom in atoms and (view.at is None or decision.at <= view.at):
            changes.append(_judged(engine, decision))
    for retraction in engine.columns.retractions:
        if retraction.kind == "owner" and retraction.a in atoms and (view.at is None or retraction.at <= view.at):
            loser, text = engine.agent_name(retraction.agent), engine.atom(retraction.a).text
            changes.append(Change(retraction.at, "forgotten", loser, text))
    order = {"said": 0, "judged": 1, "merged": 2}
    return sorted(changes, key=lambda change: (change.at, order.get(change.kind, 3)))


def original(engine: Engine, atom: int) -> Original | None:
    """The deposit that an atom came with, as it was given."""
    columns = engine.columns
    number = int(columns.of("deposits", "original")[columns.of("atoms", "deposit")[atom]])
    if number == NO_ORIGINAL:
        return None
    row = cast(OriginalRow, next(engine.store.rows("originals", [number])))
    deposits = np.flatnonzero(columns.of("deposits", "original") == number).tolist()
    first, size, stamp = (columns.of("deposits", name) for name in ("first", "size", "stamp"))
    atoms = engine.atoms(
        [place for deposit in deposits for place in range(first[deposit], first[deposit] + size[deposit])]
    )
    words = row.text if row.cut else "\n".join(dict.fromkeys(atom.text for atom in atoms))
    return Original(
        agent=engine.agent_name(row.agent),
        at=row.at,
        number=row.number,
        text=words,
        was_cut=bool(row.cut),
        statements=tuple(atom.id for atom in atoms),
        stamp=_time(int(stamp[deposits[0]])),
    )


def _time(stamp: int) -> datetime | None:
    return datetime.fromtimestamp(stamp / 1e6, tz=UTC) if stamp else None


def own_history(engine: Engine, view: Snapshot, agent: str, record: str) -> list[Change]:
    """When and how an agent came to know its own wording of a record."""
    number, root = owned_record(engine, view, agent, record)
    atom = atom_number(engine, view, record)
    own = atom if view.owns_atom(number, atom) else view.own_wording(number, root)
    assert own is not None
    return [change for change in _births(engine, own) if change.who == agent]


def close_calls(engine: Engine, view: Snapshot) -> list[Close]:
    """The verdicts marked for review, and whether the two are one record as things stand."""
    calls = []
    for row in cast("Iterator[AttributeRow]", engine.store.rows("attributes")):
        if row.key != REVIEW or (view.at is not None and row.at > view.at):
            continue
        mark: dict[str, Any] = json.loads(row.value)
        atom, other = engine.atoms([int(row.subject), int(mark["atom"])])
        together = int(view.roots[int(row.subject)]) == int(view.roots[int(mark["atom"])])
        verdict = (float(mark["score"]), float(mark["threshold"]), str(mark["relation"]))
        calls.append(Close(row.at, atom.id, atom.text, other.id, other.text, *verdict, together))
    return calls


def decided(engine: Engine, view: Snapshot) -> Iterator[Decided]:
    """Every statement that was compared with others, and the wordings it was compared with."""
    for row in cast("Iterator[DecisionRow]", engine.store.rows("decisions")):
        if view.at is None or row.at <= view.at:
            others = tuple(engine.atom(candidate["atom"]).id for candidate in json.loads(row.candidates))
            yield Decided(row.at, engine.atom(row.atom).id, others)


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


def _births(engine: Engine, atom: int) -> Iterator[Change]:
    view = engine.view()
    text, original_row = engine.atom(atom).text, original(engine, atom)
    words = (
        {"original": original_row.text}
        if original_row is not None and original_row.was_cut and original_row.text
        else {}
    )
    for row in cast("Iterator[OwnerRow]", engine.store.rows("owners", view.born(atom))):
        via = f"{row.via}:{row.source}" if row.source else row.via
        detail = {"via": via, "atom": engine.atom(atom).id} | words
        yield Change(row.at, "said", engine.agent_name(row.agent), text, detail)


def _judged(engine: Engine, row: DecisionRow) -> Change:
    candidates: list[dict[str, Any]] = json.loads(row.candidates)
    for candidate in candidates:
        known = engine.atom(candidate["atom"])
        candidate["atom"], candidate["text"] = known.id, known.text
    detail = {"relation": row.relation, "candidates": candidates, "note": row.note}
    return Change(row.at, "judged", row.judge, engine.atom(row.atom).text, detail)

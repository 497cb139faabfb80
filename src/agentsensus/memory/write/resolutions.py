"""Decisions of the author: resolve or dismiss a conflict, merge two records. Each decision is stored as dated rows."""

import json
from collections.abc import Iterable

from agentsensus.errors import InputError, NotOwned, UnknownName
from agentsensus.memory.answers import Contradiction
from agentsensus.memory.core.checks import checked_list, checked_name
from agentsensus.memory.core.conflicts import DECIDED, DISMISSED, RESOLVED, Conflict, conflict_id, every_conflict
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.lookup import find_atom, record_number
from agentsensus.memory.core.snapshot import JOINED, Snapshot
from agentsensus.memory.session import Session, in_turn
from agentsensus.store.rows import NO_TARGET, NOBODY, AttributeRow, MergeRow, RetractionRow

__all__ = ["dismiss", "merge", "resolve"]


@in_turn
async def resolve(
    session: Session,
    conflict: str | Contradiction,
    keep: str,
    owners: Iterable[str] | None = None,
    at: int | None = None,
) -> None:
    """Make `owners` (None: all owners) lose the record of a conflict that is not kept."""
    round_, engine = session.writable_round(at), session.engine
    view, writer = engine.view(), engine.writer(round_)
    found = _standing(engine, view, conflict)
    kept = find_atom(engine, view, keep)
    if kept is None or int(view.roots[kept]) not in found.records:
        sides = " or ".join(repr(engine.atom(side).id) for side in found.records)
        raise InputError(f"keep is {keep!r}: give the side to keep, {sides}")
    losing = next(side for side in found.records if side != int(view.roots[kept]))
    for owner in _owners(engine, view, losing, owners):
        own = [atom for atom in view.members(losing) if view.owns_atom(owner, atom)]
        writer.batch.retractions += [RetractionRow(round_, "owner", atom, NOBODY, owner) for atom in own]
    writer.batch.attributes.append(_decision(round_, found, RESOLVED, kept))
    writer.mark_as_application()
    engine.commit(writer)


@in_turn
async def dismiss(session: Session, conflict: str | Contradiction, at: int | None = None) -> None:
    """Record that the two sides of a conflict do not contradict each other. No owner loses a statement."""
    round_, engine = session.writable_round(at), session.engine
    writer = engine.writer(round_)
    found = _standing(engine, engine.view(), conflict)
    writer.batch.attributes.append(_decision(round_, found, DISMISSED, NO_TARGET))
    writer.mark_as_application()
    engine.commit(writer)


@in_turn
async def merge(session: Session, a: str, b: str, at: int | None = None) -> str:
    """Merge two records into one with the owners of both, and return its id. `split` undoes the merge."""
    round_, engine = session.writable_round(at), session.engine
    if not session.design.has_links:
        raise InputError(f"{session.design.name} keeps one row per agent; only consensus merges records")
    view, writer = engine.view(), engine.writer(round_)
    first, second = sorted(record_number(engine, view, record) for record in (a, b))
    if first == second:
        raise InputError(f"{a!r} and {b!r} are one record already")
    writer.batch.merges = [MergeRow(round_, atom, first, JOINED) for atom in view.members(second)]
    for agent in sorted(view.owners(first).keys() & view.owners(second).keys()):
        writer.batch.merges += _own_rows(view, agent, first, second, round_)
    writer.mark_as_application()
    engine.commit(writer, reshaped=True)
    return engine.atom(first).id


def _own_rows(view: Snapshot, agent: int, first: int, second: int, at: int) -> list[MergeRow]:
    """Return merge rows that also merge the private records of an agent that owns both records."""
    roots = view.own_roots(agent)
    kept, moved = (
        sorted({roots.get(atom, atom) for atom in view.members(side) if view.owns_atom(agent, atom)})
        for side in (first, second)
    )
    atoms = [*moved, *(atom for atom, root in sorted(roots.items()) if root in moved)]
    return [MergeRow(at, atom, kept[0], JOINED, agent=agent) for atom in atoms if roots.get(atom, atom) not in kept]


def _standing(engine: Engine, view: Snapshot, conflict: str | Contradiction) -> Conflict:
    """Return the conflict with this id. Raises UnknownName if there is none, InputError if it has ended."""
    id_ = conflict.id if isinstance(conflict, Contradiction) else conflict
    found = next((each for each in every_conflict(engine, view) if conflict_id(engine, each.atoms) == id_), None)
    if found is None:
        raise UnknownName(f"no conflict has the id {id_!r}; conflicts() lists them")
    if found.ended:
        raise InputError(f"the conflict {id_!r} has ended already: {found.ended}")
    return found


def _owners(engine: Engine, view: Snapshot, record: int, names: Iterable[str] | None) -> list[int]:
    """Return the numbers of the named owners of a record (None: all owners). Raises NotOwned for a name that owns
    nothing of it.
    """
    known = view.owners(record)
    if names is None:
        return sorted(known)
    numbers = []
    for name in checked_list(names, "owners"):
        number = engine.agent(checked_name(name))
        if number is None or number not in known:
            raise NotOwned(f"{name} owns no record with the id {engine.atom(record).id!r}")
        numbers.append(number)
    return numbers


def _decision(at: int, conflict: Conflict, decision: str, kept: int) -> AttributeRow:
    value = {"atom": conflict.atoms[1], "decision": decision, "kept": kept}
    return AttributeRow(at, str(conflict.atoms[0]), DECIDED, json.dumps(value, sort_keys=True))

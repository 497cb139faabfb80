"""Grants under the consensus design: agents and groups that may read a wording without owning it.

A grant is a dated row about one wording: the granter's own one or, if the application grants, the one that the record
shows. It is valid until its granter revokes it, or until the wording has no owner; an agent's grant ends when that
agent loses the wording. Each granter has its own grant. A reader's view depends on the rows of the granters and of the
reader, never on rows of other agents.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple
from weakref import WeakKeyDictionary

from agentsensus.errors import InputError
from agentsensus.memory.core.checks import checked_name, checked_owners
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ledger import Ledgers
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.store.rows import NOBODY, AttributeRow

SHARED, UNSHARED = "shared_with", "unshared_with"
JOINED, LEFT = "joined", "left"
GROUP = "@"


class Granted(NamedTuple):
    """A grant: the number of the granter (-1: the application), and the round of the grant."""

    granter: int
    at: int


@dataclass(slots=True)
class Shares:
    """The current grants and groups, computed from the attribute rows of a store."""

    grants: dict[str, dict[tuple[int, int], Granted]] = field(default_factory=dict)
    """Grants by reader (the number of an agent, or @GROUP), then by wording and granter."""

    groups: dict[str, set[int]] = field(default_factory=dict)

    def take(self, row: AttributeRow) -> None:
        """Update grants and groups if the row grants, revokes, or changes a group."""
        if row.key in (SHARED, UNSHARED):
            granter, _, reader = row.value.partition(" ")
            grants = self.grants.setdefault(reader, {})
            if row.key == SHARED:
                grants[int(row.subject), int(granter)] = Granted(int(granter), row.at)
            else:
                grants.pop((int(row.subject), int(granter)), None)
        elif row.key == JOINED:
            self.groups.setdefault(row.subject, set()).add(int(row.value))
        elif row.key == LEFT:
            self.groups.setdefault(row.subject, set()).discard(int(row.value))

    def of(self, agent: int) -> dict[tuple[int, int], Granted]:
        """Return the grants that an agent holds itself or as a member of a group, by wording and granter."""
        readers = [*(GROUP + name for name, members in sorted(self.groups.items()) if agent in members), str(agent)]
        return {key: held for reader in readers for key, held in self.grants.get(reader, {}).items()}


_ledgers: WeakKeyDictionary[Engine, Ledgers[Shares]] = WeakKeyDictionary()


def shares(engine: Engine) -> Ledgers[Shares]:
    """Return the grants and groups of a store, now and as of earlier rounds."""
    if engine not in _ledgers:
        _ledgers[engine] = Ledgers(engine, Shares)
    return _ledgers[engine]


def granted_to(engine: Engine, view: Snapshot, agent: int, *, only_now: bool) -> dict[int, Granted]:
    """Return the wordings that an agent may read by grant. With `only_now`, only those it may still read today.

    Wordings that the agent owns itself, or has in the same words, are left out. If a wording has several grants, the
    result has the first valid grant.
    """
    granted = shares(engine).at(view).of(agent)
    if only_now:
        now = shares(engine).now.of(agent)
        granted = {key: held for key, held in granted.items() if key in now}
    valid = sorted(
        (atom, held.at, held.granter)
        for (atom, _), held in granted.items()
        if atom < view.atoms and _holds(view, atom, held.granter)
    )
    if not valid:
        return {}
    texts = engine.columns.of("atoms", "vector")  # equal texts have one vector
    own = set(texts[view.owned(agent)].tolist())
    first = {atom: Granted(granter, at) for atom, at, granter in reversed(valid) if int(texts[atom]) not in own}
    return dict(sorted(first.items()))


def readers_of(engine: Engine, view: Snapshot, record: int) -> list[int]:
    """Return the agents that may read a record without owning it."""
    ledger = shares(engine).at(view)
    if not ledger.grants:
        return []
    owners, readable = view.owners(record), set(view.wordings(record))
    every = {int(reader) for reader in ledger.grants if not reader.startswith(GROUP)}
    every |= {member for members in ledger.groups.values() for member in members}
    return sorted(
        agent
        for agent in every - set(owners)
        if any(atom in readable and _holds(view, atom, by) for atom, by in ledger.of(agent))
    )


def grant(engine: Engine, atom: int, granter: int, reader: str | None, group: str | None, at: int) -> None:
    """Grant a wording to an agent or a group."""
    writer = engine.writer(at)
    if group is not None and checked_name(group, "group") not in shares(engine).now.groups:
        raise InputError(f"there is no group {group!r}; make it with group({group!r}, […])")
    who = GROUP + group if group is not None else str(writer.agent(checked_name(reader, "reader")))
    if reader is not None and engine.agent(reader) == granter:
        raise InputError(f"{reader} owns {engine.atom(atom).id} already; a grant is for others")
    if (atom, granter) in shares(engine).now.grants.get(who, {}):
        return
    writer.batch.attributes.append(AttributeRow(at, str(atom), SHARED, f"{granter} {who}"))
    engine.commit(writer)


def revoke(
    engine: Engine, atoms: Iterable[int], granter: int | None, reader: str | None, group: str | None, at: int
) -> None:
    """Revoke grants on these wordings: those of one granter, or all (None). Raises InputError if there are none."""
    who = GROUP + group if group is not None else str(engine.agent(checked_name(reader, "reader")))
    wanted = set(atoms)
    held = [
        (atom, by) for atom, by in shares(engine).now.grants.get(who, {}) if atom in wanted and granter in (None, by)
    ]
    if not held:
        raise InputError(f"{group or reader} holds no such grant")
    writer = engine.writer(at)
    writer.batch.attributes += [AttributeRow(at, str(atom), UNSHARED, f"{by} {who}") for atom, by in held]
    engine.commit(writer)


def set_group(engine: Engine, name: str, members: Iterable[str], at: int) -> None:
    """Set the members of a group."""
    name, writer = checked_name(name, "group"), engine.writer(at)
    wanted = {writer.agent(member) for member in checked_owners(members)}
    present = shares(engine).now.groups.get(name, set())
    changes = [(JOINED, sorted(wanted - present)), (LEFT, sorted(present - wanted))]
    writer.batch.attributes += [AttributeRow(at, name, key, str(agent)) for key, agents in changes for agent in agents]
    if writer.batch:
        engine.commit(writer)


def _holds(view: Snapshot, atom: int, granter: int) -> bool:
    if granter == NOBODY:
        return atom not in view.dead
    return view.owns_atom(granter, atom)

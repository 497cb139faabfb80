"""Who may read a wording without owning it, under consensus: grants to agents and to groups, dated like everything.

A grant is a row about one wording: the granter's own, or where the application grants, the one its record shows. It
holds as long as somebody owns that wording (of an agent's grant: as long as that agent does) and nobody took it back.
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
_GROUP = "@"


class Granted(NamedTuple):
    """Who let a reader read a wording (`NOBODY`: the application), and in which round."""

    granter: int
    at: int


@dataclass(slots=True)
class Shares:
    """Grants and groups as the rows of a store leave them."""

    grants: dict[str, dict[int, Granted]] = field(default_factory=dict)
    """Of each reader (the number of an agent, or @GROUP): the wordings it may read, and who granted each."""

    groups: dict[str, set[int]] = field(default_factory=dict)

    def take(self, row: AttributeRow) -> None:
        """Learn one row."""
        if row.key in (SHARED, UNSHARED):
            granter, _, reader = row.value.partition(" ")
            grants = self.grants.setdefault(reader, {})
            if row.key == SHARED:
                grants[int(row.subject)] = Granted(int(granter), row.at)
            else:
                grants.pop(int(row.subject), None)
        elif row.key == JOINED:
            self.groups.setdefault(row.subject, set()).add(int(row.value))
        elif row.key == LEFT:
            self.groups.setdefault(row.subject, set()).discard(int(row.value))

    def of(self, agent: int) -> dict[int, Granted]:
        """The wordings that an agent may read by itself or as one of a group, with the grant of each."""
        readers = [*(_GROUP + name for name, members in sorted(self.groups.items()) if agent in members), str(agent)]
        return {atom: held for reader in readers for atom, held in self.grants.get(reader, {}).items()}


_ledgers: WeakKeyDictionary[Engine, Ledgers[Shares]] = WeakKeyDictionary()


def shares(engine: Engine) -> Ledgers[Shares]:
    """The grants and groups of a store, now or as of a view."""
    if engine not in _ledgers:
        _ledgers[engine] = Ledgers(engine, Shares)
    return _ledgers[engine]


def lent_to(engine: Engine, view: Snapshot, agent: int, *, only_now: bool) -> dict[int, Granted]:
    """Wordings that an agent does not own and may read, by grant; with `only_now`, of the past what it may read now.

    A record that the agent owns itself is not lent to it: it has its own words for that.
    """
    granted = shares(engine).at(view).of(agent)
    if only_now:
        now = shares(engine).now.of(agent)
        granted = {atom: held for atom, held in granted.items() if atom in now}
    return {
        atom: held
        for atom, held in sorted(granted.items())
        if atom < view.atoms
        and _holds(view, atom, held.granter)
        and view.own_wording(agent, int(view.roots[atom])) is None
    }


def readers_of(engine: Engine, view: Snapshot, record: int) -> list[int]:
    """The agents that may read a record without owning it."""
    ledger = shares(engine).at(view)
    if not ledger.grants:
        return []
    owners, readable = view.owners(record), set(view.wordings(record))
    every = {int(reader) for reader in ledger.grants if not reader.startswith(_GROUP)}
    every |= {member for members in ledger.groups.values() for member in members}
    return sorted(
        agent
        for agent in every - set(owners)
        if any(atom in readable and _holds(view, atom, held.granter) for atom, held in ledger.of(agent).items())
    )


def grant(engine: Engine, atom: int, granter: int, reader: str | None, group: str | None, at: int) -> None:
    """Let an agent, or all of a group, read a wording."""
    writer = engine.writer(at)
    if group is not None and checked_name(group, "group") not in shares(engine).now.groups:
        raise InputError(f"there is no group {group!r}; make it with group({group!r}, […])")
    who = _GROUP + group if group is not None else str(writer.agent(checked_name(reader, "reader")))
    if reader is not None and engine.agent(reader) == granter:
        raise InputError(f"{reader} owns {engine.atom(atom).id} already; a grant is for others")
    held = shares(engine).now.grants.get(who, {}).get(atom)
    if held is not None and held.granter == granter:
        return
    writer.batch.attributes.append(AttributeRow(at, str(atom), SHARED, f"{granter} {who}"))
    engine.commit(writer)


def revoke(
    engine: Engine, atoms: Iterable[int], granter: int | None, reader: str | None, group: str | None, at: int
) -> None:
    """Take grants on these wordings back, those of one granter or (None) of everybody; an error if there is none."""
    who = _GROUP + group if group is not None else str(engine.agent(checked_name(reader, "reader")))
    wanted = set(atoms)
    held = [
        (atom, share.granter)
        for atom, share in shares(engine).now.grants.get(who, {}).items()
        if atom in wanted and granter in (None, share.granter)
    ]
    if not held:
        raise InputError(f"{group or reader} holds no such grant")
    writer = engine.writer(at)
    writer.batch.attributes += [AttributeRow(at, str(atom), UNSHARED, f"{by} {who}") for atom, by in held]
    engine.commit(writer)


def set_group(engine: Engine, name: str, members: Iterable[str], at: int) -> None:
    """Let a group have these members from now on, and no others."""
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

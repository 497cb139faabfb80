"""Marks that an owner sets on its rows: expiry, pin and importance.

Each mark is an attribute row about an atom. Its value begins with the number of the owner. The last row wins.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from weakref import WeakKeyDictionary

import numpy as np

from agentsensus.base.arrays import IntArray
from agentsensus.errors import InputError
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.hybrid import Preference, RankedQuery, nearest_rows
from agentsensus.memory.core.ledger import Ledgers
from agentsensus.memory.core.limits import When
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.core.writer import EXPIRES
from agentsensus.store.rows import AttributeRow

PINNED = "pinned"
"""Key of the pin mark: «OWNER 1» pins the row to the top of every recall of this owner; «OWNER 0» unpins it."""

WEIGHT = "weight"
"""Key of the importance mark, «OWNER N»: the importance that the owner gave the row, from 1 to 10."""

NEVER, TIME = "never", "t"

LEAST, USUAL, MOST = 1, 5, 10
_A_STEP = 0.03
"""With dense ranking, each step of importance above the default adds this to the cosine."""
_A_FACTOR = 1.15
"""With hybrid ranking, each step of importance above the default multiplies the score by this."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The marks of one owner on one wording: expiry, pin and importance."""

    expires: str = NEVER
    is_pinned: bool = False
    importance: int = USUAL


@dataclass(slots=True)
class Marks:
    """The marks of all owners, by owner and wording."""

    of_owner: dict[int, dict[int, Mark]] = field(default_factory=dict)

    def take(self, row: AttributeRow) -> None:
        """Update the mark if the row sets an expiry, a pin or an importance."""
        if row.key not in (EXPIRES, PINNED, WEIGHT):
            return
        owner, _, value = row.value.partition(" ")
        marks, atom = self.of_owner.setdefault(int(owner), {}), int(row.subject)
        held = marks.get(atom, Mark())
        if row.key == EXPIRES:
            marks[atom] = replace(held, expires=value)
        elif row.key == PINNED:
            marks[atom] = replace(held, is_pinned=value == "1")
        else:
            marks[atom] = replace(held, importance=int(value))


_ledgers: WeakKeyDictionary[Engine, Ledgers[Marks]] = WeakKeyDictionary()


def marks_of(engine: Engine, view: Snapshot, agent: int) -> Mapping[int, Mark]:
    """Return the marks of an agent by wording, as of a snapshot."""
    return _marks(engine, view).get(agent, {})


def _marks(engine: Engine, view: Snapshot) -> Mapping[int, Mapping[int, Mark]]:
    if engine not in _ledgers:
        _ledgers[engine] = Ledgers(engine, Marks)
    return _ledgers[engine].at(view).of_owner


def unexpired(engine: Engine, view: Snapshot, agent: int, atoms: IntArray) -> IntArray:
    """Return the given wordings without the expired ones, as of a snapshot."""
    gone = expired(engine, view, agent)
    return np.setdiff1d(atoms, sorted(gone)) if gone else atoms


def unexpired_owners(engine: Engine, view: Snapshot, record: int) -> dict[int, int]:
    """Return the owners who still hold a record that has not expired for them, each with its owner row, as of a
    snapshot.

    A record has expired for an owner if the owner's latest wording of it has expired.
    """
    owners = view.owners(record)
    gone = [agent for agent in owners if view.own_wording(agent, record) in expired(engine, view, agent)]
    return {agent: row for agent, row in owners.items() if agent not in gone}


def expired(engine: Engine, view: Snapshot, agent: int) -> frozenset[int]:
    """Return the wordings of an agent that have expired, as of a snapshot."""
    round_ = engine.round if view.at is None else view.at
    now = engine.time_of_writing() if view.moment is None else view.moment
    marks = marks_of(engine, view, agent)
    return frozenset(atom for atom, held in marks.items() if _is_over(held.expires, round_, now))


def expired_records(engine: Engine, view: Snapshot) -> frozenset[int]:
    """Return the records that have expired for all of their owners, as of a snapshot."""
    marked = {int(view.roots[atom]) for owner in _marks(engine, view) for atom in expired(engine, view, owner)}
    return frozenset(record for record in marked if not unexpired_owners(engine, view, record))


def nearest_with_marks(
    engine: Engine,
    view: Snapshot,
    agent: int | None,
    atoms: IntArray,
    query: RankedQuery,
    k: int,
    floor: float = -1.0,
    lent: Collection[int] = (),
) -> tuple[IntArray, list[float]]:
    """Return the `k` best rows for a recall, and their scores: pinned rows first, then by score adjusted for
    importance.
    """
    marks = {} if agent is None else marks_of(engine, view, agent)
    marks = {atom: held for atom, held in marks.items() if held.is_pinned or held.importance != USUAL}
    if not marks or engine.settings.recall == "hybrid":
        pinned = frozenset(atom for atom, held in marks.items() if held.is_pinned)
        factors = {atom: _A_FACTOR ** (held.importance - USUAL) for atom, held in marks.items()}
        return nearest_rows(engine, view, atoms, query, k, floor, lent, Preference(pinned, factors))
    near = dict(zip(atoms.tolist(), engine.matrix.scores_of(atoms, query.vector).tolist(), strict=True))

    def order(atom: int) -> tuple[bool, float, int]:
        held = marks.get(atom, Mark())
        return not held.is_pinned, -(near[atom] + _A_STEP * (held.importance - USUAL)), atom

    chosen = [atom for atom in sorted(near, key=order) if near[atom] >= floor][:k]
    return np.array(chosen, np.int64), [near[atom] for atom in chosen]


def mark(
    engine: Engine,
    agent: int,
    atom: int,
    at: int,
    expires: When | str | None,
    pinned: bool | None,
    importance: int | None,
) -> None:
    """Store the marks of an owner on a wording. None leaves a mark unchanged."""
    values = {
        EXPIRES: None if expires is None else written_expiry(expires),
        PINNED: None if pinned is None else str(int(_checked_pin(pinned))),
        WEIGHT: None if importance is None else str(_checked_importance(importance)),
    }
    rows = [AttributeRow(at, str(atom), key, f"{agent} {value}") for key, value in values.items() if value is not None]
    if not rows:
        raise InputError("nothing to mark; give expires=, pinned= or importance=")
    writer = engine.writer(at)
    writer.batch.attributes += rows
    engine.commit(writer)


def written_expiry(expires: object) -> str:
    """Return the stored form of an expiry. Raises InputError if it is not valid."""
    if isinstance(expires, datetime):
        moment = expires.replace(tzinfo=UTC) if expires.tzinfo is None else expires
        return f"{TIME}{int(moment.timestamp() * 1_000_000)}"
    if expires == NEVER or (isinstance(expires, int) and not isinstance(expires, bool)):
        return str(expires)
    raise InputError(f"expires is {expires!r}: give a round (a whole number), a datetime or {NEVER!r}")


def _is_over(expires: str, round_: int, now: int) -> bool:
    if expires == NEVER:
        return False
    return int(expires[len(TIME) :]) <= now if expires.startswith(TIME) else int(expires) <= round_


def _checked_pin(pinned: object) -> bool:
    if not isinstance(pinned, bool):
        raise InputError(f"pinned is {pinned!r}: give True or False")
    return pinned


def _checked_importance(importance: object) -> int:
    if isinstance(importance, bool) or not isinstance(importance, int) or not LEAST <= importance <= MOST:
        raise InputError(f"importance is {importance!r}: give a whole number from {LEAST} to {MOST}")
    return importance

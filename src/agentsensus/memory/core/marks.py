"""Marks that an owner sets on its rows: expiry, pin and importance.

Each mark is an attribute row about an atom; its value begins with the number of the owner, and the last row counts.
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
"""«OWNER 1»: the owner keeps the row at hand; «OWNER 0» takes it back."""

WEIGHT = "weight"
"""«OWNER N»: how important the owner says the row is, from 1 to 10."""

NEVER, TIME = "never", "t"

LEAST, USUAL, MOST = 1, 5, 10
_A_STEP = 0.03
"""Added to the cosine for each step of importance above the default."""
_A_FACTOR = 1.15
"""The same for a hybrid ranking: the fused score is multiplied by it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The marks of an owner on one wording."""

    expires: str = NEVER
    is_pinned: bool = False
    importance: int = USUAL


@dataclass(slots=True)
class Marks:
    """The marks of all owners, by owner and wording."""

    of_owner: dict[int, dict[int, Mark]] = field(default_factory=dict)

    def take(self, row: AttributeRow) -> None:
        """Apply one row."""
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
    """The marks of an agent by wording, as of a view."""
    return _marks(engine, view).get(agent, {})


def _marks(engine: Engine, view: Snapshot) -> Mapping[int, Mapping[int, Mark]]:
    if engine not in _ledgers:
        _ledgers[engine] = Ledgers(engine, Marks)
    return _ledgers[engine].at(view).of_owner


def unexpired(engine: Engine, view: Snapshot, agent: int, atoms: IntArray) -> IntArray:
    """The given wordings without those that have expired, as of a view."""
    gone = expired(engine, view, agent)
    return np.setdiff1d(atoms, sorted(gone)) if gone else atoms


def unexpired_owners(engine: Engine, view: Snapshot, record: int) -> dict[int, int]:
    """The owners of a record for whom it has not expired, with their ownership rows.

    A record has expired for an owner if its latest wording of it has.
    """
    owners = view.owners(record)
    gone = [agent for agent in owners if view.own_wording(agent, record) in expired(engine, view, agent)]
    return {agent: row for agent, row in owners.items() if agent not in gone}


def expired(engine: Engine, view: Snapshot, agent: int) -> frozenset[int]:
    """The wordings of an agent that have expired, as of a view."""
    round_ = engine.round if view.at is None else view.at
    now = engine.time_of_writing() if view.moment is None else view.moment
    marks = marks_of(engine, view, agent)
    return frozenset(atom for atom, held in marks.items() if _is_over(held.expires, round_, now))


def expired_records(engine: Engine, view: Snapshot) -> frozenset[int]:
    """The records that have expired for all of their owners, as of a view."""
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
    """The `k` rows to recall, with how near each is: pinned ones first, important ones counted as nearer."""
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
    """Store marks of an owner on a wording; None leaves a mark unchanged."""
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
    """A time of expiry as a mark stores it. Raises InputError."""
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

"""What one owner wants of one of its rows: until when it is recalled, that it is kept at hand, how important it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from weakref import WeakKeyDictionary

import numpy as np

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.errors import InputError
from agentsensus.memory.asking.limits import When
from agentsensus.memory.core.attribute_keys import EXPIRES, NEVER, PINNED, TIME, WEIGHT
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ledger import Ledgers
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.store.rows import AttributeRow

LEAST, USUAL, MOST = 1, 5, 10
_A_STEP = 0.03
"""How much nearer a row counts for each step of importance above the usual."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the owner of a wording wants of it."""

    expires: str = NEVER
    is_pinned: bool = False
    importance: int = USUAL


@dataclass(slots=True)
class Wishes:
    """The wishes of all owners as the rows of a store leave them, by owner and wording."""

    of_owner: dict[int, dict[int, Wish]] = field(default_factory=dict)

    def take(self, row: AttributeRow) -> None:
        """Learn one row."""
        if row.key not in (EXPIRES, PINNED, WEIGHT):
            return
        owner, _, value = row.value.partition(" ")
        wishes, atom = self.of_owner.setdefault(int(owner), {}), int(row.subject)
        wish = wishes.get(atom, Wish())
        if row.key == EXPIRES:
            wishes[atom] = replace(wish, expires=value)
        elif row.key == PINNED:
            wishes[atom] = replace(wish, is_pinned=value == "1")
        else:
            wishes[atom] = replace(wish, importance=int(value))


_ledgers: WeakKeyDictionary[Engine, Ledgers[Wishes]] = WeakKeyDictionary()


def wishes_of(engine: Engine, view: Snapshot, agent: int) -> Mapping[int, Wish]:
    """What an agent wants of its wordings, as of a view."""
    if engine not in _ledgers:
        _ledgers[engine] = Ledgers(engine, Wishes)
    return _ledgers[engine].at(view).of_owner.get(agent, {})


def unexpired(engine: Engine, view: Snapshot, agent: int, atoms: IntArray) -> IntArray:
    """Those of an agent's wordings that it still wants to recall, as of a view."""
    wishes = wishes_of(engine, view, agent)
    if not any(wish.expires != NEVER for wish in wishes.values()):
        return atoms
    round_ = engine.round if view.at is None else view.at
    now = engine.time_of_writing()
    gone = [atom for atom, wish in wishes.items() if _is_over(wish.expires, round_, now)]
    return np.setdiff1d(atoms, gone)


def nearest_wanted(
    engine: Engine, view: Snapshot, agent: int | None, atoms: IntArray, vector: FloatArray, k: int
) -> tuple[IntArray, list[float]]:
    """The `k` rows to recall, with how near each is: pinned ones first, important ones counted as nearer."""
    wishes = {} if agent is None else wishes_of(engine, view, agent)
    if not any(wish.is_pinned or wish.importance != USUAL for wish in wishes.values()):
        return engine.matrix.nearest_of(atoms, vector, k, last=view.atoms)
    near = dict(zip(atoms.tolist(), engine.matrix.scores_of(atoms, vector).tolist(), strict=True))

    def order(atom: int) -> tuple[bool, float, int]:
        wish = wishes.get(atom, Wish())
        return not wish.is_pinned, -(near[atom] + _A_STEP * (wish.importance - USUAL)), atom

    chosen = sorted(near, key=order)[:k]
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
    """Keep what an owner wants of a wording; None leaves a wish as it is."""
    values = {
        EXPIRES: None if expires is None else _written(expires),
        PINNED: None if pinned is None else str(int(_checked_pin(pinned))),
        WEIGHT: None if importance is None else str(_checked_importance(importance)),
    }
    rows = [AttributeRow(at, str(atom), key, f"{agent} {value}") for key, value in values.items() if value is not None]
    if not rows:
        raise InputError("nothing to mark; give expires=, pinned= or importance=")
    writer = engine.writer(at)
    writer.batch.attributes += rows
    engine.commit(writer)


def _written(expires: object) -> str:
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

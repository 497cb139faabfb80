"""Check that the row numbers stored in rows refer to existing rows. Opening, verifying and importing all use these
checks.

Checksums detect damage only. A forged store can have valid checksums and still refer to missing rows.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from agentsensus.base.addresses import shown_address
from agentsensus.base.arrays import IntArray
from agentsensus.base.files import parse_json
from agentsensus.errors import StoreDamaged
from agentsensus.store.protocol import Store
from agentsensus.store.rows import NO_ORIGINAL, NO_TARGET, NOBODY, ROW_TYPES, Batch, column_names

__all__ = ["REFERRED", "batch_numbers", "damaged", "stored_json", "wrong_numbers"]

NumberColumns: TypeAlias = Mapping[str, Mapping[str, IntArray]]
"""The integer columns of each table."""

REFERRED = ("agents", "originals", "deposits", "atoms", "links")
"""Tables that other rows refer to."""

_LIMIT = 2**62
_REFERENCES: tuple[tuple[str, str, str, int], ...] = (
    ("originals", "agent", "agents", 0),
    ("originals", "answers", "originals", NO_ORIGINAL),
    ("deposits", "agent", "agents", 0),
    ("deposits", "original", "originals", NO_ORIGINAL),
    ("atoms", "deposit", "deposits", 0),
    ("owners", "atom", "atoms", 0),
    ("owners", "agent", "agents", 0),
    ("merges", "atom", "atoms", 0),
    ("merges", "record", "atoms", 0),
    ("merges", "agent", "agents", NOBODY),
    ("links", "a", "atoms", 0),
    ("links", "b", "atoms", 0),
    ("links", "agent", "agents", NOBODY),
    ("retractions", "agent", "agents", NOBODY),
    ("decisions", "atom", "atoms", 0),
    ("decisions", "target", "atoms", NO_TARGET),
)
"""Table, column, the table that the column refers to, and the lowest valid number (-1 if it may refer to nothing)."""

_RETRACTED = {"owner": ("atoms", ("a",)), "pair": ("atoms", ("a", "b")), "link": ("links", ("a",))}


def damaged(store: Store, what: str) -> StoreDamaged:
    """Return a StoreDamaged error for this store; `what` describes the damage."""
    where = shown_address(str(store.address))
    return StoreDamaged(f"{where}: the store is damaged: {what}; restore a backup, or import an export")


def stored_json(store: Store, text: str, what: str) -> Any:
    """Parse a JSON text read from a row. Raises StoreDamaged if it is invalid; `what` names the text in the message."""
    try:
        return parse_json(text)
    except ValueError:
        raise damaged(store, f"{what} is not valid JSON") from None


def batch_numbers(batch: Batch) -> dict[str, dict[str, IntArray]]:
    """Return the integer columns of each table in a batch."""
    return {
        table: {
            name: np.array([getattr(row, name) for row in batch.rows(table)], np.int64)
            for name in column_names(table, int)
        }
        for table in ROW_TYPES
    }


def wrong_numbers(
    new: NumberColumns, kinds: Sequence[str], vectors: int, known: Mapping[str, IntArray] | None = None
) -> str | None:
    """Return an error message for the first invalid row; None if all rows are valid.

    `new` holds the rows to check, `kinds` the kinds of their retractions. `known` holds the rounds of the earlier rows
    in each table of `REFERRED`. A row may refer only to rows that existed in its round.
    """
    before = _Before(new, known or {})
    return (
        _wrong_values(new, before)
        or _wrong_references(new, before)
        or _wrong_retractions(new, kinds, before)
        or _wrong_deposits(new, before)
        or _wrong_atoms(new, before, vectors)
    )


class _Before:
    """Row counts of each table before the new rows, and at the end of each round."""

    def __init__(self, new: NumberColumns, known: Mapping[str, IntArray]) -> None:
        self._new = new
        self._known = known

    def count(self, table: str) -> int:
        """Return how many rows a table had before the new ones."""
        return len(self._known.get(table, ()))

    def last_round(self, table: str) -> int | None:
        rounds = self._known.get(table)
        return int(rounds[-1]) if rounds is not None and len(rounds) else None

    def sizes(self, table: str, rounds: IntArray) -> IntArray:
        """Return how many rows the table has at the end of each of these rounds."""
        old = self._known.get(table, np.empty(0, np.int64))
        sizes = np.searchsorted(old, rounds, side="right")
        added = np.searchsorted(self._new[table]["at"], rounds, side="right")
        return np.where(sizes == len(old), sizes + added, sizes)


def _first(mask: "np.typing.NDArray[np.bool_]") -> int | None:
    """Return the first position at which the mask is true; None if there is none."""
    return int(mask.argmax()) if len(mask) and mask.any() else None


def _wrong_values(new: NumberColumns, before: _Before) -> str | None:
    for table, columns in new.items():
        for name, values in columns.items():
            if (place := _first((values >= _LIMIT) | (values <= -_LIMIT))) is not None:
                return f"{table} row {before.count(table) + place} has {name} {values[place]}, which is too large"
        rounds, last = columns["at"], before.last_round(table)
        if (len(rounds) and last is not None and rounds[0] < last) or (np.diff(rounds) < 0).any():
            return f"rounds go back in {table}"
    return None


def _wrong_references(new: NumberColumns, before: _Before) -> str | None:
    for table, name, other, lowest in _REFERENCES:
        values = new[table][name]
        sizes = before.sizes(other, new[table]["at"])
        if (place := _first((values < lowest) | (values >= sizes))) is not None:
            return f"{table} row {before.count(table) + place} refers to {name} {values[place]}, which does not exist"
    return None


def _wrong_retractions(new: NumberColumns, kinds: Sequence[str], before: _Before) -> str | None:
    columns = new["retractions"]
    if (unknown := next((kind for kind in kinds if kind not in _RETRACTED), None)) is not None:
        return f"retractions row {kinds.index(unknown)} has the kind {unknown[:40]!r}, which does not exist"
    for kind, (table, names) in _RETRACTED.items():
        chosen = np.flatnonzero(np.fromiter((each == kind for each in kinds), np.bool_, len(kinds)))
        sizes = before.sizes(table, columns["at"][chosen])
        for name in names:
            values = columns[name][chosen]
            if (place := _first((values < 0) | (values >= sizes))) is not None:
                return f"retractions row {chosen[place]} refers to {kind} {values[place]}, which does not exist"
    return None


def _wrong_deposits(new: NumberColumns, before: _Before) -> str | None:
    """Return an error message unless deposits hold consecutive atoms without gaps and each new atom is in a deposit."""
    deposits, atoms = new["deposits"], new["atoms"]
    first, size, start = deposits["first"], deposits["size"], before.count("atoms")
    too_large = (size < 0) | (size > len(atoms["at"]))
    ends = start + np.cumsum(np.where(too_large, 0, size))
    starts = np.concatenate([[start], ends[:-1]]) if len(ends) else ends
    if (place := _first(too_large | (first != starts) | (ends > start + len(atoms["at"])))) is not None:
        return f"deposits row {before.count('deposits') + place} refers to atoms that are not its own"
    expected = np.repeat(np.arange(len(size)), size) + before.count("deposits")
    if len(expected) != len(atoms["at"]):
        return f"atoms row {start + len(expected)} belongs to no deposit"
    if (place := _first(expected != atoms["deposit"])) is not None:
        return f"atoms row {start + place} is not one of its deposit's"
    return None


def _wrong_atoms(new: NumberColumns, before: _Before, vectors: int) -> str | None:
    """Return an error message unless each new atom has a vector and an owner, and owners are in the order of their
    atoms.
    """
    numbers, owned, start = new["atoms"]["vector"], new["owners"]["atom"], before.count("atoms")
    if (place := _first((numbers < 0) | (numbers >= vectors))) is not None:
        return f"atoms row {start + place} refers to vector {numbers[place]}, which does not exist"
    if len(owned) and (owned[0] < start or (np.diff(owned) < 0).any()):
        return "owners are not in the order of their atoms"
    missing = np.setdiff1d(np.arange(start, start + len(numbers)), owned, assume_unique=False)
    return f"atoms row {missing[0]} belongs to nobody" if len(missing) else None

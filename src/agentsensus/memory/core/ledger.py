"""Ledgers: state of a design that is stored as dated attribute rows and can be read as of any round."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Generic, Protocol, TypeVar, cast

import numpy as np

from agentsensus.base.arrays import GrowingArray, IntArray
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.store.integrity import damaged
from agentsensus.store.rows import AttributeRow

_PAST = 4


class Numbers:
    """An integer for each atom; `absent` for atoms without one."""

    def __init__(self, absent: int = -1) -> None:
        self._absent = absent
        self._numbers = GrowingArray(np.int64)

    def __setitem__(self, atom: int, value: int) -> None:
        self._numbers.pad(atom + 1, self._absent)
        self._numbers.values[atom] = value

    def __getitem__(self, atom: int) -> int:
        return int(self._numbers.values[atom]) if atom < len(self._numbers) else self._absent

    def of(self, atoms: IntArray) -> IntArray:
        """Return the numbers of these atoms (ascending) as one array."""
        if len(atoms):
            self._numbers.pad(int(atoms[-1]) + 1, self._absent)
        numbers: IntArray = self._numbers.values[atoms]
        return numbers


class Ledger(Protocol):
    """State that is computed by applying attribute rows in order."""

    def take(self, row: AttributeRow) -> None:
        """Apply a row. Rows with keys of other ledgers are ignored."""
        ...


def attribute_rows(engine: Engine, first: int = 0) -> Iterator[AttributeRow]:
    """Yield the committed attribute rows from number `first` on. Raises StoreDamaged for an invalid row."""
    known = engine.columns.counts(0).rows["attributes"]
    rows = engine.store.rows("attributes", range(first, known) if first else None)
    for number, row in enumerate(cast("Iterator[AttributeRow]", rows), first):
        if number >= known:
            return
        if number >= engine.attributes_checked:
            if wrong := engine.wrong_attribute(row):
                raise damaged(engine.store, f"attributes row {number} {wrong}")
            engine.attributes_checked = number + 1
        yield row


L = TypeVar("L", bound=Ledger)


class Ledgers(Generic[L]):
    """The current ledger, updated with every commit, and the ledgers of a few earlier rounds."""

    def __init__(self, engine: Engine, make: Callable[[], L]) -> None:
        self._engine = engine
        self._make = make
        self._begin()

    def _begin(self) -> None:
        self._columns = self._engine.columns
        self._now, self._seen = self._make(), 0
        self._past: OrderedDict[int, L] = OrderedDict()
        """Number of applied attribute rows → the ledger at that point."""

    @property
    def now(self) -> L:
        """The current ledger: the state after every committed attribute row."""
        if self._columns is not self._engine.columns:
            self._begin()  # the store was rewritten
        known = self._engine.columns.counts(0).rows["attributes"]
        if known > self._seen:
            for row in attribute_rows(self._engine, self._seen):
                self._now.take(row)
            self._seen = known
            self._past.clear()
        return self._now

    def at(self, view: Snapshot) -> L:
        """Return the ledger as of a snapshot."""
        now, size = self.now, view.size("attributes")
        if view.at is None or size == self._seen:
            return now
        if size not in self._past:
            past = self._make()
            for row in islice(attribute_rows(self._engine), size):
                past.take(row)
            self._past[size] = past
            while len(self._past) > _PAST:
                self._past.popitem(last=False)
        return self._past[size]

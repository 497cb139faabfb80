"""An index of metadata: for each key and value, the wordings that have it. A filter reads only rows that fit."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast
from weakref import WeakKeyDictionary

import numpy as np

from agentsensus.base.arrays import IntArray
from agentsensus.memory.core.caches import stored_metadata
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.limits import ABSENT, AskLimits, BoolArray, Where, compare, is_comparison, time_mask
from agentsensus.store.rows import AtomRow

__all__ = ["fitting"]


def fitting(engine: Engine, atoms: IntArray, limits: AskLimits) -> IntArray:
    """Those of the ascending `atoms` that meet the limits."""
    if limits.where is not None:
        if engine not in _indexes:
            _indexes[engine] = MetadataIndex(engine)
        atoms = atoms[_indexes[engine].mask(limits.where)[atoms]]
    return atoms[time_mask(engine, atoms, limits)]


class MetadataIndex:
    """The wordings by metadata key and value. It reads each row once and follows later commits."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._begin()

    def _begin(self) -> None:
        self._columns, self._size = self._engine.columns, 0
        self._by_key: dict[str, dict[str, list[int]]] = {}
        self._by_text: dict[str, list[int]] = {}

    def mask(self, where: Where) -> BoolArray:
        """Which atoms fit a checked condition, as booleans by number."""
        self._load()
        if callable(where):
            whole = (stored_metadata(self._engine.store, text) for text in self._by_text)
            return self._marked(atoms for of, atoms in zip(whole, self._by_text.values(), strict=True) if where(of))
        return self._all_fit(where)

    def _load(self) -> None:
        if self._columns is not self._engine.columns:
            self._begin()  # the store was rewritten
        size = len(self._engine.columns.of("atoms", "at"))
        rows = self._engine.store.rows("atoms", range(self._size, size) if self._size else None)
        for atom, row in enumerate(rows if size > self._size else (), self._size):
            if atom < size:
                self._take(atom, cast(AtomRow, row).metadata)
        self._size = size

    def _take(self, atom: int, text: str) -> None:
        known = self._by_text.setdefault(text, [])
        known.append(atom)
        for key, value in stored_metadata(self._engine.store, text).items():
            self._by_key.setdefault(key, {}).setdefault(_written(value), []).append(atom)

    def _all_fit(self, where: Mapping[str, Any]) -> BoolArray:
        mask = np.ones(self._size, np.bool_)
        for key, condition in where.items():
            mask &= self._part(key, condition)
        return mask

    def _part(self, key: str, condition: Any) -> BoolArray:
        match key:
            case "$and":
                return cast(BoolArray, np.logical_and.reduce([self._all_fit(part) for part in condition]))
            case "$or":
                return cast(BoolArray, np.logical_or.reduce([self._all_fit(part) for part in condition]))
            case "$not":
                return ~self._all_fit(condition)
        values = self._by_key.get(key, {})
        wanted = condition if is_comparison(condition) else {"$eq": condition}
        if set(wanted) <= {"$eq", "$in"} and all(_is_simple(value) for value in _operands(wanted)):
            # Values that are written in one way only are looked up, not compared.
            found = [
                {_written(value) for value in (operand if operator == "$in" else [operand])}
                for operator, operand in wanted.items()
            ]
            return self._marked(values[text] for text in set.intersection(*found) if text in values)
        mask = self._marked(atoms for text, atoms in values.items() if compare(json.loads(text), wanted))
        if compare(ABSENT, wanted):
            mask |= ~self._marked(values.values())
        return mask

    def _marked(self, lists: Iterable[list[int]]) -> BoolArray:
        mask = np.zeros(self._size, np.bool_)
        for atoms in lists:
            mask[atoms] = True
        return mask


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _operands(wanted: Mapping[str, Any]) -> list[Any]:
    return [value for operator, operand in wanted.items() for value in (operand if operator == "$in" else [operand])]


def _is_simple(value: object) -> bool:
    """Whether equal values have equal JSON; numbers do not (1 equals 1.0)."""
    return isinstance(value, str | bool) or value is None


_indexes: WeakKeyDictionary[Engine, MetadataIndex] = WeakKeyDictionary()

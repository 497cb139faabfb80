"""An index of metadata: key and value → the wordings that have them, so that a filter reads only matching rows."""

import json
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, cast
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from agentsensus.base.arrays import IntArray
from agentsensus.memory.core.caches import stored_metadata
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.limits import ABSENT, AskLimits, BoolArray, Where, compare, is_comparison, time_mask
from agentsensus.store.rows import AtomRow

__all__ = ["fitting"]

_NumberArray: TypeAlias = npt.NDArray[Any]


def fitting(engine: Engine, atoms: IntArray, limits: AskLimits) -> IntArray:
    """Return the `atoms` (ascending) that meet the limits."""
    if limits.where is not None:
        if engine not in _indexes:
            _indexes[engine] = MetadataIndex(engine)
        atoms = atoms[_indexes[engine].mask(limits.where)[atoms]]
    return atoms[time_mask(engine, atoms, limits)]


class MetadataIndex:
    """The wordings by metadata key and value. Each row is read once; later commits are added."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._begin()

    def _begin(self) -> None:
        self._columns, self._size = self._engine.columns, 0
        self._by_key: dict[str, _Values] = {}
        self._by_text: dict[str, tuple[dict[str, Any], list[int]]] = {}

    def mask(self, where: Where) -> BoolArray:
        """Return a mask, by atom number, of the atoms that match a checked filter."""
        self._load()
        if callable(where):
            # Each call gets its own dict, so that a filter function that changes it does no harm.
            return self._marked(atoms for metadata, atoms in self._by_text.values() if where(dict(metadata)))
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
        if text not in self._by_text:
            self._by_text[text] = dict(stored_metadata(self._engine.store, text)), []
        metadata, atoms = self._by_text[text]
        atoms.append(atom)
        for key, value in metadata.items():
            self._by_key.setdefault(key, _Values()).add(value, atom)

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
        values = self._by_key.get(key, _Values())
        wanted = condition if is_comparison(condition) else {"$eq": condition}
        mask = self._marked(values.fitting(wanted))
        if compare(ABSENT, wanted):
            mask |= ~self._marked(values.every())
        return mask

    def _marked(self, lists: Iterable[Sequence[int] | IntArray]) -> BoolArray:
        mask = np.zeros(self._size, np.bool_)
        for atoms in lists:
            mask[atoms] = True
        return mask


class _Values:
    """The values of one metadata key, each with the wordings that have it.

    Text values are looked up by equality, numbers are compared as one array, and other values one by one.
    """

    def __init__(self) -> None:
        self._atoms: dict[str, tuple[Any, list[int]]] = {}
        self._arrays: tuple[_NumberArray, IntArray] | None = None

    def add(self, value: Any, atom: int) -> None:
        """Add a wording with its value."""
        text = _written(value)
        if text not in self._atoms:
            self._atoms[text] = value, []
        self._atoms[text][1].append(atom)
        self._arrays = None

    def every(self) -> Iterator[list[int]]:
        """Yield all wordings that have the key."""
        return (atoms for _, atoms in self._atoms.values())

    def fitting(self, wanted: Mapping[str, Any]) -> Iterator[Sequence[int] | IntArray]:
        """Yield wordings with a value that meets all operators of a comparison."""
        if set(wanted) <= {"$eq", "$in"} and all(_is_simple(value) for value in _operands(wanted)):
            found = [
                {_written(value) for value in (operand if name == "$in" else [operand])}
                for name, operand in wanted.items()
            ]
            yield from (self._atoms[text][1] for text in set.intersection(*found) if text in self._atoms)
        elif set(wanted) <= set(_COMPARED) and all(_is_number(operand) for operand in wanted.values()):
            numbers, atoms = self._numbers()
            masks = [_COMPARED[name](numbers, operand) for name, operand in wanted.items()]
            yield atoms[np.logical_and.reduce(masks)]
        else:
            yield from (atoms for value, atoms in self._atoms.values() if compare(value, wanted))

    def _numbers(self) -> tuple[_NumberArray, IntArray]:
        """Return the numeric values and the wording of each. Cached until a wording is added."""
        if self._arrays is None:
            pairs = [(value, atom) for value, atoms in self._atoms.values() if _is_number(value) for atom in atoms]
            # Integers that a float cannot represent are compared exactly, as objects.
            is_exact = all(abs(value) <= _EXACT for value, _ in pairs)
            numbers = np.array([value for value, _ in pairs], np.float64 if is_exact else object)
            self._arrays = numbers, np.array([atom for _, atom in pairs], np.int64)
        return self._arrays


_COMPARED: Mapping[str, Callable[[Any, Any], Any]] = {
    "$eq": operator.eq,
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}
_EXACT = 2**53


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _operands(wanted: Mapping[str, Any]) -> list[Any]:
    return [value for name, operand in wanted.items() for value in (operand if name == "$in" else [operand])]


def _is_simple(value: object) -> bool:
    """Return whether a value can be compared by its JSON text. Numbers cannot (1 equals 1.0), nor lists or objects."""
    return isinstance(value, str | bool) or value is None


_indexes: WeakKeyDictionary[Engine, MetadataIndex] = WeakKeyDictionary()

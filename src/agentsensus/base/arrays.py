"""Array types used everywhere, and an array that grows at the end."""

from collections.abc import Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

__all__ = ["FloatArray", "GrowingArray", "IntArray", "IntColumn"]

FloatArray: TypeAlias = npt.NDArray[np.float32]
IntArray: TypeAlias = npt.NDArray[np.int64]

_FIRST_ROOM = 16
_WIDTHS: tuple[type[np.signedinteger[Any]], ...] = (np.int8, np.int16, np.int32, np.int64)

N = TypeVar("N", bound=np.generic)


class GrowingArray(Generic[N]):
    """An array that grows at the end: numbers of one type, or rows of `width` numbers. Capacity doubles when it is
    full.
    """

    def __init__(self, dtype: type[N], width: int | None = None) -> None:
        self._row_shape = () if width is None else (width,)
        self._block: npt.NDArray[N] = np.empty((0, *self._row_shape), dtype)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def values(self) -> npt.NDArray[N]:
        """All values as one array. Later appends do not change an array that was returned."""
        return self._block[: self._size]

    def extend(self, rows: npt.NDArray[N] | Sequence[int]) -> None:
        last = self._size
        self._grow(last + len(rows))
        self._block[last : self._size] = rows

    def pad(self, size: int, value: Any) -> None:
        """Append `value` until the array has at least `size` rows."""
        last = self._size
        if size > last:
            self._grow(size)
            self._block[last:size] = value

    def _grow(self, size: int) -> None:
        if size > len(self._block):
            room = max(size, len(self._block) * 2, _FIRST_ROOM)
            grown = np.empty((room, *self._row_shape), self._block.dtype)
            grown[: self._size] = self.values
            self._block = grown
        self._size = size


class IntColumn:
    """A column of integers that grows at the end. It uses the narrowest integer type, `least` or wider, that holds them
    all.
    """

    def __init__(self, least: type[np.signedinteger[Any]] = np.int32) -> None:
        self._array: GrowingArray[Any] = GrowingArray(least)

    def __len__(self) -> int:
        return len(self._array)

    @property
    def values(self) -> IntArray:
        """All integers as one array, perhaps narrower than int64. Later appends do not change an array that was
        returned.
        """
        return self._array.values

    def extend(self, numbers: IntArray | Sequence[int]) -> None:
        given = np.asarray(numbers, np.int64)
        if len(given):
            self._widen(int(given.min()), int(given.max()))
            self._array.extend(given)

    def _widen(self, low: int, high: int) -> None:
        kept = self._array.values
        wide_enough = (kind for kind in _WIDTHS if np.iinfo(kind).bits >= np.iinfo(kept.dtype).bits)
        fitting = next(kind for kind in wide_enough if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max)
        if fitting != kept.dtype:
            self._array = GrowingArray(fitting)
            self._array.extend(kept)

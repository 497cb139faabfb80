"""Array types used everywhere, and an array that grows at the end."""

from collections.abc import Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

__all__ = ["FloatArray", "GrowingArray", "IntArray"]

FloatArray: TypeAlias = npt.NDArray[np.float32]
IntArray: TypeAlias = npt.NDArray[np.int64]

_FIRST_ROOM = 16

N = TypeVar("N", bound=np.generic)


class GrowingArray(Generic[N]):
    """Numbers of one type, or rows of `width` numbers, appended at the end. Capacity doubles when it is full."""

    def __init__(self, dtype: type[N], width: int | None = None) -> None:
        self._row_shape = () if width is None else (width,)
        self._block: npt.NDArray[N] = np.empty((0, *self._row_shape), dtype)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def values(self) -> npt.NDArray[N]:
        """All values as one array. The array keeps its contents when more values are appended later."""
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

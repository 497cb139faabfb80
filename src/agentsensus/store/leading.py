"""An exact shortcut: most of what vectors say lies in few directions, and the rest can only add so much.

Vectors are turned so that their strongest directions come first, and only those are kept here, with the length of what
was left out. Two vectors are at most as similar as their leading parts plus the product of those lengths; whoever
cannot be near by that bound need not be compared whole.
"""

from typing import cast

import numpy as np

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.one_thread import on_one_thread
from agentsensus.store.growing import GrowingArray

ENOUGH = 4_096
"""Vectors from which the directions are found; with fewer, looking at them whole is quick enough."""

_SHARE = 0.3125
_ENERGY = 0.85
_SLACK = np.float32(1e-5)


class Leading:
    """The leading parts of vectors, added at the end only."""

    def __init__(self, turn: FloatArray) -> None:
        self._turn = turn
        self._parts = GrowingArray(np.float32, turn.shape[1])
        self._rest = GrowingArray(np.float32)

    @classmethod
    @on_one_thread()
    def of(cls, rows: FloatArray) -> "Leading | None":
        """The leading parts of these vectors; None when no few directions stand out."""
        sample = rows[:ENOUGH].astype(np.float64)
        strengths, directions = np.linalg.eigh(sample.T @ sample)
        count = int(rows.shape[1] * _SHARE)
        if strengths[-count:].sum() < _ENERGY * strengths.sum():
            return None
        leading = cls(np.ascontiguousarray(directions[:, ::-1][:, :count], np.float32))
        leading.extend(rows)
        return leading

    @on_one_thread()
    def extend(self, rows: FloatArray) -> None:
        """Add vectors at the end."""
        parts = rows @ self._turn
        self._parts.extend(parts)
        self._rest.extend(_rest(rows, parts))

    def bounds(self, queries: FloatArray, chosen: IntArray | slice) -> FloatArray:
        """How similar each chosen vector can at most be to each query (a row a query)."""
        turned = queries @ self._turn
        left = _rest(queries, turned)
        parts = self._parts.values[chosen]
        # One query at a time is faster as a matrix times a vector.
        upper = (parts @ turned[0])[None, :] if len(turned) == 1 else turned @ parts.T
        upper += left[:, None] * self._rest.values[chosen] + _SLACK
        return cast(FloatArray, upper)


def _rest(rows: FloatArray, parts: FloatArray) -> FloatArray:
    whole = np.einsum("ij,ij->i", rows, rows)
    return cast(FloatArray, np.sqrt(np.maximum(whole - np.einsum("ij,ij->i", parts, parts), 0)).astype(np.float32))

"""An exact shortcut: most of what vectors say lies in few directions, and the rest can only add so much.

Vectors are turned so that their strongest directions come first, and only those are kept here, with the length of what
was left out. Two vectors are at most as similar as their leading parts plus the product of those lengths; whoever
cannot be near by that bound need not be looked at whole.
"""

from typing import cast

import numpy as np

from agentsensus.arrays import FloatArray, IntArray

ENOUGH = 4_096
"""Vectors from which the directions are found; with fewer, looking at them whole is quick enough."""

_SHARE = 0.3125
_ENERGY = 0.85
_SLACK = np.float32(1e-5)


class Leading:
    """The leading parts of vectors, added at the end only."""

    def __init__(self, turn: FloatArray) -> None:
        self._turn = turn
        self._parts: FloatArray = np.empty((0, turn.shape[1]), np.float32)
        self._rest: FloatArray = np.empty(0, np.float32)
        self._size = 0

    @classmethod
    def of(cls, rows: FloatArray) -> "Leading | None":
        """The leading parts of these vectors; None when no few directions stand out."""
        sample = rows[:ENOUGH].astype(np.float64)
        strengths, directions = np.linalg.eigh(sample.T @ sample)
        kept = int(rows.shape[1] * _SHARE)
        if strengths[-kept:].sum() < _ENERGY * strengths.sum():
            return None
        made = cls(np.ascontiguousarray(directions[:, ::-1][:, :kept], np.float32))
        made.extend(rows)
        return made

    def extend(self, rows: FloatArray) -> None:
        """Add vectors at the end."""
        needed = self._size + len(rows)
        if needed > len(self._parts):
            capacity = max(needed, len(self._parts) * 2)
            parts, rest = np.empty((capacity, self._parts.shape[1]), np.float32), np.empty(capacity, np.float32)
            parts[: self._size], rest[: self._size] = self._parts[: self._size], self._rest[: self._size]
            self._parts, self._rest = parts, rest
        self._parts[self._size : needed] = rows @ self._turn
        self._rest[self._size : needed] = _rest(rows, self._parts[self._size : needed])
        self._size = needed

    def bounds(self, queries: FloatArray, chosen: IntArray | slice) -> FloatArray:
        """How similar each chosen vector can at most be to each query (a row a query)."""
        asked = queries @ self._turn
        left = _rest(queries, asked)
        parts = self._parts[: self._size][chosen]
        # One query at a time is faster as a matrix times a vector.
        upper = (parts @ asked[0])[None, :] if len(asked) == 1 else asked @ parts.T
        upper += left[:, None] * self._rest[: self._size][chosen] + _SLACK
        return cast(FloatArray, upper)


def _rest(rows: FloatArray, parts: FloatArray) -> FloatArray:
    whole = np.einsum("ij,ij->i", rows, rows)
    return cast(FloatArray, np.sqrt(np.maximum(whole - np.einsum("ij,ij->i", parts, parts), 0)).astype(np.float32))

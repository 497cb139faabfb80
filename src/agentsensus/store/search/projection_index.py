"""An exact filter for vector search: bound each similarity with a projection on the directions of highest variance.

Vectors are rotated so that these directions come first. The index stores the leading coordinates and the length of the
remainder. The similarity of two vectors is at most the dot product of the projections plus the product of the
remainders' lengths. Rows with too low a bound are never compared in full.
"""

from typing import cast

import numpy as np

from agentsensus.base.arrays import FloatArray, GrowingArray, IntArray
from agentsensus.base.blas_threads import on_one_thread

MIN_ROWS = 4_096
"""Number of vectors from which the directions are computed. Fewer vectors are compared in full."""

_SHARE = 0.3125
_ENERGY = 0.85
_SLACK = np.float32(1e-5)


class ProjectionIndex:
    """Projections of vectors, appended at the end."""

    def __init__(self, turn: FloatArray) -> None:
        self._turn = turn
        self._parts = GrowingArray(np.float32, turn.shape[1])
        self._rest = GrowingArray(np.float32)

    @classmethod
    @on_one_thread()
    def of(cls, rows: FloatArray) -> "ProjectionIndex | None":
        """Build an index of these vectors; None if no few directions hold most of the variance."""
        sample = rows[:MIN_ROWS].astype(np.float64)
        strengths, directions = np.linalg.eigh(sample.T @ sample)
        count = int(rows.shape[1] * _SHARE)
        if strengths[-count:].sum() < _ENERGY * strengths.sum():
            return None
        index = cls(np.ascontiguousarray(directions[:, ::-1][:, :count], np.float32))
        index.extend(rows)
        return index

    @on_one_thread()
    def extend(self, rows: FloatArray) -> None:
        parts = rows @ self._turn
        self._parts.extend(parts)
        self._rest.extend(_rest(rows, parts))

    def bounds(self, queries: FloatArray, chosen: IntArray | slice) -> FloatArray:
        """Return, for each query, an upper bound of its similarity to each chosen vector (one row per query)."""
        turned = queries @ self._turn
        left = _rest(queries, turned)
        parts = self._parts.values[chosen]
        # A single query is faster as matrix times vector.
        upper = (parts @ turned[0])[None, :] if len(turned) == 1 else turned @ parts.T
        upper += left[:, None] * self._rest.values[chosen] + _SLACK
        return cast(FloatArray, upper)


def _rest(rows: FloatArray, parts: FloatArray) -> FloatArray:
    whole = np.einsum("ij,ij->i", rows, rows)
    return cast(FloatArray, np.sqrt(np.maximum(whole - np.einsum("ij,ij->i", parts, parts), 0)).astype(np.float32))

"""The one place that computes similarity.

A first pass in float32 finds who may be among the best; the few that may are scored again in float64 and rounded.
So a score does not depend on how many rows were compared at once, on threads or on the machine, and ties fall
to the older row.
"""

import numpy as np

from agentsensus.arrays import FloatArray, IntArray

DECIMALS = 4
_MARGIN = 5e-4


def cosine(a: FloatArray, b: FloatArray) -> float:
    """Similarity of two unit vectors, rounded as every score is."""
    return float(scores(a[None, :], b)[0])


def scores(rows: FloatArray, query: FloatArray) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Similarity of each unit row to the unit query, rounded; 0 where either is no vector at all."""
    exact = rows.astype(np.float64) @ query.astype(np.float64)
    return np.round(exact, DECIMALS) + 0.0


def best(rows: FloatArray, query: FloatArray, count: int) -> tuple[IntArray, list[float]]:
    """Positions of the `count` rows nearest to the query with their scores, best first, ties to the lower position."""
    if count <= 0 or not len(rows):
        return np.empty(0, np.int64), []
    may = _shortlist(rows @ query, count)
    exact = scores(rows[may], query)
    order = np.lexsort((may, -exact))[:count]
    return may[order], [float(s) for s in exact[order]]


def best_of(matrix: FloatArray, chosen: IntArray, query: FloatArray, count: int) -> tuple[IntArray, list[float]]:
    """As `best`, among the chosen rows (ascending); the answer is in row numbers of the matrix."""
    if count <= 0 or not len(chosen):
        return np.empty(0, np.int64), []
    # Gathering rows costs more than multiplying them all once the choice is a good part of the matrix.
    rough = matrix[chosen] @ query if len(chosen) * 4 < len(matrix) else (matrix @ query)[chosen]
    may = chosen[_shortlist(rough, count)]
    exact = scores(matrix[may], query)
    order = np.lexsort((may, -exact))[:count]
    return may[order], [float(s) for s in exact[order]]


def _shortlist(rough: FloatArray, count: int) -> IntArray:
    if len(rough) <= count:
        return np.arange(len(rough))
    border = np.partition(rough, len(rough) - count)[len(rough) - count]
    return np.flatnonzero(rough >= border - _MARGIN)


class Matrix:
    """Vectors by number in one block of memory that grows at its end."""

    def __init__(self, dim: int) -> None:
        self._block: FloatArray = np.empty((0, dim), np.float32)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def rows(self) -> FloatArray:
        """All vectors; a view that stays valid as the matrix grows."""
        return self._block[: self._size]

    def extend(self, rows: FloatArray) -> None:
        """Add vectors at the end."""
        needed = self._size + len(rows)
        if needed > len(self._block):
            grown = np.empty((max(needed, len(self._block) * 2), self._block.shape[1]), np.float32)
            grown[: self._size] = self.rows
            self._block = grown
        self._block[self._size : needed] = rows
        self._size = needed

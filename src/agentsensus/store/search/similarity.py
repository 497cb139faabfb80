"""Cosine similarity, computed in one place so that every score is reproducible.

A first pass in float32 selects the rows that may be among the best. Only those are scored in float64 and rounded, so
a score does not depend on batch size, threads or machine. Ties go to the older row.
"""

from collections.abc import Callable
from contextlib import nullcontext

import numpy as np
import numpy.typing as npt

from agentsensus.base.arrays import FloatArray, IntArray
from agentsensus.base.blas_threads import on_one_thread

DECIMALS = 4
_MARGIN = 5e-4
_FIRST_LOOK = 48
_GATHER = 4_096
_DOUBT = 2e-6
_FEW = 16
"""BLAS always uses one thread for this few rows, so they need no thread limit."""


def cosine(a: FloatArray, b: FloatArray) -> float:
    """Return the rounded similarity of two unit vectors."""
    return float(scores(a[None, :], b)[0])


def scores(rows: FloatArray, query: FloatArray) -> npt.NDArray[np.float64]:
    """Return the rounded similarity of each unit row to the unit query; 0 for a zero vector."""
    with on_one_thread() if len(rows) > _FEW else nullcontext():
        exact = rows.astype(np.float64) @ query.astype(np.float64)
    return np.round(exact, DECIMALS) + 0.0


def rough_scores(rows: FloatArray, query: FloatArray, chosen: IntArray | None = None) -> FloatArray:
    """Return the float32 similarity of all rows, or of the `chosen` rows, to the query."""
    if chosen is None:
        return rows @ query
    # When a quarter of the rows is chosen, multiplying all of them is faster than copying the chosen ones.
    if len(chosen) * 4 >= len(rows):
        every: FloatArray = (rows @ query)[chosen]
        return every
    rough = np.empty(len(chosen), np.float32)
    for start in range(0, len(chosen), _GATHER):
        rough[start : start + _GATHER] = rows[chosen[start : start + _GATHER]] @ query
    return rough


def top_rows(
    upper: FloatArray, numbers: IntArray, take: Callable[[IntArray], FloatArray], query: FloatArray, count: int
) -> tuple[IntArray, list[float]]:
    """Return the `count` nearest of the rows `numbers` and their scores, best first; ties go to the lower number.

    `upper` is an upper bound of each row's similarity (a rough score is close enough); `take` returns rows by number.
    """
    if count <= 0 or not len(upper):
        return np.empty(0, np.int64), []
    first = max(4 * count, _FIRST_LOOK)
    if len(upper) > first:
        likely = np.argpartition(upper, len(upper) - first)[len(upper) - first :]
        known = np.sort(scores(take(numbers[likely]), query))[-count]
        numbers = numbers[upper >= known - _MARGIN]
    exact = scores(take(numbers), query)
    order = np.lexsort((numbers, -exact))[:count]
    return numbers[order], [float(s) for s in exact[order]]


def round_scores(
    rough: FloatArray, numbers: IntArray, take: Callable[[IntArray], FloatArray], query: FloatArray
) -> npt.NDArray[np.float64]:
    """Round float32 scores. A score too close to a rounding boundary is recomputed in float64 first."""
    wide = rough.astype(np.float64)
    scores_ = np.round(wide, DECIMALS) + 0.0
    step = 10.0**-DECIMALS
    doubtful = np.flatnonzero(np.abs(wide / step - np.floor(wide / step) - 0.5) * step < _DOUBT)
    for start in range(0, len(doubtful), _GATHER):
        part = doubtful[start : start + _GATHER]
        scores_[part] = scores(take(numbers[part]), query)
    return scores_


@on_one_thread()
def nearest(rows: FloatArray, query: FloatArray, count: int) -> tuple[IntArray, list[float]]:
    """Return the positions and scores of the `count` rows nearest to the query."""
    return top_rows(rough_scores(rows, query), np.arange(len(rows)), rows.__getitem__, query, count)

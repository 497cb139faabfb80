"""The one place that computes similarity.

A first pass in float32 finds who may be among the best; the few that may are scored in float64 and rounded.
So a score does not depend on how many rows were compared at once, on threads or on the machine, and ties fall
to the older row.
"""

from collections.abc import Callable
from contextlib import nullcontext

import numpy as np
import numpy.typing as npt

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.one_thread import on_one_thread

DECIMALS = 4
_MARGIN = 5e-4
_FIRST_LOOK = 48
_GATHER = 4_096
_DOUBT = 2e-6
_FEW = 16
"""So few rows are multiplied by the thread that asks in any case."""


def cosine(a: FloatArray, b: FloatArray) -> float:
    """Similarity of two unit vectors, rounded as every score is."""
    return float(scores(a[None, :], b)[0])


def scores(rows: FloatArray, query: FloatArray) -> npt.NDArray[np.float64]:
    """Similarity of each unit row to the unit query, rounded; 0 where either is no vector at all."""
    with on_one_thread() if len(rows) > _FEW else nullcontext():
        exact = rows.astype(np.float64) @ query.astype(np.float64)
    return np.round(exact, DECIMALS) + 0.0


def products(rows: FloatArray, query: FloatArray, chosen: IntArray | None = None) -> FloatArray:
    """Rough similarity of all rows to the query, or of the chosen ones."""
    if chosen is None:
        return rows @ query
    # Gathering rows costs more than multiplying them all once the choice is a good part of them.
    if len(chosen) * 4 >= len(rows):
        every: FloatArray = (rows @ query)[chosen]
        return every
    rough = np.empty(len(chosen), np.float32)
    for start in range(0, len(chosen), _GATHER):
        rough[start : start + _GATHER] = rows[chosen[start : start + _GATHER]] @ query
    return rough


def best(
    upper: FloatArray, numbers: IntArray, take: Callable[[IntArray], FloatArray], query: FloatArray, count: int
) -> tuple[IntArray, list[float]]:
    """The `count` nearest of the numbered rows with their scores, best first, ties to the lower number.

    `upper` is how similar each can at most be (a rough product will do), and `take` gives rows by number.
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


def rounded(
    rough: FloatArray, numbers: IntArray, take: Callable[[IntArray], FloatArray], query: FloatArray
) -> npt.NDArray[np.float64]:
    """Scores from rough products; those too near a rounding border to be sure are computed exactly."""
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
    """The `count` rows nearest to the query, by place, with their scores."""
    return best(products(rows, query), np.arange(len(rows)), rows.__getitem__, query, count)

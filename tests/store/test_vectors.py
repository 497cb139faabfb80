"""Similarity: exact, rounded, and the same however many rows are compared at once."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.models.embed.base import unit
from agentsensus.store.vectors import Matrix, best, best_of, cosine, scores


def _rows(seed: int, count: int) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
    return unit(np.random.default_rng(seed).standard_normal((count, 16)).astype(np.float32))


@given(st.integers(0, 10_000), st.integers(1, 60), st.integers(1, 12))
def test_best_is_what_sorting_everything_gives(seed: int, count: int, wanted: int) -> None:
    rows, query = _rows(seed, count), _rows(seed + 1, 1)[0]
    rows[count // 2] = rows[0]
    every = scores(rows, query)
    expected = sorted(range(count), key=lambda n: (-every[n], n))[:wanted]
    places, found = best(rows, query, wanted)
    assert places.tolist() == expected
    assert found == [every[n] for n in expected]


@given(st.integers(0, 10_000), st.integers(1, 60))
def test_owner_scope_filters_before_ranking(seed: int, count: int) -> None:
    rows, query = _rows(seed, count), _rows(seed + 1, 1)[0]
    own = np.flatnonzero(np.random.default_rng(seed).random(count) < 0.3)
    every = scores(rows, query)
    expected = sorted(own.tolist(), key=lambda n: (-every[n], n))[:5]
    assert best_of(rows, own, query, 5)[0].tolist() == expected


def test_a_score_is_the_same_alone_and_in_company() -> None:
    rows, query = _rows(3, 500), _rows(4, 1)[0]
    together = scores(rows, query)
    assert all(cosine(row, query) == together[place] for place, row in enumerate(rows))


def test_nothing_is_nearest_to_nothing() -> None:
    empty = np.empty((0, 4), np.float32)
    assert best(empty, np.ones(4, np.float32), 5)[1] == []
    assert best_of(empty, np.empty(0, np.int64), np.ones(4, np.float32), 5)[1] == []


def test_a_matrix_grows_and_keeps_its_rows() -> None:
    matrix, rows = Matrix(16), _rows(1, 100)
    for start in range(0, 100, 7):
        matrix.extend(rows[start : start + 7])
    assert len(matrix) == 100
    assert np.array_equal(matrix.rows, rows)

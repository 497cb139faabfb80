"""Similarity: exact, rounded, and the same however many rows are compared at once."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.base.arrays import FloatArray
from agentsensus.embed.base import unit
from agentsensus.store.checksums import vector_checksums
from agentsensus.store.search.matrix import Matrix
from agentsensus.store.search.sign_index import hamming_distances, pack_signs
from agentsensus.store.search.similarity import cosine, nearest, scores


def _rows(seed: int, count: int) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
    return unit(np.random.default_rng(seed).standard_normal((count, 16)).astype(np.float32))


@given(st.integers(0, 10_000), st.integers(1, 60), st.integers(1, 12))
def test_best_is_what_sorting_everything_gives(seed: int, count: int, wanted: int) -> None:
    rows, query = _rows(seed, count), _rows(seed + 1, 1)[0]
    rows[count // 2] = rows[0]
    every = scores(rows, query)
    expected = sorted(range(count), key=lambda n: (-every[n], n))[:wanted]
    places, found = nearest(rows, query, wanted)
    assert places.tolist() == expected
    assert found == [every[n] for n in expected]


@given(st.integers(0, 10_000), st.integers(1, 60))
def test_owner_scope_filters_before_ranking(seed: int, count: int) -> None:
    rows, query = _rows(seed, count), _rows(seed + 1, 1)[0]
    own = np.flatnonzero(np.random.default_rng(seed).random(count) < 0.3)
    every = scores(rows, query)
    expected = sorted(own.tolist(), key=lambda n: (-every[n], n))[:5]
    matrix = Matrix(16)
    matrix.extend(rows, _sums(rows))
    assert matrix.nearest_of(own, query, 5, last=count)[0].tolist() == expected


def test_a_score_is_the_same_alone_and_in_company() -> None:
    rows, query = _rows(3, 500), _rows(4, 1)[0]
    together = scores(rows, query)
    assert all(cosine(row, query) == together[place] for place, row in enumerate(rows))


def test_nothing_is_nearest_to_nothing() -> None:
    query = np.ones(4, np.float32)
    assert nearest(np.empty((0, 4), np.float32), query, 5)[1] == []
    assert Matrix(4).nearest(query, 5, first=0, last=0)[1] == []
    assert Matrix(4).nearest_of(np.empty(0, np.int64), query, 5, last=0)[1] == []


def _sums(rows: FloatArray) -> "np.ndarray[tuple[int], np.dtype[np.uint32]]":
    return vector_checksums(0, rows)


def _fill(matrix: Matrix, rows: FloatArray, step: int = 37) -> None:
    sums = _sums(rows)
    for start in range(len(matrix), len(rows), step):
        matrix.extend(rows[start : start + step], sums[start : start + step])


def test_a_matrix_grows_and_keeps_its_rows() -> None:
    matrix, rows = Matrix(16), _rows(1, 100)
    _fill(matrix, rows, 7)
    assert len(matrix) == 100
    assert np.array_equal(matrix.take(np.arange(100)), rows)


def test_many_vectors_move_into_a_file_and_come_back(tmp_path: Path) -> None:
    rows, query = _rows(2, 700), _rows(3, 1)[0]
    matrix = Matrix(16, tmp_path / "s.db.1", many=300)
    _fill(matrix, rows)
    expected = nearest(rows, query, 5)
    assert (tmp_path / "s.db.1.vectors").exists()
    assert matrix.nearest(query, 5, first=0, last=700)[0].tolist() == expected[0].tolist()
    matrix.close()
    again = Matrix(16, tmp_path / "s.db.1", many=300)
    assert again.adopt(_sums(rows)) == 700
    assert again.nearest(query, 5, first=0, last=700)[1] == expected[1]
    assert (
        again.nearest_of(np.arange(100, 400), query, 3, last=700)[0].tolist()
        == (nearest(rows[100:400], query, 3)[0] + 100).tolist()
    )
    again.close()


def test_a_file_that_is_short_or_foreign_is_filled_or_dropped(tmp_path: Path) -> None:
    rows = _rows(2, 700)
    matrix = Matrix(16, tmp_path / "s.db.1", many=300)
    _fill(matrix, rows[:400])
    matrix.close()
    again = Matrix(16, tmp_path / "s.db.1", many=300)
    assert again.adopt(_sums(rows)) == 400
    _fill(again, rows)
    assert np.array_equal(again.take(np.arange(700)), rows)
    again.clear()
    assert len(again) == 0
    again.close()
    (tmp_path / "s.db.1.vectors").write_bytes(b"something else")
    assert Matrix(16, tmp_path / "s.db.1", many=300).adopt(_sums(rows)) == 0


def test_files_made_from_other_vectors_are_not_adopted(tmp_path: Path) -> None:
    matrix = Matrix(16, tmp_path / "s.db.1", many=300)
    _fill(matrix, _rows(2, 700))
    matrix.close()
    assert Matrix(16, tmp_path / "s.db.1", many=300).adopt(_sums(_rows(5, 700))) == 0


@pytest.mark.parametrize("kind", ["vectors", "signs"])
@pytest.mark.parametrize("at_once", [0, 1 << 26])
def test_damage_of_the_files_is_found_at_once_or_in_the_background(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, at_once: int
) -> None:
    monkeypatch.setattr("agentsensus.store.search.matrix._CHECKED_AT_ONCE", at_once)
    rows = _rows(2, 700)
    matrix = Matrix(16, tmp_path / "s.db.1", many=300)
    _fill(matrix, rows)
    matrix.close()
    path = tmp_path / f"s.db.1.{kind}"
    harmed = bytearray(path.read_bytes())
    harmed[-3] ^= 1
    for data, is_damaged in ((path.read_bytes(), False), (harmed, True)):
        path.write_bytes(data)
        again = Matrix(16, tmp_path / "s.db.1", read_only=True, many=300)
        assert again.adopt(_sums(rows)) == 700
        for thread in threading.enumerate():
            if thread.name == "agentsensus-vectors":
                thread.join()
        assert again.is_damaged() == is_damaged
        again.close()


@pytest.mark.parametrize("dim", [64, 500, 512, 1_024])
def test_sign_distances_count_differing_signs(dim: int) -> None:
    rows = np.random.default_rng(dim).standard_normal((50, dim)).astype(np.float32)
    rows[0], rows[1] = np.abs(rows[2]), -np.abs(rows[2])
    bits = pack_signs(rows)
    for query in rows[:3]:
        expected = ((rows > 0) != (query > 0)).sum(axis=1)
        assert hamming_distances(bits, pack_signs(query[None]).view(np.uint64)[0]).tolist() == expected.tolist()


def test_a_reader_keeps_what_is_newer_than_the_file_in_memory(tmp_path: Path) -> None:
    rows, query = _rows(2, 700), _rows(3, 1)[0]
    writer = Matrix(16, tmp_path / "s.db.1", many=300)
    _fill(writer, rows[:500])
    writer.close()
    reader = Matrix(16, tmp_path / "s.db.1", read_only=True, many=300)
    assert reader.adopt(_sums(rows)) == 500
    _fill(reader, rows)
    assert np.array_equal(reader.take(np.array([0, 499, 500, 699])), rows[[0, 499, 500, 699]])
    assert reader.nearest(query, 5, first=0, last=700)[0].tolist() == nearest(rows, query, 5)[0].tolist()
    assert (
        reader.nearest_of(np.arange(450, 700), query, 5, last=700)[0].tolist()
        == (nearest(rows[450:], query, 5)[0] + 450).tolist()
    )


@pytest.mark.parametrize("strength", [0.0, 3.0])
def test_bounds_by_leading_directions_change_no_answer(strength: float) -> None:
    chance = np.random.default_rng(5)
    few = chance.standard_normal((8, 64)) * strength
    rows = unit((chance.standard_normal((5_000, 8)) @ few + chance.standard_normal((5_000, 64))).astype(np.float32))
    matrix = Matrix(64)
    _fill(matrix, rows, 900)
    assert (matrix._projection is not None) == (strength > 0)
    own = np.flatnonzero(chance.random(5_000) < 0.1)
    for query in unit(rows[::500] + 0.3 * chance.standard_normal((10, 64)).astype(np.float32)):
        expected = nearest(rows, query, 7)
        found = matrix.nearest(query, 7, first=0, last=5_000)
        assert found[0].tolist() == expected[0].tolist()
        assert found[1] == expected[1]
        among = nearest(rows[own], query, 7)
        assert matrix.nearest_of(own, query, 7, last=5_000)[0].tolist() == own[among[0]].tolist()


@pytest.mark.parametrize("chosen", [slice(None), slice(0, 90), slice(7, None, 11)])
def test_scores_of_many_are_those_of_each_alone(chosen: slice) -> None:
    rng = np.random.default_rng(5)
    rows = unit(rng.normal(size=(3_000, 64)).astype(np.float32))
    matrix, query = Matrix(64), unit(rng.normal(size=(1, 64)).astype(np.float32))[0]
    matrix.extend(rows, _sums(rows))
    numbers = np.arange(3_000)[chosen]
    alone = [scores(rows[number : number + 1], query)[0] for number in numbers]
    assert matrix.scores_of(numbers, query).tolist() == alone
    assert matrix.scores_of(numbers[:0], query).tolist() == []


THREADS = """
import numpy as np
from threadpoolctl import threadpool_info, threadpool_limits
from agentsensus.store.search.projection_index import ProjectionIndex
seen, decomposed = [], np.linalg.eigh
def eigh(values):
    seen.extend(library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas")
    return decomposed(values)
np.linalg.eigh = eigh
with threadpool_limits(limits=2, user_api="blas"):
    ProjectionIndex.of(np.eye(8, dtype=np.float32))
print(sorted(set(seen)))
"""


def test_the_directions_of_many_vectors_are_found_by_one_thread() -> None:
    """In a process of its own: threads are set for a whole process, and other tests are at work in this one."""
    assert _printed(THREADS) == "[1]"


BY_TURNS = """
import threading
import numpy as np
from threadpoolctl import threadpool_info
from agentsensus.base.blas_threads import on_one_thread
def seen():
    return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]
is_in, may_leave = threading.Event(), threading.Event()
def first():
    with on_one_thread():
        is_in.set()
        may_leave.wait()
before = seen()
other = threading.Thread(target=first)
other.start()
is_in.wait()
with on_one_thread():
    together = seen()
    may_leave.set()
    other.join()
after = seen()
with on_one_thread():
    alone = seen()
answers = []
def later():
    with on_one_thread():
        answers.extend(seen())
last = threading.Thread(target=later)
last.start()
last.join()
print(together == alone == answers == [1] * len(before), seen() == after == before)
"""


def test_one_thread_holds_whoever_came_first_and_whoever_left_last() -> None:
    assert _printed(BY_TURNS) == "True True"


def _printed(program: str) -> str:
    """What a program prints that begins with two threads of linear algebra, however many the machine has."""
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "2"}
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    return ended.stdout.strip()

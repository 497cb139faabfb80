"""With many rows, a process holds only signs and whole numbers; vectors and words are read from the server."""

from typing import Any

import numpy as np
import pytest

from agentsensus import Memory
from agentsensus.memory.api import engine_of
from agentsensus.memory.core import word_index
from agentsensus.store.search import served_matrix
from agentsensus.store.search.served_matrix import ServedMatrix
from tests.postgres import new_space

TEXTS = [
    f"The {colour} lamp of {place} went out at {hour} o'clock."
    for colour in ("green", "red", "white")
    for place in ("Dover", "Calais", "Ostend", "Hull")
    for hour in ("three", "nine")
]
QUERIES = ("red lamp in Hull", "nine o'clock", "What happened in Calais?")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set thresholds so low that a few rows count as many."""
    monkeypatch.setattr(served_matrix, "MANY", 8)
    monkeypatch.setattr(served_matrix, "SIGN_BLOCK", 4)
    monkeypatch.setattr(word_index, "BLOCK", 4)
    monkeypatch.setattr(word_index, "_BLOCKS_HERE", 1)


def _open(where: str, space: str = "main", **options: Any) -> Memory:
    return Memory.open(where, space=space, embedder="hashing", stamps=False, shared=False, seed=1, **options)


def _fill(memory: Memory) -> None:
    for number, text in enumerate(TEXTS):
        memory.remember("ada" if number % 3 else "bob", text, at=number)


def _answers(memory: Memory) -> list[Any]:
    recalls = [[(hit.text, hit.score) for hit in memory.recall(who, q)] for who in ("ada", "bob") for q in QUERIES]
    found = [[record.text for record in memory.search(query)] for query in QUERIES]
    return [*recalls, *found]


@pytest.mark.usefixtures("small")
def test_answers_are_those_of_a_file(postgres: str) -> None:
    file, space = _open(":memory:"), new_space()
    server = _open(postgres, space)
    for memory in (file, server):
        _fill(memory)
    assert server.sha256() == file.sha256()
    assert _answers(server) == _answers(file)
    server.close()
    again = _open(postgres, space, read_only=True)
    engine = engine_of(again.asynchronous)
    assert engine.matrix.kind == "ServedMatrix"
    assert _answers(again) == _answers(file)
    words = engine.words(engine.view())
    assert len(words._blocks) == 1
    assert len(words._on_server) == len(TEXTS) // 4 - 1
    again.close()


@pytest.mark.usefixtures("small")
def test_erased_words_leave_the_served_index(postgres: str) -> None:
    file, space = _open(":memory:"), new_space()
    server = _open(postgres, space)
    for memory in (file, server):
        _fill(memory)
        memory.purge(agent="bob")
    store = engine_of(server.asynchronous).store
    assert store.served is not None
    assert _answers(server) == _answers(file)
    server.remember("ada", "The quay was empty.", at=99)
    file.remember("ada", "The quay was empty.", at=99)
    server.close()
    again = _open(postgres, space)
    assert _answers(again) == _answers(file)
    again.close()


def test_the_search_by_signs_finds_the_nearest() -> None:
    chance = np.random.default_rng(5)
    rows = chance.normal(size=(served_matrix.MANY + 3_000, 64)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)

    class Server:
        """The vectors of a server, counted as they are read."""

        read = 0

        def picked_vectors(self, numbers: Any) -> Any:
            self.read += len(numbers)
            return rows[numbers]

        def sign_blocks(self) -> Any:
            return iter(())

    server: Any = Server()
    matrix = ServedMatrix(64, server, lambda: np.arange(len(rows)))
    for start in range(0, len(rows), 1_000):
        matrix.extend(rows[start : start + 1_000], np.zeros(1_000, np.uint32))
    right = 0
    for number in range(40):
        query = rows[number] + 0.8 * rows[number + 50]
        query /= np.linalg.norm(query)
        found, _ = matrix.nearest(query, 2, first=0, last=len(rows))
        right += len({number, number + 50} & set(found.tolist()))
    assert right >= 79
    assert server.read <= 40 * 400

"""What every store must do; a new kind of store is one more line in `STORES`."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from agentsensus.errors import StoreBusy, StoreReadOnly
from agentsensus.store import Batch, Header, NewVectors, RowCounts, Store
from agentsensus.store.postgres import PostgresStore
from agentsensus.store.rows import AgentRow, AtomRow, AttributeRow, Erasure, OwnerRow, tombstone
from agentsensus.store.sqlite import SqliteStore
from tests.postgres import new_space

HEADER = Header(embedder="toy-1", dim=3, names={"a": ("A", "Alpha")}, settings={"top_k": 5})
STORES: dict[str, Callable[[Path, str], Store]] = {
    "file": lambda folder, _: SqliteStore(folder / "s.db"),
    "memory": lambda folder, _: SqliteStore(":memory:"),
    "second space": lambda folder, _: SqliteStore(folder / "s.db", space="二"),
    "postgres": lambda _, address: PostgresStore(address, space=new_space()),
}


@pytest.fixture(params=list(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path, postgres: str) -> Iterator[Store]:
    if request.param == "second space":
        other = SqliteStore(tmp_path / "s.db")
        other.write_header(HEADER)
        other.append(other.counts(), _batch(0, 2, "x"), _vectors(["x0", "x1"]))
        other.close()
    made = STORES[request.param](tmp_path, postgres)
    yield made
    made.close()


def _batch(first: int, count: int, name: str, at: int = 0) -> Batch:
    batch = Batch(agents=[AgentRow(at, f"agent-{name}-{first}")])
    for number in range(first, first + count):
        batch.atoms.append(AtomRow(at, 0, number, 0, f"id-{name}-{number}", f"文 {number}", "zh", "", ""))
        batch.owners.append(OwnerRow(at, number, 0, "witnessed", "", ""))
    return batch


def _vectors(keys: list[str]) -> NewVectors:
    return NewVectors(keys, np.arange(len(keys) * 3, dtype=np.float32).reshape(-1, 3))


def test_a_new_space_is_empty(store: Store) -> None:
    assert store.header() is None
    assert store.counts() == RowCounts(dict.fromkeys(Batch.TABLES, 0), 0)


def test_what_is_appended_is_read_back(store: Store) -> None:
    store.write_header(HEADER)
    store.append(store.counts(), _batch(0, 3, "a"), _vectors(["k0", "k1", "k2"]))
    store.append(store.counts(), _batch(3, 2, "a", at=4), _vectors(["k3", "k4"]))
    assert store.header() == HEADER
    assert store.counts().rows["atoms"] == 5
    assert [row[5] for row in store.rows("atoms")] == ["文 0", "文 1", "文 2", "文 3", "文 4"]
    assert [row[4] for row in store.rows("atoms", [3, 1, 1])] == ["id-a-1", "id-a-3"]
    columns = store.columns("owners", ["at", "atom"], 2)
    assert columns["at"].tolist() == [0, 4, 4]
    assert columns["atom"].tolist() == [2, 3, 4]
    assert store.find(["id-a-2", "nobody"]) == {"id-a-2": 2}
    assert store.find_vectors(["k4", "k9"]) == {"k4": 4}
    assert list(store.vector_keys())[-1] == ("k4", 4)


def test_vectors_are_read_across_commits(store: Store) -> None:
    store.write_header(HEADER)
    store.append(store.counts(), Batch(), _vectors(["a", "b"]))
    store.append(store.counts(), Batch(), _vectors(["c"]))
    assert store.vectors().tolist() == [[0, 1, 2], [3, 4, 5], [0, 1, 2]]
    assert store.vectors(1, 2).tolist() == [[3, 4, 5], [0, 1, 2]]
    assert store.vectors(3).shape == (0, 3)


def test_rows_past_what_was_seen_are_refused_and_nothing_is_kept(store: Store) -> None:
    store.write_header(HEADER)
    seen = store.counts()
    store.append(seen, _batch(0, 1, "a"), _vectors(["k0"]))
    with pytest.raises(StoreBusy):
        store.append(seen, _batch(0, 1, "b"), _vectors(["k1"]))
    assert store.counts().rows["atoms"] == 1
    assert store.counts().vectors == 1


def test_a_batch_that_fails_leaves_nothing(store: Store) -> None:
    store.write_header(HEADER)
    broken = _batch(0, 2, "a")
    broken.attributes.append(AttributeRow(0, None, "k", "v"))  # type: ignore[arg-type]  # the store must refuse it
    with pytest.raises(Exception, match=r"(?i)not.null"):
        store.append(store.counts(), broken, _vectors(["k0"]))
    assert store.counts() == RowCounts(dict.fromkeys(Batch.TABLES, 0), 0)


def test_another_embedders_vectors_replace_all(store: Store) -> None:
    store.write_header(HEADER)
    store.append(store.counts(), _batch(0, 2, "a"), _vectors(["k0", "k1"]))
    other = HEADER.model_copy(update={"embedder": "toy-2", "dim": 2})
    store.replace_vectors(other, NewVectors(["z"], np.ones((1, 2), np.float32)), [0, 0])
    assert store.header() == other
    assert store.vectors().tolist() == [[1, 1]]
    assert store.columns("atoms", ["vector"], 0)["vector"].tolist() == [0, 0]


def test_a_copy_stops_at_the_round_asked_for(store: Store, tmp_path: Path) -> None:
    store.write_header(HEADER)
    store.append(store.counts(), _batch(0, 2, "a", at=1), _vectors(["k0", "k1"]))
    store.append(store.counts(), _batch(2, 2, "a", at=2), _vectors(["k2", "k3"]))
    store.copy(tmp_path / "copy.db", at=1)
    copy = SqliteStore(tmp_path / "copy.db", space=store.space)
    assert copy.counts().rows["atoms"] == 2
    assert copy.counts().vectors == 2
    assert copy.find_vectors(["k1", "k2"]) == {"k1": 1}
    copy.close()


def _open(where: Path | str, space: str, *, read_only: bool = False) -> Store:
    kind = PostgresStore if isinstance(where, str) else SqliteStore
    made: Store = kind(where, space=space, read_only=read_only)  # type: ignore[arg-type]  # each kind gets its own
    return made


@pytest.mark.parametrize("kind", ["file", "postgres"])
def test_a_reader_sees_commits_and_writes_nothing(kind: str, tmp_path: Path, postgres: str) -> None:
    where, space = (tmp_path / "s.db", "main") if kind == "file" else (postgres, new_space())
    writer = _open(where, space)
    writer.write_header(HEADER)
    reader = _open(where, space, read_only=True)
    assert not reader.changed()
    writer.append(writer.counts(), _batch(0, 1, "a"), _vectors(["k"]))
    assert reader.changed()
    assert not reader.changed()
    assert reader.counts().rows["atoms"] == 1
    with pytest.raises(StoreReadOnly):
        reader.append(reader.counts(), _batch(1, 1, "a"), _vectors(["l"]))
    reader.close()
    writer.close()


def test_what_is_written_at_once_is_kept_whole_or_not_at_all(store: Store) -> None:
    store.write_header(HEADER)
    with suppress(ZeroDivisionError), store.at_once():
        store.append(store.counts(), _batch(0, 2, "a"), _vectors(["k0", "k1"]))
        store.note_log(0, "a hash")
        assert store.counts().rows["atoms"] == 2
        raise ZeroDivisionError
    assert store.counts().rows["atoms"] == 0
    assert store.noted_rounds() == []
    with store.at_once():
        store.append(store.counts(), _batch(0, 2, "a", at=3), _vectors(["k0", "k1"]))
        store.note_log(3, "a hash")
    assert store.counts().rows["atoms"] == 2
    assert store.log_hash() == (3, "a hash")
    assert store.noted_rounds() == [3]


def test_erased_rows_and_vectors_are_gone(store: Store) -> None:
    store.write_header(HEADER)
    store.append(store.counts(), _batch(0, 3, "a"), _vectors(["k0", "k1", "k2"]))
    store.write_word_blocks([(0, 4096, b"words")])
    blank = AtomRow(0, 0, 1, 2, "id-a-1", "", "zh", "purged", "")
    assert store.erase(Erasure({1: blank}, {0: tombstone(0)}, [1]), Batch()) == ""
    assert [row[5] for row in store.rows("atoms")] == ["文 0", "", "文 2"]
    assert [row[1] for row in store.rows("agents")] == [tombstone(0)]
    assert store.vectors(1, 1).tolist() == [[0, 0, 0]]
    assert store.find_vectors(["k0", "k1"]) == {"k0": 0}
    assert list(store.word_blocks()) == []
    header = store.header()
    assert header is not None
    assert header.generation == 1


def test_large_batches_are_read_back_like_small_ones(store: Store) -> None:
    store.write_header(HEADER)
    store.append(store.counts(), _batch(0, 1_500, "a"), _vectors([f"k{number}" for number in range(1_500)]))
    assert store.columns("owners", ["atom"], 0)["atom"].tolist() == list(range(1_500))
    assert store.columns("owners", ["atom"], 1_498)["atom"].tolist() == [1_498, 1_499]
    assert sum(1 for _ in store.rows("atoms")) == 1_500
    assert store.vectors(1_499).tolist() == [[4497, 4498, 4499]]
    assert len(store.vector_sums()) == 1_500

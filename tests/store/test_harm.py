"""What harms a store from outside: the file moved, flipped, cut, in a folder that takes no files; vectors beside it."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest
from typer.testing import CliRunner

from agentsensus import Memory
from agentsensus.cli.main import app
from agentsensus.embed.base import CAUTIOUS
from agentsensus.errors import AgentsensusError, CannotWrite, ModelError, NotAStore, StoreDamaged, StoreError
from agentsensus.memory.upkeep.transfer import sha256, write_export
from agentsensus.store.search.block_file import BlockFile
from agentsensus.store.sqlite import SqliteStore
from agentsensus.store.sqlite.connection import store_error
from agentsensus.store.sqlite.verify import problems_of

pytestmark = pytest.mark.thorough

TEXTS = ("Laertes left for France.", "The ghost walked at midnight.", "鬼魂在午夜行走。", "Ophelia drowned.")


def made(path: Path, **options: object) -> Memory:
    memory = Memory.open(path, embedder="hashing", **options)  # type: ignore[arg-type]
    for at, text in enumerate(TEXTS):
        memory.remember("horatio" if at % 2 else "marcellus", text, at=at)
    return memory


@pytest.mark.parametrize("harm", ["moved", "replaced", "deleted"])
def test_a_file_that_is_no_longer_there_takes_no_writes(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "a.db"
    memory = made(path)
    if harm == "deleted":
        path.unlink()
    else:
        path.rename(tmp_path / "elsewhere.db")
    if harm == "replaced":
        made(tmp_path / "other.db").close()
        shutil.copy(tmp_path / "other.db", path)
    with pytest.raises(StoreError, match="moved, replaced or deleted"):
        memory.remember("horatio", "The king prays.")
    assert [hit.text for hit in memory.recall("horatio", "ghost").hits], "what was read can still be read"


def as_nobody(work: Callable[[], None]) -> int:
    """Do something in a child that has no rights of its own; returns its exit code."""
    child = os.fork()
    if not child:
        try:
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            work()
            os._exit(0)
        except BaseException as error:  # noqa: BLE001
            print(type(error).__name__, error, flush=True)
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("has_log", [False, True])
def test_a_store_in_a_folder_that_takes_no_files_can_be_read(tmp_path: Path, has_log: bool) -> None:
    folder = tmp_path / "fixed"
    folder.mkdir()
    memory = made(tmp_path / "a.db")
    if not has_log:
        memory.close()
    for file in tmp_path.glob("a.db*"):
        if file.suffix != ".lock" and not file.name.endswith("-shm"):
            shutil.copy(file, folder)
    memory.close()
    assert (folder / "a.db-wal").exists() is has_log
    for parent in folder.parents:
        if "pytest-" in str(parent):
            parent.chmod(0o755)
    folder.chmod(0o555)

    def read() -> None:
        with Memory.open(folder / "a.db", read_only=True) as reader:
            assert len(reader.records()) == len(TEXTS)
            assert reader.recall("horatio", "ghost").hits

    try:
        assert as_nobody(read) == 0
    finally:
        folder.chmod(0o755)


def test_a_flipped_byte_is_found_or_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with made(path) as memory:
        right = memory.sha256()
    whole, chance, found = path.read_bytes(), Random(1), 0
    for number in range(40):
        flipped = bytearray(whole)
        flipped[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        harmed = tmp_path / f"{number}.db"
        harmed.write_bytes(flipped)
        try:
            with Memory.open(harmed, read_only=True) as memory:
                assert memory.sha256() == right, number
                memory.recall("horatio", "ghost")
        except AgentsensusError:
            found += 1
            assert problems_of(harmed), number
    assert found >= 5


def test_verify_names_what_is_not_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    made(path).close()
    assert CliRunner().invoke(app, ["store", "verify", str(path)]).exit_code == 0
    db = sqlite3.connect(path)
    db.execute("UPDATE atoms SET text = 'Laertes stayed.' WHERE seq = 0")
    db.commit()
    db.close()
    done = CliRunner().invoke(app, ["store", "verify", str(path)])
    assert done.exit_code == 1
    assert "row 0 of atoms fails its checksum" in done.stdout


@pytest.mark.parametrize("place", [5_000, 90_000])
@pytest.mark.parametrize("kind", ["vectors", "signs"])
def test_one_changed_byte_in_the_vectors_beside_a_store_is_found_and_made_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int, kind: str
) -> None:
    monkeypatch.setattr("agentsensus.store.search.matrix.MANY", 50)
    monkeypatch.setattr(
        "agentsensus.store.search.matrix.Matrix.__init__.__kwdefaults__", {"read_only": False, "many": 50}
    )
    path = tmp_path / "a.db"
    with Memory.open(path, embedder="hashing") as memory:
        memory.remember_many([("horatio", f"Ship number {n} left the harbour of Elsinore.") for n in range(120)])
        right = [(hit.text, hit.score) for hit in memory.recall("horatio", "ship 7 left", k=9).hits]
    (beside,) = tmp_path.glob(f"a.db.*.{kind}")
    harmed = bytearray(beside.read_bytes())
    harmed[min(place, len(harmed) - 1)] ^= 0x40
    beside.write_bytes(harmed)
    with Memory.open(path, embedder="hashing") as memory:
        assert [(hit.text, hit.score) for hit in memory.recall("horatio", "ship 7 left", k=9).hits] == right
    assert beside.read_bytes() != harmed


def test_vectors_that_are_cut_while_they_are_mapped_are_an_error(tmp_path: Path) -> None:
    file = BlockFile(tmp_path / "a.vectors", 4, np.float32, read_only=False)
    file.extend(np.ones((70_000, 4), np.float32), np.ones(70_000, np.uint32))
    os.truncate(tmp_path / "a.vectors", 5_000)
    with pytest.raises(StoreDamaged, match="truncated while it was in use"):
        file.rows.sum()


def test_a_full_disk_under_mapped_vectors_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(CannotWrite, match="no space left"):
        BlockFile(tmp_path / "a.vectors", 4, np.float32, read_only=False)


class _Endless:
    id, dim, thresholds = "endless-1", 4, CAUTIOUS

    def __init__(self, value: float) -> None:
        self.value = value

    async def embed(self, texts: list[str]) -> np.ndarray:
        return np.full((len(texts), 4), self.value)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e300, 1e38])
def test_what_is_no_number_after_the_cast_is_refused(value: float) -> None:
    with Memory.open(embedder=_Endless(value)) as memory:  # type: ignore[arg-type]
        with pytest.raises(ModelError, match="no numbers"):
            memory.remember("horatio", "The ghost walked.")
        assert memory.records() == []


def test_a_full_disk_is_one_line_of_ours_and_nothing_is_half_written(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with made(path) as memory:
        before = memory.sha256()
        store = memory.session.engine.store
        assert isinstance(store, SqliteStore)
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(CannotWrite, match="the disk is full and nothing was written"):
            memory.remember("horatio", "The king prays in the chapel. " * 400)
        store._db.execute("PRAGMA max_page_count = 1000000")
        assert memory.sha256() == before
        memory.remember("horatio", "The king prays in the chapel.")


def test_every_error_of_sqlite_is_one_of_ours() -> None:
    for words in ("database is locked", "disk I/O error", "attempt to write a readonly database", "malformed"):
        assert isinstance(store_error(sqlite3.OperationalError(words), "a.db"), AgentsensusError)


def test_exports_beside_a_writer_are_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    writer = made(path)
    reader = Memory.open(path, read_only=True)
    store = reader.session.engine.store
    rows, written = store.rows, 0

    def rows_beside_a_writer(table: str, numbers: object = None) -> object:
        nonlocal written
        written += 1
        writer.remember("horatio", f"Ship number {written} left.")
        return rows(table, numbers)  # type: ignore[arg-type]

    store.rows = rows_beside_a_writer  # type: ignore[method-assign, assignment]
    export = tmp_path / "a.jsonl"
    write_export(store, export)
    with Memory.open(tmp_path / "b.db", embedder="hashing") as copy:
        copy.import_(export)
        assert len(copy.records()) >= len(TEXTS)
    assert written > 3
    reader.close()
    writer.close()


def test_the_hash_and_the_fork_of_a_reader_are_of_one_state(tmp_path: Path) -> None:
    writer = made(tmp_path / "a.db")
    states = {writer.sha256()}
    reader = Memory.open(tmp_path / "a.db", read_only=True)
    store, written = reader.session.engine.store, 0
    assert isinstance(store, SqliteStore)

    def write(statement: str) -> None:
        nonlocal written
        written += 1
        writer.remember("horatio", f"Ship number {written} left.")
        states.add(writer.sha256())

    store._db.set_trace_callback(write)  # before each statement that the reader makes
    assert sha256(store) in states
    assert written > 3
    store.copy(tmp_path / "b.db", at=None)
    store._db.set_trace_callback(None)
    with Memory.open(tmp_path / "b.db", read_only=True) as copy:
        assert copy.sha256() in states
    reader.close()
    writer.close()


def test_a_file_called_partial_is_left_alone(tmp_path: Path) -> None:
    for name in ("a.jsonl.partial", "b.db.partial"):
        (tmp_path / name).write_text("mine")
    with made(tmp_path / "a.db") as memory:
        memory.export(tmp_path / "a.jsonl")
        memory.fork(tmp_path / "b.db")
    assert [(tmp_path / name).read_text() for name in ("a.jsonl.partial", "b.db.partial")] == ["mine", "mine"]
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("ending", ["-wal", "-journal", "-shm", ".lock"])
def test_a_link_beside_a_store_is_not_followed(tmp_path: Path, ending: str) -> None:
    with Memory.open(tmp_path / "memory.db", embedder="hashing") as memory:
        memory.remember("horatio", "The ghost walked.")
    precious = tmp_path / "precious"
    precious.write_text("precious")
    (tmp_path / f"memory.db{ending}").unlink(missing_ok=True)
    (tmp_path / f"memory.db{ending}").symlink_to(precious)
    for read_only in (False, True):
        with pytest.raises(NotAStore, match="found a link"):
            Memory.open(tmp_path / "memory.db", embedder="hashing", read_only=read_only)
    assert precious.read_text() == "precious"


@pytest.mark.parametrize("read_only", [True, False])
def test_a_link_or_a_pipe_in_the_place_of_vectors_is_refused(tmp_path: Path, read_only: bool) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "precious").write_text("precious")
    (tmp_path / "link").symlink_to(tmp_path / "precious")
    for name, kind in (("pipe", "a pipe"), ("link", "a link")):
        with pytest.raises(StoreDamaged, match=kind):
            BlockFile(tmp_path / name, 4, np.float32, read_only=read_only)
    assert (tmp_path / "precious").read_text() == "precious"

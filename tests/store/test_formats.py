"""Formats of the file: one of an older format is read as it is, and brought up to date when it is written to."""

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.embed.hashing import HashingEmbedder
from agentsensus.errors import NotAStore, StoreTooNew
from agentsensus.store.rows import ROW_TYPES
from agentsensus.store.sqlite import APPLICATION_ID, SqliteStore, problems_of
from agentsensus.store.sqlite.schema import FORMAT, migrate

DATA = Path(__file__).parent.parent / "data"
KNOWN = [
    ("The ghost of King Hamlet walked the battlements at midnight.", ("horatio",)),
    ("Laertes left Elsinore for France.", ("horatio",)),
    ("Polonius blessed Laertes twice.", ("horatio", "marcellus")),
    ("关羽在虎牢关前温酒斩了华雄。", ("刘备",)),
]


def made(path: Path, version: int) -> Path:
    """A file as an older format had it."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript((DATA / f"format_{version}.sql").read_text("utf-8"))
    return path


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file as the first format had it."""
    return made(tmp_path / "old.db", 1)


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """A file as the second format had it."""
    return made(tmp_path / "second.db", 2)


def opened(path: Path, **options: bool) -> Memory:
    return Memory.open(path, embedder=HashingEmbedder(64), **options)  # type: ignore[arg-type]  # flags of open


def seen(memory: Memory) -> list[tuple[str, tuple[str, ...]]]:
    return [(record.text, record.owners) for record in memory.records()]


def test_a_file_of_the_first_format_is_read_and_not_changed(old: Path) -> None:
    before = old.read_bytes()
    with opened(old, read_only=True) as memory:
        assert seen(memory) == KNOWN
        record = memory.recall("horatio", "Laertes left Elsinore", k=1).hits[0]
        assert record.metadata == {"mood": "calm"}
        assert memory.original(record.id) is None, "originals were not kept then"
        assert memory.noted_log() is None
        assert memory.sha256() == memory.as_of(9).sha256()
        assert memory.stats().merges["cross_since"] == 1
    assert old.read_bytes() == before


def test_a_file_of_the_first_format_is_brought_up_to_date_when_it_is_opened_for_writing(old: Path) -> None:
    with opened(old, read_only=True) as memory:
        known, sha256 = memory.records(), memory.sha256()
    with opened(old) as memory:
        assert memory.records() == known
        assert memory.sha256() == sha256
        first = memory.remember("horatio", "Osric bowed. Osric left the hall.", at=4).ids[0]
    with opened(old, read_only=True) as memory:
        given = memory.original(first)
        assert given is not None
        assert given.text == "Osric bowed. Osric left the hall."
        assert memory.records()[: len(known)] == known
    with closing(sqlite3.connect(old)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (FORMAT,)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_file_of_the_second_format_is_read_and_not_changed(second: Path) -> None:
    before = second.read_bytes()
    with opened(second, read_only=True) as memory:
        assert [text for text, _ in seen(memory)] == [text for text, _ in KNOWN]
        hit = memory.recall("horatio", "Who went to France?", k=1).hits[0]
        assert hit.text == "Laertes left Elsinore for France."
        given = memory.original(hit.id)
        assert given is not None
        assert given.text == "Laertes left Elsinore for France. Polonius blessed Laertes twice."
    assert second.read_bytes() == before


def test_a_file_of_the_second_format_is_brought_up_to_date_when_it_is_opened_for_writing(second: Path) -> None:
    with opened(second, read_only=True) as memory:
        known, sha256 = memory.records(), memory.sha256()
    with opened(second) as memory:
        assert memory.records() == known
        assert memory.sha256() == sha256
        assert memory.remember("horatio", "Osric bowed.", at=4).ids
    assert problems_of(second) == []
    with closing(sqlite3.connect(second)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (FORMAT,)


@pytest.mark.parametrize("version", range(1, FORMAT))
def test_a_file_brought_up_to_date_has_the_tables_of_a_new_one(version: int, tmp_path: Path) -> None:
    old = made(tmp_path / "old.db", version)
    opened(old).close()
    opened(tmp_path / "new.db").close()
    layouts = []
    for path in (old, tmp_path / "new.db"):
        with closing(sqlite3.connect(path)) as db:
            tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            layouts.append({name: {c[1] for c in db.execute(f"PRAGMA table_info({name})")} for name in tables})
    assert layouts[0] == layouts[1]
    assert set(ROW_TYPES) <= set(layouts[0])


def test_a_file_of_the_first_format_is_forked_and_exported_in_this_one(old: Path, tmp_path: Path) -> None:
    with opened(old, read_only=True) as memory:
        memory.fork(tmp_path / "fork.db", at=2)
        memory.export(tmp_path / "all.jsonl")
        at_two = memory.records(at=2)
    with opened(tmp_path / "fork.db") as memory:
        assert memory.records() == at_two
        assert memory.remember("horatio", "Osric bowed.", at=3).ids
    with opened(tmp_path / "again.db") as memory:
        memory.import_(tmp_path / "all.jsonl")
        assert seen(memory) == KNOWN


def test_a_migration_that_fails_changes_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = old.read_bytes()

    def broken(_: sqlite3.Connection) -> None:
        raise RuntimeError("the lights went out")

    monkeypatch.setattr("agentsensus.store.sqlite.schema.write_checksums", broken)
    with closing(sqlite3.connect(old, isolation_level=None)) as db, pytest.raises(RuntimeError):
        migrate(db, 1)
    assert old.read_bytes() == before


@pytest.mark.parametrize("version", [0, -5])
@pytest.mark.parametrize("read_only", [True, False])
def test_a_format_that_never_was_is_refused_in_words(version: int, read_only: bool, tmp_path: Path) -> None:
    opened(tmp_path / "m.db").close()
    with closing(sqlite3.connect(tmp_path / "m.db")) as db:
        db.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(NotAStore, match=rf"claims format {version}, which does not exist; restore a backup"):
        opened(tmp_path / "m.db", read_only=read_only)


def test_a_newer_format_is_refused_in_words(tmp_path: Path) -> None:
    opened(tmp_path / "m.db").close()
    with closing(sqlite3.connect(tmp_path / "m.db")) as db:
        db.execute(f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(StoreTooNew, match="update agentsensus"):
        opened(tmp_path / "m.db")


def test_a_table_that_lacks_a_column_of_its_format_is_refused_not_half_read(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 1; CREATE TABLE atoms (x);")
    with pytest.raises(NotAStore):
        opened(path, read_only=True)
    with pytest.raises(NotAStore):
        opened(path)


def test_the_memory_of_a_recorded_run_of_the_first_format_is_read(shared: Path, tmp_path: Path) -> None:
    copy = tmp_path / "memory.db"
    shutil.copyfile(shared / "runs" / "hamlet-strong" / "memory.db", copy)
    os.chmod(copy, stat.S_IRUSR)
    with Memory.open(copy, read_only=True) as memory:
        assert memory.round > 0
        assert len(memory.records()) == memory.stats().total > 100
        assert memory.who_knows("the ghost")
    store = SqliteStore(copy, read_only=True)
    assert store.header() is not None
    store.close()

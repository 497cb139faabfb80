"""Damage that no checksum of a row can show: tables, spaces, counts and indexes that are not as they were written."""

import sqlite3
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.errors import AgentsensusError, NotAStore, StoreDamaged
from agentsensus.store.sqlite import SqliteStore
from agentsensus.store.sqlite.verify import problems_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.db"
    with Memory.open(path, embedder="hashing") as memory:
        memory.remember("horatio", "Laertes left for France. The ghost walked at midnight.")
        memory.remember_event(["horatio", "gate"], "The gate was opened.", at=1)
    return path


def _write(path: Path, *statements: str) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA writable_schema = ON")
    for statement in statements:
        db.execute(statement)
    db.close()


HARMS = {
    "a space has another number": ("UPDATE spaces SET space = 7",),
    "a space has another name": ("UPDATE spaces SET name = 'mbin'",),
    "a count is no count": ("UPDATE tallies SET counts = 'atoms 3 owners'",),
    "a count is another": ("UPDATE tallies SET counts = replace(counts, 'atoms:3', 'atoms:2')",),
    "a column is called otherwise": ("UPDATE sqlite_master SET sql = replace(sql, 'header', 'hea_er')",),
    "a column is of another type": (
        "UPDATE sqlite_master SET sql = replace(sql, 'number   INTEGER', 'number   INTEGEX')",
    ),
    "a number is no key": (
        "UPDATE sqlite_master SET sql = replace(sql, 'space    INTEGER PRIMARY KEY', 'space TEXT')",
    ),
    "an index is gone": ("DROP INDEX atoms_by_id",),
    "a name in it is not valid text": (
        "UPDATE sqlite_master SET sql = CAST(CAST(replace(sql, 'PRIMARY KEY (space, seq)', 'oops (') AS BLOB) "
        "|| x'ffcc' AS TEXT) WHERE name = 'atoms'",
    ),
}


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize("harm", HARMS)
def test_it_is_refused_in_words_and_nothing_is_begun_anew(path: Path, harm: str, read_only: bool) -> None:
    _write(path, *HARMS[harm])
    with pytest.raises(AgentsensusError) as refused:
        Memory.open(path, embedder="hashing", read_only=read_only).recall("horatio", "ghost")
    assert isinstance(refused.value, StoreDamaged | NotAStore)
    assert "\n" not in str(refused.value)
    assert problems_of(path)


@pytest.mark.parametrize(
    "planted",
    [
        "CREATE TRIGGER t AFTER INSERT ON atoms BEGIN UPDATE atoms SET text = 'The king is a liar.'; END",
        "CREATE VIEW v AS SELECT * FROM atoms",
        "CREATE TABLE more (a TEXT)",
    ],
)
def test_a_store_with_a_trigger_or_a_table_of_somebody_else_is_refused(path: Path, planted: str) -> None:
    _write(path, planted)
    with pytest.raises(NotAStore, match="tables do not match its format"):
        Memory.open(path, embedder="hashing")


@pytest.mark.parametrize("table", ["atoms", "owners", "deposits", "originals"])
def test_rows_that_a_scan_misses_are_missed(path: Path, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flipped page may hide rows from a scan that a look at the last of them still finds."""
    store = SqliteStore(path, read_only=True)
    counts = store.counts()
    store.close()
    _write(path, f"DELETE FROM {table} WHERE seq = {counts.rows[table] - 1}")
    store = SqliteStore(path, read_only=True)
    monkeypatch.setattr(store, "counts", lambda: counts)
    with pytest.raises(StoreDamaged, match=f"rows of {table}"):
        store.columns(table, ["at"], 0)
    with pytest.raises(StoreDamaged, match=f"rows of {table}"):
        list(store.rows(table))
    store.close()


def test_an_id_that_leads_to_another_row_is_refused(path: Path) -> None:
    with Memory.open(path, read_only=True) as memory:
        ids = [record.id for record in memory.records()]
    _write(
        path,
        "DROP INDEX atoms_by_id",
        f"UPDATE atoms SET id = CASE id WHEN '{ids[0]}' THEN '{ids[1]}' WHEN '{ids[1]}' THEN '{ids[0]}' ELSE id END",
        "CREATE UNIQUE INDEX atoms_by_id ON atoms (space, id)",
    )
    store = SqliteStore(path, read_only=True)
    with pytest.raises(StoreDamaged):
        store.find(ids)
    store.close()


def test_a_round_that_is_not_as_it_was_written_is_no_last_round(path: Path) -> None:
    _write(path, "UPDATE owners SET at = 999 WHERE seq = (SELECT MAX(seq) FROM owners)")
    store = SqliteStore(path, read_only=True)
    with pytest.raises(StoreDamaged, match="of owners fails its checksum"):
        store.last_round()
    store.close()

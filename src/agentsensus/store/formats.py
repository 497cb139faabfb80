"""Formats of the file: which one a file has, how an older one is brought up to date, and how it is read as it is."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from typing import TypeAlias

import numpy as np

from agentsensus.store.checksums import key_checksum, row_checksum, text_checksum, vector_checksums
from agentsensus.store.rows import ROW_TYPES, column_names
from agentsensus.store.schema import blank, column_types, schema, table_sql

FORMAT = 2
Migration: TypeAlias = Callable[[sqlite3.Connection], None]
"""Changes the tables of one format into those of the next, inside a transaction; checksums are made anew after it."""

_TALLIES = "CREATE TABLE tallies (space INTEGER PRIMARY KEY, counts TEXT NOT NULL, checksum INTEGER NOT NULL)"
_LOG_HASHES = (
    "CREATE TABLE log_hashes (space INTEGER NOT NULL, at INTEGER NOT NULL, hash TEXT NOT NULL, "
    "checksum INTEGER NOT NULL, PRIMARY KEY (space, at)) WITHOUT ROWID"
)


_SINCE_2 = ("originals",)


def _from_1(db: sqlite3.Connection) -> None:
    """Originals, stamps, the author's rows, log hashes, own records and checksums come to be."""
    for table in ("deposits", "owners", "merges", "links", "retractions", "attributes"):
        add_columns(db, table)
    for table in (*(name for name in ROW_TYPES if name not in _SINCE_2), "spaces", "vector_keys"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0")
    db.execute("ALTER TABLE vectors ADD COLUMN sums BLOB NOT NULL DEFAULT x''")
    for space, header in db.execute("SELECT space, header FROM spaces").fetchall():
        atoms = db.execute("SELECT COUNT(*) FROM atoms WHERE space = ?", (space,)).fetchone()[0]
        text = json.dumps(json.loads(header) | {"own_from": atoms})
        db.execute("UPDATE spaces SET header = ? WHERE space = ?", (text, space))
    for statement in (*(table_sql(name, ROW_TYPES[name]) for name in _SINCE_2), _TALLIES, _LOG_HASHES):
        db.execute(statement)


MIGRATIONS: dict[int, Migration] = {1: _from_1}
"""How format n becomes n + 1, by n."""


def add_columns(db: sqlite3.Connection, table: str) -> None:
    """Give a table the columns of its row type that it lacks, each with its default."""
    row_type, known = ROW_TYPES[table], columns_of(db, table)
    for column, sql_type in column_types(row_type).items():
        if column not in known:
            default = blank(row_type, column)
            db.execute(f"ALTER TABLE {table} ADD COLUMN {column} {sql_type} NOT NULL DEFAULT {default}")


def columns_of(db: sqlite3.Connection, table: str) -> list[str]:
    """The columns that a table of the file has; none when there is no such table."""
    return [row[1] for row in db.execute(f"PRAGMA main.table_info({table})")]


def make(db: sqlite3.Connection, application_id: int) -> None:
    """Make the tables of an empty file."""
    script = f"{schema()}\nPRAGMA application_id = {application_id};\nPRAGMA user_version = {FORMAT};"
    db.executescript(f"BEGIN IMMEDIATE;\n{script}\nCOMMIT;")


def migrate(db: sqlite3.Connection, version: int) -> None:
    """Bring a file of an older format up to date, wholly or not at all."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for old in range(version, FORMAT):
            MIGRATIONS[old](db)
        check_tables(db)
        seal(db)
        db.execute(f"PRAGMA user_version = {FORMAT}")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def check_tables(db: sqlite3.Connection) -> None:
    """Refuse a file of this format whose tables are not all of its tables, or that has triggers or views."""
    if _shape(db) != _new_shape(schema()):
        raise sqlite3.DatabaseError("its tables are not those of its format")


@cache
def _new_shape(script: str) -> frozenset[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(script)
        return _shape(db)


def _shape(db: sqlite3.Connection) -> frozenset[tuple[object, ...]]:
    """The tables and indexes of a file with their columns."""
    named = "SELECT type, name, tbl_name FROM main.sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    columns = (
        'SELECT tables.name, parts.name, parts.type, parts."notnull", parts.pk FROM main.sqlite_master AS tables '
        "JOIN pragma_table_info(tables.name) AS parts WHERE tables.type = 'table'"
    )
    return frozenset([*db.execute(named).fetchall(), *db.execute(columns).fetchall()])


def seal(db: sqlite3.Connection) -> None:
    """Make every checksum of the file anew, from what it holds."""
    db.create_function("row_checksum", -1, lambda table, seq, *row: row_checksum(table, seq, row), deterministic=True)
    db.create_function("key_checksum", 2, key_checksum, deterministic=True)
    db.create_function("text_checksum", -1, text_checksum, deterministic=True)
    for table in ROW_TYPES:
        columns = ", ".join(column_names(table))
        db.execute(f"UPDATE {table} SET checksum = row_checksum('{table}', seq, {columns})")
    db.execute("UPDATE vector_keys SET checksum = key_checksum(key, number)")
    db.execute("UPDATE spaces SET checksum = text_checksum(name, header)")
    db.execute("UPDATE log_hashes SET checksum = text_checksum(at, hash)")
    for rowid, first, size, data in db.execute("SELECT rowid, first, size, data FROM vectors").fetchall():
        sums = vector_checksums(first, np.frombuffer(data, "<f4").reshape(size, -1))
        db.execute("UPDATE vectors SET sums = ? WHERE rowid = ?", (sums.astype("<u4").tobytes(), rowid))
    for (space,) in db.execute("SELECT space FROM spaces").fetchall():
        write_tally(db, space, counted(db, space))


def counted(db: sqlite3.Connection, space: int) -> dict[str, int]:
    """How many rows of each table, and how many `vectors`, a space has by its last numbers."""
    counts = {}
    for table in ROW_TYPES:
        query = f"SELECT COALESCE(MAX(seq) + 1, 0) FROM {table} WHERE space = ?"
        counts[table] = int(db.execute(query, (space,)).fetchone()[0])
    query = "SELECT first + size FROM vectors WHERE space = ? ORDER BY first DESC LIMIT 1"
    last = db.execute(query, (space,)).fetchone()
    return counts | {"vectors": int(last[0]) if last else 0}


ERASING = "erasing:1"
"""Stands beside the counts of a space while words that were purged may still be found in the file."""


def write_tally(db: sqlite3.Connection, space: int, counts: dict[str, int], *, is_erasing: bool = False) -> None:
    """Say how much a space holds."""
    text = " ".join([*(f"{name}:{count}" for name, count in counts.items()), *([ERASING] if is_erasing else [])])
    query = "INSERT OR REPLACE INTO tallies (space, counts, checksum) VALUES (?, ?, ?)"
    db.execute(query, (space, text, text_checksum(str(space), text)))


def read_as_it_is(db: sqlite3.Connection) -> None:
    """Let a file of an older format be read like one of this format, without a change to it.

    Views of this connection alone stand before tables that lack something and say what was not there in blanks.
    """
    db.execute("PRAGMA temp_store = MEMORY")
    for view in _views(db):
        db.execute(view)


def _views(db: sqlite3.Connection) -> Iterator[str]:
    for table, row_type in ROW_TYPES.items():
        known = columns_of(db, table)
        wanted = ["space", "seq", *column_names(table), "checksum"]
        if not known and table in _SINCE_2:
            yield f"CREATE TEMP VIEW {table} AS SELECT {', '.join(f'0 AS {name}' for name in wanted)} WHERE 0"
            continue
        blanks = {name: blank(row_type, name) for name in column_names(table) if name not in known}
        yield _view(table, wanted, known, blanks)
    yield _view("spaces", ["space", "name", "header", "checksum"], columns_of(db, "spaces"))
    yield _view("vector_keys", ["space", "key", "number", "checksum"], columns_of(db, "vector_keys"))
    for table, columns in (("tallies", "counts"), ("log_hashes", "at, hash")):
        if not columns_of(db, table):
            names = ["space", *columns.split(", "), "checksum"]
            yield f"CREATE TEMP VIEW {table} AS SELECT {', '.join(f'0 AS {name}' for name in names)} WHERE 0"


def _view(table: str, wanted: list[str], known: list[str], blanks: dict[str, str] | None = None) -> str:
    """A view of a table with blanks for columns it lacks. No checksum of an older format holds for what is shown."""
    blanks = {"checksum": "NULL"} | (blanks or {})
    columns = [f"{blanks[name]} AS {name}" if name in blanks else name for name in wanted]
    assert all(name in known or name in blanks for name in wanted)
    return f"CREATE TEMP VIEW {table} AS SELECT {', '.join(columns)} FROM main.{table}"

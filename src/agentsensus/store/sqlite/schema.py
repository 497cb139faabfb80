"""The schema of the SQLite file: tables derived from the row types, format versions and migrations.

To add a column, add a field with a default at the end of its row type in `rows.py`, and a migration here.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias, get_type_hints

import numpy as np

from agentsensus.store.checksums import key_checksum, row_checksum, text_checksum, vector_checksums
from agentsensus.store.rows import ROW_TYPES, column_names

FORMAT = 3
_SQL_TYPES: dict[type, str] = {int: "INTEGER", str: "TEXT"}
Migration: TypeAlias = Callable[[sqlite3.Connection], None]
"""Upgrades the tables by one format, inside a transaction. Checksums are recomputed afterwards."""

_TALLIES = "CREATE TABLE tallies (space INTEGER PRIMARY KEY, counts TEXT NOT NULL, checksum INTEGER NOT NULL)"
_LOG_HASHES = (
    "CREATE TABLE log_hashes (space INTEGER NOT NULL, at INTEGER NOT NULL, hash TEXT NOT NULL, "
    "checksum INTEGER NOT NULL, PRIMARY KEY (space, at)) WITHOUT ROWID"
)
_WORD_BLOCKS = (
    "CREATE TABLE word_blocks (space INTEGER NOT NULL, first INTEGER NOT NULL, size INTEGER NOT NULL, "
    "data BLOB NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (space, first)) WITHOUT ROWID"
)
_SINCE_2 = ("originals",)


def schema() -> str:
    """Return the SQL that creates all tables of an empty file."""
    tables = [table_sql(name, row_type) for name, row_type in ROW_TYPES.items()]
    return "\n".join([*tables, files(__package__).joinpath("schema.sql").read_text("utf-8")])


def table_sql(name: str, row_type: type[Any]) -> str:
    """Return the SQL that creates the table of a row type."""
    columns = ["space INTEGER NOT NULL", "seq INTEGER NOT NULL"]
    columns += [f"{column} {sql_type} NOT NULL" for column, sql_type in column_types(row_type).items()]
    columns += ["checksum INTEGER NOT NULL"]
    return f"CREATE TABLE {name} ({', '.join(columns)}, PRIMARY KEY (space, seq)) WITHOUT ROWID;"


def column_types(row_type: type[Any]) -> dict[str, str]:
    """Return the columns of a row type with their SQL types."""
    return {name: _SQL_TYPES[kind] for name, kind in get_type_hints(row_type).items()}


def default_sql(row_type: type[Any], column: str) -> str:
    """Return the SQL literal of a column's default, which rows from before the column get."""
    defaults = row_type._field_defaults
    if column not in defaults:
        raise sqlite3.DatabaseError(f"column {column} is missing, and every format has it")
    default = defaults[column]
    return f"'{default}'" if isinstance(default, str) else str(default)


def _from_1(db: sqlite3.Connection) -> None:
    """Add originals, time stamps, author marks, log hashes, private records and checksums."""
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


def _from_2(db: sqlite3.Connection) -> None:
    """Add the column for answered questions, the word index, and the time of writing of every change."""
    for table in ("originals", "merges", "links", "retractions", "attributes"):
        add_columns(db, table)
    db.execute(_WORD_BLOCKS)


MIGRATIONS: dict[int, Migration] = {1: _from_1, 2: _from_2}
"""Format n → the migration from n to n + 1."""


def add_columns(db: sqlite3.Connection, table: str) -> None:
    """Add the columns that a table lacks compared to its row type, each with its default."""
    row_type, known = ROW_TYPES[table], columns_of(db, table)
    for column, sql_type in column_types(row_type).items():
        if column not in known:
            default = default_sql(row_type, column)
            db.execute(f"ALTER TABLE {table} ADD COLUMN {column} {sql_type} NOT NULL DEFAULT {default}")


def columns_of(db: sqlite3.Connection, table: str) -> list[str]:
    """Return the columns of a table in the file; an empty list when the table does not exist."""
    return [row[1] for row in db.execute(f"PRAGMA main.table_info({table})")]


def create_tables(db: sqlite3.Connection, application_id: int) -> None:
    """Create the tables of an empty file."""
    script = f"{schema()}\nPRAGMA application_id = {application_id};\nPRAGMA user_version = {FORMAT};"
    db.executescript(f"BEGIN IMMEDIATE;\n{script}\nCOMMIT;")


def migrate(db: sqlite3.Connection, version: int) -> None:
    """Upgrade a file from an older format in one transaction."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for old in range(version, FORMAT):
            MIGRATIONS[old](db)
        check_tables(db)
        write_checksums(db)
        db.execute(f"PRAGMA user_version = {FORMAT}")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def check_tables(db: sqlite3.Connection) -> None:
    """Raise DatabaseError unless the file has exactly the tables of this format, and no triggers or views."""
    if _shape(db) != _new_shape(schema()):
        raise sqlite3.DatabaseError("its tables do not match its format")


@cache
def _new_shape(script: str) -> frozenset[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(script)
        return _shape(db)


def _shape(db: sqlite3.Connection) -> frozenset[tuple[object, ...]]:
    """Return the tables and indexes of a file with their columns."""
    named = "SELECT type, name, tbl_name FROM main.sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    columns = (
        'SELECT tables.name, parts.name, parts.type, parts."notnull", parts.pk FROM main.sqlite_master AS tables '
        "JOIN pragma_table_info(tables.name) AS parts WHERE tables.type = 'table'"
    )
    return frozenset([*db.execute(named).fetchall(), *db.execute(columns).fetchall()])


def write_checksums(db: sqlite3.Connection) -> None:
    """Recompute every checksum of the file."""
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
        write_tally(db, space, count_rows(db, space))


def count_rows(db: sqlite3.Connection, space: int) -> dict[str, int]:
    """Return the number of rows of each table, and of `vectors`, in a space, from their highest row numbers."""
    counts = {}
    for table in ROW_TYPES:
        query = f"SELECT COALESCE(MAX(seq) + 1, 0) FROM {table} WHERE space = ?"
        counts[table] = int(db.execute(query, (space,)).fetchone()[0])
    query = "SELECT first + size FROM vectors WHERE space = ? ORDER BY first DESC LIMIT 1"
    last = db.execute(query, (space,)).fetchone()
    return counts | {"vectors": int(last[0]) if last else 0}


ERASING = "erasing:1"
"""Marks the tally of a space while purged text may still be in the file."""


def write_tally(db: sqlite3.Connection, space: int, counts: dict[str, int], *, is_erasing: bool = False) -> None:
    """Save the row counts of a space. `is_erasing` marks that purged text may still be in the file."""
    text = " ".join([*(f"{name}:{count}" for name, count in counts.items()), *([ERASING] if is_erasing else [])])
    query = "INSERT OR REPLACE INTO tallies (space, counts, checksum) VALUES (?, ?, ?)"
    db.execute(query, (space, text, text_checksum(str(space), text)))


def add_compatibility_views(db: sqlite3.Connection) -> None:
    """Make a file of an older format readable in the current format, without changing the file.

    Temporary views, which exist in this connection only, hide the tables that lack columns and fill in defaults.
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
        blanks = {name: default_sql(row_type, name) for name in column_names(table) if name not in known}
        yield _view(table, wanted, known, blanks)
    yield _view("spaces", ["space", "name", "header", "checksum"], columns_of(db, "spaces"))
    yield _view("vector_keys", ["space", "key", "number", "checksum"], columns_of(db, "vector_keys"))
    for table, columns in (("tallies", "counts"), ("log_hashes", "at, hash"), ("word_blocks", "first, size, data")):
        if not columns_of(db, table):
            names = ["space", *columns.split(", "), "checksum"]
            yield f"CREATE TEMP VIEW {table} AS SELECT {', '.join(f'0 AS {name}' for name in names)} WHERE 0"


def _view(table: str, wanted: list[str], known: list[str], blanks: dict[str, str] | None = None) -> str:
    """Return the SQL of a view of a table with defaults for missing columns.

    Its checksums are NULL, because the old checksums do not cover the new columns.
    """
    blanks = {"checksum": "NULL"} | (blanks or {})
    columns = [f"{blanks[name]} AS {name}" if name in blanks else name for name in wanted]
    assert all(name in known or name in blanks for name in wanted)
    return f"CREATE TEMP VIEW {table} AS SELECT {', '.join(columns)} FROM main.{table}"

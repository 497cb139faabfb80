"""The SQL of a store: tables made from the row types.

A new column is one more field (with a default, at the end) of its row type in `rows`, and one migration in `formats`.
"""

import sqlite3
from importlib.resources import files
from typing import Any, get_type_hints

from agentsensus.store.rows import ROW_TYPES

_SQL_TYPES: dict[type, str] = {int: "INTEGER", str: "TEXT"}


def schema() -> str:
    """The SQL that makes all tables of an empty file."""
    tables = [table_sql(name, row_type) for name, row_type in ROW_TYPES.items()]
    return "\n".join([*tables, files(__package__).joinpath("schema.sql").read_text("utf-8")])


def table_sql(name: str, row_type: type[Any]) -> str:
    """The SQL that makes the table of a row type."""
    columns = ["space INTEGER NOT NULL", "seq INTEGER NOT NULL"]
    columns += [f"{column} {sql_type} NOT NULL" for column, sql_type in column_types(row_type).items()]
    columns += ["checksum INTEGER NOT NULL"]
    return f"CREATE TABLE {name} ({', '.join(columns)}, PRIMARY KEY (space, seq)) WITHOUT ROWID;"


def column_types(row_type: type[Any]) -> dict[str, str]:
    """The columns of a row type with their types in SQL."""
    return {name: _SQL_TYPES[kind] for name, kind in get_type_hints(row_type).items()}


def blank(row_type: type[Any], column: str) -> str:
    """What a column is, in SQL, for rows that were written before there was such a column."""
    defaults = row_type._field_defaults
    if column not in defaults:
        raise sqlite3.DatabaseError(f"there is no column {column}, and every format has one")
    default = defaults[column]
    return f"'{default}'" if isinstance(default, str) else str(default)

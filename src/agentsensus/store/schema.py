"""The SQL of a store: tables made from the row types, and migrations from older formats.

A new column is one more field (with a default) of its row type in `rows`, and one migration here.
"""

from importlib.resources import files
from typing import Any, get_type_hints

from agentsensus.store.rows import ROW_TYPES

FORMAT = 1
MIGRATIONS: dict[int, str] = {}
"""SQL that turns format n into n + 1, by n."""

_SQL_TYPES: dict[type, str] = {int: "INTEGER", str: "TEXT"}


def schema() -> str:
    """The SQL that makes all tables of an empty file."""
    tables = [_table(name, row_type) for name, row_type in ROW_TYPES.items()]
    return "\n".join([*tables, files(__package__).joinpath("schema.sql").read_text("utf-8")])


def _table(name: str, row_type: type[Any]) -> str:
    fields = get_type_hints(row_type)
    columns = ["space INTEGER NOT NULL", "seq INTEGER NOT NULL"]
    columns += [f"{field} {_SQL_TYPES[kind]} NOT NULL" for field, kind in fields.items()]
    return f"CREATE TABLE {name} ({', '.join(columns)}, PRIMARY KEY (space, seq)) WITHOUT ROWID;"

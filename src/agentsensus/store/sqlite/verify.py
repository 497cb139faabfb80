"""Read a whole SQLite store and report every difference from the data written, and numbers that lead nowhere."""

import sqlite3
from pathlib import Path

import numpy as np

from agentsensus.errors import AgentsensusError
from agentsensus.store.columns import Columns
from agentsensus.store.rows import ROW_TYPES, column_names
from agentsensus.store.sqlite import SqliteStore
from agentsensus.store.sqlite.connection import check_path, connect, spaces_of

__all__ = ["problems_of"]


def problems_of(path: Path) -> list[str]:
    """Return every problem found in any space of the file; an empty list when it is intact."""
    try:
        problems = _of_file(path)
        spaces = spaces_of(path)
    except AgentsensusError as error:
        return [str(error)]
    return problems + [problem for space in spaces for problem in _of_space(path, space)]


def _of_file(path: Path) -> list[str]:
    """Return the problems that SQLite's own integrity check finds."""
    check_path(path, read_only=True)
    db = connect(path, read_only=True)
    try:
        answers = [str(answer) for (answer,) in db.execute("PRAGMA integrity_check(5)").fetchall()]
    finally:
        db.close()
    return [f"{path}: {' '.join(answer.split())}" for answer in answers if answer != "ok"]


def _of_space(path: Path, space: str) -> list[str]:
    problems = []
    try:
        store = SqliteStore(path, space=space, read_only=True)
    except AgentsensusError as error:
        return [str(error)]
    try:
        for look in (store.header, store.counts, *(_Table(store, table).look for table in ROW_TYPES)):
            problems += _problem(look)
        problems += _problem(lambda: _look_at_vectors(store))
        if not problems:
            problems += _problem(lambda: Columns().load(store))
        problems += [
            f"{path}: the word index from statement {first} on fails its checksum; the next commit writes it again"
            for first in store.damaged_word_blocks()
        ]
    finally:
        store.close()
    return problems


class _Table:
    def __init__(self, store: SqliteStore, table: str) -> None:
        self._store = store
        self._table = table

    def look(self) -> object:
        """Read every integer and every text of the table."""
        self._store.columns(self._table, column_names(self._table, int), 0)
        return sum(1 for _ in self._store.rows(self._table))


def _look_at_vectors(store: SqliteStore) -> None:
    if store.header() is None:
        return
    numbers = [number for _, number in store.vector_keys()]
    if not np.array_equal(numbers, np.arange(store.counts().vectors)):
        raise AgentsensusError(f"{store.path}: the vector keys are not numbered in order")
    store.vectors()
    for at in store.noted_rounds():
        store.log_hash(at)


def _problem(look: object) -> list[str]:
    assert callable(look)
    try:
        look()
    except AgentsensusError as error:
        return [str(error)]
    except (ValueError, sqlite3.Error) as error:
        return [f"cannot read the header of the space ({' '.join(str(error).split())[:120]})"]
    return []

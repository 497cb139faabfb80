"""Verify an SQLite store: read all of it, and report data that fails its checksum and references to missing rows."""

from contextlib import closing
from pathlib import Path

from agentsensus.errors import AgentsensusError
from agentsensus.store.sqlite import SqliteStore
from agentsensus.store.sqlite.connection import check_path, connect, spaces_of
from agentsensus.store.verify import problems_in

__all__ = ["problems_of"]


def problems_of(path: Path) -> list[str]:
    """Return every problem found in any space of the file; an empty list if it is intact."""
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
    try:
        store = SqliteStore(path, space=space, read_only=True)
    except AgentsensusError as error:
        return [str(error)]
    with closing(store):
        return problems_in(store, path)

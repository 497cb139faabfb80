"""A connection whose errors are ours: what sqlite, the disk and the file system say, in words and with what to do."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from agentsensus.errors import AgentsensusError, CannotWrite, StoreBusy, StoreDamaged, StoreError, StoreReadOnly

__all__ = ["StoreConnection", "WatchedFile", "in_our_words"]

_WORDS: tuple[tuple[str, type[AgentsensusError], str], ...] = (
    ("disk is full", CannotWrite, "the disk is full; nothing of this was written: make room and do it again"),
    ("locked", StoreBusy, "another program holds the file; do it again when that has let go"),
    ("readonly database", StoreReadOnly, "it cannot be written; make it writable, or open with read_only=True"),
    ("unable to open", StoreReadOnly, "it cannot be opened; look at the rights of the file and its folder"),
    ("disk i/o error", StoreError, "the disk failed while it was used; look at the disk, then open it again"),
)
_DAMAGED = "put a backup in its place, or import an export"


def in_our_words(error: sqlite3.Error, path: object) -> AgentsensusError:
    """The error of ours that says what one of sqlite's means for a store."""
    what = " ".join(str(error).split())
    for words, kind, advice in _WORDS:
        if words in what.lower():
            return kind(f"{path}: {advice} ({what})")
    return StoreDamaged(f"{path}: the file is damaged ({what}); {_DAMAGED}")


@contextmanager
def _ours(path: object) -> Iterator[None]:
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a mistake of ours
    except sqlite3.Error as error:
        raise in_our_words(error, path) from None
    except UnicodeDecodeError:  # what sqlite says of a damaged file quotes the file
        raise in_our_words(sqlite3.DatabaseError("a name in it is no text"), path) from None


def _path(cursor: sqlite3.Cursor) -> object:
    return getattr(cursor.connection, "path", None)


class _StoreCursor(sqlite3.Cursor):
    def execute(self, *args: Any) -> "_StoreCursor":
        with _ours(_path(self)):
            super().execute(*args)
        return self

    def executemany(self, *args: Any) -> "_StoreCursor":
        with _ours(_path(self)):
            super().executemany(*args)
        return self

    def fetchone(self) -> Any:
        with _ours(_path(self)):
            return super().fetchone()

    def fetchall(self) -> list[Any]:
        with _ours(_path(self)):
            return super().fetchall()

    def __next__(self) -> Any:
        with _ours(_path(self)):
            return super().__next__()


class StoreConnection(sqlite3.Connection):
    """A connection to the store in the file at `path`."""

    path: Path | None = None

    def cursor(self, *_: Any) -> Any:
        return super().cursor(_StoreCursor)

    def execute(self, *args: Any) -> Any:
        return self.cursor().execute(*args)

    def executemany(self, *args: Any) -> Any:
        return self.cursor().executemany(*args)

    def executescript(self, *args: Any) -> Any:
        with _ours(self.path):
            return super().executescript(*args)

    def backup(self, *args: Any, **options: Any) -> None:
        with _ours(self.path):
            super().backup(*args, **options)

    def blobopen(self, *args: Any, **options: Any) -> Any:
        with _ours(self.path):
            return super().blobopen(*args, **options)


class WatchedFile:
    """The file that a store was opened in, to notice when its path no longer leads to it."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._identity = None if path is None else _identity(path)

    def check(self) -> None:
        """Refuse to go on writing into a file that nobody will find."""
        if self._path is not None and _identity(self._path) != self._identity:
            raise StoreError(
                f"{self._path}: the file was moved, replaced or deleted while it was open, so nothing was written; "
                "put it back, or close this memory and open the file that is there"
            )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino

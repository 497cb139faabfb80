"""Connections to the SQLite file of a store: check path and format, and turn SQLite's errors into Agentsensus
exceptions.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from agentsensus.base.files import as_path, foreign_kind
from agentsensus.errors import (
    AgentsensusError,
    CannotWrite,
    NotAStore,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreReadOnly,
    StoreTooNew,
)
from agentsensus.store.sqlite.schema import FORMAT, add_compatibility_views, check_tables, create_tables, migrate

__all__ = [
    "APPLICATION_ID",
    "MEMORY",
    "StoreConnection",
    "WatchedFile",
    "check_path",
    "connect",
    "spaces_of",
    "store_error",
]

MEMORY = ":memory:"
APPLICATION_ID = 0x41534E53
_SMALLEST_PAGE = 512
_BUSY_MS = 5_000
_BESIDE = ("-wal", "-shm", "-journal", ".lock")
_WORDS: tuple[tuple[str, type[AgentsensusError], str], ...] = (
    ("disk is full", CannotWrite, "the disk is full and nothing was written; free some space and try again"),
    ("locked", StoreBusy, "another program has locked the file; try again when it has finished"),
    ("readonly database", StoreReadOnly, "cannot write to it; make it writable, or open with read_only=True"),
    ("unable to open", StoreReadOnly, "cannot open it; check the permissions of the file and its folder"),
    ("disk i/o error", StoreError, "the disk reported an error; check the disk, then open the store again"),
)
_COPY = "import shutil, sys; [shutil.copy(file, sys.argv[3]) for file in sys.argv[1:3]]"
_DAMAGED = "restore a backup, or import an export"


def store_error(error: sqlite3.Error, path: object) -> AgentsensusError:
    """Return the Agentsensus exception for an SQLite error, with an explanation and advice."""
    what = " ".join(str(error).split())
    for words, kind, advice in _WORDS:
        if words in what.lower():
            return kind(f"{path}: {advice} ({what})")
    return StoreDamaged(f"{path}: the file is damaged ({what}); {_DAMAGED}")


@contextmanager
def _translated_errors(path: object) -> Iterator[None]:
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a bug in Agentsensus
    except sqlite3.Error as error:
        raise store_error(error, path) from None
    except UnicodeDecodeError:  # SQLite's message quotes bytes of the damaged file
        raise store_error(sqlite3.DatabaseError("a name in it is not valid text"), path) from None


def _path(cursor: sqlite3.Cursor) -> object:
    return getattr(cursor.connection, "path", None)


class _StoreCursor(sqlite3.Cursor):
    def execute(self, *args: Any) -> "_StoreCursor":
        with _translated_errors(_path(self)):
            super().execute(*args)
        return self

    def executemany(self, *args: Any) -> "_StoreCursor":
        with _translated_errors(_path(self)):
            super().executemany(*args)
        return self

    def fetchone(self) -> Any:
        with _translated_errors(_path(self)):
            return super().fetchone()

    def fetchall(self) -> list[Any]:
        with _translated_errors(_path(self)):
            return super().fetchall()

    def __next__(self) -> Any:
        with _translated_errors(_path(self)):
            return super().__next__()


class StoreConnection(sqlite3.Connection):
    """A connection to the store at `path` that raises Agentsensus exceptions instead of SQLite's."""

    path: Path | None = None

    def cursor(self, *_: Any) -> Any:
        return super().cursor(_StoreCursor)

    def execute(self, *args: Any) -> Any:
        return self.cursor().execute(*args)

    def executemany(self, *args: Any) -> Any:
        return self.cursor().executemany(*args)

    def executescript(self, *args: Any) -> Any:
        with _translated_errors(self.path):
            return super().executescript(*args)

    def backup(self, *args: Any, **options: Any) -> None:
        with _translated_errors(self.path):
            super().backup(*args, **options)

    def blobopen(self, *args: Any, **options: Any) -> Any:
        with _translated_errors(self.path):
            return super().blobopen(*args, **options)


class WatchedFile:
    """The device and inode of an open store and its write-ahead log, to detect that the path now leads to
    another file.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._identity = None if path is None else _identity(path)
        self._log = None if path is None else path.resolve().with_name(f"{path.resolve().name}-wal")
        self._log_identity = None if self._log is None else _identity(self._log)

    def check(self) -> None:
        """Raise StoreError if the file was moved, replaced or deleted."""
        if self._path is not None and _identity(self._path) != self._identity:
            raise StoreError(
                f"{self._path}: the file was moved, replaced or deleted while it was open, so nothing was written; "
                "put it back, or close this memory and open the new file"
            )

    def check_log(self) -> None:
        """Raise StoreError if the write-ahead log was deleted or replaced. Call it inside a transaction."""
        if self._log is not None and self._log_identity is not None and _identity(self._log) != self._log_identity:
            raise StoreError(
                f"{self._log}: the log of the store was deleted or replaced while it was open, so nothing was written; "
                "close this memory, which saves what was written before, and open it again"
            )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def check_path(path: Path, read_only: bool) -> None:
    """Raise NotAStore or StoreReadOnly if there cannot be a store at this path."""
    if path.is_dir():
        raise NotAStore(f"{path}: is a folder; name a file, for example {path / 'memory.db'}")
    if not path.exists():
        if read_only:
            raise NotAStore(f"{path}: there is no such file")
        if not path.parent.is_dir():
            raise NotAStore(f"{path}: the folder {path.parent} does not exist; make it first")
        _check_beside(path)
        return
    if not path.is_file():
        raise NotAStore(f"{path}: not a regular file")
    # The file itself is opened by SQLite only: closing it here would drop the locks of this process's connections.
    if not os.access(path, os.R_OK):
        raise NotAStore(f"{path}: cannot read it (permission denied)")
    if 0 < path.stat().st_size < _SMALLEST_PAGE:  # SQLite treats such a short file as empty and would overwrite it
        raise NotAStore(f"{path}: not an Agentsensus store")
    _check_beside(path)
    if not read_only and path.stat().st_mode & 0o222 == 0:
        raise StoreReadOnly(f"{path}: the file is marked read-only; open with read_only=True or make it writable")


def _check_beside(path: Path) -> None:
    """Raise an error if a pipe, link or folder has the name of a file beside the store: opening a pipe would block for
    ever.
    """
    whole = path.resolve()
    for ending in _BESIDE:
        file = whole.with_name(f"{whole.name}{ending}")
        if (kind := foreign_kind(file)) is not None:
            raise NotAStore(f"{file}: expected a regular file of the store, found {kind}; move it away")


def connect(path: Path | None, read_only: bool) -> StoreConnection:
    """Open a store and return the connection. An older format is upgraded; with `read_only` it is read unchanged."""
    if path is None:
        return _connected(MEMORY, None, read_only)
    uri = f"{path.resolve().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    try:
        return _connected(uri, path, read_only)
    except StoreReadOnly:
        if not read_only:
            raise
    # SQLite readers create files beside the store; here the folder is read-only.
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        return _copied(path, log)
    return _connected(f"{uri}&immutable=1", path, read_only)


def _copied(path: Path, log: Path) -> StoreConnection:
    """Return a connection to an in-memory copy of a store and its write-ahead log."""
    with tempfile.TemporaryDirectory() as place:
        # A child copies the files: to open and close them here would drop the locks of this process's connections.
        command = [sys.executable, "-I", "-c", _COPY, str(path), str(log), place]
        try:
            if subprocess.run(command, capture_output=True, check=False).returncode:  # noqa: S603
                raise NotAStore(f"{path}: cannot read it and its log; check the permissions of the files")
        except OSError:  # no child process possible; a reader without write access holds no lock that could be lost
            for file in (path, log):
                shutil.copy(file, place)
        source = _connected(f"{(Path(place) / path.name).as_uri()}?mode=rw", path, True)
        copy = sqlite3.connect(MEMORY, isolation_level=None, check_same_thread=False, factory=StoreConnection)
        source.backup(copy)
        source.close()
    copy.path = path
    _prepare(copy, path, True)
    return copy


def _connected(uri: str, path: Path | None, read_only: bool) -> StoreConnection:
    try:
        db = sqlite3.connect(
            uri, uri=path is not None, isolation_level=None, check_same_thread=False, factory=StoreConnection
        )
    except sqlite3.Error as error:
        raise store_error(error, path) from None
    db.path = path
    try:
        _prepare(db, path, read_only)
    except (StoreDamaged, sqlite3.Error) as error:
        db.close()
        raise NotAStore(f"{path}: not an Agentsensus store ({_cause(error)})") from None
    except BaseException:
        db.close()
        raise
    return db


def _cause(error: Exception) -> str:
    return str(error).partition("damaged (")[2].rpartition(");")[0] or str(error)


def _prepare(db: sqlite3.Connection, path: Path | None, read_only: bool) -> None:
    db.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version = db.execute("PRAGMA user_version").fetchone()[0]
    empty = not db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION_ID and not (empty and application == 0 and not read_only):
        raise NotAStore(f"{path}: not an Agentsensus store")
    if version > FORMAT:
        raise StoreTooNew(f"{path}: has format {version}, this version reads up to {FORMAT}; update agentsensus")
    if not empty and version < 1:
        raise NotAStore(f"{path}: claims format {version}, which does not exist; restore a backup")
    if version == FORMAT:
        check_tables(db)
    if read_only:
        if version < FORMAT:
            add_compatibility_views(db)
        return
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")
    if empty:
        create_tables(db, APPLICATION_ID)
    elif version < FORMAT:
        migrate(db, version)


def spaces_of(where: str | Path) -> tuple[str, ...]:
    """Return the names of the spaces in a file, in the order of their creation."""
    path = as_path(where)
    if not path.exists():
        raise NotAStore(f"{path}: there is no such file")
    check_path(path, True)
    with closing(connect(path, True)) as db:
        return tuple(name for (name,) in db.execute("SELECT name FROM spaces ORDER BY space"))

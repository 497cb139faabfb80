"""Opening the SQLite file of a store: what it is, which format it has, and how it may be used."""

import shutil
import sqlite3
import tempfile
from pathlib import Path

from agentsensus.errors import NotAStore, StoreDamaged, StoreReadOnly, StoreTooNew
from agentsensus.files import foreign_kind, reason
from agentsensus.store.formats import FORMAT, check_tables, make, migrate, read_as_it_is
from agentsensus.store.guarding import StoreConnection, in_our_words

MEMORY = ":memory:"
APPLICATION_ID = 0x41534E53
_BUSY_MS = 5_000
_SQLITE = b"SQLite format 3\x00"
_BESIDE = ("-wal", "-shm", "-journal", ".lock")


def check_path(path: Path, read_only: bool) -> None:
    """Refuse a path at which there cannot be a store."""
    if path.is_dir():
        raise NotAStore(f"{path}: this is a folder; name a file, for example {path / 'memory.db'}")
    if not path.exists():
        if read_only:
            raise NotAStore(f"{path}: there is no such file")
        if not path.parent.is_dir():
            raise NotAStore(f"{path}: the folder {path.parent} does not exist; make it first")
        _check_beside(path)
        return
    if not path.is_file():
        raise NotAStore(f"{path}: this is not a file; a store is one")
    try:
        with path.open("rb") as file:
            start = file.read(len(_SQLITE))
    except OSError as error:
        raise NotAStore(f"{path}: cannot be read ({reason(error)})") from None
    _check_beside(path)
    if start not in (b"", _SQLITE):
        raise NotAStore(f"{path}: this file is not an Agentsensus store")
    if not read_only and path.stat().st_mode & 0o222 == 0:
        raise StoreReadOnly(f"{path}: the file is marked read-only; open with read_only=True or make it writable")


def _check_beside(path: Path) -> None:
    """Refuse a store whose own files are not what they seem: a pipe is waited for for ever, a link leads elsewhere."""
    whole = path.resolve()
    for ending in _BESIDE:
        file = whole.with_name(f"{whole.name}{ending}")
        if (kind := foreign_kind(file)) is not None:
            raise NotAStore(f"{file}: is {kind}, where a store has a file of its own; move it away")


def connect(path: Path | None, read_only: bool) -> StoreConnection:
    """A connection to the store in a file, in this format: one of an older format is brought up to date, or read."""
    if path is None:
        return _connected(MEMORY, None, read_only)
    uri = f"{path.resolve().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    try:
        return _connected(uri, path, read_only)
    except StoreReadOnly:
        if not read_only:
            raise
    # A reader makes files beside the store, and here it cannot.
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        return _copied(path, log)
    return _connected(f"{uri}&immutable=1", path, read_only)


def _copied(path: Path, log: Path) -> StoreConnection:
    """A connection to a copy in memory of a store with its log, as they are now."""
    with tempfile.TemporaryDirectory() as place:
        copies = [Path(shutil.copy(file, place)) for file in (path, log)]
        source = _connected(f"{copies[0].as_uri()}?mode=rw", path, True)
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
        raise in_our_words(error, path) from None
    db.path = path
    try:
        _prepare(db, path, read_only)
    except (StoreDamaged, sqlite3.Error) as error:
        db.close()
        raise NotAStore(f"{path}: this file is not an Agentsensus store ({_cause(error)})") from None
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
        raise NotAStore(f"{path}: this file is not an Agentsensus store")
    if version > FORMAT:
        raise StoreTooNew(f"{path}: written in format {version}, this version reads up to {FORMAT}; update agentsensus")
    if not empty and version < 1:
        raise NotAStore(f"{path}: it says format {version}, and there never was one; put a backup in its place")
    if version == FORMAT:
        check_tables(db)
    if read_only:
        if version < FORMAT:
            read_as_it_is(db)
        return
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")
    if empty:
        make(db, APPLICATION_ID)
    elif version < FORMAT:
        migrate(db, version)

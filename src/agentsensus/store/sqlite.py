"""The store in one SQLite file: WAL, one durable commit per batch, one writer, any number of readers."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import numpy as np

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.errors import NotAStore, StoreBusy, StoreReadOnly, StoreTooNew
from agentsensus.store.lock import WriterLock
from agentsensus.store.rows import ROW_TYPES, AtomRow, Batch, Header, NewVectors, RowCounts, column_names
from agentsensus.store.schema import FORMAT, MIGRATIONS, schema

MEMORY = ":memory:"
APPLICATION_ID = 0x41534E53
_BUSY_MS = 5_000
_SQLITE = b"SQLite format 3\x00"
_CHUNK = 500
_COUNTS = (
    "SELECT "
    + "".join(f"(SELECT COALESCE(MAX(seq) + 1, 0) FROM {table} WHERE space = :space), " for table in ROW_TYPES)
    + "COALESCE((SELECT first + size FROM vectors WHERE space = :space ORDER BY first DESC LIMIT 1), 0)"
)
T = TypeVar("T")


class SqliteStore:
    """One space of one file. `:memory:` keeps it in this process only."""

    def __init__(self, where: str | Path, *, space: str = "main", read_only: bool = False) -> None:
        self.read_only = read_only
        self.space = space
        self.path = None if str(where) == MEMORY else Path(where)
        self._lock: WriterLock | None = None
        self._nested = False
        if self.path is not None:
            _check_path(self.path, read_only)
            if not read_only:
                self._lock = WriterLock(self.path, space)
        try:
            self._db = _connect(self.path, read_only)
            self._number = self._space_number()
        except BaseException:
            self._release()
            raise
        self._seen = self._data_version()

    @property
    def beside(self) -> Path | None:
        return None if self.path is None else self.path.with_name(f"{self.path.name}.{self._number}")

    # --- what the space is

    def header(self) -> Header | None:
        row = self._db.execute("SELECT header FROM spaces WHERE name = ?", (self.space,)).fetchone()
        return Header.model_validate_json(row[0]) if row else None

    def write_header(self, header: Header) -> None:
        with self._transaction():
            self._write_header(header)

    def counts(self) -> RowCounts:
        *sizes, vectors = self._db.execute(_COUNTS, {"space": self._number}).fetchone()
        return RowCounts(dict(zip(ROW_TYPES, sizes, strict=True)), vectors)

    def last_round(self) -> int | None:
        """The greatest `at` of any row; None in an empty space."""
        query = "SELECT at FROM {} WHERE space = ? ORDER BY seq DESC LIMIT 1"
        latest = [self._db.execute(query.format(table), (self._number,)).fetchone() for table in ROW_TYPES]
        return max((at for (at,) in filter(None, latest)), default=None)

    # --- reading

    def columns(self, table: str, names: Sequence[str], after: int) -> dict[str, IntArray]:
        cursor = self._db.execute(
            f"SELECT {', '.join(names)} FROM {table} WHERE space = ? AND seq >= ? ORDER BY seq", (self._number, after)
        )
        table_rows = np.fromiter(cursor, dtype=[(name, np.int64) for name in names])
        return {name: np.ascontiguousarray(table_rows[name]) for name in names}

    def rows(self, table: str, numbers: Iterable[int] | None = None) -> Iterator[tuple[object, ...]]:
        make, fields = ROW_TYPES[table]._make, ", ".join(column_names(table))
        if numbers is None:
            query = f"SELECT {fields} FROM {table} WHERE space = ? ORDER BY seq"
            yield from map(make, self._db.execute(query, (self._number,)))
            return
        for part in _parts(sorted(set(numbers))):
            marks = ", ".join("?" * len(part))
            query = f"SELECT {fields} FROM {table} WHERE space = ? AND seq IN ({marks}) ORDER BY seq"
            yield from map(make, self._db.execute(query, (self._number, *part)).fetchall())

    @contextmanager
    def one_state(self) -> Iterator[None]:
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.execute("COMMIT")

    def find(self, ids: Sequence[str]) -> dict[str, int]:
        return self._lookup("SELECT id, seq FROM atoms WHERE space = ? AND id IN ({})", ids)

    def find_vectors(self, keys: Sequence[str]) -> dict[str, int]:
        return self._lookup("SELECT key, number FROM vector_keys WHERE space = ? AND key IN ({})", keys)

    def vector_keys(self) -> Iterator[tuple[str, int]]:
        query = "SELECT key, number FROM vector_keys WHERE space = ? ORDER BY number"
        yield from self._db.execute(query, (self._number,))

    def vectors(self, first: int = 0, size: int | None = None) -> FloatArray:
        header = self.header()
        assert header is not None
        last = self.counts().vectors if size is None else first + size
        query = (
            "SELECT rowid, first, size FROM vectors WHERE space = ? AND first < ? AND first + size > ? ORDER BY first"
        )
        out = np.empty((max(0, last - first), header.dim), np.float32)
        filled = 0
        for rowid, start, count in self._db.execute(query, (self._number, last, first)).fetchall():
            begin, end = max(first, start), min(last, start + count)
            with self._db.blobopen("vectors", "data", rowid, readonly=True) as blob:
                blob.seek((begin - start) * header.dim * 4)
                data = blob.read((end - begin) * header.dim * 4)
            out[begin - first : end - first] = np.frombuffer(data, "<f4").reshape(-1, header.dim)
            filled += end - begin
        if filled != len(out):
            raise NotAStore(f"{self.path}: the file is damaged: vectors are missing; take a copy, or import an export")
        return out

    def changed(self) -> bool:
        version, self._seen = self._seen, self._data_version()
        return version != self._seen

    # --- writing

    def append(self, expected: RowCounts, batch: Batch, vectors: NewVectors, header: Header | None = None) -> None:
        with self._transaction():
            if header is not None:
                self._write_header(header)
            if self.counts() != expected:
                raise StoreBusy(f"{self.path}: another writer has added rows; open it again")
            self._insert(batch, expected)
            at = max((rows[-1].at for table in Batch.TABLES if (rows := batch.rows(table))), default=0)
            self._insert_vectors(at, expected.vectors, vectors)

    def replace_vectors(self, header: Header, vectors: NewVectors, atom_vectors: Sequence[int]) -> None:
        with self._transaction():
            for table in ("vectors", "vector_keys"):
                self._db.execute(f"DELETE FROM {table} WHERE space = ?", (self._number,))
            self._insert_vectors(self.last_round() or 0, 0, vectors)
            self._db.executemany(
                "UPDATE atoms SET vector = ? WHERE space = ? AND seq = ?",
                ((vector, self._number, seq) for seq, vector in enumerate(atom_vectors)),
            )
            self._write_header(header)
        self._drop_derived()

    def erase(self, atoms: dict[int, AtomRow], agents: dict[int, str], vectors: Sequence[int], batch: Batch) -> None:
        header = self.header()
        assert header is not None
        with self._transaction():
            self._insert(batch, self.counts())
            for number, row in atoms.items():
                self._db.execute(
                    "UPDATE atoms SET text = ?, flags = ?, metadata = ?, origin = ? WHERE space = ? AND seq = ?",
                    (row.text, row.flags, row.metadata, row.origin, self._number, number),
                )
                where = (self._number, number)
                self._db.execute("UPDATE owners SET source = '', detail = '' WHERE space = ? AND atom = ?", where)
            for number, name in agents.items():
                self._blank_agent(number, name)
            for number in vectors:
                self._erase_vector(number, header.dim)
            self._write_header(header.model_copy(update={"generation": header.generation + 1}))
        self._drop_derived()
        self._db.execute("VACUUM")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def copy(self, to: Path, *, at: int | None) -> None:
        partial = to.with_name(to.name + ".partial")
        partial.unlink(missing_ok=True)
        target = sqlite3.connect(partial, isolation_level=None)
        try:
            self._db.backup(target)
            _cut(target, self._number, at)
            target.execute("PRAGMA journal_mode = DELETE")
        finally:
            target.close()
        partial.replace(to)

    def _drop_derived(self) -> None:
        assert self.beside is None or self.path is not None
        for kind in ("vectors", "signs"):
            if self.beside is not None:
                self.beside.with_name(f"{self.beside.name}.{kind}").unlink(missing_ok=True)

    def close(self) -> None:
        self._db.close()
        self._release()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        with self._transaction():
            self._nested = True
            try:
                yield
            finally:
                self._nested = False

    # --- inside

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self.read_only:
            raise StoreReadOnly(f"{self.path}: opened with read_only=True; open it for writing")
        if self._nested:
            yield
            return
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise StoreBusy(f"{self.path}: {error}; another program holds the file") from None
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")
        self._seen = self._data_version()

    def _insert(self, batch: Batch, counts: RowCounts) -> None:
        for table in Batch.TABLES:
            names = ("space", "seq", *column_names(table))
            marks = ", ".join("?" * len(names))
            self._db.executemany(
                f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})",
                ((self._number, seq, *row) for seq, row in enumerate(batch.rows(table), counts.rows[table])),
            )

    def _insert_vectors(self, at: int, first: int, vectors: NewVectors) -> None:
        if not vectors.keys:
            return
        data = np.ascontiguousarray(vectors.data, "<f4").tobytes()
        row = (self._number, at, first, len(vectors.keys), data)
        self._db.execute("INSERT INTO vectors (space, at, first, size, data) VALUES (?, ?, ?, ?, ?)", row)
        self._db.executemany(
            "INSERT INTO vector_keys (space, key, number) VALUES (?, ?, ?)",
            ((self._number, key, number) for number, key in enumerate(vectors.keys, first)),
        )

    def _blank_agent(self, number: int, name: str) -> None:
        query = "SELECT name FROM agents WHERE space = ? AND seq = ?"
        (old,) = self._db.execute(query, (self._number, number)).fetchone()
        # What others were told stays told by the same one, or an edge closed to that one would be open again.
        named = (name, self._number, old)
        self._db.execute("UPDATE owners SET source = ?, detail = '' WHERE space = ? AND source = ?", named)
        self._db.execute("UPDATE agents SET name = ? WHERE space = ? AND seq = ?", (name, self._number, number))

    def _erase_vector(self, number: int, dim: int) -> None:
        query = "SELECT first, data FROM vectors WHERE space = ? AND first <= ? AND first + size > ?"
        first, data = self._db.execute(query, (self._number, number, number)).fetchone()
        block = np.frombuffer(data, "<f4").reshape(-1, dim).copy()
        block[number - first] = 0
        where = (block.tobytes(), self._number, first)
        self._db.execute("UPDATE vectors SET data = ? WHERE space = ? AND first = ?", where)
        where_key = (f"erased-{number}", self._number, number)
        self._db.execute("UPDATE vector_keys SET key = ? WHERE space = ? AND number = ?", where_key)

    def _write_header(self, header: Header) -> None:
        query = "INSERT INTO spaces (space, name, header) VALUES (?, ?, ?) ON CONFLICT (space) DO UPDATE SET header = ?"
        text = header.model_dump_json()
        self._db.execute(query, (self._number, self.space, text, text))

    def _space_number(self) -> int:
        row = self._db.execute("SELECT space FROM spaces WHERE name = ?", (self.space,)).fetchone()
        if row:
            return int(row[0])
        return int(self._db.execute("SELECT COALESCE(MAX(space), 0) + 1 FROM spaces").fetchone()[0])

    def _lookup(self, query: str, names: Sequence[str]) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for part in _parts(names):
            numbers.update(self._db.execute(query.format(", ".join("?" * len(part))), (self._number, *part)).fetchall())
        return numbers

    def _data_version(self) -> int:
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _parts(items: Sequence[T]) -> Iterator[Sequence[T]]:
    return (items[i : i + _CHUNK] for i in range(0, len(items), _CHUNK))


def _check_path(path: Path, read_only: bool) -> None:
    if path.is_dir():
        raise NotAStore(f"{path}: this is a folder; name a file, for example {path / 'memory.db'}")
    if not path.exists():
        if read_only:
            raise NotAStore(f"{path}: there is no such file")
        if not path.parent.is_dir():
            raise NotAStore(f"{path}: the folder {path.parent} does not exist; make it first")
        return
    with path.open("rb") as file:
        start = file.read(len(_SQLITE))
    if start not in (b"", _SQLITE):
        raise NotAStore(f"{path}: this file is not an Agentsensus store")
    if not read_only and path.stat().st_mode & 0o222 == 0:
        raise StoreReadOnly(f"{path}: the file is marked read-only; open with read_only=True or make it writable")


def _connect(path: Path | None, read_only: bool) -> sqlite3.Connection:
    name = MEMORY if path is None else f"{path.resolve().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    try:
        db = sqlite3.connect(name, uri=path is not None, isolation_level=None, check_same_thread=False)
        try:
            _prepare(db, path, read_only)
        except BaseException:
            db.close()
            raise
    except sqlite3.DatabaseError as error:
        if "locked" in str(error):
            raise StoreBusy(f"{path}: {error}; another program holds the file") from None
        raise NotAStore(f"{path}: this file is not an Agentsensus store ({error})") from None
    return db


def _prepare(db: sqlite3.Connection, path: Path | None, read_only: bool) -> None:
    db.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version = db.execute("PRAGMA user_version").fetchone()[0]
    empty = not db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION_ID and not (empty and application == 0 and not read_only):
        raise NotAStore(f"{path}: this file is not an Agentsensus store")
    if version > FORMAT:
        raise StoreTooNew(f"{path}: written in format {version}, this version reads up to {FORMAT}; update agentsensus")
    if read_only:
        if version < FORMAT:
            raise StoreReadOnly(f"{path}: written in the older format {version}; open it once for writing to update it")
        return
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")
    if empty:
        _script(db, f"{schema()}\nPRAGMA application_id = {APPLICATION_ID};\nPRAGMA user_version = {FORMAT};")
    for old in range(version if not empty else FORMAT, FORMAT):
        _script(db, f"{MIGRATIONS[old]}\nPRAGMA user_version = {old + 1};")


def _script(db: sqlite3.Connection, statements: str) -> None:
    db.executescript(f"BEGIN IMMEDIATE;\n{statements}\nCOMMIT;")


def _cut(db: sqlite3.Connection, space: int, at: int | None) -> None:
    """Leave in a copy one space only, up to round `at`."""
    db.execute("PRAGMA secure_delete = ON")
    db.execute("BEGIN")
    for table in (*ROW_TYPES, "vectors", "vector_keys", "spaces"):
        db.execute(f"DELETE FROM {table} WHERE space != ?", (space,))
    for table in ROW_TYPES if at is not None else ():
        db.execute(f"DELETE FROM {table} WHERE space = ? AND at > ?", (space, at))
    if at is not None:
        # A block may be dated later than the atoms it serves: after `reembed` and `import` all lie in one.
        used = db.execute("SELECT COALESCE(MAX(vector), -1) FROM atoms WHERE space = ?", (space,)).fetchone()[0]
        db.execute("DELETE FROM vectors WHERE space = ? AND at > ? AND first > ?", (space, at, used))
    query = "SELECT COALESCE(MAX(first + size), 0) FROM vectors WHERE space = ?"
    last = db.execute(query, (space,)).fetchone()[0]
    db.execute("DELETE FROM vector_keys WHERE space = ? AND number >= ?", (space, last))
    db.execute("COMMIT")
    db.execute("VACUUM")

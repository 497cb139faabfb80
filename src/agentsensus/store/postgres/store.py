"""One space of a PostgreSQL database. Rows, checksums and behaviour are the same as in every store."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from agentsensus.base.addresses import shown_address
from agentsensus.base.arrays import FloatArray, IntArray
from agentsensus.base.blocks import current_block
from agentsensus.base.loop import note_effect
from agentsensus.errors import (
    AgentsensusError,
    ConnectionLost,
    StoreBusy,
    StoreDamaged,
    StoreReadOnly,
    UnknownName,
    did_you_mean,
)
from agentsensus.store.checksums import (
    block_checksum,
    key_checksum,
    numbers_match,
    row_checksum,
    text_checksum,
    vector_checksums,
    vector_sums,
)
from agentsensus.store.copying import Contents, contents
from agentsensus.store.erasing import erase_rows
from agentsensus.store.postgres.connection import Server, in_parts
from agentsensus.store.postgres.tables import LOCK_CLASS, SCHEMA, prepare
from agentsensus.store.rows import (
    ROW_TYPES,
    AtomRow,
    Batch,
    Erasure,
    Header,
    NewVectors,
    RowCounts,
    column_names,
    erased_key,
)
from agentsensus.store.sqlite.schema import ERASING
from agentsensus.store.sqlite.store import write_spaces
from agentsensus.store.verify import problems_in

if TYPE_CHECKING:
    import psycopg

__all__ = ["PostgresStore", "delete_space", "problems_on", "spaces_on"]

_MANY = 1_000
"""From this number of rows on, rows are read and written with COPY."""

_AT_ONCE = 5_000
_NUMBERS_AT_ONCE = 65_536
_NO_END = 2**62
_VECTORS_AT_ONCE = 4_096
_BLOCKS_AT_ONCE = 8
_POSTED = b""
"""A row with this term marks that all postings of a block are saved."""
_LOCK_SECONDS = 60
_STATUS_SECONDS = 10.0
_SPACE_TABLES = (*ROW_TYPES, "vectors", "tallies", "log_hashes", "word_blocks", "sign_blocks", "postings", "spaces")
_NO_SPACE = -1
_MOST_BROKEN = 12
_SPACES = f"SELECT name FROM {SCHEMA}.spaces ORDER BY space"


class PostgresStore:
    """One space of a database. Any number of processes may have it open, for reading and for writing."""

    many_writers = True
    beside: Path | None = None
    path: Path | None = None

    def __init__(self, address: str, *, space: str = "main", read_only: bool = False, wait: float = 0.0) -> None:
        self.address: str | Path = address
        self.read_only = read_only
        self.space = space
        self._wait = max(_LOCK_SECONDS, round(wait))
        self._server = Server.of(address)
        self._db: psycopg.Connection[Any] | None = None
        self._writes = False
        self._commit_id: str | None = None
        self._block: object | None = None
        self._number = _NO_SPACE
        self._closed = False
        try:
            self._server.repeated(lambda db: prepare(db, self._server.shown, read_only=read_only))
            self.header()
            self._seen: int | None = self._version()
            if not read_only:
                self._finish_erasing()
        except BaseException:
            self.close()
            raise

    def __repr__(self) -> str:
        return f"PostgresStore({self._server.shown!r}, space={self.space!r})"

    # --- properties of the space

    def header(self) -> Header | None:
        rows = self._fetch(f"SELECT space, header, checksum FROM {SCHEMA}.spaces WHERE name = %s", (self.space,))
        if not rows:
            self._number = _NO_SPACE
            return None
        self._number, text, checksum = rows[0]
        if text_checksum(self.space, text) != checksum:
            raise self._damaged("the header of the space fails its checksum")
        return Header.model_validate_json(text)

    def counts(self) -> RowCounts:
        sizes = self._tally()
        vectors = sizes.pop("vectors")
        return RowCounts(sizes, vectors)

    def changed(self) -> bool:
        version, self._seen = self._seen, self._version()
        return version != self._seen

    def log_hash(self, at: int | None = None) -> tuple[int, str] | None:
        query = (
            f"SELECT at, hash, checksum FROM {SCHEMA}.log_hashes WHERE space = %s AND at <= %s ORDER BY at DESC LIMIT 1"
        )
        rows = self._fetch(query, (self._number, 2**62 if at is None else at))
        if not rows:
            return None
        round_, digest, checksum = rows[0]
        if text_checksum(round_, digest) != checksum:
            raise self._damaged(f"the log hash of round {round_} fails its checksum")
        return int(round_), str(digest)

    def noted_rounds(self) -> list[int]:
        query = f"SELECT at FROM {SCHEMA}.log_hashes WHERE space = %s ORDER BY at"
        return [int(at) for (at,) in self._fetch(query, (self._number,))]

    # --- reading

    def columns(self, table: str, names: Sequence[str], after: int) -> dict[str, IntArray]:
        every = (*column_names(table, int), "checksum")
        query = f"SELECT {', '.join(every)} FROM {SCHEMA}.{table} WHERE space = {self._number} AND seq >= "
        before = self._tally().get(table, 0)
        if before - after >= _MANY:
            # In parts, because the driver makes an object per row.
            ends = [*range(after + _NUMBERS_AT_ONCE, before, _NUMBERS_AT_ONCE), _NO_END]
            starts = [after, *ends[:-1]]
            parts = [
                self._copied_numbers(f"{query}{start} AND seq < {end} ORDER BY seq", every)
                for start, end in zip(starts, ends, strict=True)
            ]
            numbers = {name: np.concatenate([part[name] for part in parts]) for name in every}
        else:
            rows = self._fetch(f"{query}{after} ORDER BY seq")
            numbers = dict(zip(every, np.array(rows, np.int64).reshape(len(rows), len(every)).T.copy(), strict=True))
        self._check_size(table, after + len(numbers["checksum"]), before)
        checksums = numbers.pop("checksum")
        if not numbers_match(table, after, list(numbers.values()), checksums):
            raise self._damaged(f"rows of {table} fail their checksums")
        return {name: numbers[name] for name in names}

    def rows(self, table: str, numbers: Iterable[int] | None = None) -> Iterator[tuple[object, ...]]:
        wanted: Sequence[int]
        if numbers is None:
            wanted = range(self._tally().get(table, 0))
        else:
            wanted = numbers if isinstance(numbers, range) else sorted(set(numbers))
        query = f"SELECT seq, {', '.join(column_names(table))}, checksum FROM {SCHEMA}.{table} WHERE space = %s"
        make = ROW_TYPES[table]._make
        for part in in_parts(wanted, _AT_ONCE):
            values: tuple[object, ...] = (list(part),)
            where = "seq = ANY(%s)"
            if isinstance(part, range) and part.step == 1:
                where, values = "seq >= %s AND seq < %s", (part.start, part.stop)
            stored = self._fetch(f"{query} AND {where} ORDER BY seq", (self._number, *values))
            if len(stored) != len(part):
                raise self._damaged(f"rows of {table} are missing")
            for number, (seq, *row, checksum) in zip(part, stored, strict=True):
                if seq != number or row_checksum(table, seq, row) != checksum:
                    raise self._damaged(f"row {number} of {table} fails its checksum")
                yield make(row)

    @contextmanager
    def one_state(self) -> Iterator[None]:
        if self._db is not None:
            yield
            return
        self._open("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
        finally:
            self._end("COMMIT")

    def find(self, ids: Sequence[str]) -> dict[str, int]:
        query = f"SELECT id, seq FROM {SCHEMA}.atoms WHERE space = %s AND id = ANY(%s)"
        found: dict[str, int] = {}
        for part in in_parts(list(ids), _AT_ONCE):
            found.update(self._fetch(query, (self._number, list(part))))
        ordered = sorted(found.values())
        stored = {cast(Any, row).id: seq for seq, row in zip(ordered, self.rows("atoms", ordered), strict=True)}
        if stored != found:
            raise self._damaged("the index of ids points to wrong rows")
        return found

    def find_vectors(self, keys: Sequence[str]) -> dict[str, int]:
        query = f"SELECT key, number, checksum FROM {SCHEMA}.vectors WHERE space = %s AND key = ANY(%s)"
        found: dict[str, int] = {}
        for part in in_parts(list(keys), _AT_ONCE):
            found.update(self._checked_keys(self._fetch(query, (self._number, list(part)))))
        return found

    def vector_keys(self) -> Iterator[tuple[str, int]]:
        query = (
            f"SELECT key, number, checksum FROM {SCHEMA}.vectors "
            "WHERE space = %s AND number >= %s AND number < %s ORDER BY number"
        )
        for part in in_parts(range(self._tally()["vectors"]), _AT_ONCE):
            yield from self._checked_keys(self._fetch(query, (self._number, part[0], part[-1] + 1)))

    def _checked_keys(self, stored: Iterable[tuple[Any, ...]]) -> Iterator[tuple[str, int]]:
        for key, number, checksum in stored:
            if key_checksum(key, number) != checksum:
                raise self._damaged(f"the key of vector {number} fails its checksum")
            yield key, number

    def vectors(self, first: int = 0, size: int | None = None) -> FloatArray:
        header = self.header()
        assert header is not None
        last = self.counts().vectors if size is None else first + size
        query = (
            f"SELECT data, sum FROM {SCHEMA}.vectors WHERE space = %s AND number >= %s AND number < %s ORDER BY number"
        )
        out = np.empty((max(0, last - first), header.dim), np.float32)
        for part in in_parts(range(first, last), _VECTORS_AT_ONCE):
            stored = self._fetch(query, (self._number, part[0], part[-1] + 1), binary=True)
            if len(stored) != len(part) or any(len(data) != header.dim * 4 for data, _ in stored):
                raise self._damaged("vectors are missing")
            block = np.frombuffer(b"".join(data for data, _ in stored), "<f4").reshape(-1, header.dim)
            if not np.array_equal([sum_ for _, sum_ in stored], vector_checksums(part[0], block)):
                raise self._damaged(f"vectors from number {part[0]} on fail their checksums")
            out[part[0] - first : part[-1] + 1 - first] = block
        return out

    @property
    def served(self) -> "PostgresStore":
        """This store itself, as the search index on the server."""
        return self

    def picked_vectors(self, numbers: IntArray) -> FloatArray:
        header = self.header()
        assert header is not None
        wanted, places = np.unique(np.asarray(numbers, np.int64), return_inverse=True)
        query = f"SELECT data, sum FROM {SCHEMA}.vectors WHERE space = %s AND number = ANY(%s) ORDER BY number"
        out = np.empty((len(wanted), header.dim), np.float32)
        for start in range(0, len(wanted), _VECTORS_AT_ONCE):
            part = wanted[start : start + _VECTORS_AT_ONCE]
            stored = self._fetch(query, (self._number, part.tolist()), binary=True)
            if len(stored) != len(part) or any(len(data) != header.dim * 4 for data, _ in stored):
                raise self._damaged("vectors are missing")
            block = np.frombuffer(b"".join(data for data, _ in stored), "<f4").reshape(-1, header.dim)
            sums = np.array([sum_ for _, sum_ in stored], np.uint32)
            if not np.array_equal(vector_sums(part, block), sums):
                raise self._damaged("vectors fail their checksums")
            out[start : start + len(part)] = block
        return out[places]

    def sign_blocks(self) -> Iterator[tuple[int, int, bytes]]:
        yield from self._blocks("sign_blocks")

    def write_sign_blocks(self, blocks: Iterable[tuple[int, int, bytes]]) -> None:
        self._write_blocks("sign_blocks", blocks)

    def posted_blocks(self) -> frozenset[int]:
        query = f"SELECT first FROM {SCHEMA}.postings WHERE space = %s AND term = %s"
        return frozenset(first for (first,) in self._fetch(query, (self._number, _POSTED)))

    def postings(self, term: bytes) -> Iterator[tuple[int, bytes, bytes]]:
        query = (
            f"SELECT first, places, counts, checksum FROM {SCHEMA}.postings WHERE space = %s AND term = %s "
            "ORDER BY first"
        )
        for first, places, counts, checksum in self._fetch(query, (self._number, term), binary=True):
            if block_checksum(first, len(places), term + places + counts) != checksum:
                raise self._damaged("the word index fails its checksum")
            yield first, places, counts

    def write_postings(self, first: int, postings: Iterable[tuple[bytes, bytes, bytes]]) -> None:
        names = "space, term, first, places, counts, checksum"
        with self._transaction():
            self._derived()
            if first in self.posted_blocks():
                where = (self._number, first)
                self._execute(f"DELETE FROM {SCHEMA}.postings WHERE space = %s AND first = %s", where)
            assert self._db is not None
            query = f"COPY {SCHEMA}.postings ({names}) FROM STDIN"
            with self._server.translated(), self._db.cursor() as cursor, cursor.copy(query.encode()) as copy:
                for term, places, counts in ((_POSTED, b"", b""), *postings):
                    checksum = block_checksum(first, len(places), term + places + counts)
                    copy.write_row((self._number, term, first, places, counts, checksum))

    def vector_sums(self) -> npt.NDArray[np.uint32]:
        query = f"SELECT sum FROM {SCHEMA}.vectors WHERE space = {self._number} ORDER BY number"
        return self._copied_numbers(query, ("sum",))["sum"].astype(np.uint32)

    def word_blocks(self) -> Iterator[tuple[int, int, bytes]]:
        yield from self._blocks("word_blocks")

    def _blocks(self, table: str) -> Iterator[tuple[int, int, bytes]]:
        """Yield the intact blocks of an index table, and read a few at a time."""
        every = self._fetch(f"SELECT first FROM {SCHEMA}.{table} WHERE space = %s ORDER BY first", (self._number,))
        query = (
            f"SELECT first, size, data, checksum FROM {SCHEMA}.{table} WHERE space = %s AND first = ANY(%s) "
            "ORDER BY first"
        )
        for part in in_parts([first for (first,) in every], _BLOCKS_AT_ONCE):
            for first, size, data, checksum in self._fetch(query, (self._number, list(part)), binary=True):
                if block_checksum(first, size, data) == checksum:
                    yield first, size, data

    def damaged_word_blocks(self) -> list[int]:
        intact = {first for first, _, _ in self.word_blocks()}
        query = f"SELECT first FROM {SCHEMA}.word_blocks WHERE space = %s ORDER BY first"
        return [first for (first,) in self._fetch(query, (self._number,)) if first not in intact]

    # --- writing

    def write_header(self, header: Header) -> None:
        with self._transaction():
            if self._write_header(header):
                self._write_tally(self.counts())

    def note_log(self, at: int, digest: str) -> None:
        query = (
            f"INSERT INTO {SCHEMA}.log_hashes (space, at, hash, checksum) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT (space, at) DO UPDATE SET hash = EXCLUDED.hash, checksum = EXCLUDED.checksum"
        )
        with self._transaction():
            self._execute(query, (self._number, at, digest, text_checksum(at, digest)))

    def append(self, expected: RowCounts, batch: Batch, vectors: NewVectors, header: Header | None = None) -> None:
        with self._transaction():
            is_ours = header is None or self._write_header(header)
            if not is_ours or self.counts() != expected:
                raise StoreBusy(f"{self._server.shown}: another writer has added rows; try again")
            at = max((rows[-1].at for table in Batch.TABLES if (rows := batch.rows(table))), default=0)
            self._insert(batch, expected, [(at, expected.vectors, vectors)])
            sizes = {table: size + len(batch.rows(table)) for table, size in expected.rows.items()}
            self._write_tally(RowCounts(sizes, expected.vectors + len(vectors.keys)))

    def write_word_blocks(self, blocks: Iterable[tuple[int, int, bytes]]) -> None:
        self._write_blocks("word_blocks", blocks)

    def _write_blocks(self, table: str, blocks: Iterable[tuple[int, int, bytes]]) -> None:
        query = (
            f"INSERT INTO {SCHEMA}.{table} (space, first, size, data, checksum) VALUES (%s, %s, %s, %s, %s) "
            "ON CONFLICT (space, first) DO UPDATE SET size = EXCLUDED.size, data = EXCLUDED.data, "
            "checksum = EXCLUDED.checksum"
        )
        rows = [(self._number, first, size, data, block_checksum(first, size, data)) for first, size, data in blocks]
        with self._transaction():
            self._derived()
            self._execute_many(query, rows)

    def _derived(self) -> None:
        """Let this commit return before the data is on disk. Indexes can be rebuilt, so a crash may lose them."""
        if self._block is None:
            self._execute("SET LOCAL synchronous_commit = off")

    def replace_vectors(self, header: Header, vectors: NewVectors, atom_vectors: Sequence[int]) -> None:
        with self._transaction():
            counts = self.counts()
            sizes = counts.rows.items()
            latest = [cast(Any, row).at for table, size in sizes if size for row in self.rows(table, [size - 1])]
            for table in ("vectors", "sign_blocks"):
                self._execute(f"DELETE FROM {SCHEMA}.{table} WHERE space = %s", (self._number,))
            self._insert(Batch(), counts, [(max(latest, default=0), 0, vectors)])
            for seq, row in enumerate(list(cast("Iterator[AtomRow]", self.rows("atoms")))):
                if row.vector != atom_vectors[seq]:
                    self.rewrite("atoms", seq, row._replace(vector=atom_vectors[seq]))
            self._write_header(header)
            self._write_tally(RowCounts(counts.rows, len(vectors.keys)))

    def erase(self, erasure: Erasure, batch: Batch) -> str:
        header = self.header()
        assert header is not None
        with self._transaction():
            counts = self.counts()
            self._insert(batch, counts)
            sizes = {table: size + len(batch.rows(table)) for table, size in counts.rows.items()}
            self._erase_words(erase_rows(self, erasure))
            self._erase_vectors(erasure.vectors, header.dim)
            names = header.names if erasure.names is None else erasure.names
            added = header.added_names if erasure.added_names is None else erasure.added_names
            changes = {"generation": header.generation + 1, "names": names, "added_names": tuple(added)}
            self._write_header(header.model_copy(update=changes))
            self._write_tally(RowCounts(sizes, counts.vectors), is_erasing=True)
        return self._finish_erasing()

    def rewrite(self, table: str, seq: int, row: tuple[Any, ...]) -> None:
        """Overwrite the values of a row, inside a transaction."""
        marks = ", ".join(f"{name} = %s" for name in (*column_names(table), "checksum"))
        values = (*row, row_checksum(table, seq, row), self._number, seq)
        self._execute(f"UPDATE {SCHEMA}.{table} SET {marks} WHERE space = %s AND seq = %s", values)

    def copy(self, to: Path, *, at: int | None) -> None:
        with self.one_state():
            write_spaces(to, [self._contents(at)])

    def backup(self, to: Path) -> None:
        with self.one_state():
            own, spaces = self.space, [name for (name,) in self._fetch(_SPACES)]
            try:
                write_spaces(to, (self._contents_of(space) for space in spaces))
            finally:
                self.space = own
                self.header()

    def _contents_of(self, space: str) -> Contents:
        self.space = space
        self.header()
        return self._contents(None)

    def _contents(self, at: int | None) -> Contents:
        return contents(self, self.space, at, self.counts().vectors if at is None else self.vectors_by(at))

    def vectors_by(self, at: int) -> int:
        # A vector may be newer than its atoms: `reembed` and `import` write all vectors at once.
        query = (
            f"SELECT GREATEST((SELECT MAX(vector) FROM {SCHEMA}.atoms WHERE space = %s AND at <= %s), "
            f"(SELECT MAX(number) FROM {SCHEMA}.vectors WHERE space = %s AND at <= %s), -1) + 1"
        )
        ((last,),) = self._fetch(query, (self._number, at, self._number, at))
        return int(last)

    def delete(self) -> None:
        """Delete this space permanently."""
        with self._transaction():
            for table in _SPACE_TABLES:
                self._execute(f"DELETE FROM {SCHEMA}.{table} WHERE space = %s", (self._number,))
        self._vacuum()

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            if self._db is not None:
                self._end("ROLLBACK")
            self._server.release()

    # --- transactions

    @contextmanager
    def turn(self) -> Iterator[None]:
        self._check_writable()
        if self._db is not None:
            yield
            return
        self._begin()
        try:
            yield
        except BaseException:
            self._end("ROLLBACK")
            raise
        if self._block is None:
            self._end("ROLLBACK")  # a write in the block has already been committed; if there was none, nothing is lost

    @contextmanager
    def at_once(self) -> Iterator[None]:
        self._check_writable()
        before = current_block.get()
        self._block = object()
        current_block.set(self._block)
        try:
            yield
        except BaseException:
            self._end("ROLLBACK")
            raise
        finally:
            self._block = None
            current_block.set(before)
        self._commit()
        note_effect()
        self._finish_erasing()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Context manager: a write transaction. It commits at the end of the block; inside `at_once`, at the end of
        that block.
        """
        self._check_writable()
        if self._db is None:
            self._begin()
        elif not self._writes:
            raise StoreBusy(
                f"{self._server.shown}: a read transaction (one_state) is open here; write when it has ended"
            )
        try:
            yield
            if self._block is None:
                self._commit()
        except BaseException:
            if self._block is None:
                self._end("ROLLBACK")
            raise
        note_effect()

    def _check_writable(self) -> None:
        if self.read_only:
            raise StoreReadOnly(f"{self._server.shown}: opened with read_only=True; open the store for writing")
        if self._block is not None and current_block.get() is not self._block:
            raise StoreBusy(
                f"{self._server.shown}: another task or thread is inside at_once, so nothing was written; "
                "write again when its block has ended"
            )

    def _begin(self) -> None:
        if self._number == _NO_SPACE:
            self.header()
        # Lock 0 is for all tables: a new space has no number yet, and spaces are created one at a time.
        lock = max(0, self._number)
        self._open(
            f"BEGIN; SET LOCAL lock_timeout = '{self._wait}s'; SELECT pg_advisory_xact_lock({LOCK_CLASS}, {lock})"
        )
        self._writes = True

    def _open(self, statement: str) -> None:
        db = self._server.borrow()
        for attempt in range(_MOST_BROKEN):
            try:
                with self._server.translated():
                    db.execute(statement.encode())
                break
            except ConnectionLost:  # the pool may hand out connections of a server that was restarted
                self._server.give_back(db)
                if attempt == _MOST_BROKEN - 1:
                    raise
                time.sleep(0.05 * attempt)
                db = self._server.borrow()
            except BaseException:
                self._server.give_back(db)
                raise
        self._db, self._commit_id = db, None

    def _commit(self) -> None:
        """Commit. If the connection breaks meanwhile, ask the server whether the commit succeeded."""
        if self._db is None:
            return
        number = self._commit_id
        try:
            with self._server.translated():
                self._db.execute("COMMIT")
        except ConnectionLost:
            self._end("ROLLBACK")
            if number is None or not self._has_committed(number):
                raise
            return
        self._end(None)

    def _has_committed(self, number: str) -> bool:
        deadline = time.monotonic() + _STATUS_SECONDS
        while True:
            ((status,),) = self._fetch("SELECT pg_xact_status(%s::text::xid8)", (number,))
            if status != "in progress" or time.monotonic() > deadline:
                return bool(status == "committed")
            time.sleep(0.05)

    def _end(self, statement: str | None) -> None:
        """Run `statement`, if any, to end the open transaction, and give its connection back to the pool."""
        if statement == "ROLLBACK" and self._commit_id is not None:
            self._seen = None  # the version that was read belongs to rows that were rolled back
        db, self._db, self._writes, self._commit_id = self._db, None, False, None
        if db is None:
            return
        try:
            if statement is not None:
                with self._server.translated():
                    db.execute(statement.encode())
        except AgentsensusError:
            db.close()  # the server rolls back
        finally:
            self._server.give_back(db)

    # --- inside

    def _fetch(self, query: str, values: Sequence[object] = (), *, binary: bool = False) -> list[tuple[Any, ...]]:
        def read(db: "psycopg.Connection[Any]") -> list[tuple[Any, ...]]:
            return db.execute(query.encode(), values or None, binary=binary).fetchall()

        if self._db is None:
            return self._server.repeated(read)
        with self._server.translated():
            return read(self._db)

    def _execute(self, query: str, values: Sequence[object] = ()) -> None:
        assert self._db is not None
        with self._server.translated():
            self._db.execute(query.encode(), values or None)

    def _execute_many(self, query: str, rows: Iterable[Sequence[object]]) -> None:
        assert self._db is not None
        with self._server.translated(), self._db.cursor() as cursor:
            cursor.executemany(query.encode(), rows)

    def _copied_numbers(self, query: str, names: Sequence[str]) -> dict[str, IntArray]:
        """Read integer columns (BIGINT) in binary form, without a Python object per value."""

        def read(db: "psycopg.Connection[Any]") -> bytes:
            with db.cursor() as cursor, cursor.copy(f"COPY ({query}) TO STDOUT (FORMAT BINARY)".encode()) as data:
                return b"".join(data)

        if self._db is None:
            data = self._server.repeated(read)
        else:
            with self._server.translated():
                data = read(self._db)
        width = [
            ("fields", ">i2"),
            *((part, kind) for name in names for part, kind in ((f"{name} size", ">i4"), (name, ">i8"))),
        ]
        table = np.frombuffer(data, np.dtype(width), (len(data) - 19 - 2) // (2 + 12 * len(names)), 19)
        return {name: table[name].astype(np.int64) for name in names}

    def _insert(self, batch: Batch, counts: RowCounts, new_vectors: Sequence[tuple[int, int, NewVectors]] = ()) -> None:
        """Insert the rows of a batch, numbered after `counts`, and vectors given as (round, number of the first,
        vectors).
        """
        inserts: list[tuple[str, tuple[str, ...], Iterator[tuple[object, ...]], int]] = []
        for table in Batch.TABLES:
            rows, first = batch.rows(table), counts.rows[table]
            names = ("space", "seq", *column_names(table), "checksum")
            made: Iterator[tuple[object, ...]] = (
                (self._number, seq, *row, row_checksum(table, seq, row)) for seq, row in enumerate(rows, first)
            )
            inserts.append((table, names, made, len(rows)))
        for at, first, vectors in new_vectors:
            names = ("space", "number", "at", "key", "data", "sum", "checksum")
            inserts.append(("vectors", names, self._vector_rows(at, first, vectors), len(vectors.keys)))
        assert self._db is not None
        few = [insert for insert in inserts if 0 < insert[3] < _MANY]
        with self._server.translated():
            if few:
                with self._db.pipeline(), self._db.cursor() as cursor:
                    for table, names, made, _ in few:
                        marks = ", ".join(["%s"] * len(names))
                        query = f"INSERT INTO {SCHEMA}.{table} ({', '.join(names)}) VALUES ({marks})"
                        cursor.executemany(query.encode(), made)
            for table, names, made, size in inserts:
                if size >= _MANY:
                    query = f"COPY {SCHEMA}.{table} ({', '.join(names)}) FROM STDIN"
                    with self._db.cursor() as cursor, cursor.copy(query.encode()) as copy:
                        for row in made:
                            copy.write_row(row)

    def _vector_rows(self, at: int, first: int, vectors: NewVectors) -> Iterator[tuple[object, ...]]:
        data = np.ascontiguousarray(vectors.data, "<f4")
        sums = vector_checksums(first, data).tolist()
        for number, (key, row, sum_) in enumerate(zip(vectors.keys, data, sums, strict=True), first):
            yield self._number, number, at, key, row.tobytes(), sum_, key_checksum(key, number)

    def _erase_words(self, touched: IntArray) -> None:
        for table in ("word_blocks", "sign_blocks"):
            query = f"SELECT first, size FROM {SCHEMA}.{table} WHERE space = %s"
            for first, size in self._fetch(query, (self._number,)):
                start, end = np.searchsorted(touched, (first, first + size))
                for derived in (table, "postings") if start < end else ():
                    where = (self._number, first)
                    self._execute(f"DELETE FROM {SCHEMA}.{derived} WHERE space = %s AND first = %s", where)

    def _erase_vectors(self, numbers: Sequence[int], dim: int) -> None:
        query = (
            f"UPDATE {SCHEMA}.vectors SET key = %s, data = %s, sum = %s, checksum = %s WHERE space = %s AND number = %s"
        )
        blank = np.zeros((1, dim), np.float32)
        for number in sorted(int(number) for number in numbers):
            key, sum_ = erased_key(number), int(vector_checksums(number, blank)[0])
            values = (key, blank.tobytes(), sum_, key_checksum(key, number), self._number, number)
            self._execute(query, values)

    def _write_header(self, header: Header) -> bool:
        """Write the header of a new space. Returns False, and keeps the other header, if another process made the space
        first.
        """
        text = header.model_dump_json()
        values = (self.space, text, text_checksum(self.space, text))
        if self._number != _NO_SPACE:
            query = f"UPDATE {SCHEMA}.spaces SET name = %s, header = %s, checksum = %s WHERE space = %s"
            self._execute(query, (*values, self._number))
            return True
        query = (
            f"INSERT INTO {SCHEMA}.spaces (name, header, checksum) VALUES (%s, %s, %s) "
            "ON CONFLICT (name) DO NOTHING RETURNING space"
        )
        is_made = bool(self._fetch(query, values))
        self.header()
        return is_made

    def _write_tally(self, counts: RowCounts, *, is_erasing: bool | None = None) -> None:
        still = self._has_to_finish() if is_erasing is None else is_erasing
        sizes = counts.rows | {"vectors": counts.vectors}
        text = " ".join([*(f"{name}:{size}" for name, size in sizes.items()), *([ERASING] if still else [])])
        query = (
            f"INSERT INTO {SCHEMA}.tallies AS old (space, counts, checksum, version) VALUES (%s, %s, %s, 1) "
            "ON CONFLICT (space) DO UPDATE SET counts = EXCLUDED.counts, checksum = EXCLUDED.checksum, "
            "version = old.version + 1 RETURNING version, pg_current_xact_id()::text"
        )
        values = (self._number, text, text_checksum(str(self._number), text))
        ((self._seen, self._commit_id),) = self._fetch(query, values)

    def _tally(self) -> dict[str, int]:
        rows = self._fetch(f"SELECT counts, checksum FROM {SCHEMA}.tallies WHERE space = %s", (self._number,))
        if not rows:
            return dict.fromkeys((*ROW_TYPES, "vectors"), 0)
        text, checksum = rows[0]
        if text_checksum(str(self._number), text) != checksum:
            raise self._damaged("its row counts fail their checksum")
        sizes = (pair.split(":") for pair in text.split() if pair != ERASING)
        return {name: int(size) for name, size in sizes}

    def _check_size(self, table: str, size: int, before: int) -> None:
        """Raise StoreDamaged if too few or too many rows were read. Others may have added rows since `before` was
        counted.
        """
        if size != before and not before < size <= self._tally()[table]:
            raise self._damaged(f"there are too few or too many rows of {table}")

    def _version(self) -> int | None:
        if self._number == _NO_SPACE:
            self.header()
        rows = self._fetch(f"SELECT version FROM {SCHEMA}.tallies WHERE space = %s", (self._number,))
        return int(rows[0][0]) if rows else None

    def _has_to_finish(self) -> bool:
        rows = self._fetch(f"SELECT counts FROM {SCHEMA}.tallies WHERE space = %s", (self._number,))
        return bool(rows) and ERASING in rows[0][0].split()

    def _finish_erasing(self) -> str:
        """Rewrite the tables without the old versions of erased rows. Return the reason if that is not possible, else
        "".
        """
        if not self._has_to_finish():
            return ""
        if self._db is not None:
            return "the block at_once has not ended; its end erases the words"
        if reason := self._vacuum():
            return reason
        with self._transaction():
            self._write_tally(self.counts(), is_erasing=False)
        return ""

    def _vacuum(self) -> str:
        tables = ", ".join(f"{SCHEMA}.{table}" for table in _SPACE_TABLES)

        def work(db: "psycopg.Connection[Any]") -> None:
            db.execute("SET lock_timeout = '10s'")
            try:
                db.execute(f"VACUUM FULL {tables}".encode())
            finally:
                db.execute("RESET lock_timeout")

        try:
            self._server.repeated(work)
        except AgentsensusError as error:
            return str(error).removeprefix(f"{self._server.shown}: ")
        return ""

    def _damaged(self, what: str) -> StoreDamaged:
        return StoreDamaged(
            f"{self._server.shown}: the space {self.space!r} is damaged: {what}; restore a backup, or import an export"
        )


def spaces_on(address: str) -> tuple[str, ...]:
    """Return the names of the spaces in a database, in the order of their creation."""
    server = Server.of(address)
    try:
        server.repeated(lambda db: prepare(db, server.shown, read_only=True))
        return tuple(name for (name,) in server.repeated(lambda db: db.execute(_SPACES.encode()).fetchall()))
    finally:
        server.release()


def problems_on(address: str) -> list[str]:
    """Return every problem found in any space of a database; an empty list if it is intact."""
    problems = []
    for space in spaces_on(address):
        store = PostgresStore(address, space=space, read_only=True)
        try:
            problems += problems_in(store, f"{shown_address(address)} space {space!r}")
        finally:
            store.close()
    return problems


def delete_space(address: str, space: str) -> None:
    """Delete one space of a database permanently. Other spaces stay."""
    known = spaces_on(address)
    if space not in known:
        raise UnknownName(f"no space of this database is called {space!r}{did_you_mean(space, known)}")
    store = PostgresStore(address, space=space)
    try:
        store.delete()
    finally:
        store.close()

"""Reading the rows of one space of an SQLite file; everything read is checked against its checksum."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.errors import StoreDamaged
from agentsensus.store.checksums import key_checksum, numbers_match, row_checksum, text_checksum, vector_checksums
from agentsensus.store.formats import ERASING, FORMAT
from agentsensus.store.rows import ROW_TYPES, Header, RowCounts, column_names

_CHUNK = 500
_COUNTS = (
    "SELECT "
    + "".join(f"(SELECT COALESCE(MAX(seq) + 1, 0) FROM {table} WHERE space = :space), " for table in ROW_TYPES)
    + "COALESCE((SELECT first + size FROM vectors WHERE space = :space ORDER BY first DESC LIMIT 1), 0)"
)
T = TypeVar("T")


class SqliteRows:
    """The rows of one space, read through one connection. Those of an older format have no checksums to be checked."""

    def __init__(self, db: sqlite3.Connection, path: Path | None, space: str) -> None:
        self.path = path
        self.space = space
        self._db = db
        self._is_sealed = int(db.execute("PRAGMA user_version").fetchone()[0]) == FORMAT
        self._number = self._space_number()

    # --- what the space is

    def header(self) -> Header | None:
        query = "SELECT header, checksum FROM spaces WHERE name = ?"
        row = self._db.execute(query, (self.space,)).fetchone()
        if row is None:
            return None
        text, checksum = row
        if checksum is not None and text_checksum(self.space, text) != checksum:
            raise self._damaged("what the space was made with is not as it was written")
        return Header.model_validate_json(text)

    def counts(self) -> RowCounts:
        *sizes, vectors = self._db.execute(_COUNTS, {"space": self._number}).fetchone()
        counts = RowCounts(dict(zip(ROW_TYPES, sizes, strict=True)), vectors)
        if self._is_sealed:
            self._check_tally(counts)
        return counts

    def log_hash(self, at: int | None = None) -> tuple[int, str] | None:
        query = "SELECT at, hash, checksum FROM log_hashes WHERE space = ? AND at <= ? ORDER BY at DESC LIMIT 1"
        row = self._db.execute(query, (self._number, 2**62 if at is None else at)).fetchone()
        if row is None:
            return None
        round_, digest, checksum = row
        if text_checksum(round_, digest) != checksum:
            raise self._damaged(f"the log's hash of round {round_} is not as it was written")
        return int(round_), str(digest)

    def noted_rounds(self) -> list[int]:
        """The rounds of which the store has the log's hash."""
        query = "SELECT at FROM log_hashes WHERE space = ? ORDER BY at"
        return [int(at) for (at,) in self._db.execute(query, (self._number,)).fetchall()]

    def last_round(self) -> int | None:
        """The greatest `at` of any row; None in an empty space."""
        sizes = self.counts().rows.items()
        latest = [cast(Any, row).at for table, size in sizes if size for row in self.rows(table, [size - 1])]
        return max(latest, default=None)

    # --- reading

    def columns(self, table: str, names: Sequence[str], after: int) -> dict[str, IntArray]:
        every = (*column_names(table, int), *(["checksum"] if self._is_sealed else []))
        query = f"SELECT {', '.join(every)} FROM {table} WHERE space = ? AND seq >= ? ORDER BY seq"
        before = self._tally().get(table, 0)
        cursor = self._db.execute(query, (self._number, after))
        try:
            table_rows = np.fromiter(cursor, dtype=[(name, np.int64) for name in every])
        except (ValueError, TypeError, OverflowError):
            raise self._damaged(f"rows of {table} hold what is no number") from None
        numbers = {name: np.ascontiguousarray(table_rows[name]) for name in every}
        self._check_size(table, after + len(table_rows), before)
        if self._is_sealed:
            checksums = numbers.pop("checksum")
            if not numbers_match(table, after, list(numbers.values()), checksums):
                raise self._damaged(f"rows of {table} are not as they were written")
        return {name: numbers[name] for name in names}

    def rows(self, table: str, numbers: Iterable[int] | None = None) -> Iterator[tuple[object, ...]]:
        query = f"SELECT seq, {', '.join(column_names(table))}, checksum FROM {table} WHERE space = ?"
        if numbers is None:
            size, before = 0, self._tally().get(table, 0)
            stored = self._db.execute(f"{query} ORDER BY seq", (self._number,))
            for size, row in enumerate(self._checked_rows(table, count(), stored), 1):  # noqa: B007
                yield row
            self._check_size(table, size, before)
            return
        for part in _parts(sorted(set(numbers))):
            marks = ", ".join("?" * len(part))
            stored = self._db.execute(f"{query} AND seq IN ({marks}) ORDER BY seq", (self._number, *part))
            rows = list(self._checked_rows(table, part, stored.fetchall()))
            if len(rows) != len(part):
                raise self._damaged(f"rows of {table} are missing")
            yield from rows

    def _checked_rows(
        self, table: str, numbers: Iterable[int], stored: Iterable[tuple[Any, ...]]
    ) -> Iterator[tuple[object, ...]]:
        """Rows with these numbers, if they are as they were written."""
        make = ROW_TYPES[table]._make
        for number, (seq, *row, checksum) in zip(numbers, stored, strict=False):
            if seq != number or (checksum is not None and row_checksum(table, seq, row) != checksum):
                raise self._damaged(f"row {number} of {table} is not as it was written")
            yield make(row)

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
        numbers = self._lookup("SELECT id, seq FROM atoms WHERE space = ? AND id IN ({})", ids)
        ordered = sorted(numbers.values())
        stored = {cast(Any, row).id: seq for seq, row in zip(ordered, self.rows("atoms", ordered), strict=True)}
        if stored != numbers:
            raise self._damaged("ids lead to other rows than they did")
        return numbers

    def find_vectors(self, keys: Sequence[str]) -> dict[str, int]:
        query = "SELECT key, number, checksum FROM vector_keys WHERE space = ? AND key IN ({})"
        numbers: dict[str, int] = {}
        for part in _parts(keys):
            stored = self._db.execute(query.format(", ".join("?" * len(part))), (self._number, *part))
            numbers.update(self._checked_keys(stored.fetchall()))
        return numbers

    def vector_keys(self) -> Iterator[tuple[str, int]]:
        query = "SELECT key, number, checksum FROM vector_keys WHERE space = ? ORDER BY number"
        yield from self._checked_keys(self._db.execute(query, (self._number,)))

    def _checked_keys(self, stored: Iterable[tuple[str, int, int | None]]) -> Iterator[tuple[str, int]]:
        for key, number, checksum in stored:
            if checksum is not None and key_checksum(key, number) != checksum:
                raise self._damaged(f"the key of vector {number} is not as it was written")
            yield key, number

    def vectors(self, first: int = 0, size: int | None = None) -> FloatArray:
        header = self.header()
        assert header is not None
        last = self.counts().vectors if size is None else first + size
        query = "SELECT rowid, first, size FROM main.vectors WHERE space = ? AND first < ? AND first + size > ?"
        out = np.empty((max(0, last - first), header.dim), np.float32)
        filled = 0
        for rowid, start, size_ in self._db.execute(f"{query} ORDER BY first", (self._number, last, first)).fetchall():
            begin, end = max(first, start), min(last, start + size_)
            data = self._piece(rowid, "data", begin - start, end - begin, header.dim * 4)
            block = np.frombuffer(data, "<f4").reshape(-1, header.dim)
            if self._is_sealed:
                sums = np.frombuffer(self._piece(rowid, "sums", begin - start, end - begin, 4), "<u4")
                if not np.array_equal(sums, vector_checksums(begin, block)):
                    raise self._damaged(f"vectors from number {begin} on are not as they were written")
            out[begin - first : end - first] = block
            filled += end - begin
        if filled != len(out):
            raise self._damaged("vectors are missing")
        return out

    def vector_sums(self) -> npt.NDArray[np.uint32]:
        query = "SELECT sums FROM vectors WHERE space = ? ORDER BY first"
        blocks = [sums for (sums,) in self._db.execute(query, (self._number,))] if self._is_sealed else []
        return np.frombuffer(b"".join(blocks), "<u4")

    def _piece(self, rowid: int, column: str, place: int, count: int, width: int) -> bytes:
        """A part of the packed vectors of one row, or of their checksums."""
        with self._db.blobopen("vectors", column, rowid, readonly=True) as blob:
            blob.seek(place * width)
            return blob.read(count * width)

    # --- inside

    def _check_tally(self, counts: RowCounts) -> None:
        if self._tally() != counts.rows | {"vectors": counts.vectors}:
            raise self._damaged("rows are missing, or there are too many")

    def _check_size(self, table: str, size: int, before: int) -> None:
        """Refuse to have read other rows than there are; a writer may have added some since `before` were counted."""
        if self._is_sealed and size != before and not before < size <= self._tally()[table]:
            raise self._damaged(f"rows of {table} are missing, or there are too many")

    def _tally(self) -> dict[str, int]:
        """How many rows of each table, and how many `vectors`, the space says that it holds."""
        query = "SELECT counts, checksum FROM tallies WHERE space = ?"
        row = self._db.execute(query, (self._number,)).fetchone() if self._is_sealed else None
        if row is None:
            if self._is_sealed and self._is_there():
                raise self._damaged("it does not say how many rows there are")
            return dict.fromkeys((*ROW_TYPES, "vectors"), 0)
        text, checksum = row
        if text_checksum(self._number, text) != checksum:
            raise self._damaged("the number of its rows is not as it was written")
        sizes = (pair.split(":") for pair in text.split() if pair != ERASING)
        return {name: int(size) for name, size in sizes}

    def _is_there(self) -> bool:
        query = "SELECT COUNT(*) FROM spaces WHERE name = ?"
        return bool(self._db.execute(query, (self.space,)).fetchone()[0])

    def _damaged(self, what: str) -> StoreDamaged:
        return StoreDamaged(f"{self.path}: the file is damaged: {what}; put a backup in its place, or import an export")

    def _space_number(self) -> int:
        """The number of the space, or of the next one; a file one of whose spaces has another name is refused."""
        spaces = self._db.execute("SELECT space, name, header, checksum FROM spaces").fetchall()
        for _, name, header, checksum in spaces:
            if checksum is not None and text_checksum(name, header) != checksum:
                raise self._damaged("what a space was made with is not as it was written")
        numbers = {name: number for number, name, *_ in spaces}
        return int(numbers.get(self.space, max(numbers.values(), default=0) + 1))

    def _lookup(self, query: str, names: Sequence[str]) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for part in _parts(names):
            numbers.update(self._db.execute(query.format(", ".join("?" * len(part))), (self._number, *part)).fetchall())
        return numbers


def _parts(items: Sequence[T]) -> Iterator[Sequence[T]]:
    return (items[i : i + _CHUNK] for i in range(0, len(items), _CHUNK))

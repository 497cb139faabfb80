"""Read the rows of one space of an SQLite file and check each against its checksum."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar, cast, get_type_hints

import numpy as np
import numpy.typing as npt

from agentsensus.base.arrays import FloatArray, IntArray
from agentsensus.errors import StoreDamaged
from agentsensus.store.checksums import (
    block_checksum,
    key_checksum,
    numbers_match,
    row_checksum,
    text_checksum,
    vector_checksums,
)
from agentsensus.store.rows import ROW_TYPES, Header, RowCounts, column_names
from agentsensus.store.sqlite.schema import ERASING, FORMAT

_CHUNK = 500
_SMALL_BLOCK = 64
_COUNTS = (
    "SELECT "
    + "".join(f"(SELECT COALESCE(MAX(seq) + 1, 0) FROM {table} WHERE space = :space), " for table in ROW_TYPES)
    + "COALESCE((SELECT first + size FROM vectors WHERE space = :space ORDER BY first DESC LIMIT 1), 0)"
)
_TYPES = {table: tuple(get_type_hints(row_type).values()) for table, row_type in ROW_TYPES.items()}
T = TypeVar("T")


class SqliteReader:
    """The rows of one space, read through one connection. Files of an older format have no checksums to check."""

    def __init__(self, db: sqlite3.Connection, path: Path | None, space: str) -> None:
        self.path = path
        self.space = space
        self._db = db
        self._has_checksums = int(db.execute("PRAGMA user_version").fetchone()[0]) == FORMAT
        self._number = self._space_number()

    # --- properties of the space

    def header(self) -> Header | None:
        query = "SELECT header, checksum FROM spaces WHERE name = ?"
        row = self._db.execute(query, (self.space,)).fetchone()
        if row is None:
            return None
        text, checksum = row
        if checksum is not None and text_checksum(self.space, text) != checksum:
            raise self._damaged("the header of the space fails its checksum")
        return Header.model_validate_json(text)

    def counts(self) -> RowCounts:
        *sizes, vectors = self._db.execute(_COUNTS, {"space": self._number}).fetchone()
        counts = RowCounts(dict(zip(ROW_TYPES, sizes, strict=True)), vectors)
        if self._has_checksums:
            self._check_tally(counts)
        return counts

    def log_hash(self, at: int | None = None) -> tuple[int, str] | None:
        query = "SELECT at, hash, checksum FROM log_hashes WHERE space = ? AND at <= ? ORDER BY at DESC LIMIT 1"
        row = self._db.execute(query, (self._number, 2**62 if at is None else at)).fetchone()
        if row is None:
            return None
        round_, digest, checksum = row
        if text_checksum(round_, digest) != checksum:
            raise self._damaged(f"the log hash of round {round_} fails its checksum")
        return int(round_), str(digest)

    def noted_rounds(self) -> list[int]:
        """Return the rounds for which a log hash is saved."""
        query = "SELECT at FROM log_hashes WHERE space = ? ORDER BY at"
        return [int(at) for (at,) in self._db.execute(query, (self._number,)).fetchall()]

    def last_round(self) -> int | None:
        """Return the highest round of any row; None in an empty space."""
        sizes = self.counts().rows.items()
        latest = [cast(Any, row).at for table, size in sizes if size for row in self.rows(table, [size - 1])]
        return max(latest, default=None)

    # --- reading

    def columns(self, table: str, names: Sequence[str], after: int) -> dict[str, IntArray]:
        every = (*column_names(table, int), *(["checksum"] if self._has_checksums else []))
        query = f"SELECT {', '.join(every)} FROM {table} WHERE space = ? AND seq >= ? ORDER BY seq"
        before = self._tally().get(table, 0)
        cursor = self._db.execute(query, (self._number, after))
        try:
            table_rows = np.fromiter(cursor, dtype=[(name, np.int64) for name in every])
        except (ValueError, TypeError, OverflowError):
            raise self._damaged(f"rows of {table} hold text where a number belongs") from None
        numbers = {name: np.ascontiguousarray(table_rows[name]) for name in every}
        self._check_size(table, after + len(table_rows), before)
        if self._has_checksums:
            checksums = numbers.pop("checksum")
            if not numbers_match(table, after, list(numbers.values()), checksums):
                raise self._damaged(f"rows of {table} fail their checksums")
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
        """Yield the rows with these numbers; raise StoreDamaged for a row that fails its checksum."""
        make, kinds = ROW_TYPES[table]._make, _TYPES[table]
        for number, (seq, *row, checksum) in zip(numbers, stored, strict=False):
            if not all(map(isinstance, row, kinds)):
                raise self._damaged(f"row {number} of {table} holds a value of another type")
            if seq != number or (checksum is not None and row_checksum(table, seq, row) != checksum):
                raise self._damaged(f"row {number} of {table} fails its checksum")
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
            raise self._damaged("the index of ids points to wrong rows")
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
                raise self._damaged(f"the key of vector {number} fails its checksum")
            yield key, number

    def vectors(self, first: int = 0, size: int | None = None) -> FloatArray:
        header = self.header()
        assert header is not None
        last = self.counts().vectors if size is None else first + size
        stored = "SELECT COALESCE(SUM(LENGTH(data)), 0) FROM main.vectors WHERE space = ?"
        if (last - first) * header.dim * 4 > self._db.execute(stored, (self._number,)).fetchone()[0]:
            raise self._damaged("it holds fewer vectors than its row counts say")
        # The query returns small blocks whole; a blob handle is opened only to read part of a large block.
        small = f"CASE WHEN size <= {_SMALL_BLOCK} THEN {{}} END"
        sums_column = small.format("sums") if self._has_checksums else "NULL"
        query = (
            f"SELECT rowid, first, size, {small.format('data')}, {sums_column} FROM main.vectors "
            "WHERE space = ? AND first < ? AND first + size > ?"
        )
        out = np.empty((max(0, last - first), header.dim), np.float32)
        filled = 0
        blocks = self._db.execute(f"{query} ORDER BY first", (self._number, last, first)).fetchall()
        for rowid, start, size_, whole, whole_sums in blocks:
            begin, end = max(first, start), min(last, start + size_)
            data = self._piece(rowid, "data", begin - start, end - begin, header.dim * 4, whole)
            block = np.frombuffer(data, "<f4").reshape(-1, header.dim)
            if self._has_checksums:
                sums = np.frombuffer(self._piece(rowid, "sums", begin - start, end - begin, 4, whole_sums), "<u4")
                if not np.array_equal(sums, vector_checksums(begin, block)):
                    raise self._damaged(f"vectors from number {begin} on fail their checksums")
            out[begin - first : end - first] = block
            filled += end - begin
        if filled != len(out):
            raise self._damaged("vectors are missing")
        return out

    def vector_sums(self) -> npt.NDArray[np.uint32]:
        query = "SELECT sums FROM vectors WHERE space = ? ORDER BY first"
        blocks = [sums for (sums,) in self._db.execute(query, (self._number,))] if self._has_checksums else []
        return np.frombuffer(b"".join(blocks), "<u4")

    def word_blocks(self) -> Iterator[tuple[int, int, bytes]]:
        query = "SELECT first, size, data, checksum FROM word_blocks WHERE space = ? ORDER BY first"
        for first, size, data, checksum in self._db.execute(query, (self._number,)).fetchall():
            if block_checksum(first, size, data) == checksum:
                yield first, size, data

    def damaged_word_blocks(self) -> list[int]:
        """Return the first atom of every block of the word index that fails its checksum."""
        intact = {first for first, _, _ in self.word_blocks()}
        query = "SELECT first FROM word_blocks WHERE space = ? ORDER BY first"
        return [first for (first,) in self._db.execute(query, (self._number,)).fetchall() if first not in intact]

    def _piece(self, rowid: int, column: str, place: int, count: int, width: int, whole: bytes | None) -> bytes:
        """Read part of a row's packed vectors, or of their checksums. `whole` is the full value if it was read
        already.
        """
        if whole is not None:
            return whole[place * width : (place + count) * width]
        with self._db.blobopen("vectors", column, rowid, readonly=True) as blob:
            blob.seek(place * width)
            return blob.read(count * width)

    # --- inside

    def _check_tally(self, counts: RowCounts) -> None:
        if self._tally() != counts.rows | {"vectors": counts.vectors}:
            raise self._damaged("there are too few or too many rows")

    def _check_size(self, table: str, size: int, before: int) -> None:
        """Raise StoreDamaged if too few or too many rows were read. A writer may have added rows since `before` was
        counted.
        """
        if self._has_checksums and size != before and not before < size <= self._tally()[table]:
            raise self._damaged(f"there are too few or too many rows of {table}")

    def _tally(self) -> dict[str, int]:
        """Return the saved row count of each table, and of `vectors`."""
        query = "SELECT counts, checksum FROM tallies WHERE space = ?"
        row = self._db.execute(query, (self._number,)).fetchone() if self._has_checksums else None
        if row is None:
            if self._has_checksums and self._is_there():
                raise self._damaged("its row counts are missing")
            return dict.fromkeys((*ROW_TYPES, "vectors"), 0)
        text, checksum = row
        if text_checksum(self._number, text) != checksum:
            raise self._damaged("its row counts fail their checksum")
        sizes = (pair.split(":") for pair in text.split() if pair != ERASING)
        return {name: int(size) for name, size in sizes}

    def _is_there(self) -> bool:
        query = "SELECT COUNT(*) FROM spaces WHERE name = ?"
        return bool(self._db.execute(query, (self.space,)).fetchone()[0])

    def _damaged(self, what: str) -> StoreDamaged:
        return StoreDamaged(f"{self.path}: the file is damaged: {what}; restore a backup, or import an export")

    def _space_number(self) -> int:
        """Return the number of the space, or the next free one if it is new. Raises StoreDamaged if a header fails its
        checksum.
        """
        spaces = self._db.execute("SELECT space, name, header, checksum FROM spaces").fetchall()
        for _, name, header, checksum in spaces:
            if checksum is not None and text_checksum(name, header) != checksum:
                raise self._damaged("the header of a space fails its checksum")
        numbers = {name: number for number, name, *_ in spaces}
        return int(numbers.get(self.space, max(numbers.values(), default=0) + 1))

    def _lookup(self, query: str, names: Sequence[str]) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for part in _parts(names):
            numbers.update(self._db.execute(query.format(", ".join("?" * len(part))), (self._number, *part)).fetchall())
        return numbers


def _parts(items: Sequence[T]) -> Iterator[Sequence[T]]:
    return (items[i : i + _CHUNK] for i in range(0, len(items), _CHUNK))

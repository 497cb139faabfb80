"""The store in one SQLite file: write-ahead log, one durable commit per batch, one writer, any number of readers."""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, cast

import numpy as np

from agentsensus.base.arrays import IntArray
from agentsensus.base.blocks import current_block
from agentsensus.base.files import written_whole
from agentsensus.base.loop import note_effect
from agentsensus.errors import AgentsensusError, NotAStore, StoreBusy, StoreReadOnly
from agentsensus.store.checksums import block_checksum, key_checksum, row_checksum, text_checksum, vector_checksums
from agentsensus.store.copying import Contents
from agentsensus.store.erasing import erase_rows
from agentsensus.store.protocol import ServedIndex
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
from agentsensus.store.sqlite.connection import (
    APPLICATION_ID,
    MEMORY,
    StoreConnection,
    WatchedFile,
    check_path,
    connect,
)
from agentsensus.store.sqlite.lock import WriterLock
from agentsensus.store.sqlite.reader import SqliteReader
from agentsensus.store.sqlite.schema import ERASING, count_rows, migrate, write_tally

__all__ = ["APPLICATION_ID", "MEMORY", "SqliteStore"]


class SqliteStore(SqliteReader):
    """One space of one file. The path `:memory:` keeps it in this process only."""

    many_writers = False
    served: ServedIndex | None = None

    def __init__(self, where: str | Path, *, space: str = "main", read_only: bool = False, wait: float = 0.0) -> None:
        self.read_only = read_only
        path = None if str(where) == MEMORY else Path(where)
        self._lock: WriterLock | None = None
        self._nested: object | None = None
        is_locked_before = False
        if path is not None:
            check_path(path, read_only)
            is_locked_before = os.path.exists(f"{path.resolve()}.lock")
            if not read_only:
                self._lock = WriterLock(path, space, wait)
        try:
            super().__init__(connect(path, read_only), path, space)
        except NotAStore:
            self._release()
            if path is not None and not read_only and not is_locked_before:
                Path(f"{path.resolve()}.lock").unlink(missing_ok=True)  # leave no file beside one that is not ours
            raise
        except BaseException:
            self._release()
            raise
        self._seen = self._data_version()
        self._file = WatchedFile(path)
        if not read_only:
            self._finish_erasing()

    @property
    def address(self) -> str | Path:
        return MEMORY if self.path is None else self.path

    @property
    def beside(self) -> Path | None:
        return None if self.path is None else self.path.with_name(f"{self.path.name}.{self._number}")

    def changed(self) -> bool:
        version, self._seen = self._seen, self._data_version()
        return version != self._seen

    # --- writing

    def write_header(self, header: Header) -> None:
        with self._transaction():
            self._write_header(header)

    def note_log(self, at: int, digest: str) -> None:
        with self._transaction():
            query = "INSERT OR REPLACE INTO log_hashes (space, at, hash, checksum) VALUES (?, ?, ?, ?)"
            self._db.execute(query, (self._number, at, digest, text_checksum(at, digest)))

    def append(self, expected: RowCounts, batch: Batch, vectors: NewVectors, header: Header | None = None) -> None:
        with self._transaction():
            if header is not None:
                self._write_header(header)
            if self.counts() != expected:
                raise StoreBusy(f"{self.path}: another writer has added rows; open the store again")
            self._insert(batch, expected)
            at = max((rows[-1].at for table in Batch.TABLES if (rows := batch.rows(table))), default=0)
            self._insert_vectors(at, expected.vectors, vectors)
            sizes = {table: size + len(batch.rows(table)) for table, size in expected.rows.items()}
            self._write_tally(RowCounts(sizes, expected.vectors + len(vectors.keys)))

    def write_word_blocks(self, blocks: Iterable[tuple[int, int, bytes]]) -> None:
        with self._transaction():
            self._db.executemany(
                "INSERT OR REPLACE INTO word_blocks (space, first, size, data, checksum) VALUES (?, ?, ?, ?, ?)",
                ((self._number, first, size, data, block_checksum(first, size, data)) for first, size, data in blocks),
            )

    def replace_vectors(self, header: Header, vectors: NewVectors, atom_vectors: Sequence[int]) -> None:
        with self._transaction():
            counts, at = self.counts(), self.last_round() or 0
            for table in ("vectors", "vector_keys"):
                self._db.execute(f"DELETE FROM {table} WHERE space = ?", (self._number,))
            self._insert_vectors(at, 0, vectors)
            atoms = cast("Iterator[AtomRow]", self.rows("atoms"))
            changed = ((seq, row._replace(vector=atom_vectors[seq])) for seq, row in enumerate(atoms))
            for seq, row in changed:
                self.rewrite("atoms", seq, row)
            self._write_header(header)
            self._write_tally(RowCounts(counts.rows, len(vectors.keys)))
        self._drop_derived()

    def erase(self, erasure: Erasure, batch: Batch) -> str:
        header = self.header()
        assert header is not None
        with self._transaction():
            counts = self.counts()
            self._insert(batch, counts)
            sizes = {table: size + len(batch.rows(table)) for table, size in counts.rows.items()}
            self._write_tally(RowCounts(sizes, counts.vectors), is_erasing=True)
            self._erase_words(erase_rows(self, erasure))
            self._erase_vectors(erasure.vectors, header.dim)
            names = header.names if erasure.names is None else erasure.names
            added = header.added_names if erasure.added_names is None else erasure.added_names
            changes = {"generation": header.generation + 1, "names": names, "added_names": tuple(added)}
            self._write_header(header.model_copy(update=changes))
        self._drop_derived()
        return self._finish_erasing()

    def _finish_erasing(self) -> str:
        """Remove erased text from the file and its log. Return "", or the reason if that is not possible now.

        The next opening for writing tries again.
        """
        if not self._has_to_finish():
            return ""
        if self._nested is not None:
            return "the block at_once has not ended; its end erases the words"
        try:
            self._db.execute("VACUUM")
            is_busy = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except AgentsensusError as error:
            return str(error).removeprefix(f"{self.path}: ")
        if is_busy:
            return "another process is reading an earlier state of the file"
        with self._transaction():
            self._write_tally(self.counts(), is_erasing=False)
        return ""

    def _has_to_finish(self) -> bool:
        query = "SELECT counts FROM tallies WHERE space = ?"
        text = self._db.execute(query, (self._number,)).fetchone() or ("",)
        return ERASING in text[0].split()

    def vectors_by(self, at: int) -> int:
        # A vector block may be newer than its atoms: `reembed` and `import` write all vectors in one block.
        query = (
            "SELECT COALESCE(MAX(first + size), 0) FROM vectors WHERE space = ?1 AND (at <= ?2 OR first <= "
            "(SELECT COALESCE(MAX(vector), -1) FROM atoms WHERE space = ?1 AND at <= ?2))"
        )
        return int(self._db.execute(query, (self._number, at)).fetchone()[0])

    def copy(self, to: Path, *, at: int | None) -> None:
        with written_whole(to) as draft:
            target = sqlite3.connect(draft, isolation_level=None, factory=StoreConnection)
            target.path = to
            try:
                self._db.backup(target)
                if not self._has_checksums:
                    migrate(target, int(target.execute("PRAGMA user_version").fetchone()[0]))
                _cut(target, self._number, at)
                target.execute("PRAGMA journal_mode = DELETE")
            finally:
                target.close()

    def backup(self, to: Path) -> None:
        with written_whole(to) as draft:
            target = sqlite3.connect(draft, isolation_level=None, factory=StoreConnection)
            target.path = to
            try:
                self._db.backup(target)
                target.execute("PRAGMA journal_mode = DELETE")
            finally:
                target.close()

    def delete(self) -> None:
        """Delete this space from the file permanently."""
        with self._transaction():
            self._db.execute("PRAGMA secure_delete = ON")
            for table in (*ROW_TYPES, "vectors", "vector_keys", "spaces", "tallies", "log_hashes"):
                self._db.execute(f"DELETE FROM {table} WHERE space = ?", (self._number,))
        self._drop_derived()
        self._db.execute("VACUUM")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _drop_derived(self) -> None:
        assert self.beside is None or self.path is not None
        for kind in ("vectors", "signs"):
            if self.beside is not None:
                self.beside.with_name(f"{self.beside.name}.{kind}").unlink(missing_ok=True)

    def close(self) -> None:
        self._db.close()
        self._release()

    def turn(self) -> AbstractContextManager[None]:
        return nullcontext()  # the lock file already keeps other writers out

    @contextmanager
    def at_once(self) -> Iterator[None]:
        before = current_block.get()
        with self._transaction():
            self._nested = object()
            current_block.set(self._nested)
            try:
                yield
            finally:
                self._nested = None
                current_block.set(before)
        self._finish_erasing()

    # --- inside

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self.read_only:
            raise StoreReadOnly(f"{self.path}: opened with read_only=True; open the store for writing")
        if self._nested is not None:
            if current_block.get() is not self._nested:
                raise StoreBusy(
                    f"{self.path or MEMORY}: another task or thread is inside at_once, so nothing was written; "
                    "write again when its block has ended"
                )
            yield
            note_effect()
            return
        self._file.check()
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._file.check_log()
            yield
            self._file.check_log()
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # a full disk may have rolled it back already
                self._db.execute("ROLLBACK")
            raise
        note_effect()
        self._seen = self._data_version()

    def _insert(self, batch: Batch, counts: RowCounts) -> None:
        for table in Batch.TABLES:
            names = ("space", "seq", *column_names(table), "checksum")
            marks = ", ".join("?" * len(names))
            self._db.executemany(
                f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})",
                (
                    (self._number, seq, *row, row_checksum(table, seq, row))
                    for seq, row in enumerate(batch.rows(table), counts.rows[table])
                ),
            )

    def rewrite(self, table: str, seq: int, row: tuple[Any, ...]) -> None:
        """Overwrite the values of a row."""
        marks = ", ".join(f"{name} = ?" for name in (*column_names(table), "checksum"))
        values = (*row, row_checksum(table, seq, row), self._number, seq)
        self._db.execute(f"UPDATE {table} SET {marks} WHERE space = ? AND seq = ?", values)

    def _insert_vectors(self, at: int, first: int, vectors: NewVectors) -> None:
        if not vectors.keys:
            return
        data = np.ascontiguousarray(vectors.data, "<f4")
        sums = vector_checksums(first, data).astype("<u4").tobytes()
        row = (self._number, at, first, len(vectors.keys), data.tobytes(), sums)
        self._db.execute("INSERT INTO vectors (space, at, first, size, data, sums) VALUES (?, ?, ?, ?, ?, ?)", row)
        self._db.executemany(
            "INSERT INTO vector_keys (space, key, number, checksum) VALUES (?, ?, ?, ?)",
            ((self._number, key, number, key_checksum(key, number)) for number, key in enumerate(vectors.keys, first)),
        )

    def _erase_words(self, touched: IntArray) -> None:
        """Delete the blocks of the word index that hold words of these atoms."""
        query = "SELECT first, size FROM word_blocks WHERE space = ?"
        for first, size in self._db.execute(query, (self._number,)).fetchall():
            start, end = np.searchsorted(touched, (first, first + size))
            if start < end:
                self._db.execute("DELETE FROM word_blocks WHERE space = ? AND first = ?", (self._number, first))

    def _erase_vectors(self, numbers: Sequence[int], dim: int) -> None:
        erased = np.array(sorted(numbers), np.int64)
        query = "SELECT first, size FROM vectors WHERE space = ?"
        for first, size in self._db.execute(query, (self._number,)).fetchall():
            within = erased[(erased >= first) & (erased < first + size)]
            if len(within):
                self._blank_vectors(first, within - first, dim)
        for number in erased.tolist():
            key = erased_key(number)
            where = (key, key_checksum(key, number), self._number, number)
            self._db.execute("UPDATE vector_keys SET key = ?, checksum = ? WHERE space = ? AND number = ?", where)

    def _blank_vectors(self, first: int, places: IntArray, dim: int) -> None:
        query = "SELECT data FROM vectors WHERE space = ? AND first = ?"
        (data,) = self._db.execute(query, (self._number, first)).fetchone()
        block = np.frombuffer(data, "<f4").reshape(-1, dim).copy()
        block[places] = 0
        sums = vector_checksums(first, block).astype("<u4").tobytes()
        where = (block.tobytes(), sums, self._number, first)
        self._db.execute("UPDATE vectors SET data = ?, sums = ? WHERE space = ? AND first = ?", where)

    def _write_header(self, header: Header) -> None:
        text = header.model_dump_json()
        query = "SELECT COUNT(*) FROM spaces WHERE space = ?"
        is_new = not self._db.execute(query, (self._number,)).fetchone()[0]
        query = "INSERT OR REPLACE INTO spaces (space, name, header, checksum) VALUES (?, ?, ?, ?)"
        self._db.execute(query, (self._number, self.space, text, text_checksum(self.space, text)))
        if is_new:
            self._write_tally(RowCounts(dict.fromkeys(ROW_TYPES, 0), 0))

    def _write_tally(self, counts: RowCounts, *, is_erasing: bool | None = None) -> None:
        still = self._has_to_finish() if is_erasing is None else is_erasing
        write_tally(self._db, self._number, counts.rows | {"vectors": counts.vectors}, is_erasing=still)

    def _data_version(self) -> int:
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def write_spaces(to: Path, spaces: Iterable[Contents]) -> None:
    """Write spaces of any store to a new file."""
    with written_whole(to) as draft:
        try:
            for each in spaces:
                with closing(SqliteStore(draft, space=each.space)) as store:
                    store.append(RowCounts(dict.fromkeys(ROW_TYPES, 0), 0), each.batch, each.vectors, each.header)
                    for at, digest in each.log_hashes:
                        store.note_log(at, digest)
            with closing(sqlite3.connect(draft, isolation_level=None)) as db:
                db.execute("PRAGMA journal_mode = DELETE")
        finally:
            draft.with_name(f"{draft.name}.lock").unlink(missing_ok=True)


def _cut(db: sqlite3.Connection, space: int, at: int | None) -> None:
    """Delete everything from a copy but one space and its rounds up to `at`."""
    db.execute("PRAGMA secure_delete = ON")
    db.execute("BEGIN")
    for table in (*ROW_TYPES, "vectors", "vector_keys", "spaces", "tallies", "log_hashes", "word_blocks"):
        db.execute(f"DELETE FROM {table} WHERE space != ?", (space,))
    for table in (*ROW_TYPES, "log_hashes") if at is not None else ():
        db.execute(f"DELETE FROM {table} WHERE space = ? AND at > ?", (space, at))
    if at is not None:
        # A vector block may be newer than its atoms: `reembed` and `import` write all vectors in one block.
        used = db.execute("SELECT COALESCE(MAX(vector), -1) FROM atoms WHERE space = ?", (space,)).fetchone()[0]
        db.execute("DELETE FROM vectors WHERE space = ? AND at > ? AND first > ?", (space, at, used))
    left = "(SELECT COUNT(*) FROM atoms WHERE space = ?1)"
    db.execute(f"DELETE FROM word_blocks WHERE space = ?1 AND first + size > {left}", (space,))
    query = "SELECT COALESCE(MAX(first + size), 0) FROM vectors WHERE space = ?"
    last = db.execute(query, (space,)).fetchone()[0]
    db.execute("DELETE FROM vector_keys WHERE space = ? AND number >= ?", (space, last))
    _cut_names(db, space, at)
    write_tally(db, space, count_rows(db, space))
    db.execute("COMMIT")
    db.execute("VACUUM")


def _cut_names(db: sqlite3.Connection, space: int, at: int | None) -> None:
    """Remove the names added after round `at` from the header of a copy."""
    for name, text in db.execute("SELECT name, header FROM spaces WHERE space = ?", (space,)).fetchall():
        header = Header.model_validate_json(text)
        if header.as_of(at) != header:
            kept = header.as_of(at).model_dump_json()
            query = "UPDATE spaces SET header = ?, checksum = ? WHERE space = ?"
            db.execute(query, (kept, text_checksum(name, kept), space))

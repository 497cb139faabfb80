"""Measure how many bytes of an SQLite store are rows, texts, vectors and indexes."""

import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

__all__ = ["StoredBytes", "stored_bytes"]

_INDEXES = frozenset(("atoms_by_id", "vector_keys", "word_blocks"))
"""Tables and indexes that can be computed again from the rows."""


@dataclass(frozen=True, slots=True)
class StoredBytes:
    """The bytes of a store after VACUUM, by kind of content.

    texts: statements and original deposits
    rows: everything else that is written once: ids, owners, merges, links, decisions, attributes
    vectors: the vectors of texts, with their checksums
    indexes: everything that can be computed again, including the hashes of texts
    """

    rows: int
    texts: int
    vectors: int
    indexes: int
    file: int

    @property
    def content(self) -> int:
        """The bytes of rows, texts and vectors together."""
        return self.rows + self.texts + self.vectors


def stored_bytes(path: Path) -> StoredBytes | None:
    """Measure a compacted copy of a store. Returns None if this SQLite has no `dbstat` table."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "compact.db"
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            db.execute("VACUUM INTO ?", (str(copy),))
        with closing(sqlite3.connect(copy)) as db:
            try:
                sizes: dict[str, int] = dict(db.execute("SELECT name, SUM(payload) FROM dbstat GROUP BY name"))
            except sqlite3.OperationalError:
                return None
            texts = sum(_text_bytes(db, table) for table in ("atoms", "originals") if table in sizes)
        indexes = sum(size for name, size in sizes.items() if name in _INDEXES or name.startswith("sqlite_autoindex"))
        vectors = sizes.get("vectors", 0)
        rows = sum(sizes.values()) - sizes.get("sqlite_schema", 0) - indexes - vectors - texts
        return StoredBytes(rows, texts, vectors, indexes, copy.stat().st_size)


def _text_bytes(db: sqlite3.Connection, table: str) -> int:
    return int(db.execute(f"SELECT COALESCE(SUM(LENGTH(CAST(text AS BLOB))), 0) FROM {table}").fetchone()[0])

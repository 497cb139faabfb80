"""The whole contents of a space as one value, to write it into another store."""

from dataclasses import dataclass

import numpy as np

from agentsensus.store.protocol import Store
from agentsensus.store.rows import Batch, Header, NewVectors

__all__ = ["Contents", "contents", "sizes_at"]


@dataclass(frozen=True, slots=True)
class Contents:
    """A space: its header, rows, vectors, and the hashes of the run's log by round."""

    space: str
    header: Header
    batch: Batch
    vectors: NewVectors
    log_hashes: tuple[tuple[int, str], ...]


def sizes_at(store: Store, at: int | None) -> dict[str, int]:
    """Return how many rows of each table belong to rounds up to `at` (None: all of them)."""
    if at is None:
        counted = store.counts().rows
        return {table: counted[table] for table in Batch.TABLES}
    return {
        table: int(np.searchsorted(store.columns(table, ["at"], 0)["at"], at, side="right")) for table in Batch.TABLES
    }


def contents(store: Store, space: str, at: int | None, vectors: int) -> Contents:
    """Read the rows of a space up to round `at`, and its first `vectors` vectors."""
    header = store.header()
    assert header is not None
    batch = Batch()
    for table, size in sizes_at(store, at).items():
        batch.rows(table).extend(store.rows(table, range(size)))
    keys = [key for key, number in store.vector_keys() if number < vectors]
    noted = [store.log_hash(round_) for round_ in store.noted_rounds() if at is None or round_ <= at]
    hashes = tuple(found for found in noted if found is not None)
    return Contents(space, header.as_of(at), batch, NewVectors(keys, store.vectors(0, vectors)), hashes)

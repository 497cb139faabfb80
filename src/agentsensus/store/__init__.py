"""Storage: append-only dated rows, vectors, and vector search. `sqlite/` implements the `Store` protocol."""

from agentsensus.store.protocol import Store
from agentsensus.store.rows import Batch, Header, NewVectors, RowCounts

__all__ = ["Batch", "Header", "NewVectors", "RowCounts", "Store"]

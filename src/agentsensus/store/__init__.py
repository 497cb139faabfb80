"""Where memory is kept: dated rows, vectors, and one place that computes similarity."""

from agentsensus.store.rows import Batch, Header, NewVectors, RowCounts
from agentsensus.store.store import Store

__all__ = ["Batch", "Header", "NewVectors", "RowCounts", "Store"]

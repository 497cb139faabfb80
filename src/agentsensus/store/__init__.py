"""Where memory is kept: dated rows, vectors, and one place that computes similarity."""

from agentsensus.store.rows import Batch, Counts, Header, NewVectors
from agentsensus.store.store import Store

__all__ = ["Batch", "Counts", "Header", "NewVectors", "Store"]

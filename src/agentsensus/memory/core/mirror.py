"""The numbers and vectors of a store, held in memory and kept in step with it."""

from collections.abc import Sequence

import numpy as np

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.store import Batch, RowCounts, Store
from agentsensus.store.checksums import are_vectors
from agentsensus.store.columns import Columns
from agentsensus.store.matrix import Matrix

_VECTORS_AT_ONCE = 32_768


class StoreMirror:
    """Everything of a store that a search needs: its whole-number columns, and the vector of each atom."""

    def __init__(self, store: Store, dim: int) -> None:
        self._store = store
        self._vectors = 0
        self.columns = Columns()
        self.matrix = Matrix(dim, store.beside, read_only=store.read_only)

    def counts(self) -> RowCounts:
        """How many rows and vectors are known here."""
        return self.columns.counts(self._vectors)

    def load(self) -> None:
        """Read from the store what is not known here yet."""
        self.columns.load(self._store)
        self._vectors = self._store.counts().vectors
        numbers = self.columns.of("atoms", "vector")
        if not len(self.matrix):
            adopted = self.matrix.adopt(len(numbers))
            if not self._is_true(numbers[:adopted]):
                self.matrix.distrust()
        for start in range(len(self.matrix), len(numbers), _VECTORS_AT_ONCE):
            chunk = numbers[start : start + _VECTORS_AT_ONCE]
            first = int(chunk.min())
            block = self._store.vectors(first, int(chunk.max()) - first + 1)
            self.matrix.extend(block[chunk - first])

    def take(self, batch: Batch, atom_vectors: Sequence[FloatArray], new_vectors: int) -> None:
        """Learn rows that were just committed, with the vector of each atom; so many vectors are new to the store."""
        self._vectors += new_vectors
        self.columns.take(batch)
        if atom_vectors:
            self.matrix.extend(np.stack(atom_vectors))

    def _is_true(self, numbers: IntArray) -> bool:
        """Whether the vectors in the file beside the store are the store's, every one of them, and their signs too."""
        sums = self._store.vector_sums()
        if len(numbers) and len(sums) <= int(numbers.max()):
            return False
        for start in range(0, len(numbers), _VECTORS_AT_ONCE):
            chunk = numbers[start : start + _VECTORS_AT_ONCE]
            vectors = self.matrix.take(np.arange(start, start + len(chunk)))
            if not are_vectors(chunk, vectors, sums) or not self.matrix.has_signs_of(start, vectors):
                return False
        return True

"""Search over the vectors of a store on a server: vectors in memory, or only their sign bits if there are many.

A search over many vectors compares sign bits (Hamming distance) to find the nearest rows, estimates their similarity
from the signs and the query's components, and reads only the vectors with the best estimates from the server.
"""

from collections.abc import Callable
from typing import cast

import numpy as np
import numpy.typing as npt

from agentsensus.base.arrays import FloatArray, GrowingArray, IntArray
from agentsensus.base.blas_threads import on_one_thread
from agentsensus.store.protocol import ServedIndex
from agentsensus.store.search.matrix import Matrix, Sums
from agentsensus.store.search.sign_index import SignRows, hamming_distances, pack_signs, sign_width
from agentsensus.store.search.similarity import scores, top_rows

__all__ = ["SIGN_BLOCK", "ServedMatrix"]

SIGN_BLOCK = 4_096
"""Rows of signs per block on the server."""
MANY = 20_000
"""From this number of vectors on, only their signs are held in memory."""
_BY_SIGNS = 4_096
_EXACT = 384
"""Vectors read per search. Among a million, 256 hold 99.3 % of the five nearest, and 512 hold 99.7 %."""
_AT_ONCE = 2_048


class ServedMatrix:
    """One unit vector per atom, append-only. The function `numbers` maps atoms to the numbers of their vectors on the
    server.
    """

    def __init__(self, dim: int, served: ServedIndex, numbers: Callable[[], IntArray]) -> None:
        self._dim = dim
        self._served = served
        self._numbers = numbers
        self.many = MANY
        self._few: Matrix | None = Matrix(dim)
        self._signs = GrowingArray(np.uint8, sign_width(dim))
        self._saved = 0

    def __len__(self) -> int:
        return len(self._signs) if self._few is None else len(self._few)

    @property
    def kind(self) -> str:
        """The current search method over all vectors: `exact`, or the name of this class if only signs are in
        memory.
        """
        return "exact" if self._few is not None else type(self).__name__

    def is_damaged(self) -> bool:
        """Return False, because damaged vectors on the server are detected when they are read."""
        return False

    def clear(self) -> None:
        """Delete all vectors and signs from memory."""
        self._few = Matrix(self._dim)
        self._signs = GrowingArray(np.uint8, sign_width(self._dim))
        self._saved = 0

    def adopt(self, count: int) -> int:
        """Read the saved sign bits from the server, if there are many vectors. Return how many of `count` vectors they
        cover.
        """
        if count < self.many or len(self):
            return len(self)
        self._few = None
        for first, size, data in self._served.sign_blocks():
            if first != len(self._signs) or size != SIGN_BLOCK or first + size > count:
                break
            bits = np.frombuffer(data, np.uint8)
            if len(bits) != size * sign_width(self._dim):
                break
            self._signs.extend(bits.reshape(size, -1))
        self._saved = len(self._signs)
        return self._saved

    def extend(self, rows: FloatArray, sums: Sums) -> None:
        """Append vectors to memory. They and their checksums `sums` are already in the store."""
        if self._few is not None:
            self._few.extend(rows, sums)
            if len(self._few) < self.many:
                return
            rows, self._few = self._few.take(np.arange(len(self._few))), None
        self._signs.extend(pack_signs(rows))

    def save(self) -> None:
        """Save the signs of each full block that the server does not have yet."""
        full = len(self._signs) // SIGN_BLOCK * SIGN_BLOCK
        if full > self._saved:
            firsts = range(self._saved, full, SIGN_BLOCK)
            signs = self._signs.values
            self._served.write_sign_blocks(
                (first, SIGN_BLOCK, signs[first : first + SIGN_BLOCK].tobytes()) for first in firsts
            )
            self._saved = full

    def take(self, numbers: IntArray) -> FloatArray:
        """Return vectors by the number of their atom."""
        if self._few is not None:
            return self._few.take(numbers)
        return self._served.picked_vectors(self._numbers()[numbers])

    def upper(self, queries: FloatArray, *, last: int) -> FloatArray | None:
        """Same as `Matrix.upper`; None if only signs are in memory."""
        return None if self._few is None else self._few.upper(queries, last=last)

    def nearest(
        self, query: FloatArray, count: int, *, first: int, last: int, upper: FloatArray | None = None
    ) -> tuple[IntArray, list[float]]:
        """Return the numbers and scores of the nearest vectors in first..last-1."""
        if self._few is not None:
            return self._few.nearest(query, count, first=first, last=last, upper=upper)
        return self._best(np.arange(first, last), query, count)

    def nearest_of(
        self, chosen: IntArray, query: FloatArray, count: int, *, last: int, upper: FloatArray | None = None
    ) -> tuple[IntArray, list[float]]:
        """Return the numbers and scores of the nearest among the `chosen` vectors (ascending numbers)."""
        if self._few is not None:
            return self._few.nearest_of(chosen, query, count, last=last, upper=upper)
        return self._best(chosen, query, count)

    def scores_of(self, chosen: IntArray, query: FloatArray) -> npt.NDArray[np.float64]:
        """Return the exact score of each of the `chosen` vectors (ascending numbers). Reads all of them from the
        server.
        """
        if self._few is not None:
            return self._few.scores_of(chosen, query)
        parts = [chosen[start : start + _AT_ONCE] for start in range(0, len(chosen), _AT_ONCE)]
        return np.concatenate([np.empty(0), *(scores(self.take(part), query) for part in parts)])

    def close(self) -> None:
        """Do nothing; `Matrix.close` closes files."""

    @on_one_thread()
    def _best(self, chosen: IntArray, query: FloatArray, count: int) -> tuple[IntArray, list[float]]:
        kept = max(_EXACT, 4 * count)
        if len(chosen) > kept:
            chosen = self._shortlist(chosen, query, max(_BY_SIGNS, 2 * kept))
            guesses = self._estimates(chosen, query)
            chosen = np.sort(chosen[np.lexsort((chosen, -guesses))[:kept]])
        vectors = self.take(chosen)
        places, near = top_rows(vectors @ query, np.arange(len(chosen)), vectors.__getitem__, query, count)
        return cast(IntArray, chosen[places].astype(np.int64)), near

    def _shortlist(self, chosen: IntArray, query: FloatArray, size: int) -> IntArray:
        """Return the `size` chosen rows with the fewest signs that differ from the query's, ascending. Ties go to older
        rows.
        """
        if len(chosen) <= size:
            return chosen
        words = pack_signs(query[None, :]).view(np.uint64)[0]
        signs = self._signs.values
        is_whole = len(chosen) == chosen[-1] - chosen[0] + 1
        distances = np.concatenate(
            [
                hamming_distances(_part(signs, chosen[start : start + _BY_SIGNS], is_whole), words)
                for start in range(0, len(chosen), _BY_SIGNS)
            ]
        )
        border = int(np.searchsorted(np.cumsum(np.bincount(distances)), size))
        nearer = np.flatnonzero(distances < border)
        places = np.concatenate([nearer, np.flatnonzero(distances == border)[: size - len(nearer)]])
        return np.sort(chosen[places])

    def _estimates(self, chosen: IntArray, query: FloatArray) -> FloatArray:
        """Return an estimate for each chosen row that grows with its similarity: the sum of the query's components
        where the row is positive.
        """
        estimates = np.empty(len(chosen), np.float32)
        for start in range(0, len(chosen), _AT_ONCE):
            part = chosen[start : start + _AT_ONCE]
            bits = np.unpackbits(self._signs.values[part], axis=1, count=self._dim)
            estimates[start : start + len(part)] = bits.astype(np.float32) @ query
        return np.round(estimates, 5)


def _part(signs: SignRows, chosen: IntArray, is_whole: bool) -> SignRows:
    """Return the signs of the chosen rows; as a view, without copying, if the rows are consecutive (`is_whole`)."""
    return signs[chosen[0] : chosen[-1] + 1] if is_whole else signs[chosen]

"""A quick first look over many vectors: the signs of their numbers, compared bit by bit.

Of the rows whose signs differ least from the query's, the nearest are then found exactly. numpy does it; faiss-cpu
(the extra `scale`) does it faster.
"""

from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.store.growing import GrowingArray

SHORTLIST = 4_096
"""How many rows are then looked at exactly: general recall needs thousands, near-duplicates would need a few."""

_BLOCK = 32_768
SignRows: TypeAlias = npt.NDArray[np.uint8]


class SignIndex(Protocol):
    """Finds rows by their signs."""

    def extend(self, bits: SignRows) -> None:
        """Add rows at the end."""
        ...

    def shortlist(self, query: FloatArray, count: int) -> IntArray:
        """Numbers of the `count` rows whose signs are nearest to the query's, ascending."""
        ...


def width(dim: int) -> int:
    """Bytes that the signs of a row take, in whole words of eight."""
    return -(-dim // 64) * 8


def packed(rows: FloatArray) -> SignRows:
    """One bit a number: whether it is positive."""
    bits = np.packbits(rows > 0, axis=1)
    return np.pad(bits, ((0, 0), (0, width(rows.shape[1]) - bits.shape[1])))


class Signs:
    """By numpy; ties fall to the older row."""

    def __init__(self, bits: SignRows) -> None:
        self._base = bits
        self._tail = GrowingArray(np.uint8, bits.shape[1])

    def extend(self, bits: SignRows) -> None:
        self._tail.extend(bits)

    def shortlist(self, query: FloatArray, count: int) -> IntArray:
        words = packed(query[None, :]).view(np.uint64)[0]
        distances = np.concatenate([_distances(self._base, words), _distances(self._tail.values, words)])
        if count >= len(distances):
            return np.arange(len(distances))
        border = int(np.searchsorted(np.cumsum(np.bincount(distances)), count))
        nearer = np.flatnonzero(distances < border)
        return np.sort(np.concatenate([nearer, np.flatnonzero(distances == border)[: count - len(nearer)]]))


class FaissSigns:
    """By faiss, which keeps its own copy of the signs."""

    def __init__(self, bits: SignRows) -> None:
        import faiss

        self._index = faiss.IndexBinaryFlat(bits.shape[1] * 8)
        self.extend(bits)

    def extend(self, bits: SignRows) -> None:
        if len(bits):
            self._index.add(np.ascontiguousarray(bits))

    def shortlist(self, query: FloatArray, count: int) -> IntArray:
        _, numbers = self._index.search(packed(query[None, :]), min(count, self._index.ntotal))
        return np.sort(numbers[0][numbers[0] >= 0]).astype(np.int64)


def faiss_signs(bits: SignRows) -> FaissSigns | None:
    """The quicker index; None when faiss is not installed."""
    try:
        return FaissSigns(bits)
    except ImportError:
        return None


def _distances(bits: SignRows, query: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint16]:
    """In how many bits each row differs from the query."""
    words = bits.view(np.uint64)
    distances = np.empty(len(bits), np.uint16)
    for start in range(0, len(bits), _BLOCK):
        block = np.bitwise_count(words[start : start + _BLOCK] ^ query)
        distances[start : start + _BLOCK] = block.sum(axis=1, dtype=np.uint16)
    return distances

"""A fast first pass over many vectors: compare the signs of their components bit by bit (Hamming distance).

The rows with the fewest differing bits are then scored exactly. numpy does this; faiss-cpu (extra `scale`) is faster.
"""

from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from agentsensus.base.arrays import FloatArray, GrowingArray, IntArray

SHORTLIST = 4_096
"""Rows scored exactly after the first pass. A few would do to find near-duplicates, but recall needs thousands."""

_BLOCK = 8_192
_LANES = np.uint64(0x00FF00FF00FF00FF)
_SUM = np.uint64(0x0001000100010001)
SignRows: TypeAlias = npt.NDArray[np.uint8]


class SignIndex(Protocol):
    """Finds rows by the signs of their components."""

    def extend(self, bits: SignRows) -> None: ...

    def shortlist(self, query: FloatArray, count: int) -> IntArray:
        """Return the numbers of the `count` rows closest to the query by sign bits, ascending."""
        ...


def sign_width(dim: int) -> int:
    """Return the bytes per row of packed signs, rounded up to 8."""
    return -(-dim // 64) * 8


def pack_signs(rows: FloatArray) -> SignRows:
    """Pack the signs of each row: bit 1 where a component is positive."""
    bits = np.packbits(rows > 0, axis=1)
    return np.pad(bits, ((0, 0), (0, sign_width(rows.shape[1]) - bits.shape[1])))


class NumpySignIndex:
    """A sign index in numpy. Ties go to the older row."""

    def __init__(self, bits: SignRows) -> None:
        self._base = bits
        self._tail = GrowingArray(np.uint8, bits.shape[1])

    def extend(self, bits: SignRows) -> None:
        self._tail.extend(bits)

    def shortlist(self, query: FloatArray, count: int) -> IntArray:
        words = pack_signs(query[None, :]).view(np.uint64)[0]
        distances = np.concatenate([hamming_distances(self._base, words), hamming_distances(self._tail.values, words)])
        if count >= len(distances):
            return np.arange(len(distances))
        border = int(np.searchsorted(np.cumsum(np.bincount(distances)), count))
        nearer = np.flatnonzero(distances < border)
        return np.sort(np.concatenate([nearer, np.flatnonzero(distances == border)[: count - len(nearer)]]))


class FaissSignIndex:
    """A sign index in faiss, which keeps its own copy of the bits."""

    def __init__(self, bits: SignRows) -> None:
        import faiss

        self._index = faiss.IndexBinaryFlat(bits.shape[1] * 8)
        self.extend(bits)

    def extend(self, bits: SignRows) -> None:
        if len(bits):
            self._index.add(np.ascontiguousarray(bits))

    def shortlist(self, query: FloatArray, count: int) -> IntArray:
        _, numbers = self._index.search(pack_signs(query[None, :]), min(count, self._index.ntotal))
        return np.sort(numbers[0][numbers[0] >= 0]).astype(np.int64)


def open_faiss_index(bits: SignRows) -> FaissSignIndex | None:
    """Return a faiss index; None when faiss is not installed."""
    try:
        return FaissSignIndex(bits)
    except ImportError:
        return None


def hamming_distances(bits: SignRows, query: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint16]:
    """Return the number of bits in which each row differs from the query."""
    words = bits.view(np.uint64)
    distances = np.empty(len(bits), np.uint16)
    for start in range(0, len(bits), _BLOCK):
        counts = np.bitwise_count(words[start : start + _BLOCK] ^ query)
        distances[start : start + _BLOCK] = _row_sums(counts)
    return distances


def _row_sums(counts: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """Return the sum of each row of bit counts (each at most 64). Eight counts are added as one number."""
    if counts.shape[1] != 8:
        sums: npt.NDArray[np.uint16] = counts.sum(axis=1, dtype=np.uint16)
        return sums
    row = counts.view(np.uint64)[:, 0]
    # Four lanes of 16 bits hold the sums of two counts each; the multiplication adds them up in the highest lane.
    pairs = (row & _LANES) + (row >> np.uint64(8) & _LANES)
    return (pairs * _SUM >> np.uint64(48)).astype(np.uint16)

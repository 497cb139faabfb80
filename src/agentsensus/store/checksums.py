"""Checksums of rows, vectors and headers, so that a changed byte is detected.

A row's checksum has two halves, so that its numbers can be checked without reading its texts: 31 bits over the
numbers and the row number, and the crc32 of the texts. Moving, swapping or changing rows changes the checksum.
"""

import zlib
from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from agentsensus.base.arrays import FloatArray, IntArray

_FACTOR = 0x9E3779B97F4A7C15
_MASK = 0xFFFFFFFFFFFFFFFF
_SHIFT = 29
_TEXT_BITS = 32
_KEPT_BITS = 31


def row_checksum(table: str, seq: int, row: Sequence[object]) -> int:
    """Return the checksum of a row, computed from its integers and texts in column order."""
    state = _mixed(_salt(table), seq)
    words = []
    for value in row:
        if isinstance(value, int):
            state = _mixed(state, value)
        else:
            words.append(str(value))
    number = state >> (64 - _KEPT_BITS)
    return number << _TEXT_BITS | zlib.crc32("\x1f".join(words).encode("utf-8"), number)


def numbers_match(table: str, first: int, columns: Sequence[IntArray], checksums: IntArray) -> bool:
    """Return whether integer columns match these row checksums. `first` is the number of the first row."""
    return bool(np.array_equal(_of_numbers(table, first, columns), checksums >> _TEXT_BITS))


def key_checksum(key: str, number: int) -> int:
    """Return the checksum of an entry of the vector table: the hash of a text, and the number of the text's vector."""
    return zlib.crc32(key.encode("utf-8"), number & 0xFFFFFFFF)


def text_checksum(*parts: object) -> int:
    """Return the checksum of several values joined as text, for headers, row counts and log hashes."""
    return zlib.crc32("\x1f".join(map(str, parts)).encode("utf-8"))


def block_checksum(first: int, size: int, data: bytes) -> int:
    """Return the checksum of a block of an index: its first atom, its size and its bytes."""
    return zlib.crc32(data, text_checksum(first, size))


def vector_checksums(first: int, vectors: FloatArray) -> npt.NDArray[np.uint32]:
    """Return the checksum of each vector. `first` is the number of the first vector."""
    return vector_sums(np.arange(first, first + len(vectors)), vectors)


def vector_sums(numbers: IntArray, vectors: FloatArray) -> npt.NDArray[np.uint32]:
    """Return the checksum of each vector; `numbers` are the numbers of the vectors in the store."""
    data = np.ascontiguousarray(vectors, "<f4")
    pairs = zip(numbers.tolist(), data, strict=True)
    return np.fromiter((zlib.crc32(row, number & 0xFFFFFFFF) for number, row in pairs), np.uint32, len(data))


def _of_numbers(table: str, first: int, columns: Sequence[IntArray]) -> npt.NDArray[np.int64]:
    count = len(columns[0]) if columns else 0
    seqs = np.arange(first, first + count).astype(np.uint64)
    state = np.full(count, _salt(table), np.uint64)
    for values in (seqs, *columns):
        state = (state ^ values.astype(np.uint64)) * np.uint64(_FACTOR)
        state ^= state >> np.uint64(_SHIFT)
    return (state >> np.uint64(64 - _KEPT_BITS)).astype(np.int64)


def _mixed(state: int, value: int) -> int:
    state = (state ^ (value & _MASK)) * _FACTOR & _MASK
    return state ^ state >> _SHIFT


@cache
def _salt(table: str) -> int:
    return zlib.crc32(table.encode("utf-8")) * _FACTOR & _MASK

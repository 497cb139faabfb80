"""A memory-mapped file of fixed-width rows, stored beside the database.

The file is derived data: it is checked against its header and rebuilt when it does not match. The header holds the
number of rows that were flushed to disk, the checksum of their bytes, and the checksum of the store's checksums of
these rows. Rows after that number are written again.
"""

import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agentsensus.base.files import foreign_kind, writing
from agentsensus.errors import StoreDamaged

_MAGIC = 0x41534E5356454332
_HEADER = 4096
_FLUSH_ROWS = 65_536
_FIRST_CAPACITY = 65_536
_CHUNK = 1 << 22


class BlockFile:
    """An append-only file of rows of one width and type. `rows` maps it into memory."""

    def __init__(self, path: Path, width: int, dtype: npt.DTypeLike, *, read_only: bool) -> None:
        if (kind := foreign_kind(path)) is not None:
            raise StoreDamaged(f"{path}: expected a regular file of the store, found {kind}; move it away")
        self.path = path
        self._width = width
        self._dtype = np.dtype(dtype)
        self._read_only = read_only
        self._size, self._crc, self._source_crc = self._read_header()
        self._durable = self._size
        self._map: npt.NDArray[Any] = self._open(self._size if read_only else max(self._size, _FIRST_CAPACITY))

    def __len__(self) -> int:
        return self._size

    @property
    def rows(self) -> npt.NDArray[Any]:
        """All rows, as a view that stays valid when the file grows. Raises StoreDamaged if the file was truncated."""
        self._check_whole()
        return self._map[: self._size]

    def extend(self, rows: npt.NDArray[Any], sums: npt.NDArray[np.uint32]) -> None:
        """Append rows. `sums` are the store's checksums of the vectors that these rows were made from."""
        needed = self._size + len(rows)
        if needed > len(self._map):
            self._map = self._open(max(needed, len(self._map) * 3 // 2))
        self._check_whole()
        self._map[self._size : needed] = rows
        self._crc = zlib.crc32(np.ascontiguousarray(rows, self._dtype).data, self._crc)
        self._source_crc = zlib.crc32(np.ascontiguousarray(sums, "<u4").data, self._source_crc)
        self._size = needed
        if self._size - self._durable >= _FLUSH_ROWS:
            self.flush()

    def clear(self) -> None:
        """Delete all rows."""
        self._size = self._crc = self._source_crc = 0
        if self._durable and not self._read_only:
            self._durable = 0
            self._write_header()

    def is_made_from(self, sums: npt.NDArray[np.uint32]) -> bool:
        """Return whether the rows were made from vectors with these checksums."""
        return len(sums) == self._size and zlib.crc32(np.ascontiguousarray(sums, "<u4").data) == self._source_crc

    def check_later(self) -> Callable[[], bool]:
        """Return a function that reads the rows again and returns whether they match their checksum.

        The function may run in another thread. It reads the file and not the mapping, so that it does not fill the
        memory of the process, and does not crash the process if the file is truncated.
        """
        left, crc, path = self._size * self._width * self._dtype.itemsize, self._crc, self.path

        def check() -> bool:
            actual, unread = 0, left
            with path.open("rb", buffering=0) as file:
                file.seek(_HEADER)
                while unread and (part := file.read(min(_CHUNK, unread))):
                    actual, unread = zlib.crc32(part, actual), unread - len(part)
            return not unread and actual == crc

        return check

    @property
    def size_in_bytes(self) -> int:
        """The size of all rows in bytes."""
        return self._size * self._width * self._dtype.itemsize

    def flush(self) -> None:
        """Flush the rows to disk, then update the row count in the header."""
        if self._read_only or self._durable == self._size:
            return
        if isinstance(self._map, np.memmap):
            self._map.flush()
        self._durable = self._size
        self._write_header()

    def close(self) -> None:
        """Flush, and truncate the file to the rows in use."""
        self.flush()
        self._map = np.empty((0, self._width), self._dtype)
        if not self._read_only and self.path.exists():
            os.truncate(self.path, _HEADER + self._size * self._width * self._dtype.itemsize)

    def _open(self, capacity: int) -> npt.NDArray[Any]:
        if capacity == 0:
            return np.empty((0, self._width), self._dtype)
        if not self._read_only:
            bytes_needed = _HEADER + capacity * self._width * self._dtype.itemsize
            if not self.path.exists():
                self._write_header()
            self._reserve(bytes_needed)
        mode: Any = "r" if self._read_only else "r+"
        return np.memmap(self.path, self._dtype, mode, offset=_HEADER, shape=(capacity, self._width))

    def _reserve(self, size: int) -> None:
        """Allocate disk space. Without it, a write to a mapped page on a full disk would kill the process (SIGBUS)."""
        with writing(self.path), self.path.open("r+b") as file:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            elif self.path.stat().st_size < size:
                os.truncate(self.path, size)

    def _check_whole(self) -> None:
        """Raise StoreDamaged if the file is shorter than its mapping, because reading past its end kills the process
        (SIGBUS).
        """
        if not len(self._map):
            return
        needed = _HEADER + len(self._map) * self._width * self._dtype.itemsize
        try:
            size = os.stat(self.path).st_size
        except OSError:
            return  # deleted files stay readable through an existing mapping
        if size < needed:
            raise StoreDamaged(f"{self.path}: the file was truncated while it was in use; open the store again")

    def _read_header(self) -> tuple[int, int, int]:
        """Return the number of rows, their checksum and the checksum of their source vectors; zeros if the header is
        unusable.
        """
        if not self.path.exists() or self.path.stat().st_size < _HEADER:
            return 0, 0, 0
        magic, width, size, crc, source_crc = np.fromfile(self.path, np.int64, 5).tolist()
        fits = (self.path.stat().st_size - _HEADER) // (self._width * self._dtype.itemsize)
        is_usable = (magic, width) == (_MAGIC, self._width) and 0 <= size <= fits
        return (size, crc, source_crc) if is_usable else (0, 0, 0)

    def _write_header(self) -> None:
        header = np.zeros(_HEADER // 8, np.int64)
        header[:5] = _MAGIC, self._width, self._durable, self._crc, self._source_crc
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            os.pwrite(descriptor, header.tobytes(), 0)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

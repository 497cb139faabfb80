"""Search over the vectors of a file store: vectors in memory, or in a memory-mapped file with a sign index if many."""

from pathlib import Path
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from agentsensus.base.arrays import FloatArray, GrowingArray, IntArray
from agentsensus.base.blas_threads import on_one_thread
from agentsensus.store.search.block_file import BlockFile
from agentsensus.store.search.damage_check import DamageCheck
from agentsensus.store.search.projection_index import MIN_ROWS, ProjectionIndex
from agentsensus.store.search.sign_index import (
    SHORTLIST,
    NumpySignIndex,
    SignIndex,
    open_faiss_index,
    pack_signs,
    sign_width,
)
from agentsensus.store.search.similarity import rough_scores, round_scores, top_rows

MANY = 100_000
"""From this number of vectors on, they are kept in a file, and a search over all of them starts with the sign index."""

_CELLS = 50_000_000
_CHECKED_AT_ONCE = 1 << 26
"""Index files of at most this many bytes in total are checked on opening, larger ones in the background."""

Sums: TypeAlias = npt.NDArray[np.uint32]
"""The store's checksum of each vector."""


class Matrix:
    """One unit vector per atom, append-only. The first vectors may be in a file; the rest is in memory.

    A writer moves vectors to the file once there are `MANY`. A reader never writes the file and keeps newer vectors in
    memory.
    """

    def __init__(self, dim: int, beside: Path | None = None, *, read_only: bool = False, many: int = MANY) -> None:
        self._dim = dim
        self._beside = beside
        self._read_only = read_only
        self.many = many
        self._file: BlockFile | None = None
        self._sign_file: BlockFile | None = None
        self._tail = GrowingArray(np.float32, dim)
        self._tail_sums: list[Sums] = []
        self._check: DamageCheck | None = None
        self._signs: SignIndex | None = None
        self._projection: ProjectionIndex | None = None
        self._has_no_projection = False

    def __len__(self) -> int:
        return self._file_size + len(self._tail)

    def adopt(self, sums: Sums) -> int:
        """Open the index files beside the store, if there are many vectors. Return how many of the vectors the files
        hold.

        `sums` are the store's checksums of all vectors. Files made from other vectors are cleared. Large files are
        checked for damage in the background; `is_damaged` returns the result.
        """
        if self._beside is None or len(sums) < self.many or len(self):
            return len(self)
        if self._read_only and not all(self._path(kind).exists() for kind in ("vectors", "signs")):
            return 0
        self._open_files()
        files = self._files
        same = {len(file) for file in files}
        adopted = same.pop() if len(same) == 1 else 0
        if not 0 < adopted <= len(sums) or not all(file.is_made_from(sums[:adopted]) for file in files):
            self.clear()
            return 0
        self._check = DamageCheck([file.check_later() for file in files])
        if sum(file.size_in_bytes for file in files) <= _CHECKED_AT_ONCE:
            self._check.run()
        else:
            self._check.start()
        return adopted

    def is_damaged(self) -> bool:
        """Return whether the check of the index files has found damage. False while the check is running."""
        return self._check is not None and self._check.has_failed

    def clear(self) -> None:
        """Delete all vectors, in the files and in memory, because the files do not match the store."""
        for file in self._files:
            file.clear()
        self._tail, self._signs, self._projection = GrowingArray(np.float32, self._dim), None, None
        self._tail_sums, self._check = [], None

    def extend(self, rows: FloatArray, sums: Sums) -> None:
        """Append vectors. `sums` are the store's checksums of these vectors."""
        many = len(self) + len(rows) >= self.many
        if many and self._file is None and self._beside is not None and not self._read_only:
            self._move_to_file()
        if self._file is not None and not self._read_only:
            assert self._sign_file is not None
            self._file.extend(rows, sums)
            self._sign_file.extend(pack_signs(rows), sums)
        else:
            self._extend_tail(rows)
            if self._beside is not None and not self._read_only:
                self._tail_sums.append(sums)
        if self._signs is not None:
            self._signs.extend(pack_signs(rows))

    @property
    def kind(self) -> str:
        """The current search method over all vectors: `exact`, or the class name of the sign index."""
        return "exact" if len(self) < self.many else type(self._index()).__name__

    def take(self, numbers: IntArray) -> FloatArray:
        """Return vectors by number."""
        if self._file_size == 0:
            return self._tail.values[numbers]
        assert self._file is not None
        if not len(self._tail):
            rows: FloatArray = self._file.rows[numbers]
            return rows
        old = numbers < self._file_size
        out = np.empty((len(numbers), self._dim), np.float32)
        out[old] = self._file.rows[numbers[old]]
        out[~old] = self._tail.values[numbers[~old] - self._file_size]
        return out

    @on_one_thread()
    def upper(self, queries: FloatArray, *, last: int) -> FloatArray | None:
        """Return, for each query, an upper bound of its similarity to each vector before `last` (one row per query).

        Returns None if there are so many vectors that this would be slow.
        """
        if last * len(queries) > _CELLS or last >= self.many:
            return None
        return self._upper(queries, 0, last)

    @on_one_thread()
    def nearest(
        self, query: FloatArray, count: int, *, first: int, last: int, upper: FloatArray | None = None
    ) -> tuple[IntArray, list[float]]:
        """Return the numbers and scores of the vectors nearest to the query, among the numbers first..last-1.

        With many vectors, the sign index preselects them. `upper` is this query's row of the result of `upper()`.
        """
        if last - first < self.many:
            near = self._upper(query[None, :], first, last)[0] if upper is None else upper[first:last]
            return top_rows(near, np.arange(first, last), self.take, query, count)
        may = self._index().shortlist(query, max(SHORTLIST, 4 * count))
        may = may[np.searchsorted(may, first) : np.searchsorted(may, last)]
        return self.nearest_of(may, query, count, last=last)

    @on_one_thread()
    def nearest_of(
        self, chosen: IntArray, query: FloatArray, count: int, *, last: int, upper: FloatArray | None = None
    ) -> tuple[IntArray, list[float]]:
        """Return the numbers and scores of the nearest among the `chosen` vectors (ascending numbers). Always exact."""
        if upper is not None:
            return top_rows(upper[chosen], chosen, self.take, query, count)
        border = int(np.searchsorted(chosen, self._file_size))
        parts = [rough_scores(self._base[:last], query, chosen[:border])] if border else []
        if border < len(chosen):
            parts.append(self._upper_tail(query, chosen[border:] - self._file_size))
        return top_rows(np.concatenate(parts) if parts else self._tail.values[:0, 0], chosen, self.take, query, count)

    @on_one_thread()
    def scores_of(self, chosen: IntArray, query: FloatArray) -> npt.NDArray[np.float64]:
        """Return the exact score of each of the `chosen` vectors (ascending numbers)."""
        border = int(np.searchsorted(chosen, self._file_size))
        parts = [rough_scores(self._base, query, chosen[:border])] if border else []
        if border < len(chosen):
            parts.append(rough_scores(self._tail.values, query, chosen[border:] - self._file_size))
        rough = np.concatenate(parts) if parts else self._tail.values[:0, 0]
        return round_scores(rough, chosen, self.take, query)

    def close(self) -> None:
        for file in self._files:
            file.close()

    @property
    def _files(self) -> list[BlockFile]:
        return [file for file in (self._file, self._sign_file) if file is not None]

    @property
    def _file_size(self) -> int:
        return len(self._file) if self._file is not None else 0

    @property
    def _base(self) -> FloatArray:
        assert self._file is not None
        return self._file.rows

    def _upper(self, queries: FloatArray, first: int, last: int) -> FloatArray:
        in_file = self._file_size
        parts = [queries @ self._base[first : min(last, in_file)].T] if first < in_file else []
        if last > in_file or not parts:
            tail = slice(max(0, first - in_file), max(0, last - in_file))
            index = self._projection
            parts.append(index.bounds(queries, tail) if index else queries @ self._tail.values[tail].T)
        return cast(FloatArray, parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1))

    def _upper_tail(self, query: FloatArray, chosen: IntArray) -> FloatArray:
        index = self._projection
        if index is None:
            return rough_scores(self._tail.values, query, chosen)
        # When a quarter of the rows is chosen, bounding all of them is faster than copying the chosen ones.
        if len(chosen) * 4 >= len(self._tail):
            every: FloatArray = index.bounds(query[None, :], slice(None))[0][chosen]
            return every
        return cast(FloatArray, index.bounds(query[None, :], chosen)[0])

    def _index(self) -> SignIndex:
        if self._signs is None:
            signs = (
                self._sign_file.rows if self._sign_file is not None else np.empty((0, sign_width(self._dim)), np.uint8)
            )
            self._signs = open_faiss_index(signs) or NumpySignIndex(signs)
            self._signs.extend(pack_signs(self._tail.values))
        return self._signs

    def _extend_tail(self, rows: FloatArray) -> None:
        self._tail.extend(rows)
        if self._projection is not None:
            self._projection.extend(rows)
        elif not self._has_no_projection and len(self._tail) >= MIN_ROWS:
            self._projection = ProjectionIndex.of(self._tail.values)
            self._has_no_projection = self._projection is None

    def _move_to_file(self) -> None:
        for kind in ("vectors", "signs"):
            self._path(kind).unlink(missing_ok=True)
        self._open_files()
        assert self._file is not None
        assert self._sign_file is not None
        sums = np.concatenate([np.empty(0, np.uint32), *self._tail_sums])
        self._file.extend(self._tail.values, sums)
        self._sign_file.extend(pack_signs(self._tail.values), sums)
        self._tail, self._tail_sums, self._projection = GrowingArray(np.float32, self._dim), [], None

    def _open_files(self) -> None:
        self._file = BlockFile(self._path("vectors"), self._dim, np.float32, read_only=self._read_only)
        self._sign_file = BlockFile(self._path("signs"), sign_width(self._dim), np.uint8, read_only=self._read_only)

    def _path(self, kind: str) -> Path:
        assert self._beside is not None
        return self._beside.with_name(f"{self._beside.name}.{kind}")

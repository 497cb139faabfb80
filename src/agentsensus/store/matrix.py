"""Vectors by number: in memory while they are few, in a mapped file with their signs beside it when they are many."""

from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.one_thread import on_one_thread
from agentsensus.store.block_file import BlockFile
from agentsensus.store.growing import GrowingArray
from agentsensus.store.leading import ENOUGH, Leading
from agentsensus.store.signs import SHORTLIST, SignIndex, Signs, faiss_signs, packed, width
from agentsensus.store.vectors import best, products, rounded

MANY = 100_000
"""From this many vectors on they lie in a file, and a search over all of them goes through their signs first."""

_CELLS = 50_000_000


class Matrix:
    """One unit vector an atom, added at the end only: first those in the file, if there is one, then those in memory.

    A writer adds to the file once there are many; a reader leaves the file alone and keeps what is newer in memory.
    """

    def __init__(self, dim: int, beside: Path | None = None, *, read_only: bool = False, many: int = MANY) -> None:
        self._dim = dim
        self._beside = beside
        self._read_only = read_only
        self._many = many
        self._file: BlockFile | None = None
        self._sign_file: BlockFile | None = None
        self._tail = GrowingArray(np.float32, dim)
        self._signs: SignIndex | None = None
        self._leading: Leading | None = None
        self._has_no_leading = False

    def __len__(self) -> int:
        return self._file_size + len(self._tail)

    def adopt(self, count: int) -> int:
        """Open the files beside the store if there are many vectors; returns how many of the `count` they hold."""
        if self._beside is None or count < self._many or len(self):
            return len(self)
        if self._read_only and not all(self._path(kind).exists() for kind in ("vectors", "signs")):
            return 0
        self._open_files()
        assert self._file is not None
        assert self._sign_file is not None
        adopted = min(len(self._file), len(self._sign_file), count)
        self._file.cut(adopted)
        self._sign_file.cut(adopted)
        return adopted

    def has_signs_of(self, first: int, vectors: FloatArray) -> bool:
        """Whether the file of signs holds those of these vectors, from number `first` on."""
        if self._sign_file is None:
            return True
        return bool(np.array_equal(self._sign_file.rows[first : first + len(vectors)], packed(vectors)))

    def distrust(self) -> None:
        """Drop the contents of the files, which differ from the store."""
        for file in (self._file, self._sign_file):
            if file is not None:
                file.cut(0)

    def extend(self, rows: FloatArray) -> None:
        """Add vectors at the end."""
        many = len(self) + len(rows) >= self._many
        if many and self._file is None and self._beside is not None and not self._read_only:
            self._move_to_file()
        if self._file is not None and not self._read_only:
            assert self._sign_file is not None
            self._file.extend(rows)
            self._sign_file.extend(packed(rows))
        else:
            self._extend_tail(rows)
        if self._signs is not None:
            self._signs.extend(packed(rows))

    @property
    def kind(self) -> str:
        """How a search over all vectors is done now: `exact`, or the name of the sign index."""
        return "exact" if len(self) < self._many else type(self._index()).__name__

    def take(self, numbers: IntArray) -> FloatArray:
        """Vectors by number."""
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
        """How similar every vector before `last` can be to each query, a row a query; None when they are too many."""
        if last * len(queries) > _CELLS or last >= self._many:
            return None
        return self._upper(queries, 0, last)

    @on_one_thread()
    def nearest(
        self, query: FloatArray, count: int, *, first: int, last: int, upper: FloatArray | None = None
    ) -> tuple[IntArray, list[float]]:
        """Numbers of the vectors in first..last-1 nearest to the query, with scores; by signs first when many.

        `upper` is the query's row of what the method of that name gave.
        """
        if last - first < self._many:
            near = self._upper(query[None, :], first, last)[0] if upper is None else upper[first:last]
            return best(near, np.arange(first, last), self.take, query, count)
        may = self._index().shortlist(query, max(SHORTLIST, 4 * count))
        may = may[np.searchsorted(may, first) : np.searchsorted(may, last)]
        return self.nearest_of(may, query, count, last=last)

    @on_one_thread()
    def nearest_of(
        self, chosen: IntArray, query: FloatArray, count: int, *, last: int, upper: FloatArray | None = None
    ) -> tuple[IntArray, list[float]]:
        """The nearest among the chosen ones (ascending): always exact."""
        if upper is not None:
            return best(upper[chosen], chosen, self.take, query, count)
        border = int(np.searchsorted(chosen, self._file_size))
        parts = [products(self._base[:last], query, chosen[:border])] if border else []
        if border < len(chosen):
            parts.append(self._upper_tail(query, chosen[border:] - self._file_size))
        return best(np.concatenate(parts) if parts else self._tail.values[:0, 0], chosen, self.take, query, count)

    @on_one_thread()
    def scores_of(self, chosen: IntArray, query: FloatArray) -> npt.NDArray[np.float64]:
        """The exact score of each of the chosen vectors (ascending), for rankings by more than similarity."""
        border = int(np.searchsorted(chosen, self._file_size))
        parts = [products(self._base, query, chosen[:border])] if border else []
        if border < len(chosen):
            parts.append(products(self._tail.values, query, chosen[border:] - self._file_size))
        rough = np.concatenate(parts) if parts else self._tail.values[:0, 0]
        return rounded(rough, chosen, self.take, query)

    def close(self) -> None:
        """Let go of the files."""
        for file in (self._file, self._sign_file):
            if file is not None:
                file.close()

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
            leading = self._leading
            parts.append(leading.bounds(queries, tail) if leading else queries @ self._tail.values[tail].T)
        return cast(FloatArray, parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1))

    def _upper_tail(self, query: FloatArray, chosen: IntArray) -> FloatArray:
        leading = self._leading
        if leading is None:
            return products(self._tail.values, query, chosen)
        # Gathering rows costs more than bounding them all once the choice is a good part of them.
        if len(chosen) * 4 >= len(self._tail):
            every: FloatArray = leading.bounds(query[None, :], slice(None))[0][chosen]
            return every
        return cast(FloatArray, leading.bounds(query[None, :], chosen)[0])

    def _index(self) -> SignIndex:
        if self._signs is None:
            signs = self._sign_file.rows if self._sign_file is not None else np.empty((0, width(self._dim)), np.uint8)
            self._signs = faiss_signs(signs) or Signs(signs)
            self._signs.extend(packed(self._tail.values))
        return self._signs

    def _extend_tail(self, rows: FloatArray) -> None:
        self._tail.extend(rows)
        if self._leading is not None:
            self._leading.extend(rows)
        elif not self._has_no_leading and len(self._tail) >= ENOUGH:
            self._leading = Leading.of(self._tail.values)
            self._has_no_leading = self._leading is None

    def _move_to_file(self) -> None:
        for kind in ("vectors", "signs"):
            self._path(kind).unlink(missing_ok=True)
        self._open_files()
        assert self._file is not None
        assert self._sign_file is not None
        self._file.extend(self._tail.values)
        self._sign_file.extend(packed(self._tail.values))
        self._tail, self._leading = GrowingArray(np.float32, self._dim), None

    def _open_files(self) -> None:
        self._file = BlockFile(self._path("vectors"), self._dim, np.float32, read_only=self._read_only)
        self._sign_file = BlockFile(self._path("signs"), width(self._dim), np.uint8, read_only=self._read_only)

    def _path(self, kind: str) -> Path:
        assert self._beside is not None
        return self._beside.with_name(f"{self._beside.name}.{kind}")

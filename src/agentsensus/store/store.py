"""What a store must do. SQLite is one; a server can be another. `tests/store` holds the contract."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.store.rows import Batch, Erasure, Header, NewVectors, RowCounts


class Store(Protocol):
    """Append-only dated rows of one space, and the vectors of its texts."""

    read_only: bool

    @property
    def beside(self) -> Path | None:
        """Where derived files may lie: a path whose name they continue; None when there is no such place."""
        ...

    def header(self) -> Header | None:
        """What the space was made with; None when it is new."""
        ...

    def write_header(self, header: Header) -> None:
        """Store what the space is made with: once, when it is new."""
        ...

    def counts(self) -> RowCounts:
        """How many rows and vectors are committed."""
        ...

    def note_log(self, at: int, digest: str) -> None:
        """Keep the hash of a run's log up to and including round `at`; inside `at_once`, in the same transaction."""
        ...

    def log_hash(self, at: int | None = None) -> tuple[int, str] | None:
        """The last round, not after `at`, whose log's hash was kept, and that hash; None when there is none."""
        ...

    def columns(self, table: str, names: Sequence[str], after: int) -> dict[str, IntArray]:
        """Whole-number columns of the rows from number `after` on, by name."""
        ...

    def rows(self, table: str, numbers: Iterable[int] | None = None) -> Iterator[tuple[object, ...]]:
        """Rows of a table in order: all of them, or those numbered (each once, in ascending order)."""
        ...

    def one_state(self) -> AbstractContextManager[None]:
        """A block in which everything read belongs to one state of the store."""
        ...

    def find(self, ids: Sequence[str]) -> dict[str, int]:
        """Numbers of the atoms with these ids; unknown ids are left out."""
        ...

    def find_vectors(self, keys: Sequence[str]) -> dict[str, int]:
        """Numbers of the vectors of these text hashes; unknown ones are left out."""
        ...

    def vector_keys(self) -> Iterator[tuple[str, int]]:
        """Text hashes and numbers of all vectors, by number."""
        ...

    def vectors(self, first: int = 0, size: int | None = None) -> FloatArray:
        """Vectors by number: `size` of them from `first` on."""
        ...

    def vector_sums(self) -> npt.NDArray[np.uint32]:
        """The checksum of every vector, by number; none where the store was written without them."""
        ...

    def append(self, expected: RowCounts, batch: Batch, vectors: NewVectors, header: Header | None = None) -> None:
        """Commit rows and vectors durably and together, or nothing; refuse when others have written past `expected`."""
        ...

    def at_once(self) -> AbstractContextManager[None]:
        """A block in which everything appended becomes durable together at the end, or not at all."""
        ...

    def replace_vectors(self, header: Header, vectors: NewVectors, atom_vectors: Sequence[int]) -> None:
        """Replace all vectors, and the header, by those of another embedder."""
        ...

    def erase(self, erasure: Erasure, batch: Batch) -> str:
        """Overwrite texts, names and vectors for good, and append `batch`: the one operation that rewrites history.

        Returns why words may still be found in the file for now, or nothing; that is finished on the next opening.
        """
        ...

    def copy(self, to: Path, *, at: int | None) -> None:
        """Write the space, up to and including round `at`, to a new file."""
        ...

    def changed(self) -> bool:
        """Whether another process has committed since the last call."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...

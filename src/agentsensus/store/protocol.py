"""The `Store` protocol. `tests/store` holds the contract tests that every implementation must pass."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from agentsensus.base.arrays import FloatArray, IntArray
from agentsensus.store.rows import Batch, Erasure, Header, NewVectors, RowCounts


class ServedIndex(Protocol):
    """Search data that a server returns by number or term, so that a process need not hold all of it in memory."""

    def picked_vectors(self, numbers: IntArray) -> FloatArray:
        """Return the vectors with these numbers, in this order."""
        ...

    def sign_blocks(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield the first atom, the size and the data of every intact block of sign bits, in order."""
        ...

    def write_sign_blocks(self, blocks: Iterable[tuple[int, int, bytes]]) -> None:
        """Save blocks of sign bits; each replaces the one with the same first atom."""
        ...

    def posted_blocks(self) -> frozenset[int]:
        """Return the blocks of the word index that have saved postings, each by its first atom."""
        ...

    def postings(self, term: bytes) -> Iterator[tuple[int, bytes, bytes]]:
        """Yield, for each block that contains the term: its first atom, the positions of the wordings, and the term's
        counts.
        """
        ...

    def write_postings(self, first: int, postings: Iterable[tuple[bytes, bytes, bytes]]) -> None:
        """Save all terms of the block that starts at atom `first`, each with positions and counts. Replaces earlier
        ones.
        """
        ...


class Store(Protocol):
    """Append-only dated rows of one space, and the vectors of its texts."""

    space: str
    read_only: bool
    many_writers: bool
    """Whether other processes may write while this one has the store open for writing."""

    @property
    def served(self) -> ServedIndex | None:
        """The index on the server; None when the process holds it in memory or in files."""
        ...

    @property
    def address(self) -> str | Path:
        """Where the store can be opened again. It may contain a password: never show it."""
        ...

    @property
    def beside(self) -> Path | None:
        """Path prefix for index files next to the store; None if the store cannot have such files."""
        ...

    def header(self) -> Header | None:
        """Return the settings that the space was created with; None for a new space."""
        ...

    def write_header(self, header: Header) -> None:
        """Write the settings of a new space. Called once."""
        ...

    def counts(self) -> RowCounts:
        """Return how many rows and vectors are committed."""
        ...

    def note_log(self, at: int, digest: str) -> None:
        """Save the hash of a run's log up to round `at`. Inside `at_once` it is part of the same transaction."""
        ...

    def log_hash(self, at: int | None = None) -> tuple[int, str] | None:
        """Return the latest saved log hash with its round, up to round `at`; None if there is none."""
        ...

    def noted_rounds(self) -> list[int]:
        """Return the rounds for which a log hash is saved, in order."""
        ...

    def columns(self, table: str, names: Sequence[str], after: int) -> dict[str, IntArray]:
        """Return the named integer columns of the rows from number `after` on."""
        ...

    def rows(self, table: str, numbers: Iterable[int] | None = None) -> Iterator[tuple[object, ...]]:
        """Yield rows of a table in order: all of them, or those with the given numbers (ascending, without
        duplicates).
        """
        ...

    def one_state(self) -> AbstractContextManager[None]:
        """Context manager: a read transaction, in which all reads see the same state of the store."""
        ...

    def find(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the numbers of the atoms with these ids. Unknown ids are left out."""
        ...

    def find_vectors(self, keys: Sequence[str]) -> dict[str, int]:
        """Return the numbers of the vectors of the texts with these hashes. Unknown hashes are left out."""
        ...

    def vector_keys(self) -> Iterator[tuple[str, int]]:
        """Yield the text hash and number of every vector, ordered by number."""
        ...

    def vectors(self, first: int = 0, size: int | None = None) -> FloatArray:
        """Return `size` vectors from number `first` on (default: all)."""
        ...

    def vectors_by(self, at: int) -> int:
        """Return how many vectors, from the first on, a copy up to round `at` needs for its atoms."""
        ...

    def vector_sums(self) -> npt.NDArray[np.uint32]:
        """Return the checksum of every vector, by number; empty for a store without checksums."""
        ...

    def word_blocks(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield the first atom, the size and the data of every intact block of the word index, in order."""
        ...

    def write_word_blocks(self, blocks: Iterable[tuple[int, int, bytes]]) -> None:
        """Save blocks of the word index; each replaces the one with the same first atom."""
        ...

    def append(self, expected: RowCounts, batch: Batch, vectors: NewVectors, header: Header | None = None) -> None:
        """Commit rows and vectors durably in one transaction. Raises StoreBusy if the store has more rows than
        `expected`.
        """
        ...

    def at_once(self) -> AbstractContextManager[None]:
        """Context manager: a transaction. Everything appended in the block is committed together at its end, or rolled
        back.
        """
        ...

    def turn(self) -> AbstractContextManager[None]:
        """Context manager: keep other writers out of the space until the block has committed or ended.

        Reads in the block see the newest state. If the connection breaks before anything is committed, raises
        ConnectionLost; then read again and repeat the block.
        """
        ...

    def replace_vectors(self, header: Header, vectors: NewVectors, atom_vectors: Sequence[int]) -> None:
        """Replace all vectors and the header after a change of embedder."""
        ...

    def erase(self, erasure: Erasure, batch: Batch) -> str:
        """Overwrite texts, names and vectors permanently and append `batch`. No other operation changes existing rows,
        apart from `replace_vectors`.

        Returns "" or the reason why erased text may still be in the file, for example because a reader holds an old
        state. In that case the next opening for writing completes the erasure.
        """
        ...

    def copy(self, to: Path, *, at: int | None) -> None:
        """Write the space, with all rounds up to `at`, to a new file."""
        ...

    def backup(self, to: Path) -> None:
        """Write the whole store, with all spaces, to a new file."""
        ...

    def changed(self) -> bool:
        """Return whether another process has committed since the last call."""
        ...

    def close(self) -> None: ...

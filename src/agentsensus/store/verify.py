"""Verify one space: read all of it, and report data that fails its checksum and references to missing rows."""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from agentsensus.errors import AgentsensusError
from agentsensus.store.columns import Columns
from agentsensus.store.protocol import Store
from agentsensus.store.rows import ROW_TYPES, column_names

__all__ = ["VerifiableStore", "problems_in"]


class VerifiableStore(Store, Protocol):
    """A store that can list the damaged blocks of its word index."""

    def damaged_word_blocks(self) -> list[int]:
        """Return the first atom of every block of the word index that fails its checksum."""
        ...


def problems_in(store: VerifiableStore, where: object) -> list[str]:
    """Return every problem found in an open space; an empty list if it is intact."""

    def table(name: str) -> Callable[[], object]:
        return lambda: (
            store.columns(name, column_names(name, int), 0),
            sum(1 for _ in store.rows(name)),
        )

    looks = (store.header, store.counts, *map(table, ROW_TYPES), lambda: _look_at_vectors(store, where))
    problems = [problem for look in looks for problem in _problem(look)]
    if not problems and store.header() is not None:
        problems = _problem(lambda: Columns().load(store))
    return problems + [
        f"{where}: the word index from statement {first} on fails its checksum; the next commit writes it again"
        for first in store.damaged_word_blocks()
    ]


def _look_at_vectors(store: VerifiableStore, where: object) -> None:
    if store.header() is None:
        return
    numbers = [number for _, number in store.vector_keys()]
    if not np.array_equal(numbers, np.arange(store.counts().vectors)):
        raise AgentsensusError(f"{where}: the vector keys are not numbered in order")
    store.vectors()
    for at in store.noted_rounds():
        store.log_hash(at)


def _problem(look: Callable[[], object]) -> list[str]:
    try:
        look()
    except AgentsensusError as error:
        return [str(error)]
    except ValueError as error:
        return [f"cannot read the header of the space ({' '.join(str(error).split())[:120]})"]
    return []

"""Overwrite rows for a purge (the permanent deletion of texts). Every store follows these rules."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, cast

import numpy as np

from agentsensus.base.arrays import IntArray
from agentsensus.store.rows import NO_ORIGINAL, AgentRow, DecisionRow, DepositRow, Erasure, OriginalRow, OwnerRow

__all__ = ["RewritableRows", "erase_rows"]


class RewritableRows(Protocol):
    """The rows of one space, readable and writable inside a transaction."""

    def rows(self, table: str, numbers: Iterable[int] | None = None) -> Iterator[tuple[object, ...]]:
        """Yield rows of a table in order: all of them, or those with the given numbers."""
        ...

    def rewrite(self, table: str, seq: int, row: tuple[Any, ...]) -> None:
        """Overwrite the values of a row."""
        ...


def erase_rows(store: RewritableRows, erasure: Erasure) -> IntArray:
    """Overwrite the rows that an erasure names. Return the atoms to delete from the word index, ascending."""
    atoms, agents = set(erasure.atoms), erasure.agents
    for number, tombstone in erasure.atoms.items():
        store.rewrite("atoms", number, tombstone)
    _blank_owners(store, atoms, agents)
    originals = _erase_originals(store, atoms, set(agents))
    touched = _atoms_near(store, atoms, originals)
    for number, name in agents.items():
        (row,) = store.rows("agents", [number])
        store.rewrite("agents", number, cast(AgentRow, row)._replace(name=name))
    _erase_notes(store, atoms)
    for number, attribute in erasure.attributes.items():
        store.rewrite("attributes", number, attribute)
    return touched


def _blank_owners(store: RewritableRows, atoms: set[int], agents: Mapping[int, str]) -> None:
    """Clear the sources of erased atoms, and replace the names of erased agents in the sources of other atoms."""
    ordered = sorted(agents)
    named = zip(ordered, store.rows("agents", ordered), strict=True)
    old_names = {cast(AgentRow, row).name: agents[number] for number, row in named}
    for seq, row in enumerate(list(cast("Iterator[OwnerRow]", store.rows("owners")))):
        if row.atom in atoms:
            store.rewrite("owners", seq, row._replace(source="", detail="", place="", telling=""))
        elif row.source in old_names:
            # Others keep the same source, now anonymous; otherwise a closed access edge would open again.
            store.rewrite("owners", seq, row._replace(source=old_names[row.source], detail="", telling=""))


def _erase_originals(store: RewritableRows, atoms: set[int], agents: set[int]) -> set[int]:
    """Empty the original texts of erased atoms and erased agents. Return the row numbers of these originals."""
    deposits = cast("Iterator[DepositRow]", store.rows("deposits"))
    touched = {row.original for row in deposits if atoms & set(range(row.first, row.first + row.size))}
    touched.discard(NO_ORIGINAL)
    for seq, row in enumerate(list(cast("Iterator[OriginalRow]", store.rows("originals")))):
        if seq in touched or row.agent in agents:
            touched.add(seq)
            if row.text:
                store.rewrite("originals", seq, row._replace(text=""))
    return touched


def _atoms_near(store: RewritableRows, atoms: set[int], originals: set[int]) -> IntArray:
    """Return the erased atoms, and the atoms that the word index holds together with words of the erased originals."""
    rows = enumerate(cast("Iterator[OriginalRow]", store.rows("originals")))
    near = originals | {seq for seq, row in rows if row.answers in originals}
    deposits = cast("Iterator[DepositRow]", store.rows("deposits"))
    beside = {atom for row in deposits if row.original in near for atom in range(row.first, row.first + row.size)}
    return np.array(sorted(atoms | beside), np.int64)


def _erase_notes(store: RewritableRows, atoms: set[int]) -> None:
    """Clear the notes of decisions and deposits that concern erased atoms."""
    for seq, decision in enumerate(list(cast("Iterator[DecisionRow]", store.rows("decisions")))):
        if decision.note and decision.atom in atoms:
            store.rewrite("decisions", seq, decision._replace(note=""))
    for seq, deposit in enumerate(list(cast("Iterator[DepositRow]", store.rows("deposits")))):
        if deposit.note and atoms & set(range(deposit.first, deposit.first + deposit.size)):
            store.rewrite("deposits", seq, deposit._replace(note=""))

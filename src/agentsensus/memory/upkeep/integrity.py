"""Check the texts of rows, and whole stores. Import and `agentsensus store verify` both use these checks."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

from agentsensus.base.addresses import is_address, shown_address
from agentsensus.base.files import parse_json
from agentsensus.errors import AgentsensusError, InputError
from agentsensus.language.names import Names
from agentsensus.memory.core.checks import checked_name, is_unicode
from agentsensus.memory.core.decision_json import unpacked_candidates
from agentsensus.memory.designs.attributes import Sizes, wrong_attribute
from agentsensus.memory.designs.registry import checked_design, stored_settings
from agentsensus.store.columns import Columns
from agentsensus.store.opening import open_store
from agentsensus.store.postgres import problems_on, spaces_on
from agentsensus.store.protocol import Store
from agentsensus.store.rows import ROW_TYPES, AgentRow, AtomRow, DecisionRow, tombstone
from agentsensus.store.sqlite import spaces_of, verify

__all__ = ["problems_of", "wrong_texts"]

Rows: TypeAlias = Callable[[str], Iterable[Any]]
"""A function that returns the rows of a table."""


def wrong_texts(rows: Rows, atom_rounds: Sequence[int], agent_rounds: Sequence[int]) -> str | None:
    """Return an error message for the first invalid text; None if all texts are valid.

    The row numbers must be checked before. `atom_rounds` and `agent_rounds` are the rounds of all atoms and agents.
    """

    def sizes_at(at: int) -> Sizes:
        return Sizes(bisect_right(atom_rounds, at), bisect_right(agent_rounds, at))

    return (
        next((wrong for table in ROW_TYPES for wrong in _wrong_strings(rows, table)), None)
        or _wrong_agents(rows("agents"))
        or _wrong_atoms(rows("atoms"))
        or _wrong_decisions(rows("decisions"), sizes_at)
        or wrong_attribute(rows("attributes"), sizes_at)
    )


def _wrong_strings(rows: Rows, table: str) -> Iterable[str]:
    for number, row in enumerate(rows(table)):
        for name, value in zip(row._fields, row, strict=True):
            if isinstance(value, str) and not is_unicode(value):
                yield f"{table} row {number}: {name} is not valid text"


def _wrong_agents(rows: Iterable[AgentRow]) -> str | None:
    names = set[str]()
    for number, agent in enumerate(rows):
        if agent.name not in ("", tombstone(number)):
            try:
                checked_name(agent.name)
            except InputError as error:
                return f"agents row {number}: {error}"
        if agent.name in names:
            return f"agents row {number} has the name of another agent"
        names.add(agent.name)
    return None


def _wrong_atoms(rows: Iterable[AtomRow]) -> str | None:
    ids = set[str]()
    for number, atom in enumerate(rows):
        if not atom.id.isascii() or atom.id in ids:
            return f"atoms row {number} has the id {atom.id!r}, which is not valid or belongs to another atom"
        ids.add(atom.id)
        try:
            if not isinstance(parse_json(atom.metadata or "{}"), dict):
                raise ValueError
        except ValueError:
            return f"the metadata of atoms row {number} is not a JSON object"
    return None


def _wrong_decisions(rows: Iterable[DecisionRow], sizes_at: Callable[[int], Sizes]) -> str | None:
    for number, row in enumerate(rows):
        atoms = sizes_at(row.at).atoms
        try:
            seen = [candidate["atom"] for candidate in unpacked_candidates(parse_json(row.candidates))]
            is_there = all(isinstance(atom, int) and 0 <= atom < atoms for atom in seen)
        except (ValueError, KeyError, TypeError):
            is_there = False
        if not is_there:
            return f"decisions row {number} refers to candidates that do not exist"
    return None


def problems_of(where: str | Path) -> list[str]:
    """Return every problem found in any space of a store; an empty list if it is intact."""
    on_server = isinstance(where, str) and is_address(where)
    problems = problems_on(str(where)) if on_server else verify.problems_of(Path(where))
    if problems:
        return problems
    spaces = spaces_on(str(where)) if on_server else spaces_of(where)
    return [problem for space in spaces for problem in _of_space(where, space)]


def _of_space(where: str | Path, space: str) -> list[str]:
    try:
        with closing(open_store(where, space, read_only=True)) as store, store.one_state():
            wrong = _wrong_header(store) or _wrong_rows(store)
    except AgentsensusError as error:
        return [str(error)]
    return [] if wrong is None else [f"{shown_address(str(where))}: space {space}: {wrong}"]


def _wrong_header(store: Store) -> str | None:
    header = store.header()
    assert header is not None
    try:
        stored_settings(header.settings, checked_design(header.design))
        Names(header.names_at(None), header.places, header.parts)
    except (AgentsensusError, ValueError) as error:
        return f"its header cannot be used ({' '.join(str(error).split())[:200]})"
    return None


def _wrong_rows(store: Store) -> str | None:
    columns = Columns()
    columns.load(store)
    agent_rounds = [row.at for row in store.rows("agents")]  # type: ignore[attr-defined]
    return wrong_texts(store.rows, columns.of("atoms", "at").tolist(), agent_rounds)

"""Read and write policies: small functions, looked up by the name that a setting gives."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from agentsensus.memory.core.deposit import DraftDeposit
from agentsensus.memory.designs.collaborative.access import CLOSED, OPEN, Provenance

WritePolicy: TypeAlias = Callable[[DraftDeposit], bool]
"""Whether the rows of a deposit go to the shared tier."""


class Reader(NamedTuple):
    """An agent that wants to read a row: its edges, and whether it has a grant on the row."""

    number: int
    name: str
    agents: dict[str, str]
    resources: dict[str, str]
    is_granted: bool = False


ReadPolicy: TypeAlias = Callable[[Reader, Provenance, bool], bool]
"""Whether a reader may read a row of this provenance that is, or is not, in the shared tier."""


def never(_: DraftDeposit) -> bool:
    """Everything stays private until somebody grants it."""
    return False


def always(_: DraftDeposit) -> bool:
    """Everything goes to the shared tier, where the graphs decide who reads it."""
    return True


def witnessed(deposit: DraftDeposit) -> bool:
    """What the depositor has seen or inferred is shared; what it was told or has read stays private."""
    return all(via.kind in ("witnessed", "sediment", "inferred") for _, via in deposit.owners)


def by_grants(reader: Reader, row: Provenance, shared: bool) -> bool:
    """The reader's own rows and those it has a grant on, unless an edge to where they come from was closed."""
    if row.owner != reader.number and not reader.is_granted:
        return False
    closed_agent = any(reader.agents.get(name) == CLOSED for name in row.agents - {reader.name})
    return not closed_agent and not any(reader.resources.get(name) == CLOSED for name in row.resources)


def by_provenance(reader: Reader, row: Provenance, shared: bool) -> bool:
    """By grants; and rows of the shared tier all of whose agents and resources the reader has open edges to."""
    if by_grants(reader, row, shared):
        return True
    if not shared or row.owner == reader.number:
        return False
    reached = all(reader.agents.get(name) == OPEN for name in row.agents - {reader.name})
    return reached and all(reader.resources.get(name) == OPEN for name in row.resources)


WRITE_POLICIES: dict[str, WritePolicy] = {"private": never, "shared": always, "witnessed": witnessed}
READ_POLICIES: dict[str, ReadPolicy] = {"provenance": by_provenance, "grants": by_grants}

"""Who may read what: grants on rows, and two graphs that change in time. A grant is taken back by a further row."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from agentsensus.memory.core.drafts import DraftDeposit
from agentsensus.store.rows import AttributeRow

GRANT, REVOKE = "grant", "revoke"
OPEN, CLOSED = "open", "closed"
AGENT, RESOURCE = "agent", "resource"
TIER, SHARED = "tier", "shared"


def edge_key(kind: str, state: str) -> str:
    """The key of an attribute row that opens or closes an edge of a graph."""
    return f"{kind}_{state}"


_EDGES = {edge_key(kind, state): (kind, state) for kind in (AGENT, RESOURCE) for state in (OPEN, CLOSED)}


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a row comes from: its owner, who contributed to it and from what; fixed when it is written."""

    owner: int
    agents: frozenset[str] = frozenset()
    resources: frozenset[str] = frozenset()


@dataclass(slots=True)
class Graph:
    """One reader's edges, open or closed, to agents and to resources; the latest row about an edge counts."""

    agent: dict[int, str] = field(default_factory=dict)
    resource: dict[int, str] = field(default_factory=dict)

    def of(self, kind: str) -> dict[int, str]:
        """The edges to agents, or those to resources, with their states."""
        return self.agent if kind == AGENT else self.resource

    @property
    def has_closed(self) -> bool:
        """Whether any edge was closed."""
        return CLOSED in self.agent.values() or CLOSED in self.resource.values()


class Access:
    """Grants, the shared tier and the graphs, as the attribute rows of a store leave them."""

    def __init__(self) -> None:
        self.grants: dict[int, dict[int, int]] = {}
        self.shared: set[int] = set()
        self.graphs: dict[int, Graph] = {}

    def take(self, row: AttributeRow) -> None:
        """Learn one row."""
        if row.key == GRANT:
            self.grants.setdefault(int(row.value), {})[int(row.subject)] = row.at
        elif row.key == REVOKE:
            self.grants.get(int(row.value), {}).pop(int(row.subject), None)
        elif row.key == TIER:
            self.shared.add(int(row.subject))
        elif row.key in _EDGES:
            kind, state = _EDGES[row.key]
            self.graphs.setdefault(int(row.subject), Graph()).of(kind)[int(row.value)] = state


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
    """All rows stay private until they are granted."""
    return False


def always(_: DraftDeposit) -> bool:
    """Everything goes to the shared tier, where the graphs decide who reads it."""
    return True


def witnessed(deposit: DraftDeposit) -> bool:
    """Rows that the depositor witnessed or inferred are shared; rows it was told or read stay private."""
    return all(via.kind in ("witnessed", "did", "sediment", "inferred") for _, via in deposit.owners)


def by_grants(reader: Reader, row: Provenance, shared: bool) -> bool:
    """The reader's own rows and those it has a grant on, unless an edge to where they come from was closed."""
    if row.owner != reader.number and not reader.is_granted:
        return False
    closed_agent = any(reader.agents.get(name) == CLOSED for name in row.agents - {reader.name})
    return not closed_agent and not any(reader.resources.get(name) == CLOSED for name in row.resources)


def by_provenance(reader: Reader, row: Provenance, shared: bool) -> bool:
    """Granted rows, and shared rows if the reader has open edges to all their agents and resources."""
    if by_grants(reader, row, shared):
        return True
    if not shared or row.owner == reader.number:
        return False
    reached = all(reader.agents.get(name) == OPEN for name in row.agents - {reader.name})
    return reached and all(reader.resources.get(name) == OPEN for name in row.resources)


WRITE_POLICIES: dict[str, WritePolicy] = {"private": never, "shared": always, "witnessed": witnessed}
READ_POLICIES: dict[str, ReadPolicy] = {"provenance": by_provenance, "grants": by_grants}

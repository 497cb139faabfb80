"""Read access: grants on rows, and graphs with edges from readers to agents and resources. The latest row wins."""

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
    """Return the key of the attribute row that opens or closes (`state`) an edge of a graph."""
    return f"{kind}_{state}"


_EDGES = {edge_key(kind, state): (kind, state) for kind in (AGENT, RESOURCE) for state in (OPEN, CLOSED)}


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of a row: its owner, and the agents and resources that contributed to it. It never changes."""

    owner: int
    agents: frozenset[str] = frozenset()
    resources: frozenset[str] = frozenset()


@dataclass(slots=True)
class Graph:
    """The edges from one reader to agents and to resources, each open or closed. The latest row about an edge wins."""

    agent: dict[int, str] = field(default_factory=dict)
    resource: dict[int, str] = field(default_factory=dict)

    def of(self, kind: str) -> dict[int, str]:
        """Return the edges of this kind (to agents or to resources): number → open or closed."""
        return self.agent if kind == AGENT else self.resource

    @property
    def has_closed(self) -> bool:
        """Whether any edge is closed."""
        return CLOSED in self.agent.values() or CLOSED in self.resource.values()


class Access:
    """Grants, shared rows and access graphs, computed from the attribute rows of a store."""

    def __init__(self) -> None:
        self.grants: dict[int, dict[int, int]] = {}
        self.shared: set[int] = set()
        self.graphs: dict[int, Graph] = {}

    def take(self, row: AttributeRow) -> None:
        """Update the state if the row is about a grant, a shared row or an edge."""
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
"""Returns whether the rows of a deposit are shared. Other rows are private."""


class Reader(NamedTuple):
    """An agent that wants to read a row: its edges, and whether it has a grant on the row."""

    number: int
    name: str
    agents: dict[str, str]
    resources: dict[str, str]
    is_granted: bool = False


ReadPolicy: TypeAlias = Callable[[Reader, Provenance, bool], bool]
"""Returns whether a reader may read a row of this provenance; the last argument tells whether the row is shared."""


def never(_: DraftDeposit) -> bool:
    """Write policy: all rows are private until they are granted."""
    return False


def always(_: DraftDeposit) -> bool:
    """Write policy: all rows are shared, and the graphs decide who reads them."""
    return True


def witnessed(deposit: DraftDeposit) -> bool:
    """Write policy: share rows that the depositor witnessed or inferred. Rows that it was told or read stay private."""
    return all(via.kind in ("witnessed", "did", "sediment", "inferred") for _, via in deposit.owners)


def by_grants(reader: Reader, row: Provenance, shared: bool) -> bool:
    """Read policy: allow own rows and granted rows, unless an edge to one of their contributors was closed."""
    if row.owner != reader.number and not reader.is_granted:
        return False
    closed_agent = any(reader.agents.get(name) == CLOSED for name in row.agents - {reader.name})
    return not closed_agent and not any(reader.resources.get(name) == CLOSED for name in row.resources)


def by_provenance(reader: Reader, row: Provenance, shared: bool) -> bool:
    """Read policy: allow granted rows, and shared rows if the reader has open edges to all contributing agents and
    resources.
    """
    if by_grants(reader, row, shared):
        return True
    if not shared or row.owner == reader.number:
        return False
    reached = all(reader.agents.get(name) == OPEN for name in row.agents - {reader.name})
    return reached and all(reader.resources.get(name) == OPEN for name in row.resources)


WRITE_POLICIES: dict[str, WritePolicy] = {"private": never, "shared": always, "witnessed": witnessed}
READ_POLICIES: dict[str, ReadPolicy] = {"provenance": by_provenance, "grants": by_grants}

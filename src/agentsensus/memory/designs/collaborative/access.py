"""Who may read what: grants on rows, and two graphs that change in time. A grant is taken back by a further row."""

from dataclasses import dataclass, field

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

"""The rows of a store: what is ever written, as typed values.

Rows refer to each other by number (their place in their own table, from 0); only agents and atoms have names.
"""

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from agentsensus.arrays import FloatArray

NOBODY = -1
NO_TARGET = -1
SEDIMENT, ERASED = 1, 2
"""Bits of an atom's origin: from the world's history, and purged."""


class AgentRow(NamedTuple):
    at: int
    name: str


class DepositRow(NamedTuple):
    at: int
    agent: int
    first: int
    size: int
    linked: int
    note: str


class AtomRow(NamedTuple):
    at: int
    deposit: int
    vector: int
    origin: int
    id: str
    text: str
    language: str
    flags: str
    metadata: str


class OwnerRow(NamedTuple):
    at: int
    atom: int
    agent: int
    via: str
    source: str
    detail: str


class MergeRow(NamedTuple):
    at: int
    atom: int
    record: int
    cause: str


class LinkRow(NamedTuple):
    at: int
    a: int
    b: int
    kind: str
    agent: int


class RetractionRow(NamedTuple):
    at: int
    kind: str
    a: int
    b: int
    agent: int


class DecisionRow(NamedTuple):
    at: int
    atom: int
    judge: str
    relation: str
    target: int
    candidates: str
    note: str


class AttributeRow(NamedTuple):
    at: int
    subject: str
    key: str
    value: str


@dataclass(slots=True)
class Batch:
    """Rows that become visible together, in one durable commit."""

    TABLES: ClassVar[tuple[str, ...]]

    agents: list[AgentRow] = field(default_factory=list)
    deposits: list[DepositRow] = field(default_factory=list)
    atoms: list[AtomRow] = field(default_factory=list)
    owners: list[OwnerRow] = field(default_factory=list)
    merges: list[MergeRow] = field(default_factory=list)
    links: list[LinkRow] = field(default_factory=list)
    retractions: list[RetractionRow] = field(default_factory=list)
    decisions: list[DecisionRow] = field(default_factory=list)
    attributes: list[AttributeRow] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any(self.rows(table) for table in self.TABLES)

    def rows(self, table: str) -> list[Any]:
        """The rows of a table, by the table's name."""
        rows: list[Any] = getattr(self, table)
        return rows


Batch.TABLES = tuple(f.name for f in fields(Batch))

ROW_TYPES: dict[str, type[tuple[object, ...]]] = {
    "agents": AgentRow,
    "deposits": DepositRow,
    "atoms": AtomRow,
    "owners": OwnerRow,
    "merges": MergeRow,
    "links": LinkRow,
    "retractions": RetractionRow,
    "decisions": DecisionRow,
    "attributes": AttributeRow,
}


@dataclass(frozen=True, slots=True)
class NewVectors:
    """Vectors to keep with a commit: numbers run on from those the store has."""

    keys: list[str]
    data: FloatArray


@dataclass(frozen=True, slots=True)
class RowCounts:
    """How many rows of each table one has seen."""

    rows: dict[str, int]
    vectors: int


class Header(BaseModel):
    """What a space was made with; kept in the store so that it cannot be opened with something else by mistake."""

    model_config = ConfigDict(frozen=True)

    embedder: str
    dim: int = Field(gt=0)
    design: str = "consensus"
    seed: int = 0
    generation: int = 0
    names: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    places: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    settings: dict[str, object] = Field(default_factory=dict)
    stamp: str = ""

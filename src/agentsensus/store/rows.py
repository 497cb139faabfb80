"""The rows of a store: what is ever written, as typed values. Tables, exports and columns in memory follow from them.

Rows refer to each other by number (their place in their own table, from 0); only agents and atoms have names. `at` is
the round a row belongs to. A field added later needs a default, for what was written before. `author` is 1 on a row
that the author wrote (a split, a purge, a review) and no agent did.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, NamedTuple, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field

from agentsensus.arrays import FloatArray

NOBODY = -1
NO_TARGET = -1
NO_ORIGINAL = -1
SEDIMENT, ERASED = 1, 2
"""Bits of an atom's origin: from the world's history, and purged."""


class AgentRow(NamedTuple):
    """The name of an agent; agents are numbered by first appearance."""

    at: int
    name: str


class OriginalRow(NamedTuple):
    """A deposit as it was given, `number`ed by its caller: word for word if it was `cut` into other statements.

    The text is empty where it was not cut, for then its statements are what was given; and where it was purged.
    """

    at: int
    agent: int
    number: int
    cut: int
    text: str


class DepositRow(NamedTuple):
    """One call of `remember`: `size` atoms from `first` on came with it, linked to each other if `linked`.

    `original` is what was given, `NO_ORIGINAL` where nothing was (a design's own rows, rows of the first format);
    several deposits have the same one where every witness of an event got a row. `stamp` is when it was written, in
    microseconds UTC since 1970, 0 where nobody looked at a clock; it is not part of what a store holds (`sha256`).
    """

    at: int
    agent: int
    first: int
    size: int
    linked: int
    note: str
    original: int = -1
    stamp: int = 0


class AtomRow(NamedTuple):
    """One self-contained statement in the words of its witness."""

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
    """Who owns an atom, and how it came to know; written together with the atom.

    `place` is where it was told, `telling` the words of the deposit in which the telling itself was put.
    """

    at: int
    atom: int
    agent: int
    via: str
    source: str
    detail: str
    place: str = ""
    telling: str = ""


class MergeRow(NamedTuple):
    """From this row on, `atom` belongs to the record named by `record`; without one it is its own record.

    With an `agent`, it is so for that agent alone: two of its own statements are one to it, whatever others have said.
    """

    at: int
    atom: int
    record: int
    cause: str
    author: int = 0
    agent: int = NOBODY


class LinkRow(NamedTuple):
    """A link that is not one of a single deposit; `agent` is `NOBODY` when no agent made it."""

    at: int
    a: int
    b: int
    kind: str
    agent: int
    author: int = 0


class RetractionRow(NamedTuple):
    """What no longer holds from round `at` on, by kind.

    `owner`: the agent no longer owns atom a. `link`: the agent no longer follows link row a (`NOBODY`: no agent does).
    `pair`: the same for atoms a and b of one deposit.
    """

    at: int
    kind: str
    a: int
    b: int
    agent: int
    author: int = 0


class DecisionRow(NamedTuple):
    """What the judge saw and said of an atom; candidates are a JSON list of {atom, score, relation, vetoes}."""

    at: int
    atom: int
    judge: str
    relation: str
    target: int
    candidates: str
    note: str


class AttributeRow(NamedTuple):
    """A dated value that a memory design keeps about an atom, an agent or anything else."""

    at: int
    subject: str
    key: str
    value: str
    author: int = 0


@dataclass(slots=True)
class Batch:
    """Rows that become visible together, in one durable commit."""

    TABLES: ClassVar[tuple[str, ...]]

    agents: list[AgentRow] = field(default_factory=list)
    originals: list[OriginalRow] = field(default_factory=list)
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

    @property
    def size(self) -> int:
        """How many rows it has in all."""
        return sum(len(self.rows(table)) for table in self.TABLES)

    def rows(self, table: str) -> list[Any]:
        """The rows of a table, by the table's name."""
        rows: list[Any] = getattr(self, table)
        return rows


Batch.TABLES = tuple(table.name for table in fields(Batch))

ROW_TYPES: dict[str, type[Any]] = {table: get_args(get_type_hints(Batch)[table])[0] for table in Batch.TABLES}
"""The row type of each table."""


@cache
def column_names(table: str, kind: type | None = None) -> tuple[str, ...]:
    """The columns of a table in order; only those of one type, if it is given."""
    hints = get_type_hints(ROW_TYPES[table])
    return tuple(name for name, hint in hints.items() if kind is None or hint is kind)


@dataclass(frozen=True, slots=True)
class NewVectors:
    """Vectors to keep with a commit: numbers run on from those the store has."""

    keys: list[str]
    data: FloatArray


@dataclass(frozen=True, slots=True)
class RowCounts:
    """How many rows of each table, and how many vectors, are known."""

    rows: dict[str, int]
    vectors: int


@dataclass(frozen=True, slots=True)
class Erasure:
    """What is to be overwritten for good: rows by number, names of agents, vectors, and the names that texts had."""

    atoms: dict[int, AtomRow]
    agents: dict[int, str]
    vectors: Sequence[int]
    attributes: dict[int, AttributeRow] = field(default_factory=dict)
    names: dict[str, tuple[str, ...]] | None = None
    added_names: "Sequence[AddedName] | None" = None


def tombstone(number: int) -> str:
    """What an agent is called after it was purged; with a space at the end, as no agent can be."""
    return f"purged-{number} "


def erased_key(number: int) -> str:
    """What stands in the place of a text's hash for a vector that was erased."""
    return f"erased-{number}"


class AddedName(NamedTuple):
    """What an agent is called too, from a round on."""

    at: int
    agent: str
    name: str


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
    parts: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """What rooms and corners of places are called, by place."""
    added_names: tuple[AddedName, ...] = ()
    """Names that were added later, in the order of their rounds."""
    settings: dict[str, object] = Field(default_factory=dict)
    stamp: str = ""
    own_from: int | None = None
    """From this atom on, merge rows say which statements are one to an agent; before it (None: nowhere) they are one
    to the agent if they are one record."""

    def names_at(self, at: int | None) -> dict[str, tuple[str, ...]]:
        """What everybody is called as of a round, or by now."""
        names = dict(self.names)
        for added in self.added_names:
            if at is None or added.at <= at:
                names[added.agent] = tuple(dict.fromkeys((*names.get(added.agent, ()), added.name)))
        return names

    def as_of(self, at: int | None) -> "Header":
        """The header without the names that were added after a round."""
        known = tuple(added for added in self.added_names if at is None or added.at <= at)
        return self.model_copy(update={"added_names": known})

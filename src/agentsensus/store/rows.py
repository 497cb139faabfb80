"""The rows of a store as typed values. SQL tables, exports and in-memory columns are derived from them.

Rows refer to each other by number (their position in their table, from 0); only agents and atoms have names. `at` is
the round of a row. A field added later needs a default for older rows. `author` is 1 on rows written by the author of
the world (a split, a purge, a review), and 0 on rows written for an agent. `stamp` is the time of writing in
microseconds since 1970 (UTC), or 0 if unknown; it never decreases along a table and is not part of the content hash
(`sha256`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, NamedTuple, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field

from agentsensus.base.arrays import FloatArray

NOBODY = -1
NO_TARGET = -1
NO_ORIGINAL = -1
LAST_STAMP = 253_402_300_799_999_999
"""The last microsecond of the year 9999, in microseconds since 1970. Later times are stored as this one."""

SEDIMENT, ERASED = 1, 2
"""Bits of an atom's `origin`: SEDIMENT, it belongs to the past before round 1; ERASED, it was purged."""


class AgentRow(NamedTuple):
    """The name of an agent; agents are numbered by first appearance."""

    at: int
    name: str


class OriginalRow(NamedTuple):
    """The original text of a deposit. The caller gives its `number`. `cut` is 1 if it was split into several
    statements.

    The text is empty if it was not split (then the atom holds the same text) and after a purge. `answers` is the row of
    the original with the question that this one answers, or `NO_ORIGINAL`.
    """

    at: int
    agent: int
    number: int
    cut: int
    text: str
    answers: int = -1


class DepositRow(NamedTuple):
    """One call of `remember`: `size` atoms, the first with number `first`. If `linked`, these atoms are linked to each
    other.

    `original` is the row of the original text, or `NO_ORIGINAL` (for rows of a memory design and of format 1). Several
    deposits share one original if every witness of an event got a row.
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
    """One self-contained statement, in the words of the agent that deposited it."""

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
    """An agent that owns an atom, and how it learned it. Written together with the atom.

    `place` is where the agent was told; `telling` is the text of the deposit in which the telling was reported.
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
    """From round `at` on, `atom` belongs to `record` (named by its first atom). An atom without a merge row is its own
    record.

    With an `agent`, the merge is private to that agent: it joins two of that agent's own statements.
    """

    at: int
    atom: int
    record: int
    cause: str
    author: int = 0
    agent: int = NOBODY
    stamp: int = 0


class LinkRow(NamedTuple):
    """A link between atoms of different deposits. `agent` made it; -1 if no agent did."""

    at: int
    a: int
    b: int
    kind: str
    agent: int
    author: int = 0
    stamp: int = 0


class RetractionRow(NamedTuple):
    """Ends an ownership or a link from round `at` on. `kind` says what `a` and `b` are.

    `owner`: the agent no longer owns atom `a`. `link`: the agent no longer follows the link in link row `a`.
    `pair`: the agent no longer follows the link between atoms `a` and `b` of one deposit. For links and pairs, agent -1
    means all agents.
    """

    at: int
    kind: str
    a: int
    b: int
    agent: int
    author: int = 0
    stamp: int = 0


class DecisionRow(NamedTuple):
    """The judge's input and verdict for an atom.

    `candidates` is a JSON list; each item is a list of atom, cosine, relation, score and, if there are any, vetoes.
    """

    at: int
    atom: int
    judge: str
    relation: str
    target: int
    candidates: str
    note: str


class AttributeRow(NamedTuple):
    """A dated value that a memory design keeps about an atom, an agent or another subject."""

    at: int
    subject: str
    key: str
    value: str
    author: int = 0
    stamp: int = 0


@dataclass(slots=True)
class Batch:
    """Rows that are committed together."""

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
        """The total number of rows."""
        return sum(len(self.rows(table)) for table in self.TABLES)

    def rows(self, table: str) -> list[Any]:
        """Return the rows of a table by its name."""
        rows: list[Any] = getattr(self, table)
        return rows

    def set_stamp(self, stamp: int) -> None:
        """Set the time of writing on all rows that have one."""
        for table in STAMPED:
            rows = self.rows(table)
            rows[:] = [row._replace(stamp=stamp) for row in rows]


STAMPED = ("deposits", "merges", "links", "retractions", "attributes")
"""Tables whose rows hold the time of writing."""

Batch.TABLES = tuple(table.name for table in fields(Batch))

ROW_TYPES: dict[str, type[Any]] = {table: get_args(get_type_hints(Batch)[table])[0] for table in Batch.TABLES}
"""The row type of each table."""


@cache
def column_names(table: str, kind: type | None = None) -> tuple[str, ...]:
    """Return the columns of a table in order, or only those of type `kind`."""
    hints = get_type_hints(ROW_TYPES[table])
    return tuple(name for name, hint in hints.items() if kind is None or hint is kind)


@dataclass(frozen=True, slots=True)
class NewVectors:
    """Vectors to commit. Their numbers follow those already in the store."""

    keys: list[str]
    data: FloatArray


@dataclass(frozen=True, slots=True)
class RowCounts:
    """Row counts by table, and the number of vectors."""

    rows: dict[str, int]
    vectors: int


@dataclass(frozen=True, slots=True)
class Erasure:
    """Data to overwrite permanently: atoms and attributes by number, names of agents, vectors, and names in the
    header.
    """

    atoms: dict[int, AtomRow]
    agents: dict[int, str]
    vectors: Sequence[int]
    attributes: dict[int, AttributeRow] = field(default_factory=dict)
    names: dict[str, tuple[str, ...]] | None = None
    added_names: "Sequence[AddedName] | None" = None


def tombstone(number: int) -> str:
    """Return the name that replaces a purged agent's name. It ends with a space, which no real name does."""
    return f"purged-{number} "


def erased_key(number: int) -> str:
    """Return the key that replaces the text hash of an erased vector."""
    return f"erased-{number}"


class AddedName(NamedTuple):
    """A further name of an agent, valid from round `at` on."""

    at: int
    agent: str
    name: str


class Header(BaseModel):
    """The settings that a space was created with. Opening it with others raises StoreMismatch."""

    model_config = ConfigDict(frozen=True)

    embedder: str
    dim: int = Field(gt=0)
    design: str = "consensus"
    seed: int = 0
    id_key: str = Field(default="", pattern="^([0-9a-f]{32})?$")
    """Random key that enters the ids of a space made without a seed; empty if the seed alone determines the ids."""
    generation: int = 0
    names: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    places: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    parts: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Names of rooms within places, by place."""
    added_names: tuple[AddedName, ...] = ()
    """Names added later, ordered by round."""
    settings: dict[str, object] = Field(default_factory=dict)
    stamp: str = ""
    own_from: int | None = None
    """First atom for which private merge rows exist. Older atoms (None: all atoms) count as merged for an agent when
    they belong to one record.
    """

    def names_at(self, at: int | None) -> dict[str, tuple[str, ...]]:
        """Return the names of every agent as of round `at`; None: as of now."""
        names = dict(self.names)
        for added in self.added_names:
            if at is None or added.at <= at:
                names[added.agent] = tuple(dict.fromkeys((*names.get(added.agent, ()), added.name)))
        return names

    def as_of(self, at: int | None) -> "Header":
        """Return the header without the names added after round `at`."""
        known = tuple(added for added in self.added_names if at is None or added.at <= at)
        return self.model_copy(update={"added_names": known})

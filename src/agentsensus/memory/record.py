"""What a memory answers: deposits, recalls, records, and who knows what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias, overload

from agentsensus.memory.asking.answer import MemoryAnswer
from agentsensus.memory.atoms import Context
from agentsensus.memory.provenance import Via
from agentsensus.text.language import language
from agentsensus.texts import filled, texts

EditKind: TypeAlias = Literal["forget", "revise", "link", "unlink", "relink"]
"""What an agent can do to a row of its own."""


@dataclass(frozen=True, slots=True)
class Said:
    """One deposit to come, for `remember_many`.

    `number` is the caller's own count of this agent's deposits in the batch; it and the text fix the order in which
    deposits are taken, whatever order they arrive in. `truth` (one key, or one a statement) says which statements are
    known to tell the same thing; only the control `merging="oracle"` looks at it, and nobody is ever shown it.
    `cut=False` keeps the text as one statement.
    """

    agent: str
    text: str
    via: Via | str | None = None
    metadata: Mapping[str, Any] | None = None
    number: int = 0
    context: Context = field(default_factory=Context)
    truth: str | Sequence[str] | None = None
    cut: bool = True


@dataclass(frozen=True, slots=True)
class Statement(MemoryAnswer):
    """One statement of a deposit: its id, its text, and whether the agent owned the record already.

    `owners`, `record` and `links` are filled only under open receipts (the preset `paper`).
    """

    id: str
    text: str
    known: bool
    flags: tuple[str, ...] = ()
    owners: tuple[str, ...] | None = None
    record: str | None = None
    links: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        return f"<{'known' if self.known else 'new'} {self.id}: {self.text}>"


@dataclass(frozen=True, slots=True)
class Deposit(MemoryAnswer):
    """The receipt of one `remember`: what was kept, statement by statement."""

    agent: str
    at: int
    statements: tuple[Statement, ...]
    note: str = ""
    calls: int = 0

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(statement.id for statement in self.statements)

    def for_agent(self) -> "Deposit":
        """The receipt without its model calls and note, which would tell the agent what others know."""
        return Deposit(self.agent, self.at, self.statements)

    def __repr__(self) -> str:
        return f"Deposit({self.agent} at {self.at}: {list(self.statements)!r})"


@dataclass(frozen=True, slots=True)
class Original(MemoryAnswer):
    """A deposit as it was given, word for word, and the ids of the statements it became.

    `number` is the caller's own; `was_cut` says whether the statements are other than what was given; `stamp` is when
    it was written (UTC), None where nobody looked at a clock. The text is empty once it was purged.
    """

    agent: str
    at: int
    number: int
    text: str
    was_cut: bool
    statements: tuple[str, ...]
    stamp: datetime | None = None


@dataclass(frozen=True, slots=True)
class Hit(MemoryAnswer):
    """A record as its owner knows it: own wording, since when, how one came to know. Nobody else is in it."""

    id: str
    text: str
    score: float
    since: int
    via: Via
    metadata: Mapping[str, Any]
    link: str = ""
    shared_by: str | None = None
    """Who lets this agent read it though it does not own it: an agent, or "" for the application; None: it owns it."""

    def __repr__(self) -> str:
        return f"<{self.score:.2f} {self.id}: {self.text}>"


def line_of(hit: Hit) -> str:
    """A record as a line of a prompt; of one that is shared with the agent it says so, and by whom."""
    if hit.shared_by is None:
        return f"- {hit.text}"
    lines = texts("agentsensus.memory.asking", "lines", language(hit.text))
    return filled(lines["shared_by" if hit.shared_by else "shared"], text=hit.text, name=hit.shared_by)


@dataclass(frozen=True, slots=True)
class Recall(MemoryAnswer):
    """What an agent can recall: `hits` by likeness to the query, `linked` records one hop from them."""

    agent: str
    query: str
    hits: tuple[Hit, ...]
    linked: tuple[Hit, ...]
    note: str = ""

    def __len__(self) -> int:
        return len(self.hits) + len(self.linked)

    def __bool__(self) -> bool:
        return bool(self.hits or self.linked)

    def __iter__(self) -> Iterator[Hit]:
        """Hits first, then linked records."""
        return iter((*self.hits, *self.linked))

    @overload
    def __getitem__(self, place: int) -> Hit: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Hit, ...]: ...

    def __getitem__(self, place: int | slice) -> "Hit | tuple[Hit, ...]":
        """By place, hits first, then linked records."""
        return (*self.hits, *self.linked)[place]

    def text(self) -> str:
        """One line a record, hits first, ready for a prompt; empty when there is nothing to recall.

        A line says when its record is shared with the agent rather than its own, and by whom.
        """
        return "\n".join(map(line_of, self))

    def __repr__(self) -> str:
        head = f"Recall({self.agent}: {len(self.hits)} hits, {len(self.linked)} linked)"
        return "\n".join(
            [head, *map(repr, self.hits), *(f"  linked {hit!r}" for hit in self.linked), self.note]
        ).strip()


@dataclass(frozen=True, slots=True)
class Wording(MemoryAnswer):
    """A record in the words of one deposit."""

    id: str
    text: str
    at: int
    agent: str
    owners: tuple[str, ...]
    flags: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record(MemoryAnswer):
    """A record as the author sees it: every owner and every wording.

    `kind` is empty for what somebody said, else what a design made of it (`reflection`, `insight`); its evidence is
    among the links as `derived_from`. `readers` may read it without owning it.
    """

    id: str
    text: str
    owners: tuple[str, ...]
    wordings: tuple[Wording, ...]
    links: tuple[tuple[str, str], ...]
    created: int
    origin: str
    kind: str = ""
    readers: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<{self.id} of {', '.join(self.owners) or 'nobody'}: {self.text}>"


@dataclass(frozen=True, slots=True)
class Knower(MemoryAnswer):
    """One agent that knows a record: since when, how, from whom, in which words; `detail` is the message, if any."""

    agent: str
    record: str
    text: str
    since: int
    via: str
    source: str
    score: float
    detail: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        whence = f"{self.via} {self.source}".strip()
        return f"<{self.agent} since {self.since} ({whence}): {self.text}>"


@dataclass(frozen=True, slots=True)
class Finding(MemoryAnswer):
    """A record that a search of the whole memory found, by the wording of it that is nearest to the query.

    `wording` is the id of that wording, `at` its round, `metadata` what was attached to it; `owners` are all who own
    the record. For the application, not for agents.
    """

    record: str
    wording: str
    text: str
    score: float
    owners: tuple[str, ...]
    at: int
    metadata: Mapping[str, Any]
    kind: str = ""

    def __repr__(self) -> str:
        return f"<{self.score:.2f} {self.record} of {', '.join(self.owners)}: {self.text}>"


@dataclass(frozen=True, slots=True)
class Change(MemoryAnswer):
    """One dated thing that happened to a record."""

    at: int
    kind: str
    who: str
    text: str
    detail: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<{self.at} {self.kind} {self.who}: {self.text}>"


@dataclass(frozen=True, slots=True)
class Close(MemoryAnswer):
    """A verdict that was near to going the other way, for a person to look at."""

    at: int
    wording: str
    text: str
    other: str
    other_text: str
    score: float
    threshold: float
    relation: str
    together: bool

    def __repr__(self) -> str:
        now = "one record" if self.together else "two records"
        return f"<{self.score:.3f} against {self.threshold:.3f}, {now}: {self.text} | {self.other_text}>"


@dataclass(frozen=True, slots=True)
class Decided(MemoryAnswer):
    """A statement on which the judge decided, by its wording's id, and the wordings it was compared with."""

    at: int
    wording: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Commit(MemoryAnswer):
    """What listeners hear: the deposits that just became part of the memory."""

    at: int
    deposits: tuple[Deposit, ...]


@dataclass(frozen=True, slots=True)
class Purged(MemoryAnswer):
    """What a purge took out, and the files beside the store that may still hold the text.

    Nothing gives the words back from then on. `unfinished` says why they may still lie in the file for now (somebody is
    reading it, the disk is full); the next opening for writing finishes that.
    """

    wordings: int
    agents: tuple[str, ...]
    also_in: tuple[str, ...]
    unfinished: str = ""


@dataclass(frozen=True, slots=True)
class Stats(MemoryAnswer):
    """Counts of a memory, now or as of a round.

    `history` are the records of the past that a memory was begun with, as it stood when it was laid down
    (`remember_history`, deposits via "sediment"), `since` those made since, `total` all that somebody owns now. Of the
    records made since, `shared` have two owners or more and `three_owners` three or more, `linked` are linked with
    others of the same deposit, and `conflicts` contradict another record. `grown` are the records, of the past too,
    that somebody came to own later. `shared_statements` are the statements deposited since that ended in a record with
    several owners, of the past or not. `merges` are counted by whose record was met (`self`, `cross`) and by when that
    was made. `recalls` are those of this open memory: `n` with their `hits` and `linked` rows. `byproducts` are the
    rows, counted in `history` and `since` too, that a design made itself; `importance` says who rated the rows of a
    design that rates them: `rule`, `model`, or `mixed` where the model failed at times.
    """

    design: str
    history: int
    since: int
    total: int
    shared: int
    shared_pct: float
    three_owners: int
    max_owners: int
    linked: int
    linked_pct: float
    conflicts: int
    grown: int
    shared_statements: int
    shared_statements_pct: float
    wordings: int
    vectors: int
    bytes: int
    merges: dict[str, int]
    recalls: dict[str, int]
    byproducts: dict[str, int] = field(default_factory=lambda: {"history": 0, "since": 0})
    importance: str | None = None

"""The types that a memory returns."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any, overload

from pydantic import BaseModel

from agentsensus.base.tables import data_frame, html_table
from agentsensus.base.texts import filled, texts
from agentsensus.language.languages import language
from agentsensus.memory.inputs import Via

if TYPE_CHECKING:
    import pandas


class MemoryAnswer:
    """The base class of all answers. An answer can be converted to a dict or to JSON."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain dicts, lists, texts and numbers."""
        assert is_dataclass(self)
        return {part.name: _plain(getattr(self, part.name)) for part in fields(self)}

    def to_json(self) -> str:
        """Return the answer as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)


def to_dataframe(answers: Iterable[MemoryAnswer]) -> "pandas.DataFrame":
    """Return a pandas data frame with one row per answer, for example one row per `Knower` or `Finding`."""
    return data_frame([answer.to_dict() for answer in answers])


def _plain(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case MemoryAnswer():
            return value.to_dict()
        case BaseModel():
            return value.model_dump(mode="json")
        case datetime():
            return value.isoformat()
        case Mapping():
            return {str(key): _plain(part) for key, part in value.items()}
        case list() | tuple():
            return [_plain(part) for part in value]
    if is_dataclass(value):
        return {part.name: _plain(getattr(value, part.name)) for part in fields(value)}
    return value


@dataclass(frozen=True, slots=True)
class Statement(MemoryAnswer):
    """One stored statement of a deposit: its id, its text, and whether the agent owned the record already.

    `owners`, `record` and `links` are filled only with open receipts (the preset `paper`).
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
    """The receipt of one `remember`: the statements that were stored."""

    agent: str
    at: int
    statements: tuple[Statement, ...]
    note: str = ""
    calls: int = 0

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(statement.id for statement in self.statements)

    def for_agent(self) -> "Deposit":
        """Return the receipt without model calls and note, because these could reveal other agents' knowledge."""
        return Deposit(self.agent, self.at, self.statements)

    def __repr__(self) -> str:
        return f"Deposit({self.agent} at {self.at}: {list(self.statements)!r})"


@dataclass(frozen=True, slots=True)
class Original(MemoryAnswer):
    """The unchanged text of a deposit, and the ids of the statements that it was cut into.

    `number` is the caller's own number. `was_cut` is False if the text was stored as one statement. `stamp` is the time
    of writing (UTC), or None if the memory was opened with `stamps=False`. The text is empty after a purge.
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
    """A record as one owner knows it: the owner's wording (its text of the record), round and source. Nothing about
    other agents.
    """

    id: str
    text: str
    score: float
    since: int
    via: Via
    metadata: Mapping[str, Any]
    link: str = ""
    shared_by: str | None = None
    """The agent that granted the reader access ("": the application). None if the reader owns the record."""

    time: datetime | None = None
    """When the owner learned the record (UTC). None for shared records and in a memory without time stamps."""

    def __repr__(self) -> str:
        return f"<{self.score:.2f} {self.id}: {self.text}>"


def _source(via: Via) -> str:
    return f"{via.kind} by {via.source}" if via.source else via.kind


_INNER_QUOTES = str.maketrans(dict.fromkeys('"“”「」', "'"))


def line_of(hit: Hit) -> str:
    """Return a record as one line of a prompt. A record shared by another agent is quoted, with that agent's name.

    Line breaks become spaces, so that a text cannot look like two records.
    """
    text = " ".join(line.strip() for line in hit.text.splitlines() if line.strip())
    if hit.shared_by is None:
        return f"- {text}"
    lines = texts("agentsensus.memory", "shared_lines", language(text))
    # Inner quotes become single ones, so that only the end of the record ends the quotation.
    quoted = text.translate(_INNER_QUOTES)
    return filled(lines["shared_by" if hit.shared_by else "shared"], text=quoted, name=hit.shared_by)


@dataclass(frozen=True, slots=True)
class Recall(MemoryAnswer):
    """The answer of a recall: `hits` ranked by the query, and `linked` records one link away from them."""

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
        """Iterate over the hits, then over the linked records."""
        return iter((*self.hits, *self.linked))

    @overload
    def __getitem__(self, place: int) -> Hit: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Hit, ...]: ...

    def __getitem__(self, place: int | slice) -> "Hit | tuple[Hit, ...]":
        """Return a record, or a slice of records, by position: hits first, then linked records."""
        return (*self.hits, *self.linked)[place]

    def to_dataframe(self) -> "pandas.DataFrame":
        """Return a pandas data frame with one row per record, hits first. The column `linked` is true for linked
        records.
        """
        return data_frame([hit.to_dict() | {"linked": place >= len(self.hits)} for place, hit in enumerate(self)])

    def _repr_html_(self) -> str:
        rows = [
            ("linked" if place >= len(self.hits) else place + 1, hit.text, hit.since, _source(hit.via), hit.score)
            for place, hit in enumerate(self)
        ]
        return html_table(f"{self.agent}: {self.query}", ("", "statement", "since", "how", "score"), rows)

    def text(self) -> str:
        """Return one line per record, hits first, ready for a prompt; empty when there is nothing to recall.

        The line of a shared record names the agent who shares it.
        """
        return "\n".join(map(line_of, self))

    def __repr__(self) -> str:
        head = f"Recall({self.agent}: {len(self.hits)} hits, {len(self.linked)} linked)"
        return "\n".join(
            [head, *map(repr, self.hits), *(f"  linked {hit!r}" for hit in self.linked), self.note]
        ).strip()


@dataclass(frozen=True, slots=True)
class Wording(MemoryAnswer):
    """One wording of a record: the unchanged text of one deposited statement."""

    id: str
    text: str
    at: int
    agent: str
    owners: tuple[str, ...]
    flags: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record(MemoryAnswer):
    """A record (one fact) as the application sees it: every owner and every wording.

    `kind` is empty for deposits. Rows that a design made itself have the kind `reflection` or `insight`, and links of
    the kind `derived_from` to their evidence. `readers` may read the record without owning it.
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

    def _repr_html_(self) -> str:
        rows = [(wording.at, ", ".join(wording.owners), wording.text) for wording in self.wordings]
        owners = ", ".join(self.owners) or "nobody"
        return html_table(f"{self.id}, owned by {owners}: {self.text}", ("round", "owners", "wording"), rows)


@dataclass(frozen=True, slots=True)
class Knower(MemoryAnswer):
    """One owner of a record: since which round it knows the record, how it learned it and from which source, and its
    wording.

    `detail` is the message in which the owner was told.
    """

    agent: str
    record: str
    text: str
    since: int
    via: str
    source: str
    score: float
    detail: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    since_time: datetime | None = None
    """The time of `since` (UTC); None in a memory without time stamps."""

    def __repr__(self) -> str:
        whence = f"{self.via} {self.source}".strip()
        return f"<{self.agent} since {self.since} ({whence}): {self.text}>"

    def _repr_html_(self) -> str:
        row = (self.agent, self.since, f"{self.via} {self.source}".strip(), self.text)
        return html_table(self.record, ("agent", "since", "how", "in its own words"), [row])


@dataclass(frozen=True, slots=True)
class Finding(MemoryAnswer):
    """A record found by `search`, with the wording that fits the query best. For the application, not for agents.

    `wording` is the id of that wording, `at` its round, `metadata` its metadata. `owners` are all owners of the record.
    """

    record: str
    wording: str
    text: str
    score: float
    owners: tuple[str, ...]
    at: int
    metadata: Mapping[str, Any]
    kind: str = ""
    time: datetime | None = None
    """When the wording was written (UTC); None in a memory without time stamps."""

    def __repr__(self) -> str:
        return f"<{self.score:.2f} {self.record} of {', '.join(self.owners)}: {self.text}>"


@dataclass(frozen=True, slots=True)
class Change(MemoryAnswer):
    """One dated change of a record. `time` (UTC) is None in a memory without time stamps."""

    at: int
    kind: str
    who: str
    text: str
    detail: Mapping[str, Any] = field(default_factory=dict)
    time: datetime | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        return f"<{self.at} {self.kind} {self.who}: {self.text}>"


@dataclass(frozen=True, slots=True)
class Close(MemoryAnswer):
    """A verdict of the judge near the threshold, for a person to review.

    `same` is the author's decision, made in round `reviewed`; both are None until the verdict is reviewed.
    """

    at: int
    wording: str
    text: str
    other: str
    other_text: str
    score: float
    threshold: float
    relation: str
    together: bool
    same: bool | None = None
    reviewed: int | None = None

    def __repr__(self) -> str:
        now = "one record" if self.together else "two records"
        return f"<{self.score:.3f} against {self.threshold:.3f}, {now}: {self.text} | {self.other_text}>"


@dataclass(frozen=True, slots=True)
class Contradiction(MemoryAnswer):
    """Two statements that contradict each other, by id and text, the older one first.

    For the application, the ids are those of records, and `owners` lists the owners of both. For an agent, the ids are
    those of the agent's wordings, and `owners` is empty. `id` identifies the conflict and never changes. `at` is the
    round in which it was found, `time` the time (UTC). `ended` says how the conflict ended (forgotten, expired,
    superseded, merged, resolved, dismissed); it is empty while the conflict is open.
    """

    records: tuple[str, str]
    texts: tuple[str, str]
    owners: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    id: str = ""
    at: int = 0
    ended: str = ""
    time: datetime | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        return f"<{self.texts[0]} | {self.texts[1]}>"


@dataclass(frozen=True, slots=True)
class Decided(MemoryAnswer):
    """A statement that the judge decided on: the id of its wording, and the ids of the wordings it was compared
    with.
    """

    at: int
    wording: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Commit(MemoryAnswer):
    """The changes of one commit, by ids. Listeners of `subscribe` receive it.

    - `deposits`: the receipts.
    - `merges` and `splits`: a wording, and the record that it belongs to from now on.
    - `conflicts`: two wordings that contradict each other, the newer first.
    - `superseded`: an old wording, and the new one in its place.
    - `purged`: wordings with erased text.
    """

    at: int
    deposits: tuple[Deposit, ...]
    merges: tuple[tuple[str, str], ...] = ()
    splits: tuple[tuple[str, str], ...] = ()
    conflicts: tuple[tuple[str, str], ...] = ()
    superseded: tuple[tuple[str, str], ...] = ()
    purged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Purged(MemoryAnswer):
    """The result of a purge, and the files beside the store that may still contain the text.

    After the purge no read returns the text. `unfinished` says why it may still be in the file (another process reads
    the file, the disk is full); the next opening for writing completes the erasure. With `dry_run`, nothing is erased,
    and `texts` lists what a purge would erase.
    """

    wordings: int
    agents: tuple[str, ...]
    also_in: tuple[str, ...]
    unfinished: str = ""
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stats(MemoryAnswer):
    """Counts of a memory, now or as of a round.

    - `history`: records of the history (`remember_history`, deposits via "sediment"), counted when it was complete;
      `since`: records made later; `total`: all records with an owner.
    - Of the records made since: `shared` have two owners or more, `three_owners` three or more, `linked` are linked
      with others of the same deposit, `conflicts` contradict another record.
    - `grown`: records that gained an owner after they were made.
    - `shared_statements`: statements deposited since that belong to a record with several owners.
    - `merges`: by owner of the existing record (`self`, `cross`) and by its age (`history`, `since`).
    - `recalls`: recalls since the memory was opened (`n`), with their `hits` and `linked` rows.
    - `byproducts`: rows that a design made itself, also counted in `history` and `since`.
    - `importance`: the rater of the rows, under designs with ratings: `rule`, `model`, or `mixed` if the model failed
      at times.
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

"""Deposit streams: files of JSON lines with names, rounds, deposits, events, recalls and edits, to feed to a memory."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, TypeAdapter, ValidationError, model_validator

from agentsensus.base.files import as_path, read_text, replace_text
from agentsensus.errors import AgentsensusError, InputError
from agentsensus.language.names import Names
from agentsensus.memory.answers import Recall
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.core.background import asks_model
from agentsensus.memory.core.checks import (
    as_names,
    check_truth_count,
    checked_at,
    checked_metadata,
    checked_name,
    checked_text,
    truth_keys,
)
from agentsensus.memory.inputs import Context, DepositInput, EditKind, Via
from agentsensus.memory.sync import Memory
from agentsensus.memory.upkeep.transfer import new_file

LONGEST = 100_000


class _Line(BaseModel):
    """The base class of all lines. Holds file and line number for error messages; comparisons ignore them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    _where: str = PrivateAttr("")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, _Line) and self.model_dump() == other.model_dump()

    def at_place(self, where: str) -> Self:
        """Return this line with its file and line number set."""
        self._where = where
        return self

    @property
    def where(self) -> str:
        """File and line number, if the line was read from a file."""
        return self._where


class NamesLine(_Line):
    """The names of agents and places; only valid as the first line."""

    kind: Literal["names"] = "names"
    names: dict[str, list[str]]
    places: dict[str, list[str]] = {}
    parts: dict[str, list[str]] = {}

    @model_validator(mode="after")
    def _usable(self) -> "NamesLine":
        self.known()
        return self

    @classmethod
    def of(cls, names: Names) -> Self:
        """Return the line that declares these names."""
        agents = {agent: [*aliases] for agent, aliases in names.as_dict().items()}
        places, parts = ({place: [*called] for place, called in of.items()} for of in (names.places(), names.parts()))
        return cls(names=agents, places=places, parts=parts)

    def known(self) -> Names:
        """Return the names as a `Names` object."""
        return Names(as_names(self.names).as_dict(), as_names(self.places).as_dict(), self.parts)


class RoundLine(_Line):
    """Begins a round and ends the previous one."""

    kind: Literal["round"] = "round"
    at: int = Field(strict=True)

    @model_validator(mode="after")
    def _usable(self) -> "RoundLine":
        checked_at(self.at)
        return self


class _Deposited(_Line):
    via: str = "witnessed"
    detail: str = ""
    metadata: dict[str, Any] = Field(default_factory=dict)
    truth: str | list[str] | None = None

    def how(self) -> Via:
        """Return how the owners learned the statement."""
        via = Via.of(self.via)
        return Via(kind=via.kind, source=via.source, detail=self.detail) if self.detail else via

    def check(self) -> None:
        """Raise InputError for a line that cannot be a deposit."""
        self.how().checked()
        checked_metadata(self.metadata)


class DepositLine(_Deposited):
    """One agent remembers a text."""

    kind: Literal["deposit"] = "deposit"
    agent: str
    text: str
    number: int = Field(0, strict=True)
    place: str = ""
    participants: list[str] = Field(default_factory=list)
    group: str = ""

    @model_validator(mode="after")
    def _usable(self) -> "DepositLine":
        checked_name(self.agent)
        checked_text(self.text, LONGEST)
        self.check()
        return self

    def deposit(self) -> DepositInput:
        """Return the deposit as `remember_many` takes it."""
        context = Context(place=self.place, participants=tuple(self.participants))
        return DepositInput(
            self.agent, self.text, self.how(), self.metadata, self.number, context, self.truth, group=self.group
        )


class EventLine(_Deposited):
    """An event that several agents, places or carriers witness. Its statements are not cut."""

    kind: Literal["event"] = "event"
    owners: list[str] = Field(min_length=1)
    text: str | list[str]

    @model_validator(mode="after")
    def _usable(self) -> "EventLine":
        for owner in self.owners:
            checked_name(owner, "owner")
        if not self.statements:
            raise InputError("text is empty; an event needs a statement")
        for statement in self.statements:
            checked_text(statement, LONGEST)
        self.check()
        check_truth_count(truth_keys(self.truth), len(self.statements))
        return self

    @property
    def statements(self) -> list[str]:
        """The statements of the event."""
        return [self.text] if isinstance(self.text, str) else self.text


class RecallLine(_Line):
    """A query of one agent to its memory."""

    kind: Literal["recall"] = "recall"
    agent: str
    query: str
    k: int | None = Field(None, ge=1, strict=True)

    @model_validator(mode="after")
    def _usable(self) -> "RecallLine":
        checked_name(self.agent)
        checked_text(self.query, LONGEST, "query")
        return self


class EditLine(_Line):
    """An edit of one row of an agent, named by id: forget, revise, link, unlink or relink."""

    kind: Literal["edit"] = "edit"
    agent: str
    edit: EditKind
    record: str = Field(min_length=1)
    others: list[str] = Field(default_factory=list)
    text: str = ""

    @model_validator(mode="after")
    def _usable(self) -> "EditLine":
        checked_name(self.agent)
        if self.edit == "revise":
            checked_text(self.text, LONGEST)
        if self.edit in ("link", "unlink", "relink") and not self.others:
            raise InputError("others is empty; name the rows it is about")
        return self


StreamLine: TypeAlias = Annotated[
    NamesLine | RoundLine | DepositLine | EventLine | RecallLine | EditLine, Field(discriminator="kind")
]
"""One line of a stream."""


_ANY: TypeAdapter[StreamLine] = TypeAdapter(StreamLine)


@dataclass(slots=True)
class Fed:
    """How many lines of each kind were fed to a memory, and how many were left out."""

    rounds: int = 0
    deposits: int = 0
    events: int = 0
    recalls: int = 0
    edits: int = 0
    left_out: int = 0


def read_stream(path: str | Path) -> list[StreamLine]:
    """Return the lines of a file. Raises InputError with file and line for the first invalid line."""
    source = as_path(path)
    texts = read_text(source).split("\n")
    lines = [_parsed(text, f"{source}:{number}") for number, text in enumerate(texts, 1) if text.strip()]
    _check_order(lines)
    return lines


def write_stream(lines: Iterable[StreamLine], path: str | Path) -> Path:
    """Write lines to a new file in the format of `read_stream`."""
    target = new_file(path)
    text = "".join(
        json.dumps(line.model_dump(exclude_defaults=True) | {"kind": line.kind}, ensure_ascii=False) + "\n"
        for line in lines
    )
    replace_text(target, text)
    return target


def names_in(lines: Sequence[StreamLine]) -> Names | None:
    """Return the names that a stream begins with; None if it has none."""
    return lines[0].known() if lines and isinstance(lines[0], NamesLine) else None


def feed(lines: Iterable[StreamLine], memory: Memory) -> Fed:
    """Feed a stream to a memory, round by round. Raises InputError before writing anything if a line cannot be fed."""
    return memory.wait_for(feed_async(lines, memory.asynchronous))


async def feed_async(
    lines: Iterable[StreamLine], memory: AsyncMemory, answered: Callable[[Recall], None] = lambda _: None
) -> Fed:
    """Feed a stream to an asynchronous memory, round by round. If a line cannot be fed, raises InputError and writes
    nothing.

    `answered` is called with the result of each recall in the stream.
    """
    fed, lines = Fed(), list(lines)
    await check_async(lines, memory)
    for batch in _rounds(lines, memory.round):
        fed.rounds += 1
        for question in batch.recalls:
            answered(await memory.recall(question.agent, question.query, k=question.k))
        for event in batch.events:
            await memory.remember_event(
                event.owners, event.statements, at=batch.at, via=event.how(), metadata=event.metadata, truth=event.truth
            )
        if batch.deposits:
            await memory.remember_many([line.deposit() for line in batch.deposits], at=batch.at)
        for edit in batch.edits:
            fed.left_out += not await _edit(edit, memory, batch.at)
        if not batch.deposits and not batch.events:
            await memory.advance(batch.at)
        fed.deposits += len(batch.deposits)
        fed.events += len(batch.events)
        fed.recalls += len(batch.recalls)
        fed.edits += len(batch.edits)
    return fed


async def _edit(line: EditLine, memory: AsyncMemory, at: int) -> bool:
    """Make an edit. Returns False if this memory has no such rows of the agent, or cannot link them."""
    try:
        await memory.edit(line.edit, line.agent, line.record, line.others, line.text, at=at)
    except InputError:
        return False
    return True


def check(lines: Sequence[StreamLine], memory: Memory) -> None:
    """Raise InputError, with file and line, if this stream cannot be fed to this memory completely."""
    memory.wait_for(check_async(lines, memory.asynchronous))


async def check_async(lines: Sequence[StreamLine], memory: AsyncMemory) -> None:
    """Raise InputError, with file and line, if this stream cannot be fed to this memory completely.

    The number of statements in a text is checked only if the atomizer uses no model.
    """
    _check_order(lines, memory.last_round)
    for number, line in enumerate(lines, 1):
        with _named(line, number):
            await _check_line(line, memory)


async def _check_line(line: StreamLine, memory: AsyncMemory) -> None:
    limit = memory.settings.max_characters
    match line:
        case NamesLine() if line.known() != memory.names:
            raise InputError("this memory was made with other names or none; open a new one with names=names_in(lines)")
        case DepositLine():
            checked_text(line.text, limit)
            if line.truth is not None and not asks_model(memory.session.parts.atomizer):
                deposit, cap = line.deposit(), memory.settings.token_cap
                cut = await memory.session.parts.atomizer.atomize(
                    deposit.agent, deposit.text, deposit.context, memory.names, cap
                )
                check_truth_count(truth_keys(line.truth), len(cut.atoms))
        case EventLine():
            for statement in line.statements:
                checked_text(statement, limit)
        case RecallLine():
            checked_text(line.query, limit, "query")
        case EditLine() if line.edit == "revise":
            checked_text(line.text, limit)


def _check_order(lines: Sequence[StreamLine], latest: int | None = None) -> None:
    """Raise InputError if names come after the first line, or if rounds decrease or begin before round `latest`."""
    begun = False
    for number, line in enumerate(lines, 1):
        with _named(line, number):
            if isinstance(line, NamesLine):
                if number > 1:
                    raise InputError("names come first, before everything else")
            elif not isinstance(line, RoundLine):
                latest = 0 if latest is None else latest
            elif latest is not None and (line.at < latest or (begun and line.at == latest)):
                raise InputError(f"round {line.at} comes after round {latest}; rounds never go back")
            else:
                latest, begun = line.at, True


@contextmanager
def _named(line: StreamLine, number: int) -> Iterator[None]:
    """Context manager: turn every error of the block into an InputError that begins with file and line number."""
    try:
        yield
    except AgentsensusError as error:
        raise InputError(f"{line.where or f'line {number} of the stream'}: {error}") from None


@dataclass(slots=True)
class _Round:
    at: int
    deposits: list[DepositLine] = field(default_factory=list)
    events: list[EventLine] = field(default_factory=list)
    recalls: list[RecallLine] = field(default_factory=list)
    edits: list[EditLine] = field(default_factory=list)
    is_announced: bool = False


def _rounds(lines: Iterable[StreamLine], first: int) -> Iterator[_Round]:
    """Yield the lines grouped by round. Lines before the first `round` line belong to the memory's current round."""
    now = _Round(first)
    for line in lines:
        match line:
            case RoundLine():
                if now.is_announced or now.deposits or now.events or now.recalls or now.edits:
                    yield now
                now = _Round(line.at, is_announced=True)
            case DepositLine():
                now.deposits.append(line)
            case EventLine():
                now.events.append(line)
            case RecallLine():
                now.recalls.append(line)
            case EditLine():
                now.edits.append(line)
            case NamesLine():
                pass
    yield now


def _parsed(text: str, where: str) -> StreamLine:
    try:
        return _ANY.validate_json(text).at_place(where)
    except ValidationError as error:
        first = error.errors()[0]
        kinds = ("deposit", "event", "recall", "round", "names", "edit")
        inside = [str(part) for place, part in enumerate(first["loc"]) if place or part not in kinds]
        path = f"{'.'.join(inside)}: " if inside else ""
        raise InputError(f"{where}: {path}{' '.join(first['msg'].removeprefix('Value error, ').split())}") from None
    except AgentsensusError as error:
        raise InputError(f"{where}: {error}") from None

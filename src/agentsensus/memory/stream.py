"""Paired deposits: a recorded stream of what was deposited and asked, fed to any design.

A stream is a file of JSON lines in the order of the rounds. All deposits of a round are taken in one batch when the
round ends, and its recalls are answered from what stood before it, whatever the order of the lines; its edits come
last. An edit names a row by its id: where a design has no such row of that agent's, the edit is left out and counted.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from agentsensus.errors import AgentsensusError, InputError
from agentsensus.files import as_path, read_text, replace_text
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.atoms import RuleAtomizer
from agentsensus.memory.client import Memory
from agentsensus.memory.core.checks import check_truth_count, checked_text, truth_keys
from agentsensus.memory.record import Recall
from agentsensus.memory.stream_lines import (
    DepositLine,
    EditLine,
    EventLine,
    NamesLine,
    RecallLine,
    RoundLine,
    StreamLine,
)
from agentsensus.memory.transfer import new_file
from agentsensus.text.names import Names

__all__ = [
    "DepositLine",
    "EditLine",
    "EventLine",
    "Fed",
    "NamesLine",
    "RecallLine",
    "RoundLine",
    "StreamLine",
    "check",
    "check_async",
    "feed",
    "feed_async",
    "names_in",
    "read_stream",
    "write_stream",
]

_ANY: TypeAdapter[StreamLine] = TypeAdapter(StreamLine)


@dataclass(slots=True)
class Fed:
    """How much of a stream was fed."""

    rounds: int = 0
    deposits: int = 0
    events: int = 0
    recalls: int = 0
    edits: int = 0
    left_out: int = 0


def read_stream(path: str | Path) -> list[StreamLine]:
    """The lines of a file, checked whole; what is wrong is named by file and line."""
    source = as_path(path)
    texts = read_text(source).split("\n")
    lines = [_parsed(text, f"{source}:{number}") for number, text in enumerate(texts, 1) if text.strip()]
    _check_order(lines)
    return lines


def write_stream(lines: Iterable[StreamLine], path: str | Path) -> Path:
    """Write lines to a new file that `read_stream` reads."""
    target = new_file(path)
    text = "".join(
        json.dumps(line.model_dump(exclude_defaults=True) | {"kind": line.kind}, ensure_ascii=False) + "\n"
        for line in lines
    )
    replace_text(target, text)
    return target


def names_in(lines: Sequence[StreamLine]) -> Names | None:
    """The names that a stream begins with; None when it has none."""
    return lines[0].known() if lines and isinstance(lines[0], NamesLine) else None


def feed(lines: Iterable[StreamLine], memory: Memory) -> Fed:
    """Feed a stream to a memory, round by round, if all of it can be fed."""
    return memory.wait_for(feed_async(lines, memory.asynchronous))


async def feed_async(
    lines: Iterable[StreamLine], memory: AsyncMemory, answered: Callable[[Recall], None] = lambda _: None
) -> Fed:
    """Feed a stream to an asynchronous memory, round by round, if all of it can be fed.

    `answered` is called with what each recall of the stream brought.
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
    """Make an edit; False when this memory has no such rows of that agent's, or none that can be linked."""
    try:
        await memory.edit(line.edit, line.agent, line.record, line.others, line.text, at=at)
    except InputError:
        return False
    return True


def check(lines: Sequence[StreamLine], memory: Memory) -> None:
    """Refuse a stream that could not be fed to this memory whole; the mistake is named by file and line."""
    memory.wait_for(check_async(lines, memory.asynchronous))


async def check_async(lines: Sequence[StreamLine], memory: AsyncMemory) -> None:
    """Refuse a stream that could not be fed to this memory whole; the mistake is named by file and line.

    How many statements a text has is known beforehand only where it is cut by rule.
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
            if line.truth is not None and isinstance(memory._atomizer, RuleAtomizer):
                deposit, cap = line.deposit(), memory.settings.token_cap
                cut = await memory._atomizer.atomize(deposit.agent, deposit.text, deposit.context, memory.names, cap)
                check_truth_count(truth_keys(line.truth), len(cut.atoms))
        case EventLine():
            for statement in line.statements:
                checked_text(statement, limit)
        case RecallLine():
            checked_text(line.query, limit, "query")
        case EditLine() if line.edit == "revise":
            checked_text(line.text, limit)


def _check_order(lines: Sequence[StreamLine], latest: int | None = None) -> None:
    """Refuse names after the first line, and rounds that go back or begin before the round `latest` of a memory."""
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
    """Name the line in every error that is raised inside."""
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
    """Lines by round; those before the first `round` line are of the round that the memory is in."""
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

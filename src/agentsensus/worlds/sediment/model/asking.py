"""Split a text into windows and ask a model about each, with a tape, a budget and progress."""

import asyncio
import hashlib
import json
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from agentsensus.base.texts import prompt
from agentsensus.errors import ModelError, ModelUnreachable
from agentsensus.language.rules import Language
from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.chat import Chat, Outcome, Position, Reply, Request, TapePlace
from agentsensus.models.limits import Limits
from agentsensus.models.providers.open import ModelLike
from agentsensus.models.tokens import tokens
from agentsensus.worlds.run_folder import Allowance
from agentsensus.worlds.sediment.parts import StageDirection, StageSpeech, TextPart, TextPassage
from agentsensus.worlds.sediment.registry import Registry

__all__ = [
    "PASSAGE_TOKENS",
    "PROMPTS",
    "SedimentAsker",
    "SedimentModels",
    "Window",
    "names_for",
    "request_for",
    "windows_of",
]


PASSAGE_TOKENS = 700
"""The default window size in tokens."""
_RECENT = 2
"""Names from this many previous windows are offered too."""
_MOST_NAMES = 40


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of one part, as shown to a model."""

    part: str
    heading: str
    text: str
    start: int
    end: int

    @property
    def key(self) -> str:
        """A hash of the content, so that the same question is not asked twice."""
        return hashlib.sha256(f"{self.heading}\n{self.text}".encode()).hexdigest()[:16]


def windows_of(parts: Sequence[TextPart], room: int = PASSAGE_TOKENS) -> list[Window]:
    """Split parts into windows of whole passages with about `room` tokens. A window never spans two parts."""
    windows: list[Window] = []
    for part in parts:
        lines: list[str] = []
        start, size = part.start, 0
        for passage in part.passages:
            for piece in _pieces(_line(passage), room):
                count = tokens(piece)
                if lines and size + count > room:
                    windows.append(Window(part.label, part.heading, "\n".join(lines), start, passage.start))
                    lines, start, size = [], passage.start, 0
                lines.append(piece)
                size += count
        if lines:
            windows.append(Window(part.label, part.heading, "\n".join(lines), start, part.end))
    return windows


def _line(passage: TextPassage) -> str:
    if isinstance(passage, StageSpeech):
        return f"{passage.cue}: {passage.text}"
    return f"[{passage.text}]" if isinstance(passage, StageDirection) else passage.text


def _pieces(line: str, room: int) -> list[str]:
    """Split a paragraph that is longer than a window."""
    step = room * 2 if not line.isascii() else room * 4
    return [line[place : place + step] for place in range(0, len(line), step)] if tokens(line) > room else [line]


def names_for(windows: Sequence[Window], registry: Registry) -> list[list[str]]:
    """Return for each window the relevant registry entries as JSON lines: those in it or just before it.

    An entry confined to one scene (its messenger) is listed there under its title alone.
    """
    called = {
        id_: [name.casefold() for name in entry.called if len(name) > 1] for id_, entry in registry.entries.items()
    }
    named = [
        [id_ for id_, names in called.items() if any(name in window.text.casefold() for name in names)]
        for window in windows
    ]
    entry_lines = []
    for number, window in enumerate(windows):
        recent = [id_ for before in named[max(0, number - _RECENT) : number] for id_ in before]
        here = [id_ for id_ in registry.entries if window.heading and registry.entries[id_].kind == "place"
                and registry.entries[id_].name.casefold() in window.heading.casefold()]  # fmt: skip
        local = [id_ for id_, entry in registry.entries.items() if window.part in entry.only_in]
        ids = list(dict.fromkeys((*named[number], *local, *here, *reversed(recent))))[:_MOST_NAMES]
        entry_lines.append([_entry_line(registry, id_) for id_ in ids])
    return entry_lines


def _entry_line(registry: Registry, id_: str) -> str:
    entry = registry.entries[id_]
    line: dict[str, object] = {"id": id_, "kind": entry.kind, "name": entry.title}
    if entry.aliases:
        line["aliases"] = list(entry.aliases[:4])
    return json.dumps(line, ensure_ascii=False)


PROMPTS = "agentsensus.worlds.sediment.model"
_MOST_OUT = 1500
_SPOKEN = 5.0
"""Seconds between progress reports."""
T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True)
class SedimentModels:
    """The model, its tape and its limits."""

    model: ModelLike
    tape: Path
    allowance: Allowance = field(default_factory=Allowance)
    limits: Limits | None = None
    passage_tokens: int = PASSAGE_TOKENS


class CountingChat:
    """A chat that counts the usage of all replies, including those from the tape.

    The counts of a world therefore do not depend on interruptions.
    """

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self.id = chat.id
        self.usage: dict[str, dict[str, int]] = {}

    async def ask(self, request: Request, position: Position) -> Outcome:
        outcome = await self._chat.ask(request, position)
        if isinstance(outcome, Reply):
            counted = self.usage.setdefault(request.purpose, {"calls": 0, "input": 0, "output": 0})
            counted["calls"] += 1
            counted["input"] += outcome.usage.input if outcome.usage else 0
            counted["output"] += outcome.usage.output if outcome.usage else 0
        return outcome

    async def close(self) -> None:
        await self._chat.close()


def request_for(pass_: str, language: Language, **values: str) -> Request:
    """Return the request of a pass."""
    text = prompt(PROMPTS, pass_, language, **values)
    return Request(purpose=f"sediment.{pass_}", prompt=text, language=language, max_tokens=_MOST_OUT)


class SedimentAsker:
    """Asks for typed replies. A failed reply becomes a warning; an unreachable model raises."""

    def __init__(self, chat: CountingChat, language: Language, say: Callable[[str], None] = lambda what: None) -> None:
        self._chat, self._language, self._say = chat, language, say
        self.warnings: list[str] = []
        self.answered = 0
        self._unreachable = 0

    async def ask(self, pass_: str, kind: type[T], key: str, where: str, **values: str) -> T | None:
        """Return the reply, or None with a warning. Raises ModelError if the budget is spent."""
        request = request_for(pass_, self._language, **values)
        outcome = await ask_for(self._chat, request, kind, tape_place=TapePlace(0, key))
        if isinstance(outcome, Answer):
            self.answered += 1
            return outcome.value
        self._note(outcome, pass_, where)
        return None

    def usage(self) -> dict[str, Any]:
        """Return the usage of all replies, by pass."""
        used = self._chat.usage
        return {"model": self._chat.id, **{purpose: used[purpose] for purpose in sorted(used)}}

    async def together(self, what: str, questions: Iterable[Awaitable[T | None]]) -> list[T | None]:
        """Ask several questions concurrently and return the replies in order, reporting progress."""
        asked = list(questions)
        began = spoken = time.monotonic()
        done = 0

        async def counted(question: Awaitable[T | None]) -> T | None:
            nonlocal done, spoken
            reply = await question
            done, now = done + 1, time.monotonic()
            if now - spoken >= _SPOKEN and done < len(asked):
                spoken = now
                self._say(
                    f"{what}: {done} of {len(asked)}, about {_lasting((now - began) / done, len(asked) - done)} left"
                )
            return reply

        return await asyncio.gather(*(counted(question) for question in asked))

    def _note(self, outcome: NoAnswer, pass_: str, where: str) -> None:
        if outcome.is_exhausted:
            raise ModelError(
                f"{outcome.reason}; replies so far are kept: repeat the command with a larger budget to continue"
            )
        if outcome.why == "unreachable":
            self._unreachable += 1
            if not self.answered and self._unreachable >= 3:
                raise ModelUnreachable(f"the model did not reply: {outcome.reason}")
        self.warnings.append(f"{pass_} of {where}: {outcome.reason}")


def _lasting(each: float, count: int) -> str:
    """Return the remaining time in words."""
    seconds = each * count
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def label_of(window: Window, windows: Sequence[Window]) -> str:
    """Return the name of a window for warnings: its part and number."""
    same = [other for other in windows if other.part == window.part]
    return f"{window.part} ({same.index(window) + 1} of {len(same)})"

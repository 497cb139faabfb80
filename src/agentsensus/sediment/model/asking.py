"""Asking the model of a sedimentation: one request for each pass and window, counted, kept on a tape."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from agentsensus.errors import ModelError, ModelUnreachable
from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.chat import Chat
from agentsensus.models.limits import Limits
from agentsensus.models.providers.opening import ModelLike
from agentsensus.models.reply import Outcome, Reply
from agentsensus.models.request import Position, Request, TapePlace
from agentsensus.run_folder import Allowance
from agentsensus.sediment.model.windows import PASSAGE_TOKENS, Window
from agentsensus.text.language import Language
from agentsensus.texts import prompt

__all__ = ["PROMPTS", "SedimentAsker", "SedimentModels", "request_for"]

PROMPTS = "agentsensus.sediment.model"
_MOST_OUT = 1500
_SPOKEN = 5.0
"""Seconds between two words on how far it is."""
T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True)
class SedimentModels:
    """Which model does the work, where its replies are kept, and what it may take."""

    model: ModelLike
    tape: Path
    allowance: Allowance = field(default_factory=Allowance)
    limits: Limits | None = None
    passage_tokens: int = PASSAGE_TOKENS


class CountingChat:
    """A chat that counts what its replies took, whether they came from the model or from the tape.

    So the figures of a world do not depend on how often its making was interrupted.
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
    """The request of a pass."""
    text = prompt(PROMPTS, pass_, language, **values)
    return Request(purpose=f"sediment.{pass_}", prompt=text, language=language, max_tokens=_MOST_OUT)


class SedimentAsker:
    """Asks for typed replies; what cannot be had becomes a warning, unless nothing can be had at all."""

    def __init__(self, chat: CountingChat, language: Language, say: Callable[[str], None] = lambda what: None) -> None:
        self._chat, self._language, self._say = chat, language, say
        self.warnings: list[str] = []
        self.answered = 0
        self._unreachable = 0

    async def ask(self, pass_: str, kind: type[T], key: str, where: str, **values: str) -> T | None:
        """The reply, or None with a warning; ModelError where the budget is used up."""
        request = request_for(pass_, self._language, **values)
        outcome = await ask_for(self._chat, request, kind, tape_place=TapePlace(0, key))
        if isinstance(outcome, Answer):
            self.answered += 1
            return outcome.value
        self._note(outcome, pass_, where)
        return None

    def usage(self) -> dict[str, Any]:
        """What the replies took, by pass."""
        used = self._chat.usage
        return {"model": self._chat.id, **{purpose: used[purpose] for purpose in sorted(used)}}

    async def together(self, what: str, questions: Iterable[Awaitable[T | None]]) -> list[T | None]:
        """The replies to several questions in their order, asked at once; says now and then how far it is."""
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
                f"{outcome.reason}; what was answered is kept: the same command with more goes on from there"
            )
        if outcome.why == "unreachable":
            self._unreachable += 1
            if not self.answered and self._unreachable >= 3:
                raise ModelUnreachable(f"no reply could be had: {outcome.reason}")
        self.warnings.append(f"{pass_} of {where}: {outcome.reason}")


def _lasting(each: float, count: int) -> str:
    """How long so many more would take, in words."""
    seconds = each * count
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def label_of(window: Window, windows: Sequence[Window]) -> str:
    """How a window is called in a warning: its part and which of its windows."""
    same = [other for other in windows if other.part == window.part]
    return f"{window.part} ({same.index(window) + 1} of {len(same)})"

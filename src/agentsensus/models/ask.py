"""Asking a language model for a typed answer: parse, ask again twice, then say that it could not be had."""

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError

Ask: TypeAlias = Callable[[str], str | Awaitable[str]]
"""Anything that answers a prompt: a function or a coroutine function from text to text."""

ATTEMPTS = 3
T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """A typed answer and how many calls it took."""

    value: T
    calls: int


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Why no usable answer could be had, after how many calls."""

    reason: str
    calls: int


async def ask_for(ask: Ask, prompt: str, kind: type[T], check: Callable[[T], str | None]) -> Answer[T] | NoAnswer:
    """Ask until the reply is a `kind` that `check` finds nothing wrong with, three times at most.

    Whatever the model does (raises, chats, cuts off its JSON) ends in an `Answer` or a `NoAnswer`; only
    cancellation passes through.
    """
    reason, complaint = "", ""
    for calls in range(1, ATTEMPTS + 1):
        try:
            text = await _reply(ask, prompt + complaint)
        except Exception as error:  # noqa: BLE001  # the model border: anything may come from a user's callable
            reason, complaint = one_line(f"the model failed: {type(error).__name__}: {error}"), ""
            continue
        try:
            value = kind.model_validate(first_object(text))
            wrong = check(value)
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()[:3])
        except ValueError as error:
            wrong = str(error)
        if wrong is None:
            return Answer(value, calls)
        reason = one_line(f"the reply was unusable: {wrong}")
        complaint = f"\n\nYour last reply could not be used ({wrong}). Reply with the JSON object only."
    return NoAnswer(reason, ATTEMPTS)


async def _reply(ask: Ask, prompt: str) -> object:
    # A plain function would hold up everybody else, so it answers in a thread of its own.
    waits = inspect.iscoroutinefunction(ask) or inspect.iscoroutinefunction(getattr(ask, "__call__", None))  # noqa: B004
    reply = ask(prompt) if waits else await asyncio.to_thread(ask, prompt)
    return await reply if inspect.isawaitable(reply) else reply


def one_line(text: str) -> str:
    """A text without line breaks, for a note."""
    return " ".join(text.split())


def first_object(text: object) -> dict[str, object]:
    """The first JSON object in a reply, whatever stands before and after it."""
    if not isinstance(text, str):
        raise ValueError(f"the reply is {type(text).__name__}, not text")
    decoder, start = json.JSONDecoder(strict=False), text.find("{")
    while start >= 0:
        try:
            found, _ = decoder.raw_decode(text, start)
        except (json.JSONDecodeError, RecursionError):
            start = text.find("{", start + 1)
            continue
        assert isinstance(found, dict)
        return found
    raise ValueError("no JSON object in the reply")

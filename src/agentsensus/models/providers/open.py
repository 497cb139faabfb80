"""Open a model by its id, or make a chat of a provider or a function."""

import asyncio
import inspect
import math
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeAlias

from agentsensus.errors import InputError
from agentsensus.models.budget import Budget
from agentsensus.models.chat import Chat, Provider, Reply, Request, Trouble
from agentsensus.models.limits import Limited, Limits
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.tape import Tape

Function: TypeAlias = Callable[[str], str | Awaitable[str]]
"""A function or coroutine function from prompt to text."""
_THREADS = 32


class FunctionProvider:
    """Makes a provider of a function. Each call of a synchronous function runs in its own thread, so that calls do not
    block each other.
    """

    def __init__(self, function: Function) -> None:
        self.id = f"function:{getattr(function, '__name__', type(function).__name__)}"
        self._function = function
        self._waits = inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
            getattr(function, "__call__", None)  # noqa: B004
        )
        self.limits = Limits(concurrency=None if self._waits else _THREADS)

    async def send(self, request: Request) -> Reply:
        prompt = f"{request.system}\n\n{request.prompt}" if request.system else request.prompt
        reply = self._function(prompt) if self._waits else await _in_thread(self._function, prompt)
        text = await reply if inspect.isawaitable(reply) else reply
        if not isinstance(text, str):
            raise Trouble(f"the reply is {type(text).__name__}, not text", passes=True)
        return Reply(text)


async def _in_thread(function: Function, prompt: str) -> str | Awaitable[str]:
    # In a shared pool a call could time out while it waits for a thread.
    thread = ThreadPoolExecutor(1, "agentsensus-function")
    try:
        return await asyncio.get_running_loop().run_in_executor(thread, copy_context().run, function, prompt)
    finally:
        thread.shutdown(wait=False)


TIMEOUT, CONCURRENCY = "AGENTSENSUS_TIMEOUT", "AGENTSENSUS_CONCURRENCY"
"""Environment variables for the timeout of an attempt and for concurrent requests. Limits given in Python win."""

ModelLike: TypeAlias = Chat | Provider | Function | str
"""A model id, a chat, a provider (such as a test double), or a function from prompt to text."""


def open_model(
    model: ModelLike, *, limits: Limits | None = None, budget: Budget | None = None, tape: Tape | None = None
) -> Chat:
    """Open a model with limits, a budget and a tape.

    `model` is an id (`openai:gpt-4o-mini`, `openai:NAME@http://127.0.0.1:8080/v1`, `local:FILE.gguf`), a provider, or a
    function from prompt to text. Raises InputError at once if a package or key is missing.
    """
    chat = _chat(model, limits, budget)
    return tape.chat(chat) if tape is not None else chat


def as_chat(model: ModelLike) -> Chat:
    """Return a chat for a model id, a provider or a function. A `Chat` is returned unchanged."""
    return open_model(model)


def _chat(model: Any, limits: Limits | None, budget: Budget | None) -> Chat:
    if isinstance(model, str):
        named = ModelId.parse(model)
        limits = named.service.limits.changed_by(_patience()).changed_by(limits)
        return Limited(named.service.make(named, limits.timeout), limits, budget)
    if callable(getattr(model, "ask", None)):
        if limits is not None or budget is not None:
            raise InputError(f"{model.id} is already open; give limits and budget where it is opened")
        chat: Chat = model
        return chat
    if callable(getattr(model, "send", None)):
        return Limited(model, limits, budget)
    if callable(model):
        return Limited(FunctionProvider(model), limits, budget)
    raise InputError(f"model is {model!r}: give an id such as openai:gpt-4o-mini, or a function from prompt to text")


def _patience() -> Limits | None:
    """Return the timeout and concurrency set by environment variables; None if neither is set."""
    limits: dict[str, Any] = {}
    if given := os.environ.get(TIMEOUT, "").strip():
        limits["timeout"] = _number(given, float, TIMEOUT, "the seconds that one attempt may take, such as 1800")
    if given := os.environ.get(CONCURRENCY, "").strip():
        limits["concurrency"] = _number(
            given, int, CONCURRENCY, "how many requests may be under way at once, such as 2"
        )
    return Limits(**limits) if limits else None


def _number(given: str, kind: type[int] | type[float], name: str, what: str) -> int | float:
    try:
        number = kind(given)
    except ValueError:
        number = 0
    if not 0 < number < math.inf:
        raise InputError(f"{name} is {given!r}: give {what}")
    return number

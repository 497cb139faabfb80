"""Any function from a prompt to a text as a model."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeAlias

from agentsensus.models.chat import Trouble
from agentsensus.models.limits import Limits
from agentsensus.models.reply import Reply
from agentsensus.models.request import Request

Function: TypeAlias = Callable[[str], str | Awaitable[str]]
"""Anything that answers a prompt: a function or a coroutine function from text to text."""
_THREADS = 32


class FunctionProvider:
    """A function as a provider. Each call of one that is not a coroutine function has a thread of its own, so that it
    holds up nobody else.
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
    # A shared pool would make a call wait for its turn while its time runs, behind others that hang perhaps.
    thread = ThreadPoolExecutor(1, "agentsensus-function")
    try:
        return await asyncio.get_running_loop().run_in_executor(thread, copy_context().run, function, prompt)
    finally:
        thread.shutdown(wait=False)

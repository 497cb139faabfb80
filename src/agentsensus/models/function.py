"""Any function from a prompt to a text as a model."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from agentsensus.models.chat import Trouble
from agentsensus.models.limits import Limits
from agentsensus.models.reply import Reply
from agentsensus.models.request import Request

Function: TypeAlias = Callable[[str], str | Awaitable[str]]
"""Anything that answers a prompt: a function or a coroutine function from text to text."""


class FunctionProvider:
    """A function as a provider. A plain one would hold up everybody else, so it answers in a thread of its own."""

    limits = Limits(concurrency=None)

    def __init__(self, function: Function) -> None:
        self.id = f"function:{getattr(function, '__name__', type(function).__name__)}"
        self._function = function

    async def send(self, request: Request) -> Reply:
        prompt = f"{request.system}\n\n{request.prompt}" if request.system else request.prompt
        waits = inspect.iscoroutinefunction(self._function) or inspect.iscoroutinefunction(
            getattr(self._function, "__call__", None)  # noqa: B004
        )
        reply = self._function(prompt) if waits else await asyncio.to_thread(self._function, prompt)
        text = await reply if inspect.isawaitable(reply) else reply
        if not isinstance(text, str):
            raise Trouble(f"the reply is {type(text).__name__}, not text", passes=True)
        return Reply(text)

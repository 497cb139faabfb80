"""What a memory does for an asynchronous program is done in the background: nothing computes on the program's loop.

Only what the program brought itself (a model, a judge, an embedder) is awaited on its own loop.
"""

import inspect
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, TypeVar

from agentsensus.arrays import FloatArray
from agentsensus.loop import in_background, on_callers_loop
from agentsensus.memory.core.home import Home
from agentsensus.models.chat import Chat
from agentsensus.models.embed import Embedder
from agentsensus.models.reply import Outcome
from agentsensus.models.request import Position, Request

C = TypeVar("C", bound=type)
T = TypeVar("T")


def done_in_background(home_of: Callable[[Any], Home]) -> Callable[[C], C]:
    """A decorator of classes: every public `async` method that the class defines runs on the background loop."""

    def decorate(kind: C) -> C:
        for name, member in list(vars(kind).items()):
            if not name.startswith("_") and inspect.iscoroutinefunction(member):
                setattr(kind, name, _moved(member, home_of))
        return kind

    return decorate


def _moved(method: Callable[..., Coroutine[Any, Any, T]], home_of: Callable[[Any], Home]) -> Callable[..., Any]:
    @wraps(method)
    async def moved(self: Any, *args: Any, **options: Any) -> T:
        home = home_of(self)
        if home.is_here:  # in a fork each method says for itself what it refuses
            home.check()
        return await in_background(method(self, *args, **options))

    return moved


async def embed_where_it_belongs(embedder: Embedder, texts: Sequence[str]) -> FloatArray:
    """The vectors of texts: an embedder of the package works in the background, any other on its caller's loop."""
    work = embedder.embed(texts)
    return await (work if type(embedder).__module__.startswith("agentsensus.") else on_callers_loop(work))


class CallersChat:
    """A model that is asked on the loop of whoever asked the memory."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    @property
    def id(self) -> str:
        return self._chat.id

    async def ask(self, request: Request, position: Position) -> Outcome:
        return await on_callers_loop(self._chat.ask(request, position))

    async def close(self) -> None:
        await on_callers_loop(self._chat.close())

"""Run the methods of a memory on the background loop, so that they do not block the caller's event loop.

A model, judge or embedder that the caller passed in is awaited on the caller's own loop.
"""

import inspect
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from agentsensus.base.arrays import FloatArray
from agentsensus.base.loop import in_background, on_callers_loop
from agentsensus.embed import Embedder
from agentsensus.models.chat import Chat, Outcome, Position, Request

C = TypeVar("C", bound=type)
P = ParamSpec("P")
T = TypeVar("T")


def runs_in_background(kind: C) -> C:
    """Class decorator: every public `async` method of the class runs on the background loop.

    The class needs an attribute `_session`; the guard of its engine is checked first.
    """
    for name, member in list(vars(kind).items()):
        if not name.startswith("_") and inspect.iscoroutinefunction(member):
            setattr(kind, name, _moved(member))
    return kind


def _moved(method: Callable[..., Coroutine[Any, Any, T]]) -> Callable[..., Any]:
    @wraps(method)
    async def moved(self: Any, *args: Any, **options: Any) -> T:
        guard = self._session.engine.guard
        if guard.is_here:  # in a forked process each method raises its own error
            guard.check()
        return await in_background(method(self, *args, **options))

    return moved


def unmoved(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Return the original method of a class decorated with `runs_in_background`, for callers already on the background
    loop.
    """
    return getattr(method, "__wrapped__", method)


def asks_model(part: object) -> bool:
    """Return whether a judge or atomizer may wait for a model. False for a name, and if it sets `asks_model =
    False`.
    """
    return part is not None and not isinstance(part, str) and bool(getattr(part, "asks_model", True))


async def embed_on_owners_loop(embedder: Embedder, texts: Sequence[str]) -> FloatArray:
    """Return the vectors of texts. An embedder from outside the package runs on the caller's loop."""
    work = embedder.embed(texts)
    return await (work if type(embedder).__module__.startswith("agentsensus.") else on_callers_loop(work))


class CallersChat:
    """A `Chat` that calls its model on the event loop of the memory's caller."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    @property
    def id(self) -> str:
        return self._chat.id

    async def ask(self, request: Request, position: Position) -> Outcome:
        return await on_callers_loop(self._chat.ask(request, position))

    async def close(self) -> None:
        await on_callers_loop(self._chat.close())

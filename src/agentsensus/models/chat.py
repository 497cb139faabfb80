"""The seam. Everything that asks a language model asks a `Chat`; everything that is one is a `Provider`."""

from typing import Protocol

from agentsensus.models.reply import Outcome, Reply
from agentsensus.models.request import Position, Request


class Chat(Protocol):
    """Answers a request, whatever happens on the way: a failure is a value, only cancellation passes through."""

    @property
    def id(self) -> str: ...

    async def ask(self, request: Request, position: Position) -> Outcome: ...

    async def close(self) -> None:
        """Let go of the running loop's connections; asking again opens new ones."""
        ...


class Provider(Protocol):
    """Makes one attempt at a request. Whatever it raises is one failed attempt; `Trouble` says whether to try again."""

    @property
    def id(self) -> str: ...

    async def send(self, request: Request) -> Reply: ...


class Trouble(Exception):
    """One attempt failed.

    `passes` says whether another attempt may succeed, after `wait` seconds if the server said how long. `may_cost` is
    False where the server certainly did no work. With `asks_otherwise`, the provider will send the same request in
    another form, so that the first such failure uses up no attempt.
    """

    def __init__(
        self,
        reason: str,
        *,
        passes: bool,
        wait: float | None = None,
        may_cost: bool = True,
        asks_otherwise: bool = False,
    ) -> None:
        super().__init__(reason)
        self.asks_otherwise = asks_otherwise
        self.passes = passes
        self.wait = wait
        self.may_cost = may_cost
        self.calls = 1

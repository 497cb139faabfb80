"""Concurrency, rate, timeout and retries of model requests. No other module retries."""

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field

from agentsensus.base.loop import PerLoop
from agentsensus.errors import AgentsensusError
from agentsensus.models.budget import Budget, Exhaustion
from agentsensus.models.chat import BudgetExhausted, Failed, Outcome, Position, Provider, Reply, Request, Trouble, Usage
from agentsensus.models.secrets import noted
from agentsensus.models.tokens import tokens

_OVERHEAD = 64
"""Tokens that a provider's chat template may add to a prompt."""
_TRANSIENT = frozenset({408, 409, 425, 429})
_NOT_IMPLEMENTED = 501

T = TypeVar("T")


class Limits(BaseModel):
    """Limits of a model. The defaults suit both a paid endpoint and a slow local server."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    concurrency: int | None = Field(16, ge=1, description="Requests under way at once; None for any number")
    requests_per_minute: float | None = Field(None, gt=0)
    tokens_per_minute: float | None = Field(None, gt=0)
    timeout: float = Field(300.0, gt=0, description="Seconds one attempt may take")
    attempts: int = Field(3, ge=1, description="Attempts at one request")
    first_pause: float = Field(0.5, ge=0, description="Seconds before the second attempt; doubled each time")
    longest_pause: float = Field(60.0, ge=0, description="No pause is longer, whatever Retry-After says")

    def changed_by(self, limits: "Limits | None") -> "Limits":
        """Return a copy of these limits in which the explicitly set fields of `limits` win."""
        if limits is None:
            return self
        return self.model_copy(update={name: getattr(limits, name) for name in limits.model_fields_set})

    def pause(self, attempt: int, wait: float | None) -> float:
        """Return the seconds to wait before attempt number `attempt` (2 or more). `wait` is the time the server asked
        for.
        """
        own = self.first_pause * 2.0 ** min(attempt - 2, 30)
        return min(self.longest_pause, own if wait is None else max(wait, 0.0))


def may_pass(status: int) -> bool:
    """Return whether a request that failed with this HTTP status may succeed when it is repeated."""
    return status in _TRANSIENT or (status >= 500 and status != _NOT_IMPLEMENTED)


def asked_wait(headers: Mapping[str, str] | None) -> float | None:
    """Return the seconds in a Retry-After header, with fractions; None without such a header."""
    try:
        seconds = float((headers or {}).get("retry-after", ""))
    except ValueError:
        return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


class Pace:
    """Spaces requests (or tokens) evenly over time, for a rate limit."""

    def __init__(self, per_minute: float | None) -> None:
        self._seconds = 60.0 / per_minute if per_minute else 0.0
        self._next = 0.0

    async def wait(self, amount: float = 1.0) -> None:
        """Wait until the rate allows `amount` more requests or tokens."""
        if not self._seconds:
            return
        now = asyncio.get_running_loop().time()
        start = max(now, self._next)
        self._next = start + amount * self._seconds
        await asyncio.sleep(start - now)


class Gate:
    """Runs attempts within the limits, and retries those failures that a retry may cure."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._state = PerLoop(lambda: _State(limits))

    async def run(
        self, attempt: Callable[[], Awaitable[T]], expected: Callable[[], int], enough: Callable[[T], bool]
    ) -> T:
        """Return the result of the first attempt that `enough` accepts. `expected` returns the tokens that an attempt
        may use.

        If no attempt succeeds, raises the last `Trouble`, which holds the number of calls made.
        """
        number, free, wait = 1, 0, None
        while True:
            try:
                async with self._state.get().room(expected):
                    result = await attempt()
                if enough(result) or number == self.limits.attempts:
                    return result
                wait = 0.0
            except Trouble as trouble:
                trouble.calls = number + free
                if trouble.asks_otherwise and not free:
                    free = 1
                    continue
                if not trouble.passes or number == self.limits.attempts:
                    raise
                wait = trouble.wait
            number += 1
            await asyncio.sleep(self.limits.pause(number, wait))


class _State:
    def __init__(self, limits: Limits) -> None:
        self._slots = asyncio.Semaphore(limits.concurrency) if limits.concurrency else None
        self._requests = Pace(limits.requests_per_minute)
        self._tokens = Pace(limits.tokens_per_minute)
        self._counts_tokens = limits.tokens_per_minute is not None

    @asynccontextmanager
    async def room(self, expected: Callable[[], int]) -> AsyncIterator[None]:
        if self._slots:
            await self._slots.acquire()
        try:
            await self._requests.wait()
            if self._counts_tokens:
                await self._tokens.wait(expected())
            yield
        finally:
            if self._slots:
                self._slots.release()


async def in_time(attempt: Callable[[], Awaitable[T]], seconds: float) -> T:
    """Run an attempt and return its result. Every failure, and a timeout after `seconds`, is raised as a `Trouble`."""
    try:
        async with asyncio.timeout(seconds) as timer:
            return await attempt()
    except (Trouble, AgentsensusError):
        raise
    except TimeoutError as error:
        reason = f"no reply in {seconds:g} s" if timer.expired() else f"TimeoutError: {error}"
        raise Trouble(reason, passes=True) from None
    except Exception as error:  # a function given by the user may raise anything
        raise Trouble(f"{type(error).__name__}: {error}", passes=True) from error


class Limited:
    """Makes a `Chat` of a provider: applies limits, budget and retries, and returns failures as values."""

    def __init__(self, provider: Provider, limits: Limits | None = None, budget: Budget | None = None) -> None:
        self.id = provider.id
        self.budget = budget or Budget()
        self.limits = getattr(provider, "limits", Limits()).changed_by(limits)
        self._provider = provider
        self._gate = Gate(self.limits)

    async def ask(self, request: Request, position: Position) -> Outcome:
        most = Usage(request.bytes() + _OVERHEAD, request.max_tokens)

        async def attempt() -> Reply:
            async with self.budget.reserved(request.purpose, self.id, most) as reservation:
                reply = await in_time(lambda: self._provider.send(request), self.limits.timeout)
                reservation.settle(reply.usage or self.budget.counted((request.system, request.prompt), reply.text))
                return reply

        try:
            return await self._gate.run(attempt, lambda: _expected(request), lambda reply: not reply.is_doubtful)
        except Exhaustion as error:
            return BudgetExhausted(str(error))
        except Trouble as trouble:
            return Failed(noted(f"the model failed: {trouble}"), trouble.calls)

    async def close(self) -> None:
        """Close the connections of the running loop."""
        closing = getattr(self._provider, "close", None)
        if closing is not None:
            await closing()


def _expected(request: Request) -> int:
    """Return the tokens that a provider counts against its rate limit: those of the prompt plus the maximum of the
    reply.
    """
    return tokens(request.system) + tokens(request.prompt) + request.max_tokens

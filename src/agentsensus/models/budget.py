"""A hard budget of calls, tokens and money. Each call reserves its maximum cost first, and settles its real cost
afterwards.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from decimal import Decimal

from agentsensus.errors import InputError
from agentsensus.models.chat import Trouble, Usage
from agentsensus.models.prices import Prices


class Exhaustion(Exception):
    """Raised inside this package if the budget has no room for a call. Callers get a `BudgetExhausted` value
    instead.
    """


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls, tokens in and out, and their cost in dollars."""

    calls: int = 0
    input: int = 0
    output: int = 0
    money: Decimal = Decimal(0)

    @property
    def tokens(self) -> int:
        return self.input + self.output

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(
            self.calls + other.calls, self.input + other.input, self.output + other.output, self.money + other.money
        )

    def __sub__(self, other: "Spent") -> "Spent":
        return self + Spent(-other.calls, -other.input, -other.output, -other.money)


@dataclass(slots=True)
class Reservation:
    """Budget held for one call."""

    most: Spent
    model: str
    used: Usage | None = None

    def settle(self, usage: Usage) -> None:
        """Record the actual usage. A reservation that is never settled counts as spent in full."""
        self.used = usage


@dataclass
class Budget:
    """Limits of calls, tokens and money (None: unlimited), and the spending by purpose. All models of a run share one
    budget.

    A call is made only if its maximum cost fits into the rest of the budget. If only the reservations of running calls
    stand in the way, the call waits for them. Otherwise it is refused, and `is_exhausted` stays true.
    """

    calls: int | None = None
    tokens: int | None = None
    money: Decimal | float | None = None
    prices: Prices = field(default_factory=Prices)
    by_purpose: dict[str, Spent] = field(default_factory=dict)
    is_exhausted: bool = False

    def __post_init__(self) -> None:
        for name in ("calls", "tokens", "money"):
            limit = getattr(self, name)
            if limit is not None and not (isinstance(limit, int | float | Decimal) and 0 <= limit < float("inf")):
                raise InputError(f"budget: {name} is {limit!r}; give a number from 0 on, or None for no limit")
        self._money = None if self.money is None else Decimal(str(self.money))
        self._reserved = Spent()
        self._guard = threading.Lock()
        self._waiting: list[asyncio.Future[None]] = []

    @property
    def spent(self) -> Spent:
        """The total spent."""
        return sum(self.by_purpose.values(), Spent())

    @asynccontextmanager
    async def reserved(self, purpose: str, model: str, most: Usage) -> AsyncIterator[Reservation]:
        """Context manager: reserve budget for one call. A `Trouble` that certainly cost nothing releases the whole
        reservation.
        """
        reservation = Reservation(Spent(1, most.input, most.output, self._cost(model, most)), model)
        await self._hold(reservation.most)
        try:
            yield reservation
        except Trouble as trouble:
            if not trouble.may_cost:
                reservation.settle(Usage())
            raise
        finally:
            self._settle(purpose, reservation)

    def counted(self, texts: Iterable[str], reply: str = "") -> Usage:
        """Count the tokens of a call, for models that do not report usage. Returns zero if neither tokens nor money are
        limited.
        """
        if self.tokens is None and self._money is None:
            return Usage()
        from agentsensus.models.tokens import tokens

        return Usage(sum(map(tokens, texts)), tokens(reply))

    def _cost(self, model: str, usage: Usage) -> Decimal:
        price = self.prices.of(model, must_know=self._money is not None)
        return price.cost(usage) if price else Decimal(0)

    async def _hold(self, most: Spent) -> None:
        while True:
            with self._guard:
                over = self._over(self.spent + self._reserved + most)
                if not over:
                    self._reserved = self._reserved + most
                    return
                over = self._over(self.spent + most)
                if over:
                    self.is_exhausted = True
                    raise Exhaustion(f"the budget is used up: {over}")
                room = asyncio.get_running_loop().create_future()
                self._waiting.append(room)
            try:
                await room
            finally:
                with self._guard:
                    if room in self._waiting:
                        self._waiting.remove(room)

    def _over(self, total: Spent) -> str:
        if self.calls is not None and total.calls > self.calls:
            return f"{self.calls} calls"
        if self.tokens is not None and total.tokens > self.tokens:
            return f"{self.tokens} tokens, and this call may take more than what is left"
        if self._money is not None and total.money > self._money:
            return f"${self._money}, and this call may cost more than what is left"
        return ""

    def _settle(self, purpose: str, reservation: Reservation) -> None:
        used = reservation.most
        if reservation.used is not None:
            used = Spent(
                1, reservation.used.input, reservation.used.output, self._cost(reservation.model, reservation.used)
            )
        with self._guard:
            self._reserved = self._reserved - reservation.most
            self.by_purpose[purpose] = self.by_purpose.get(purpose, Spent()) + used
            waiting, self._waiting = self._waiting, []
        for room in waiting:
            loop = room.get_loop()
            if not loop.is_closed():
                loop.call_soon_threadsafe(_wake, room)


def _wake(room: "asyncio.Future[None]") -> None:
    if not room.done():
        room.set_result(None)

"""The budget is hard: nothing overshoots, whatever runs at once, and an empty purse is a value to end on."""

import asyncio
import random
from decimal import Decimal
from pathlib import Path

import pytest

from agentsensus.errors import InputError
from agentsensus.models import (
    Answer,
    Budget,
    Limits,
    NoAnswer,
    Price,
    Prices,
    Reply,
    Request,
    Usage,
    ask_for,
    open_model,
)
from tests.models.double import Line, answer, line

PRICES = Prices({"test:meter": Price(Decimal(1000), Decimal(2000))})


class Meter:
    """A model that takes a while, uses what it likes within what was allowed, and may fail."""

    id = "test:meter"
    limits = Limits(concurrency=32, first_pause=0)

    def __init__(self, fails: bool = False) -> None:
        self.calls = self.used = self.busy = self.most_busy = 0
        self._chance = random.Random(7)
        self._fails = fails

    async def send(self, request: Request) -> Reply:
        self.calls += 1
        self.busy += 1
        self.most_busy = max(self.most_busy, self.busy)
        usage = Usage(self._chance.randint(1, request.bytes()), self._chance.randint(1, request.max_tokens))
        await asyncio.sleep(self._chance.random() * 0.01)
        self.busy -= 1
        if self._fails and self._chance.random() < 0.3:
            raise ConnectionError("cut off")
        self.used += usage.total
        return Reply(answer(request.prompt), usage)


def _ask(meter: Meter, budget: Budget, count: int = 200) -> list[Answer[Line] | NoAnswer]:
    async def ask() -> list[Answer[Line] | NoAnswer]:
        chat = open_model(meter, budget=budget)
        return list(await asyncio.gather(*(ask_for(chat, line(n, max_tokens=50), Line) for n in range(count))))

    return asyncio.run(ask())


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("limit", [{"calls": 57}, {"tokens": 9_000}, {"money": 7.5}], ids=["calls", "tokens", "money"])
def test_a_budget_never_overshoots_at_concurrency_32(limit: dict[str, float], fails: bool) -> None:
    meter = Meter(fails)
    budget = Budget(**limit, prices=PRICES)  # type: ignore[arg-type]  # calls and tokens are whole numbers here
    found = _ask(meter, budget)
    spent = budget.spent
    assert meter.most_busy > 4
    assert spent.calls == meter.calls <= limit.get("calls", 200 * 3)
    assert meter.used <= spent.tokens <= limit.get("tokens", 10**9)
    assert float(spent.money) <= limit.get("money", 10**9)
    refused = [one for one in found if isinstance(one, NoAnswer) and one.is_exhausted]
    assert refused
    assert budget.is_exhausted
    assert "the budget is used up" in refused[0].reason
    assert any(isinstance(one, Answer) for one in found)


def test_the_budget_is_used_to_the_last_call_that_fits() -> None:
    meter, budget = Meter(), Budget(calls=57)
    found = _ask(meter, budget)
    assert meter.calls == 57
    assert sum(isinstance(one, Answer) for one in found) == 57


def test_usage_is_kept_by_purpose() -> None:
    budget = Budget(prices=PRICES)

    async def ask() -> None:
        chat = open_model(Meter(), budget=budget)
        for purpose in ("judge", "judge", "decide"):
            await ask_for(chat, line(1).model_copy(update={"purpose": purpose}), Line)

    asyncio.run(ask())
    assert {purpose: spent.calls for purpose, spent in budget.by_purpose.items()} == {"judge": 2, "decide": 1}
    assert budget.spent.money == budget.prices.of("test:meter").cost(Usage(budget.spent.input, budget.spent.output))  # type: ignore[union-attr]


def test_a_call_that_was_cancelled_counts_as_all_that_was_held_for_it() -> None:
    budget = Budget(tokens=10_000)

    async def ask() -> None:
        chat = open_model(Meter(), budget=budget)
        task = asyncio.create_task(ask_for(chat, line(1, max_tokens=50), Line))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(ask())
    assert budget.spent.calls == 1
    assert budget.spent.output == 50


def test_a_price_that_nobody_knows_is_asked_for_when_the_budget_is_in_money() -> None:
    with pytest.raises(InputError, match=r"no price is known for 'openai:nosuch'.*AGENTSENSUS_PRICES"):
        Prices({}).of("openai:nosuch", must_know=True)
    assert Prices({}).of("openai:nosuch") is None
    assert Prices({}).of("local:x.gguf") == Price(Decimal(0), Decimal(0))


def test_the_users_table_wins_over_the_packaged_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packaged = Prices({}).of("openai:gpt-4o-mini")
    assert packaged is not None
    assert 0 < packaged.input < packaged.output
    table = tmp_path / "prices.toml"
    table.write_text(Prices({}).as_toml(["openai:gpt-4o-mini", "openai:nosuch"]))
    assert Prices.read(table).of("openai:gpt-4o-mini") == packaged
    table.write_text('["openai:gpt-4o-mini"]\ninput = 7\noutput = 8.5\n')
    monkeypatch.setenv("AGENTSENSUS_PRICES", str(table))
    assert Prices().of("openai:gpt-4o-mini") == Price(Decimal(7), Decimal("8.5"))


@pytest.mark.parametrize(
    "text", ["[", '["a:b"]\ninput = "x"\noutput = 1', '["a:b"]\ninput = 1', "a = 3", '["a:b"]\ninput=-1\noutput=1']
)
def test_a_bad_price_table_is_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "prices.toml").write_text(text)
    with pytest.raises(InputError, match=r"prices\.toml") as caught:
        Prices.read(tmp_path / "prices.toml")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("limit", [{"calls": -1}, {"tokens": float("nan")}, {"money": "ten"}])
def test_a_bad_limit_is_refused(limit: dict[str, object]) -> None:
    with pytest.raises(InputError, match="budget: "):
        Budget(**limit)  # type: ignore[arg-type]  # that is the point


def test_requests_and_tokens_are_spaced_over_a_minute() -> None:
    async def ask(limits: Limits) -> float:
        chat = open_model(Meter(), limits=limits)
        loop = asyncio.get_running_loop()
        started = loop.time()
        await asyncio.gather(*(ask_for(chat, line(n, max_tokens=50), Line) for n in range(5)))
        return loop.time() - started

    assert asyncio.run(ask(Limits(requests_per_minute=1200))) >= 4 * 0.05
    assert asyncio.run(ask(Limits(tokens_per_minute=120_000))) >= 4 * 50 * 60 / 120_000

"""A provider is one entry: name, extra, key, address, limits and how its models are opened."""

import asyncio
from decimal import Decimal

import pytest
from typer.testing import CliRunner

from agentsensus import Memory
from agentsensus.cli.main import app
from agentsensus.errors import InputError
from agentsensus.models import Limits, Position, Price, Prices, Reply, open_model
from agentsensus.models.limits import Limited
from agentsensus.models.providers.table import SERVICES
from tests.models.double import line
from tests.models.providers.toy import TOY

HERE = Position(1, "ann", "line")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SERVICES, TOY.name, TOY)
    monkeypatch.setenv("TOY_API_KEY", "brick")
    monkeypatch.delenv("TOY_BASE_URL", raising=False)


def _answer(model: str, limits: Limits | None = None) -> str:
    outcome = asyncio.run(open_model(model, limits=limits).ask(line(1), HERE))
    assert isinstance(outcome, Reply)
    return outcome.text


def test_a_model_of_a_new_provider_is_opened_by_its_id() -> None:
    assert _answer("toy:tiny") == "tiny at toys.example with brick in 7 s"
    assert _answer("toy:tiny@http://here:1/v1") == "tiny at http://here:1/v1 with brick in 7 s"


def test_the_environment_may_give_a_slow_model_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTSENSUS_TIMEOUT", "1800")
    assert _answer("toy:tiny").endswith("in 1800 s")
    assert _answer("toy:tiny", Limits(timeout=9)).endswith("in 9 s"), "limits that are given stand above it"
    for wrong in ("soon", "0", "-1", "nan", "inf"):
        monkeypatch.setenv("AGENTSENSUS_TIMEOUT", wrong)
        with pytest.raises(InputError, match=r"AGENTSENSUS_TIMEOUT is '.*': give the seconds"):
            open_model("toy:tiny")


def test_the_environment_may_say_how_many_requests_are_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTSENSUS_CONCURRENCY", "2")
    chat = open_model("toy:tiny")
    assert isinstance(chat, Limited)
    assert (chat.limits.concurrency, chat.limits.timeout) == (2, 7)
    given = open_model("toy:tiny", limits=Limits(concurrency=5))
    assert isinstance(given, Limited)
    assert given.limits.concurrency == 5, "limits that are given stand above it"
    for wrong in ("many", "0", "-1", "1.5"):
        monkeypatch.setenv("AGENTSENSUS_CONCURRENCY", wrong)
        with pytest.raises(InputError, match=r"AGENTSENSUS_CONCURRENCY is '.*': give how many requests"):
            open_model("toy:tiny")


def test_its_variables_name_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOY_BASE_URL", "http://there:2/v1")
    assert _answer("toy:tiny").startswith("tiny at http://there:2/v1 ")


def test_its_limits_hold_where_none_are_given() -> None:
    chat = open_model("toy:tiny", limits=Limits(timeout=2))
    assert isinstance(chat, Limited)
    assert (chat.limits.concurrency, chat.limits.timeout) == (3, 2)
    assert _answer("toy:tiny", Limits(timeout=2)).endswith(" in 2 s")


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOY_API_KEY")
    with pytest.raises(InputError, match="toy:tiny needs a key: set TOY_API_KEY"):
        open_model("toy:tiny")


def test_it_costs_what_its_entry_says_and_is_listed() -> None:
    assert Prices({}).of("toy:tiny") == Price(Decimal(0), Decimal(0))
    shown = CliRunner().invoke(app, ["models", "list", "--json"]).stdout
    assert '"toy:tiny"' in shown


def test_a_memory_takes_it_as_its_model() -> None:
    with Memory.open(embedder="hashing", model="toy:tiny") as memory:
        memory.remember("ann", "The ghost walked. The cock crew.", at=1)  # its replies cannot be used
        assert memory.stats().total == 2

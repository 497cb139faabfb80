"""Prices of models: the user's price table first, then the prices packaged with pydantic-ai."""

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from agentsensus.base.files import read_text
from agentsensus.errors import InputError
from agentsensus.models.chat import Usage

VARIABLE = "AGENTSENSUS_PRICES"
_FREE = ("test", "function")
"""Prefixes of model ids that are always free: test doubles and functions. The table of services says which are free."""
_MILLION = 1_000_000
_SAMPLE = 1_000


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars per million tokens."""

    input: Decimal
    output: Decimal

    def cost(self, usage: Usage) -> Decimal:
        """Return the cost of this usage in dollars."""
        return (self.input * usage.input + self.output * usage.output) / _MILLION


class Prices:
    """Prices by model id. The user's table overrides packaged prices; models on the user's own machine are free."""

    def __init__(self, table: Mapping[str, Price] | None = None) -> None:
        self._table = dict(table) if table is not None else None
        self._by_model: dict[str, Price | None] = {}

    @classmethod
    def read(cls, path: str | Path) -> "Prices":
        """Read prices in dollars per million tokens from a TOML file. Raises InputError.

        A model is a table: `["openai:gpt-x"]`, then `input = 0.15` and `output = 0.60`.
        """
        try:
            loaded = tomllib.loads(read_text(Path(path)), parse_float=Decimal)
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{path}: the price table is not valid TOML ({error})") from None
        return cls({model: _price(path, model, entry) for model, entry in loaded.items()})

    def of(self, model: str, *, must_know: bool = False) -> Price | None:
        """Return the price of a model. If it is unknown: None, or InputError with `must_know`."""
        if model not in self._by_model:
            self._by_model[model] = self._look_up(model)
        price = self._by_model[model]
        if price is None and must_know:
            raise InputError(
                f"no price is known for {model!r}, and the budget is in money; add it to a price table "
                f"(agentsensus models prices {model} > prices.toml, then set {VARIABLE}=prices.toml)"
            )
        return price

    def _look_up(self, model: str) -> Price | None:
        if self._table is None:
            path = os.environ.get(VARIABLE)
            self._table = dict(Prices.read(path)._table or {}) if path else {}
        if model in self._table:
            return self._table[model]
        if _is_free(model):
            return Price(Decimal(0), Decimal(0))
        return _packaged(model)

    def as_toml(self, models: Iterable[str]) -> str:
        """Return a price table of these models to edit; models with unknown prices are commented out."""
        lines = ["# Dollars per million tokens. This file overrides the packaged prices."]
        for model in models:
            price = self.of(model)
            if price is None:
                lines.append(f'\n# not known: fill in\n# ["{model}"]\n# input = 0.0\n# output = 0.0')
            else:
                lines.append(f'\n["{model}"]\ninput = {price.input:f}\noutput = {price.output:f}')
        return "\n".join(lines)


def _is_free(model: str) -> bool:
    from agentsensus.models.providers.table import SERVICES

    provider = model.partition(":")[0]
    return provider in _FREE or (provider in SERVICES and SERVICES[provider].is_free)


def _price(path: str | Path, model: str, entry: object) -> Price:
    figures = [entry.get(name) if isinstance(entry, dict) else None for name in ("input", "output")]
    if not all(
        isinstance(figure, int | Decimal) and not isinstance(figure, bool) and figure >= 0 for figure in figures
    ):
        raise InputError(f"{path}: [{model!r}] needs input and output, dollars a million tokens, from 0 on")
    return Price(Decimal(str(figures[0])), Decimal(str(figures[1])))


def _packaged(model: str) -> Price | None:
    try:
        from genai_prices import Usage as Tokens
        from genai_prices import calc_price
    except ImportError:
        return None
    provider, _, name = model.partition(":")
    try:
        for_input = calc_price(Tokens(input_tokens=_SAMPLE), name, provider_id=provider)
        for_output = calc_price(Tokens(output_tokens=_SAMPLE), name, provider_id=provider)
    except LookupError:
        return None
    scale = _MILLION // _SAMPLE
    return Price(for_input.total_price * scale, for_output.total_price * scale)

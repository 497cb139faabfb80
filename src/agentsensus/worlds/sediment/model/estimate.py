"""Estimate the cost of sedimentation with a model, without asking it."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from agentsensus.language.rules import Language
from agentsensus.models.chat import Usage
from agentsensus.models.prices import Prices
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.tokens import tokens
from agentsensus.worlds.sediment.model.asking import Window, names_for, request_for
from agentsensus.worlds.sediment.registry import Registry

__all__ = ["SedimentEstimate", "estimate_sediment"]

_NAMES_OUT, _AUTHOR_IN, _AUTHOR_OUT = 200, 600, 180
_REWORDED, _MOST_EVENTS_OUT = 1.6, 900
"""Statements with owners are longer than their passage, up to the twelve that are requested."""
_CAST = 20


class SedimentEstimate(BaseModel):
    """Calls, tokens and (if the price is known) dollars, if every reply is usable at once."""

    model_config = ConfigDict(frozen=True)

    model: str
    windows: int
    calls: int
    input: int
    output: int
    money: float | None
    input_per_window: int


def estimate_sediment(
    windows: Sequence[Window], registry: Registry, language: Language, model: str, names_known: bool
) -> SedimentEstimate:
    """Estimate the cost; the names pass counts only without a supplied registry."""
    id_ = str(ModelId.parse(model))
    events = [
        tokens(
            request_for(
                "events",
                language,
                names="\n".join(names),
                label=window.part,
                heading=window.heading,
                passage=window.text,
            ).prompt
        )
        for window, names in zip(windows, names_for(windows, registry), strict=True)
    ]
    input_, calls = sum(events), len(windows)
    output = sum(min(_MOST_EVENTS_OUT, round(_REWORDED * tokens(window.text))) for window in windows)
    if not names_known:
        input_ += sum(
            tokens(request_for("names", language, label=window.part, passage=window.text).prompt) for window in windows
        )
        output, calls = output + _NAMES_OUT * len(windows), calls + len(windows)
    cast = min(_CAST, len(registry.of_kind("character"))) or _CAST
    input_, output, calls = input_ + _AUTHOR_IN * cast, output + _AUTHOR_OUT * cast, calls + cast + 2
    price = Prices().of(id_)
    money = round(float(price.cost(Usage(input_, output))), 6) if price else None
    each = round(sum(events) / max(1, len(events)))
    return SedimentEstimate(
        model=id_, windows=len(windows), calls=calls, input=input_, output=output, money=money, input_per_window=each
    )

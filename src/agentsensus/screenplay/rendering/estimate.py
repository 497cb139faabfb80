"""What rendering a play with a model would take, counted from the very prompts; nothing is asked."""

from collections.abc import Iterable

from pydantic import BaseModel

from agentsensus.models.prices import Prices
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.reply import Usage
from agentsensus.models.tokens import tokens
from agentsensus.screenplay.rendering.render import request_of
from agentsensus.screenplay.rendering.sheet import SceneSheet

__all__ = ["RenderEstimate", "estimate_rendering"]

_REWORDED = 1.1
_LINE = 28
"""Tokens of a reply: so many for each token of the beats, and so many more for each line."""


class RenderEstimate(BaseModel):
    """Calls, tokens and (where the price is known) dollars, if every scene holds at the first attempt."""

    model: str
    scenes: int
    calls: int
    input: int
    output: int
    money: float | None


def estimate_rendering(sheets: Iterable[SceneSheet], model: str, prices: Prices | None = None) -> RenderEstimate:
    """What one pass over these scenes would take; at most twice as much if every one is refused once."""
    id_ = str(ModelId.parse(model))
    asked = [(request_of(sheet), sheet) for sheet in sheets]
    input_ = sum(tokens(request.system) + tokens(request.prompt) for request, _ in asked)
    output = sum(round(_REWORDED * tokens(sheet.source)) + _LINE * len(sheet.required) for _, sheet in asked)
    price = (prices or Prices()).of(id_)
    money = round(float(price.cost(Usage(input_, output))), 6) if price else None
    return RenderEstimate(model=id_, scenes=len(asked), calls=len(asked), input=input_, output=output, money=money)

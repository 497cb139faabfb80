"""A model by its id, or from whatever else can answer."""

import math
import os
from typing import Any, TypeAlias

from agentsensus.errors import InputError
from agentsensus.models.budget import Budget
from agentsensus.models.chat import Chat, Provider
from agentsensus.models.limits import Limited, Limits
from agentsensus.models.providers.function import Function, FunctionProvider
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.tape import Tape

TIMEOUT, CONCURRENCY = "AGENTSENSUS_TIMEOUT", "AGENTSENSUS_CONCURRENCY"
"""The environment's word on how long an attempt may take and how many are under way at once; limits given in Python
stand above it.
"""

ModelLike: TypeAlias = Chat | Provider | Function | str
"""What can be given as a model: an id, a chat, a provider (the doubles are), or a function from prompt to text."""


def open_model(
    model: ModelLike, *, limits: Limits | None = None, budget: Budget | None = None, tape: Tape | None = None
) -> Chat:
    """A model to ask: within these limits, on this budget, recorded on this tape.

    `model` is an id (`openai:gpt-4o-mini`, `openai:NAME@http://127.0.0.1:8080/v1`, `local:FILE.gguf`), a provider, or
    a function from a prompt to a text. A missing package or key is an error at once.
    """
    chat = _chat(model, limits, budget)
    return tape.chat(chat) if tape is not None else chat


def as_chat(model: ModelLike) -> Chat:
    """A chat from a model's id, a provider or a function; a chat comes back as it is."""
    return open_model(model)


def _chat(model: Any, limits: Limits | None, budget: Budget | None) -> Chat:
    if isinstance(model, str):
        named = ModelId.parse(model)
        limits = named.service.limits.changed_by(_patience()).changed_by(limits)
        return Limited(named.service.make(named, limits.timeout), limits, budget)
    if callable(getattr(model, "ask", None)):
        if limits is not None or budget is not None:
            raise InputError(f"{model.id} is open already; give limits and budget where it is opened")
        chat: Chat = model
        return chat
    if callable(getattr(model, "send", None)):
        return Limited(model, limits, budget)
    if callable(model):
        return Limited(FunctionProvider(model), limits, budget)
    raise InputError(f"model is {model!r}: give an id such as openai:gpt-4o-mini, or a function from prompt to text")


def _patience() -> Limits | None:
    """What the environment says of models on slow or busy machines; None if it says nothing."""
    limits: dict[str, Any] = {}
    if given := os.environ.get(TIMEOUT, "").strip():
        limits["timeout"] = _number(given, float, TIMEOUT, "the seconds that one attempt may take, such as 1800")
    if given := os.environ.get(CONCURRENCY, "").strip():
        limits["concurrency"] = _number(
            given, int, CONCURRENCY, "how many requests may be under way at once, such as 2"
        )
    return Limits(**limits) if limits else None


def _number(given: str, kind: type[int] | type[float], name: str, what: str) -> int | float:
    try:
        number = kind(given)
    except ValueError:
        number = 0
    if not 0 < number < math.inf:
        raise InputError(f"{name} is {given!r}: give {what}")
    return number

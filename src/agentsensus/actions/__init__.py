"""The 24 things a character can do, and how what a mind proposes becomes one of them."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from agentsensus.actions.base import Action, Deposit, Edit, Outcome, Refused, Scene
from agentsensus.actions.goals import PopGoal, PushGoal, ReplaceGoal
from agentsensus.actions.movement import ActOn, Move
from agentsensus.actions.perception import Observe, Read, ReadThread
from agentsensus.actions.remembering import (
    AddAffiliated,
    Forget,
    GetAffiliated,
    Recall,
    Remember,
    RemoveAffiliated,
    ReviseMemory,
    SetAffiliated,
)
from agentsensus.actions.shelf import Shelf
from agentsensus.actions.speech import Gesture, Say
from agentsensus.actions.status import RemoveStatus, UpdateStatus
from agentsensus.actions.thought import Conclude, Noop, Think, Wait
from agentsensus.errors import nearest

__all__ = ["ACTIONS", "Action", "Deposit", "Edit", "Outcome", "Refused", "Scene", "Shelf", "parse"]

ACTIONS: dict[str, type[Action]] = {
    kind.name: kind
    for kind in (
        *(Say, Gesture, Observe, Move, ActOn, Read, ReadThread),
        *(Think, Conclude, Wait, Noop),
        *(Remember, Recall),
        *(PushGoal, PopGoal, ReplaceGoal),
        *(UpdateStatus, RemoveStatus),
        *(Forget, ReviseMemory, AddAffiliated, RemoveAffiliated, SetAffiliated, GetAffiliated),
    )
}


def parse(name: str, params: Mapping[str, Any]) -> Action | Refused:
    """The action of that name with these parameters, or why it is none."""
    kind = ACTIONS.get(name)
    if kind is None:
        return Refused(f"there is no action {name!r}{nearest(name, ACTIONS)}")
    try:
        return kind.model_validate(dict(params))
    except ValidationError as error:
        return Refused("; ".join(dict.fromkeys(_said(kind, one) for one in error.errors()[:3])))


def _said(kind: type[Action], error: Any) -> str:
    where = ".".join(str(part) for part in error["loc"][:1])
    known = [field.alias or name for name, field in kind.model_fields.items()]
    match error["type"]:
        case "missing":
            return f"{kind.name} needs {where}"
        case "extra_forbidden":
            return f"{kind.name} takes no {where!r}; it takes {', '.join(known) or 'nothing'}"
        case _:
            given = repr(error["input"])
            told = given if len(given) <= 60 else f"{given[:60]}…"
            message = error["msg"].removeprefix("Value error, ").lower()
            return f"{kind.name}: {where} is {told}: {message}" if where else f"{kind.name}: {message}"

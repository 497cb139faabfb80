"""The 24 things a character can do, and how what a mind proposes becomes one of them."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from agentsensus.actions.base import Action, Edit, Outcome, Refused, Scene, StagedDeposit
from agentsensus.actions.goals import PopGoal, PushGoal, ReplaceGoal
from agentsensus.actions.memory_view import MemoryView
from agentsensus.actions.movement import ActOn, Move
from agentsensus.actions.perception import Observe, Read, ReadThread
from agentsensus.actions.refusals import hint, reason, refused, unfitting
from agentsensus.actions.remembering import (
    AddAffiliated,
    Forget,
    GetAffiliated,
    RecallAction,
    Remember,
    RemoveAffiliated,
    ReviseMemory,
    SetAffiliated,
)
from agentsensus.actions.speech import Gesture, Say
from agentsensus.actions.status import RemoveStatus, UpdateStatus
from agentsensus.actions.thought import Conclude, Noop, Think, Wait
from agentsensus.text.language import Language
from agentsensus.world.lookup import closest

__all__ = ["ACTIONS", "Action", "Edit", "MemoryView", "Outcome", "Refused", "Scene", "StagedDeposit", "parse"]

ACTIONS: dict[str, type[Action]] = {
    kind.name: kind
    for kind in (
        *(Say, Gesture, Observe, Move, ActOn, Read, ReadThread),
        *(Think, Conclude, Wait, Noop),
        *(Remember, RecallAction),
        *(PushGoal, PopGoal, ReplaceGoal),
        *(UpdateStatus, RemoveStatus),
        *(Forget, ReviseMemory, AddAffiliated, RemoveAffiliated, SetAffiliated, GetAffiliated),
    )
}


def parse(name: str, params: Mapping[str, Any], language: Language = "en") -> Action | Refused:
    """The action of that name with these parameters, or why it is none, in that language."""
    kind = ACTIONS.get(name)
    if kind is None:
        return refused(language, "no_action", name=repr(name), hint=hint(language, closest(name, [*ACTIONS]), ACTIONS))
    try:
        return kind.model_validate(dict(params))
    except ValidationError as error:
        said = dict.fromkeys(_said(kind, one, language) for one in error.errors()[:3])
        return Refused(reason(language, "apart").join(said))


def _said(kind: type[Action], error: Any, language: Language) -> str:
    where = ".".join(str(part) for part in error["loc"][:1])
    known = [field.alias or name for name, field in kind.model_fields.items()]
    match error["type"]:
        case "missing":
            return reason(language, "needs", action=kind.name, field=where)
        case "extra_forbidden":
            takes = known or reason(language, "nothing")
            return reason(language, "no_field", action=kind.name, field=repr(where), known=takes)
        case _:
            given = repr(error["input"])
            told = given if len(given) <= 60 else f"{given[:60]}…"
            message = unfitting(language, error)
            if not where:
                return reason(language, "problem", action=kind.name, problem=message)
            return reason(language, "value", action=kind.name, field=where, given=told, problem=message)

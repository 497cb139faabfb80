"""All actions by name, and what a mind's proposal, the log and the world ask of them by that name."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from agentsensus.actions.base import Action
from agentsensus.actions.deeds import DoDeed
from agentsensus.actions.goals import PopGoal, PushGoal, ReplaceGoal
from agentsensus.actions.movement import ActOn, Move
from agentsensus.actions.perception import Observe, Read, ReadThread
from agentsensus.actions.refusals import Refused, common_reasons, hint, reason
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
from agentsensus.actions.things import Give, Take
from agentsensus.actions.thought import Conclude, Noop, Think, Wait
from agentsensus.errors import UnknownName, nearest
from agentsensus.events.event import Acted
from agentsensus.text.language import Language
from agentsensus.world.character import Learnt
from agentsensus.world.lookup import closest
from agentsensus.world.mail import WORLD, Message
from agentsensus.world.rules import Rules
from agentsensus.world.scenario import Scenario
from agentsensus.world.world import World

__all__ = ["ACTIONS", "LEARNING", "actions_of", "parse", "parse_in", "parse_under"]

ACTIONS: dict[str, type[Action]] = {
    kind.name: kind
    for kind in (
        *(Say, Gesture, Observe, Move, ActOn, Give, Take, DoDeed, Read, ReadThread),
        *(Think, Conclude, Wait, Noop),
        *(Remember, RecallAction),
        *(PushGoal, PopGoal, ReplaceGoal),
        *(UpdateStatus, RemoveStatus),
        *(Forget, ReviseMemory, AddAffiliated, RemoveAffiliated, SetAffiliated, GetAffiliated),
    )
}
"""Every action, in the order of the manual. Whatever is listed here can be done, typed, told and learnt from."""

_LONGEST_SHOWN = 60


class _Learning:
    """What deeds and messages teach, as the actions declare it."""

    def by_deed(self, event: Acted) -> Sequence[Learnt]:
        """What an action has taught whoever did it."""
        return _declared(event.action).declared.teaches(event) if event.ok else ()

    def by_message(self, message: Message) -> Learnt:
        """What a message teaches its reader; what the world itself says is as good as seen."""
        if not message.sender:
            return Learnt("witnessed", message.content, WORLD, message.id)
        reaches = _declared(message.sort).declared.reaches
        assert reaches is not None, f"{message.sort} sends messages and does not declare what they teach"
        return reaches(message)

    def is_seen(self, event: Acted) -> bool:
        """Whether those who stand by see it done."""
        return _declared(event.action).declared.is_seen(event)


LEARNING = _Learning()
"""What a world needs to know of its actions: `World(…, learning=LEARNING)`."""


def _declared(name: str) -> type[Action]:
    if name not in ACTIONS:
        raise UnknownName(f"this run has an action {name!r} that there is none of here{nearest(name, ACTIONS)}")
    return ACTIONS[name]


def actions_of(rules: Rules, scenario: Scenario) -> dict[str, type[Action]]:
    """The actions that can be done under these rules in this world, in the order of the manual."""
    return {name: kind for name, kind in ACTIONS.items() if kind.declared.is_there(rules, scenario)}


def parse_in(world: World, name: str, params: Mapping[str, Any]) -> Action | Refused:
    """The action of that name with these parameters in a world; or, in its language, why it is none there."""
    return parse_under(world.rules, world.scenario, name, params)


def parse_under(rules: Rules, scenario: Scenario, name: str, params: Mapping[str, Any]) -> Action | Refused:
    """The action of that name with these parameters under these rules; or, in the world's language, why it is none."""
    language = scenario.world.language
    actions = actions_of(rules, scenario)
    if name not in actions:
        return _no_action(name, language, actions)
    for parameter in sorted(ACTIONS[name].unknown_parameters(rules) & set(params)):
        known = [*ACTIONS[name].parameters(rules)]
        return Refused(reason(language, "no_field", action=name, field=repr(parameter), known=known))
    return parse(name, params, language)


def _no_action(name: str, language: Language, actions: Mapping[str, type[Action]]) -> Refused:
    meant = hint(language, closest(name, [*actions]), actions)
    return Refused(reason(language, "no_action", name=repr(name), hint=meant))


def parse(name: str, params: Mapping[str, Any], language: Language = "en") -> Action | Refused:
    """The action of that name with these parameters; or, in that language, why it is none."""
    kind = ACTIONS.get(name)
    if kind is None:
        return _no_action(name, language, ACTIONS)
    try:
        return kind.model_validate(dict(params))
    except ValidationError as error:
        problems = dict.fromkeys(_problem(kind, part, language) for part in error.errors()[:3])
        return Refused(reason(language, "apart").join(problems))


def _problem(kind: type[Action], error: Any, language: Language) -> str:
    """One of pydantic's errors in words that a mind can learn from."""
    field = ".".join(str(part) for part in error["loc"][:1])
    match error["type"]:
        case "missing":
            return reason(language, "needs", action=kind.name, field=field)
        case "extra_forbidden":
            takes = [*kind.parameters()] or reason(language, "nothing")
            return reason(language, "no_field", action=kind.name, field=repr(field), known=takes)
        case _:
            value = repr(error["input"])
            shown = value if len(value) <= _LONGEST_SHOWN else f"{value[:_LONGEST_SHOWN]}…"
            problem = _unfitting(kind, error, language)
            if not field:
                return reason(language, "problem", action=kind.name, problem=problem)
            return reason(language, "value", action=kind.name, field=field, given=shown, problem=problem)


def _unfitting(kind: type[Action], error: Any, language: Language) -> str:
    """What is wrong with a value; an error that has no words of ours keeps pydantic's."""
    key = f"wrong_{error['type']}"
    is_ours = key in kind.declared.refusals or key in common_reasons(language)
    return kind.reason(language, key, **error.get("ctx", {})) if is_ours else str(error["msg"])

"""All actions by name, and the parsing of proposals."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from agentsensus.errors import UnknownName, did_you_mean
from agentsensus.language.rules import Language
from agentsensus.worlds.actions.base import Action
from agentsensus.worlds.actions.deeds import DoDeed
from agentsensus.worlds.actions.goals import PopGoal, PushGoal, ReplaceGoal
from agentsensus.worlds.actions.movement import ActOn, Move
from agentsensus.worlds.actions.perception import Observe, Read, ReadThread
from agentsensus.worlds.actions.refusals import Refused, common_reasons, hint, reason
from agentsensus.worlds.actions.remembering import (
    AddAffiliated,
    Forget,
    GetAffiliated,
    RecallAction,
    Remember,
    RemoveAffiliated,
    ReviseMemory,
    SetAffiliated,
)
from agentsensus.worlds.actions.speech import Gesture, Say
from agentsensus.worlds.actions.status import RemoveStatus, UpdateStatus
from agentsensus.worlds.actions.things import Give, Take
from agentsensus.worlds.actions.thought import Conclude, Noop, Think, Wait
from agentsensus.worlds.events.event import Acted
from agentsensus.worlds.scenario.lookup import closest
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.character import Learnt
from agentsensus.worlds.state.mail import WORLD, Message
from agentsensus.worlds.state.world import World

__all__ = ["ACTIONS", "LEARNING", "actions_of", "parse", "parse_for_world", "parse_under_rules"]

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
"""Every action, in the order of the manual. Listing an action here makes it available to every mind."""

_LONGEST_SHOWN = 60


class _Learning:
    """Looks up what actions and messages teach, as the action classes declare it."""

    def by_deed(self, event: Acted) -> Sequence[Learnt]:
        """Return what the acting character learns from its action."""
        return _declared(event.action).declared.teaches(event) if event.ok else ()

    def by_message(self, message: Message) -> Learnt:
        """Return what a message teaches its reader. A message from the world itself counts as seen."""
        if not message.sender:
            return Learnt("witnessed", message.content, WORLD, message.id)
        reaches = _declared(message.sort).declared.reaches
        assert reaches is not None, f"{message.sort} sends messages and does not declare what they teach"
        return reaches(message)

    def is_seen(self, event: Acted) -> bool:
        """Return whether bystanders see the action."""
        return _declared(event.action).declared.is_seen(event)


LEARNING = _Learning()
"""The value to pass as `learning` when a `World` is created."""


def _declared(name: str) -> type[Action]:
    if name not in ACTIONS:
        raise UnknownName(f"this run uses an unknown action {name!r}{did_you_mean(name, ACTIONS)}")
    return ACTIONS[name]


def actions_of(rules: Rules, scenario: Scenario) -> dict[str, type[Action]]:
    """Return the actions available under these rules in this world, in the order of the manual."""
    return {name: kind for name, kind in ACTIONS.items() if kind.declared.is_there(rules, scenario)}


def parse_for_world(world: World, name: str, params: Mapping[str, Any]) -> Action | Refused:
    """Parse an action for a world. Return a refusal in its language if it is invalid."""
    return parse_under_rules(world.rules, world.scenario, name, params)


def parse_under_rules(rules: Rules, scenario: Scenario, name: str, params: Mapping[str, Any]) -> Action | Refused:
    """Parse an action under these rules. Return a refusal in the world's language if it is invalid."""
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
    """Parse an action by name and parameters. Return a refusal in that language if it is invalid."""
    kind = ACTIONS.get(name)
    if kind is None:
        return _no_action(name, language, ACTIONS)
    try:
        return kind.model_validate(dict(params))
    except ValidationError as error:
        problems = dict.fromkeys(_problem(kind, part, language) for part in error.errors()[:3])
        return Refused(reason(language, "apart").join(problems))


def _problem(kind: type[Action], error: Any, language: Language) -> str:
    """Return one pydantic validation error as a sentence for a mind."""
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
    """Return what is wrong with a value, in the world's language, or pydantic's message if no text exists for this
    error.
    """
    key = f"wrong_{error['type']}"
    is_ours = key in kind.declared.refusals or key in common_reasons(language)
    return kind.reason(language, key, **error.get("ctx", {})) if is_ours else str(error["msg"])

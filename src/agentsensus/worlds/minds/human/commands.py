"""The commands a person can type, in every language, and which of them cost no turn."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import get_args

from agentsensus.base.texts import texts
from agentsensus.language.rules import Language
from agentsensus.worlds.actions import ACTIONS, Action
from agentsensus.worlds.events.event import Upkeep
from agentsensus.worlds.minds.mind import Decision
from agentsensus.worlds.minds.view import View

__all__ = ["FREE_ACTIONS", "Command", "add_upkeep", "commands", "sayings"]

_LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person can type: an action, or a command that takes no action (goals, help, quit).

    Holds the words and the syntax for it by language.
    """

    action: str
    typed: Mapping[str, tuple[str, ...]]
    usages: Mapping[str, str]

    @property
    def words(self) -> tuple[str, ...]:
        """Every word for this command in any language, including the action's name."""
        return tuple(dict.fromkeys((*(word for words in self.typed.values() for word in words), self.action)))

    def usage(self, language: str) -> str:
        """Return the syntax in a language."""
        return " ".join(filter(None, (self.typed[language][0], self.usages[language])))


def commands() -> tuple[Command, ...]:
    """Return every command: one for each action, then those that take no action."""
    return _commands(tuple(ACTIONS.values()))


@lru_cache(maxsize=4)
def _commands(actions: tuple[type[Action], ...]) -> tuple[Command, ...]:
    return (*map(_of_action, actions), *map(_of_person, texts(__package__, "commands", _LANGUAGES[0])))


def _of_action(kind: type[Action]) -> Command:
    own = {language: kind.texts(language) for language in _LANGUAGES}
    return Command(
        kind.name,
        {language: tuple(action_texts.typed.split()) for language, action_texts in own.items()},
        {language: action_texts.usage for language, action_texts in own.items()},
    )


def _of_person(name: str) -> Command:
    own = {language: texts(__package__, "commands", language)[name] for language in _LANGUAGES}
    return Command(
        name,
        {language: tuple(command["typed"].split()) for language, command in own.items()},
        {language: command.get("usage", "") for language, command in own.items()},
    )


def sayings(language: str) -> dict[str, str]:
    """Return the texts shown to a person, by key: sayings.en.yaml or sayings.zh.yaml."""
    patterns: dict[str, str] = texts(__package__, "sayings", language)
    return patterns


FREE_ACTIONS = ("remember", "push_goal", "pop_goal", "replace_goal")
"""Actions that cost no turn if upkeep is free."""


def add_upkeep(decision: Decision, view: View, so_far: Upkeep) -> Upkeep | None:
    """Return the upkeep `so_far` with this decision added.

    Returns None if the decision costs a turn, or changes a goal that does not exist.
    """
    if view.rules.upkeep != "free" or decision.action not in FREE_ACTIONS:
        return None
    text = str(decision.params.get("text", ""))
    gone = {*so_far.done, *so_far.replace}
    top = next((goal for goal in reversed(view.goals) if goal not in gone), None)
    if decision.action == "remember":
        return so_far.model_copy(update={"keep": (*so_far.keep, text)})
    if decision.action == "push_goal":
        return so_far.model_copy(update={"add": (*so_far.add, text)})
    if top is None:
        return None
    if decision.action == "pop_goal":
        return so_far.model_copy(update={"done": (*so_far.done, top)})
    return so_far.model_copy(update={"replace": so_far.replace | {top: text}})

"""What a person can type: words in every language, the action each stands for, and how it is written."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import get_args

from agentsensus.actions import ACTIONS, Action
from agentsensus.text.language import Language
from agentsensus.texts import texts

__all__ = ["Command", "commands", "sayings"]

_LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Command:
    """An action (or one of goals, help, quit), and in each language the words for it and what follows them."""

    action: str
    typed: Mapping[str, tuple[str, ...]]
    usages: Mapping[str, str]

    @property
    def words(self) -> tuple[str, ...]:
        """Every word that stands for it in any language, the action's own name among them."""
        return tuple(dict.fromkeys((*(word for words in self.typed.values() for word in words), self.action)))

    def usage(self, language: str) -> str:
        """How it is typed."""
        return " ".join(filter(None, (self.typed[language][0], self.usages[language])))


def commands() -> tuple[Command, ...]:
    """Every command: one for each action, then what a person may do without acting."""
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
    """What a person is told, by key: sayings.en.yaml or sayings.zh.yaml."""
    patterns: dict[str, str] = texts(__package__, "sayings", language)
    return patterns

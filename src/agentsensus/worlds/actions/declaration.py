"""The declaration of an action: everything its class states besides its parameters."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict

from agentsensus.worlds.actions.random_params import ParamPool
from agentsensus.worlds.events.event import Acted
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Kind, Scenario
from agentsensus.worlds.state.character import Learnt
from agentsensus.worlds.state.mail import Message

__all__ = [
    "ActionTeller",
    "ActionTexts",
    "Declaration",
    "Here",
    "Params",
    "TypedForm",
    "parse_in_order",
    "split_at_colon",
    "teaches_nothing",
    "tells_nothing",
    "tells_rows",
]

Params: TypeAlias = dict[str, Any]
_COLON = re.compile(r"\s*[:：]\s*")


class ActionTexts(BaseModel):
    """The texts of one action in one language, from the file next to its module.

    about, params: lines of the manual; by default the class docstring and the field descriptions
    done: phrase for the action
    lines: phrases for its result
    typed: the words a person types for it
    usage: the syntax after those words
    mistyped: the error message for input that cannot be parsed
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str
    params: dict[str, str]
    done: str
    lines: dict[str, str] = {}
    typed: str
    usage: str = ""
    mistyped: str = ""


@dataclass(frozen=True, slots=True)
class Here:
    """The place of the person who types an action, and the ids of the other characters present."""

    place: str
    people: tuple[str, ...]
    scenario: Scenario


class ActionTeller(Protocol):
    """Turns the result of an action into words of the world's language."""

    def line(self, key: str, /, **parts: object) -> str:
        """Return one of the action's own `lines` with its fields filled in."""
        ...

    def part(self, value: Any) -> str:
        """Return a parameter value as text, with names instead of ids."""
        ...

    def rows(self, rows: Sequence[Mapping[str, str]]) -> list[str]:
        """Return one line for each memory row, or a line saying that there are none."""
        ...


TypedForm: TypeAlias = Callable[[str, Here], Params | None]
"""A function that parses the text typed after an action's word into parameters.

Returns None if the text cannot be parsed.
"""


def tells_nothing(teller: ActionTeller, result: Mapping[str, Any]) -> list[str]:
    """Return no lines: the `done` phrase of the action says everything."""
    return []


def tells_rows(teller: ActionTeller, result: Mapping[str, Any]) -> list[str]:
    """Return one line for each memory row in the result."""
    return teller.rows(result["rows"])


def teaches_nothing(event: Acted) -> list[Learnt]:
    """Return no lessons: the actor learns nothing from this action."""
    return []


def split_at_colon(typed: str) -> list[str]:
    """Split a text at its first colon. Returns one part if there is no colon."""
    return _COLON.split(typed, 1)


def parse_in_order(*fields: str) -> TypedForm:
    """Return a parser for one parameter, or for two separated by a colon.

    Without `fields`, the parser accepts only empty input.
    """

    def read(typed: str, here: Here) -> Params | None:
        parts = split_at_colon(typed) if len(fields) == 2 else [typed]
        if not fields:
            return None if typed else {}
        is_whole = len(parts) == len(fields) and all(parts)
        return dict(zip(fields, parts, strict=True)) if is_whole else None

    return read


def _only_parameters(teller: ActionTeller, agent: str, params: Mapping[str, Any]) -> dict[str, str]:
    return {}


def _is_unseen(event: Acted) -> bool:
    return False


def _is_always_there(rules: Rules, scenario: Scenario) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """Everything about an action except its parameters (fields), effect (`resolve`) and texts.

    refusals: keys of its own refusal reasons; the texts are under `refusals` in its text file
    free_text: parameters that others hear or that are remembered, and so must be in the world's language
    names: parameters that name a character, place or carrier, or (None) any of them
    typed: parses a person's input into parameters
    drawn: draws random parameters; None if something is missing
    teaches: what the actor learns by doing it
    tells: describes the result, line by line
    is_watched: whether it is shown while a run is being watched

    is_rare: whether it is seldom needed, so that the manual only names it
    is_seen: whether bystanders see it
    is_there: whether the action exists under these rules in this world
    only_with: parameters that exist only under a rule, by the rule's name
    parts: fields of the `done` phrase that are not plain parameters
    reaches: for actions that send messages, what a message teaches its reader
    asks_mind: whether resolving it queries the mind again, so that a failure of the mind is a refusal
    """

    refusals: tuple[str, ...]
    free_text: tuple[str, ...]
    names: Mapping[str, Kind | None]
    typed: TypedForm
    drawn: Callable[[ParamPool], Params | None]
    teaches: Callable[[Acted], list[Learnt]]
    tells: Callable[[ActionTeller, Mapping[str, Any]], list[str]]
    is_watched: bool
    is_rare: bool = False
    is_seen: Callable[[Acted], bool] = _is_unseen
    is_there: Callable[[Rules, Scenario], bool] = _is_always_there
    only_with: Mapping[str, str] = field(default_factory=dict)
    parts: Callable[[ActionTeller, str, Mapping[str, Any]], dict[str, str]] = _only_parameters
    reaches: Callable[[Message], Learnt] | None = None
    asks_mind: bool = False

"""What an action declares about itself beside its parameters: an action without one of these cannot be written down."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict

from agentsensus.actions.hand import Hand
from agentsensus.events.event import Acted
from agentsensus.world.character import Learnt
from agentsensus.world.mail import Message
from agentsensus.world.rules import Rules
from agentsensus.world.scenario import Kind, Scenario

__all__ = [
    "ActionTeller",
    "ActionTexts",
    "Declaration",
    "Here",
    "Params",
    "TypedForm",
    "in_order",
    "parted",
    "teaches_nothing",
    "tells_nothing",
    "tells_rows",
]

Params: TypeAlias = dict[str, Any]
_COLON = re.compile(r"\s*[:：]\s*")


class ActionTexts(BaseModel):
    """The texts of one action in one language, as the file beside its module has them under the action's name.

    `about` and `params` are its lines in the manual; where the file leaves them out, they are the class's docstring and
    the descriptions of its fields. `done` tells the deed, `lines` what came of it. `typed` are the words that a person
    can type for it, `usage` what follows them, `mistyped` what is said when that cannot be read.
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
    """Where a person stands who types an action, and who else is there, by id."""

    place: str
    people: tuple[str, ...]
    scenario: Scenario


class ActionTeller(Protocol):
    """Tells in the language of a world what came of an action."""

    def line(self, key: str, /, **parts: object) -> str:
        """One of the action's own `lines` with its parts put in."""
        ...

    def part(self, value: Any) -> str:
        """A parameter in words: names instead of ids."""
        ...

    def rows(self, rows: Sequence[Mapping[str, str]]) -> list[str]:
        """Rows of a memory, one on a line, or that there are none."""
        ...


TypedForm: TypeAlias = Callable[[str, Here], Params | None]
"""Makes parameters of what is typed after an action's word; None where it cannot be read."""


def tells_nothing(teller: ActionTeller, result: Mapping[str, Any]) -> list[str]:
    """For an action of which nothing came that its own phrase does not tell."""
    return []


def tells_rows(teller: ActionTeller, result: Mapping[str, Any]) -> list[str]:
    """For an action that brought rows of a memory."""
    return teller.rows(result["rows"])


def teaches_nothing(event: Acted) -> list[Learnt]:
    """For an action by which nothing is learnt."""
    return []


def parted(typed: str) -> list[str]:
    """What stands before the first colon and what after it; one part where there is no colon."""
    return _COLON.split(typed, 1)


def in_order(*fields: str) -> TypedForm:
    """Reads one parameter, or two with a colon between them; without any, nothing may be typed."""

    def read(typed: str, here: Here) -> Params | None:
        parts = parted(typed) if len(fields) == 2 else [typed]
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
    """Everything about an action but its parameters (its fields), its effect (`resolve`) and its texts.

    refusals: the keys of its own reasons to refuse; their texts are under `refusals` in the file of its texts
    free_text: parameters whose words others hear or that are kept, and so must be in the language of the world
    names: parameters that name a character, a place or a carrier, or (None) any of them
    typed: how a person's line becomes parameters
    drawn: parameters drawn at random from what is at hand; None where something is lacking
    teaches: what the actor learns by doing it
    tells: what came of it, line by line
    is_watched: whether it is shown to whoever watches a run

    is_rare: whether it is for upkeep and seldom needed, so that the manual only names it
    is_seen: whether those who stand by see it done; what it was is told by its phrase `done`
    is_there: whether it can be done at all under these rules in this world
    only_with: parameters that exist only under a rule, by the rule's name
    parts: parts of the phrase `done` that are not plain parameters
    reaches: for an action that sends messages, what a message of it teaches its reader
    asks_mind: whether resolving it asks the mind once more, so that the mind's failure is a refusal
    """

    refusals: tuple[str, ...]
    free_text: tuple[str, ...]
    names: Mapping[str, Kind | None]
    typed: TypedForm
    drawn: Callable[[Hand], Params | None]
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

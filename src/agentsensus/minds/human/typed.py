"""A line that a person typed, as a decision: or what it ought to have been."""

import json
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from agentsensus.actions import ACTIONS, Refused, parse
from agentsensus.minds.human.commands import COMMANDS, Command, sayings
from agentsensus.minds.mind import Decision
from agentsensus.minds.view import View
from agentsensus.telling.phrases import phrases
from agentsensus.world.lookup import closest
from agentsensus.world.mail import WORLD
from agentsensus.world.scenario import Kind, Scenario

__all__ = ["Advice", "Quit", "Typed", "read_line"]

_BY_WORD = {word: command for command in COMMANDS for word in command.words}
_LISTS = frozenset({"targets", "with", "others"})
_KINDS: dict[tuple[str, str], Kind | None] = {
    ("say", "targets"): "character",
    ("gesture", "targets"): "character",
    ("read_thread", "with"): "character",
    ("move", "destination"): "place",
    ("read", "target"): "carrier",
    ("observe", "target"): None,
    ("act_on", "target"): None,
}
_QUOTES = '"“”「『'
_COLON = re.compile(r"\s*[:：]\s*")
_COMMA = re.compile(r"\s*[,，、;；]\s*")
_AND = re.compile(r"\s+and\s+|\s*和\s*")
_BECAUSE = re.compile(r"\s+//\s*")
_EVERYBODY = frozenset("all everybody everyone 大家 所有人 众人".split())


@dataclass(frozen=True, slots=True)
class Advice:
    """What is said to the person instead: help, or what was wrong. No turn is used up."""

    text: str


@dataclass(frozen=True, slots=True)
class Quit:
    """The person leaves when the round has ended."""


Typed: TypeAlias = Decision | Advice | Quit


class _Wrong(Exception):
    """Why a line is no decision, in words for the person."""


def read_line(line: str, view: View, scenario: Scenario) -> Typed:
    """The decision a line stands for in this turn; otherwise help, or what is wrong with it.

    What follows ` // ` is why it is done.
    """
    language, (line, *because) = scenario.world.language, _BECAUSE.split(line.strip(), 1)
    if not line:
        return Advice(_help(language, ""))
    try:
        if line[0] in _QUOTES:
            return _checked("say", _aloud(line, view, language), because, scenario)
        command, rest = _split(line, language)
        match command.action:
            case "quit":
                return Quit()
            case "help":
                return Advice(_help(language, rest))
            case "goals":
                return Advice(_goals(view, language))
        params = _named(command, rest, language)
        if params is None:
            params = _typed(command, rest, view, scenario)
        return _checked(command.action, _addressed(command.action, params, view, scenario), because, scenario)
    except _Wrong as wrong:
        return Advice(str(wrong))


def _split(line: str, language: str) -> tuple[Command, str]:
    """The command and what follows it; a Chinese word needs no space after it."""
    word, _, rest = line.partition(" ")
    if (command := _BY_WORD.get(word.casefold().rstrip(":："))) is not None:
        return command, rest.strip()
    for known in sorted(_BY_WORD, key=len, reverse=True):
        if not known.isascii() and line.startswith(known):
            return _BY_WORD[known], line[len(known) :].strip()
    shown = [known for known in _BY_WORD if known.isascii() == word.isascii()]
    near = _hint(closest(word, shown), language)
    raise _Wrong(sayings(language)["unknown"].format(word=word, near=near))


def _hint(near: str | None, language: str, listed: Sequence[str] = ()) -> str:
    """What may have been meant, or the few that there are."""
    if near:
        return sayings(language)["near"].format(near=near)
    return (
        sayings(language)["known"].format(known=phrases(language).listed.join(listed)) if 0 < len(listed) <= 40 else ""
    )


def _named(command: Command, rest: str, language: str) -> dict[str, Any] | None:
    """Parameters written out, as `key=value key="two words"` or as a JSON object; None when they are not."""
    if rest.startswith("{"):
        try:
            given = json.loads(rest)
        except ValueError:
            raise _Wrong(sayings(language)["json"].format(given=rest)) from None
        return dict(given)
    known = [field.alias or name for name, field in ACTIONS[command.action].model_fields.items()]
    if not any(rest.startswith(f"{key}=") for key in known):
        return None
    try:
        pairs = [part.partition("=") for part in shlex.split(rest)]
    except ValueError:
        raise _Wrong(sayings(language)["json"].format(given=rest)) from None
    for key, _, _ in pairs:
        if key not in known:
            told = {"action": command.action, "key": key, "known": ", ".join(known)}
            raise _Wrong(sayings(language)["key"].format(**told))
    return {key: _COMMA.split(value) if key in _LISTS else _value(value) for key, _, value in pairs}


def _value(text: str) -> str | int:
    return int(text) if text.isascii() and text.isdigit() else text


def _typed(command: Command, rest: str, view: View, scenario: Scenario) -> dict[str, Any]:
    """Parameters as people write them: `say ben: words`, `wait 3`, `look`."""
    language = scenario.world.language
    usage = sayings(language)["usage"].format(usage=command.usage(language))
    parts = _COLON.split(rest, 1) if len(command.shape) == 2 else [rest]
    match command.action:
        case "observe" if not rest:
            return {"target": view.place.id}
        case "read_thread" if not rest:
            return {}
        case "wait":
            return _wait(rest, command, language)
        case "act_on" if rest and (len(parts) == 1 or scenario.find(parts[0]) is None):
            return {"target": view.place.id, "description": rest}
        case "read" if rest and len(parts) == 1:
            return {"target": rest, "query": rest}
        case "say" | "gesture" if len(parts) == 1:
            parts = _first_name(rest, view, scenario) or parts
        case "update_status" if len(parts) == 1:
            parts = re.split(r"\s*=\s*|\s+", rest, maxsplit=1)
    if len(parts) < len(command.shape) or not all(parts[: len(command.shape)]):
        raise _Wrong(usage)
    if not command.shape and rest:
        raise _Wrong(usage)
    return {key: _COMMA.split(part) if key in _LISTS else part for key, part in zip(command.shape, parts, strict=False)}


def _first_name(rest: str, view: View, scenario: Scenario) -> list[str] | None:
    """`say ben good day`: who is here by the first words, and the rest, where no colon parts them."""
    words = rest.split()
    for count in range(min(3, len(words) - 1), 0, -1):
        id_ = scenario.find(" ".join(words[:count]), "character")
        if id_ in {person.id for person in view.people}:
            return [" ".join(words[:count]), " ".join(words[count:])]
    return None


def _wait(rest: str, command: Command, language: str) -> dict[str, Any]:
    number = re.fullmatch(r"(\d{1,6})\s*(?:rounds?|轮)?", rest)
    if rest and number is None:
        raise _Wrong(sayings(language)["number"].format(given=rest, usage=command.usage(language)))
    return {"timeout_rounds": int(number[1])} if number else {}


def _aloud(line: str, view: View, language: str) -> dict[str, Any]:
    if not view.people:
        raise _Wrong(sayings(language)["alone"].format(usage=_BY_WORD["say"].usage(language)))
    return {"targets": [person.id for person in view.people], "content": line.strip(f"{_QUOTES}」』 ")}


def _addressed(action: str, params: dict[str, Any], view: View, scenario: Scenario) -> dict[str, Any]:
    """The parameters with «everybody» as those who are here, and two names in one taken apart."""
    for key, value in params.items():
        if _KINDS.get((action, key)) == "character" and isinstance(value, list):
            apart = [part for name in value for part in _apart(str(name), scenario)]
            is_all = len(apart) == 1 and apart[0].casefold() in _EVERYBODY and bool(view.people)
            params = params | {key: [person.id for person in view.people] if is_all else apart}
    return params


def _apart(name: str, scenario: Scenario) -> list[str]:
    return [name] if scenario.find(name, "character") else _AND.split(name)


def _checked(action: str, params: dict[str, Any], because: Sequence[str], scenario: Scenario) -> Decision:
    """The decision, if its parameters fit and its names are those of somebody or something."""
    for key, value in params.items():
        if (action, key) in _KINDS:
            for name in value if isinstance(value, list) else [value]:
                _check_name(str(name), _KINDS[action, key], scenario)
    found = parse(action, params, scenario.world.language)
    if isinstance(found, Refused):
        raise _Wrong(found.reason)
    return Decision.of(found, *because)


def _check_name(name: str, kind: Kind | None, scenario: Scenario) -> None:
    if scenario.find(name, kind) is None and name != WORLD:
        lookup = scenario.lookup(kind)
        near = _hint(lookup.near(name), scenario.world.language, [names[0] for names in lookup.called.values()])
        saying = sayings(scenario.world.language)[f"no_{kind or 'such'}"]
        raise _Wrong(saying.format(name=name, near=near))


def _goals(view: View, language: str) -> str:
    if not view.goals:
        return sayings(language)["no_goals"]
    return "\n".join([sayings(language)["goals"], *(f"  {place}. {goal}" for place, goal in enumerate(view.goals, 1))])


def _help(language: str, about: str) -> str:
    """All commands, or one with the parameters that its action takes."""
    command = _BY_WORD.get(about.strip().casefold())
    if command is None:
        rows = _rows([one.usage(language) for one in COMMANDS])
        return "\n".join([sayings(language)["help"], *rows, sayings(language)["help_more"]])
    kind = ACTIONS.get(command.action)
    lines = [command.usage(language), f"  {', '.join(command.words)}"]
    fields = kind.model_fields.items() if kind else ()
    return "\n".join([*lines, *(f"  {field.alias or name}: {field.description}" for name, field in fields)])


def _rows(forms: Sequence[str]) -> list[str]:
    return [f"  {'   '.join(forms[start : start + 4])}" for start in range(0, len(forms), 4)]

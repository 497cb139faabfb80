"""The parser for lines that a person types. Returns a decision, a command, or advice for the person."""

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, get_args, get_origin

from agentsensus.language.languages import DEFAULT_LANGUAGE, all_rules, either_language
from agentsensus.language.rules import Language
from agentsensus.worlds.actions import ACTIONS, Action, Refused, parse
from agentsensus.worlds.actions.declaration import Here
from agentsensus.worlds.actions.speech import Say
from agentsensus.worlds.minds.human.commands import FREE_ACTIONS, Command, commands, sayings
from agentsensus.worlds.minds.human.display import VIEW_COMMANDS
from agentsensus.worlds.minds.mind import Decision
from agentsensus.worlds.minds.view import View
from agentsensus.worlds.scenario.lookup import closest, plain
from agentsensus.worlds.scenario.scenario import Kind, Scenario
from agentsensus.worlds.state.mail import WORLD
from agentsensus.worlds.telling.teller import phrases

__all__ = ["Advice", "GoBack", "Quit", "Recollect", "SaveAsked", "Typed", "read_line"]

_QUOTES = '"“”「『'
_COMMA = re.compile(r"\s*[,，、;；]\s*")
_AND = re.compile(either_language(lambda words: words.typed_and))
_BECAUSE = re.compile(r"\s+//\s*")
_EVERYBODY = frozenset[str]().union(*(rules.world_words.everybody for rules in all_rules()))
_MOST_NAMES = 40


@dataclass(frozen=True, slots=True)
class Advice:
    """A help text or an error message, shown to the person instead of making a decision. Uses no turn."""

    text: str


@dataclass(frozen=True, slots=True)
class Quit:
    """The command to leave the run at the end of the round."""


@dataclass(frozen=True, slots=True)
class GoBack:
    """The command to take back the person's last turns and continue from there."""

    turns: int = 1


@dataclass(frozen=True, slots=True)
class Recollect:
    """The command to show what the character knows, about a query or the current situation. Uses no turn."""

    query: str


@dataclass(frozen=True, slots=True)
class SaveAsked:
    """The command to ask whether the run is saved."""


Typed: TypeAlias = Decision | Advice | Quit | GoBack | Recollect | SaveAsked


class _Wrong(Exception):
    """The error for a line that cannot be parsed. Its message is shown to the person."""


def read_line(line: str, view: View, scenario: Scenario) -> Typed:
    """Parse a line into a decision, a command or advice. Text after ` // ` becomes the reason of the decision."""
    language, (line, *because) = scenario.world.language, _BECAUSE.split(line.strip(), 1)
    if not line:
        return Advice(_help(view, language, ""))
    try:
        if line[0] in _QUOTES:
            return _checked(Say, _said_aloud(line, view, language), because, view, scenario)
        command, rest = _split(line, language)
        match command.action:
            case "quit":
                return Quit()
            case "help":
                return Advice(_help(view, language, rest))
            case "know":
                return Recollect(rest)
            case "save":
                return SaveAsked()
            case "undo":
                return GoBack(_turns(rest, command, language))
            case aside if aside in VIEW_COMMANDS:
                return Advice(VIEW_COMMANDS[aside](view, scenario))
        action = ACTIONS[command.action]
        params = _written_out(action, rest, language)
        if params is None:
            params = _typed(action, command, rest, view, scenario)
        return _checked(action, _addressed(action, params, view, scenario), because, view, scenario)
    except _Wrong as wrong:
        return Advice(str(wrong))


def _by_word() -> dict[str, Command]:
    return {word: command for command in commands() for word in command.words}


def _split(line: str, language: str) -> tuple[Command, str]:
    """Split a line into the command and the rest. A Chinese command needs no space after it."""
    by_word = _by_word()
    word, _, rest = line.partition(" ")
    if (command := by_word.get(word.casefold().rstrip(":："))) is not None:
        return command, rest.strip()
    for known in sorted(by_word, key=len, reverse=True):
        if not known.isascii() and line.startswith(known):
            return by_word[known], line[len(known) :].strip()
    alike = [
        known
        for command in commands()
        for known in (*command.typed[language], *command.typed[DEFAULT_LANGUAGE])
        if known.isascii() == word.isascii()
    ]
    near = closest(word, alike)
    patterns = sayings(language)
    raise _Wrong(patterns["unknown_near" if near else "unknown"].format(word=word, near=near))


def _hint(near: str | None, language: str, names: Sequence[str] = ()) -> str:
    """Return a hint with the closest name, or with all names if they are few."""
    if near:
        return sayings(language)["near"].format(near=near)
    if not 0 < len(names) <= _MOST_NAMES:
        return ""
    return sayings(language)["known"].format(known=phrases(language).between.join(names))


def _written_out(action: type[Action], rest: str, language: str) -> dict[str, Any] | None:
    """Parse explicit parameters: `key=value key="two words"` or a JSON object. Returns None if there are none."""
    if rest.startswith("{"):
        try:
            params = json.loads(rest)
        except ValueError:
            raise _Wrong(sayings(language)["json"].format(given=rest)) from None
        return dict(params)
    known = [*action.parameters()]
    if not any(rest.startswith(f"{key}=") for key in known):
        return None
    try:
        pairs = [part.partition("=") for part in shlex.split(rest)]
    except ValueError:
        raise _Wrong(sayings(language)["json"].format(given=rest)) from None
    for key, _, _ in pairs:
        if key not in known:
            fields = {"action": action.name, "key": key, "known": ", ".join(known)}
            raise _Wrong(sayings(language)["key"].format(**fields))
    several = _lists(action)
    return {key: _COMMA.split(value) if key in several else _value(value) for key, _, value in pairs}


def _value(text: str) -> str | int:
    return int(text) if text.isascii() and text.isdigit() else text


def _lists(action: type[Action]) -> set[str]:
    """Return the names of the parameters that accept several names."""
    return {key for key, field in action.parameters().items() if _is_list(field.annotation)}


def _is_list(annotation: Any) -> bool:
    if get_origin(annotation) is tuple:
        return True
    return any(_is_list(part) for part in get_args(annotation))


def _typed(action: type[Action], command: Command, rest: str, view: View, scenario: Scenario) -> dict[str, Any]:
    """Parse parameters in the short form: `say ben: words`, `wait 3`, `look`."""
    language = scenario.world.language
    params = action.declared.typed(rest, Here(view.place.id, tuple(person.id for person in view.people), scenario))
    if params is None:
        mistyped = (rest and action.texts(language).mistyped) or sayings(language)["usage"]
        raise _Wrong(mistyped.format(given=rest, usage=command.usage(language)))
    several = _lists(action)
    return {key: _COMMA.split(value) if key in several else value for key, value in params.items()}


def _said_aloud(line: str, view: View, language: str) -> dict[str, Any]:
    if not view.people:
        raise _Wrong(sayings(language)["alone"].format(usage=_by_word()[Say.name].usage(language)))
    return {"targets": [person.id for person in view.people], "content": line.strip(f"{_QUOTES}」』 ")}


def _addressed(action: type[Action], params: dict[str, Any], view: View, scenario: Scenario) -> dict[str, Any]:
    """Return the parameters with words for «all» replaced by the characters present, and «Ann and Ben» split into
    two names.
    """
    for key, value in params.items():
        if action.declared.names.get(key) == "character" and isinstance(value, list):
            names = [part for name in value for part in _apart(str(name), scenario)]
            is_all = len(names) == 1 and names[0].casefold() in _EVERYBODY and bool(view.people)
            params = params | {key: [person.id for person in view.people] if is_all else names}
    return params


def _apart(name: str, scenario: Scenario) -> list[str]:
    return [name] if scenario.find(name, "character") else _AND.split(name)


def _checked(
    action: type[Action], params: dict[str, Any], because: Sequence[str], view: View, scenario: Scenario
) -> Decision:
    """Return the decision. Raises `_Wrong` if a parameter is invalid or a name does not exist."""
    for key, kind in action.declared.names.items():
        names = params.get(key, [])
        meant = [_meant(str(name), kind, view, scenario) for name in (names if isinstance(names, list) else [names])]
        if key in params and params[key] is not None:
            params = params | {key: meant if isinstance(names, list) else meant[0]}
    parsed = parse(action.name, params, scenario.world.language)
    if isinstance(parsed, Refused):
        raise _Wrong(parsed.reason)
    return Decision.of(parsed, because[0] if because else "")


def _meant(name: str, kind: Kind | None, view: View, scenario: Scenario) -> str:
    """Return a known name unchanged, or the id of the only name that `name` is part of («hall» for the great hall).

    Raises `_Wrong` if there is none.
    """
    if scenario.find(name, kind) is not None or name == WORLD:
        return name
    lookup = scenario.lookup(kind)
    whose = [id_ for id_, names in lookup.called.items() if any(_is_part(name, called) for called in names)]
    if len(whose) == 1:
        return whose[0]
    at_hand = [view.place.name, *(each.name for each in (*view.people, *view.things))] if kind is None else []
    known = [lookup.called[id_][0] for id_ in whose] or at_hand
    near = None if whose else lookup.near(name)
    hint = _hint(near, scenario.world.language, known or [names[0] for names in lookup.called.values()])
    raise _Wrong(sayings(scenario.world.language)[f"no_{kind or 'such'}"].format(name=name, near=hint))


def _is_part(name: str, called: str) -> bool:
    """Return whether `name` consists of words of `called` (in Chinese, of two or more characters in a row)."""
    words = plain(name).split()
    return (bool(words) and {*words} <= {*plain(called).split()}) or (
        len(name) > 1 and not name.isascii() and name in called
    )


def _turns(rest: str, command: Command, language: str) -> int:
    if rest and not (rest.isascii() and rest.isdigit() and int(rest) > 0):
        raise _Wrong(sayings(language)["usage"].format(usage=command.usage(language)))
    return int(rest or 1)


def _help(view: View, language: Language, about: str) -> str:
    """Return the help text: all commands by cost, or the command `about` with its parameters."""
    command = _by_word().get(about.strip().casefold())
    if command is None:
        return "\n".join([*_all_commands(view, language), sayings(language)["help_more"]])
    action = ACTIONS.get(command.action)
    lines = [command.usage(language), f"  {', '.join(command.words)}"]
    params = action.texts(language).params if action else {}
    return "\n".join([*lines, *(f"  {name}: {description}" for name, description in params.items())])


def _all_commands(view: View, language: Language) -> Iterator[str]:
    beside = FREE_ACTIONS if view.rules.upkeep == "free" else ()
    groups: dict[str, list[str]] = {"help": [], "help_free": [], "help_rare": []}
    for command in commands():
        action = ACTIONS.get(command.action)
        is_free = action is None or command.action in beside
        is_rare = action is not None and action.declared.is_rare
        groups["help_free" if is_free else "help_rare" if is_rare else "help"].append(command.usage(language))
    for heading, usages in groups.items():
        yield sayings(language)[heading]
        yield from _rows(usages)


def _rows(usages: Sequence[str]) -> list[str]:
    """Format texts in two columns."""
    from rich.cells import cell_len

    wide = max(cell_len(usage) for usage in usages[::2]) + 3
    pairs = [usages[start : start + 2] for start in range(0, len(usages), 2)]
    return ["  " + "".join(usage + " " * (wide - cell_len(usage)) for usage in pair).rstrip() for pair in pairs]

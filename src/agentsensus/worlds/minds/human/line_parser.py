"""The parser for lines that a person types. Returns a decision, a command, or advice for the person."""

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, get_args, get_origin

from agentsensus.base.texts import texts
from agentsensus.language.languages import DEFAULT_LANGUAGE, all_rules, either_language
from agentsensus.language.rules import Language
from agentsensus.worlds.actions import ACTIONS, Action, Refused, parse
from agentsensus.worlds.actions.declaration import Here
from agentsensus.worlds.actions.movement import Move
from agentsensus.worlds.actions.speech import Gesture, Say
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
_ENDS = re.compile(r"[?!？！。…]+[”\"」』]?$")
_FEW_WORDS = 3
_MAY_ASK = frozenset(("say", "gesture", "think", "recall", "remember", "know", "push_goal", "replace_goal"))
"""Commands whose text may be a question. A question after another command («do you …?») is said aloud."""
_NO_PARAMETERS = frozenset(("quit", "save", *VIEW_COMMANDS))


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
    """The error for a line that cannot be parsed. Its message is shown to the person.

    `is_typing_error`: the first word is a command with a letter missing or too many.
    """

    def __init__(self, message: str, *, is_typing_error: bool = False) -> None:
        super().__init__(message)
        self.is_typing_error = is_typing_error


def read_line(line: str, view: View, scenario: Scenario) -> Typed:
    """Parse a line into a decision, a command or advice. Text after ` // ` becomes the reason of the decision."""
    language, (line, *because) = scenario.world.language, _BECAUSE.split(line.strip(), 1)
    if not line:
        return Advice(_help(view, language, ""))
    try:
        if line[0] in _QUOTES:
            return _checked(Say, _said_aloud(line, view, scenario), because, view, scenario)
        if (deed := _gesture(line, language)) and view.people:
            return _checked(Gesture, _shown(deed, view, scenario), because, view, scenario)
        command, rest = _split(line, language)
    except _Wrong as wrong:
        is_speech = _is_speech(line) and not wrong.is_typing_error
        return _free(line, because, view, scenario) if is_speech else Advice(str(wrong))
    if line.endswith(("?", "？")) and rest and view.people and command.action not in _MAY_ASK:
        return _free(line, because, view, scenario)
    try:
        return _command(command, rest, because, view, scenario)
    except _Wrong as wrong:
        is_speech = _is_speech_after(command, rest, line, language)
        return _free(line, because, view, scenario) if is_speech and view.people else Advice(str(wrong))


def _command(command: Command, rest: str, because: Sequence[str], view: View, scenario: Scenario) -> Typed:
    """Return what a command means. Raises `_Wrong` if the rest of the line does not fit it."""
    language = scenario.world.language
    if rest and command.action in _NO_PARAMETERS:
        raise _Wrong(sayings(language)["usage"].format(usage=command.usage(language)))
    match command.action:
        case "quit":
            return Quit()
        case "help" if not rest or rest.casefold() in _by_word():
            return Advice(_help(view, language, rest))
        case "help":
            raise _Wrong(_help(view, language, ""))
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


def _forms(language: str) -> dict[str, Any]:
    patterns: dict[str, Any] = texts(__package__, "free_lines", language)
    return patterns


def _gesture(line: str, language: str) -> str:
    """Return the deed that a line describes, as «bows to the queen» or «(bows)»; empty if it is no gesture."""
    for pattern in _forms(language)["gesture"]:
        if match := re.match(pattern, line, re.IGNORECASE):
            return str(match["deed"]).strip()
    return ""


def _is_speech(line: str) -> bool:
    """Return whether a line that begins with no command is meant to be said. «saay ben: …» is a mistyped command."""
    if len(re.split("[:：]", line)) > 1 and not _ENDS.search(re.split("[:：]", line)[0]):
        return False
    is_long = len(line.split()) >= _FEW_WORDS or (not line.isascii() and len(line) > _FEW_WORDS)
    return is_long or bool(_ENDS.search(line)) or len(line.split()) > 1


def _is_speech_after(command: Command, rest: str, line: str, language: str) -> bool:
    """Return whether a line that begins like a command, and does not fit it, is meant to be said."""
    if command.action in (*_NO_PARAMETERS, "help"):
        return bool(rest)
    if command.action in (Say.name, Gesture.name) and len(re.split("[:：]", rest)) > 1:
        return False
    return bool(_ENDS.search(line)) or bool(re.match(_forms(language)["spoken"], rest, re.IGNORECASE))


def _free(line: str, because: Sequence[str], view: View, scenario: Scenario) -> Typed:
    """Return the decision to say a line to whoever it is meant for."""
    try:
        return _checked(Say, _said_aloud(line, view, scenario), because, view, scenario)
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
    is_cut = near is not None and (near.startswith(word.casefold()) or word.casefold().startswith(near))
    raise _Wrong(
        patterns["unknown_near" if near else "unknown"].format(word=word, near=near),
        is_typing_error=is_cut and near is not None and abs(len(word) - len(near)) == 1,
    )


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
    quietly = False
    if action in (Say, Move):
        rest, quietly = _without_manner(rest, language)
    params = action.declared.typed(rest, Here(view.place.id, tuple(person.id for person in view.people), scenario))
    if params is None:
        mistyped = (rest and action.texts(language).mistyped) or sayings(language)["usage"]
        raise _Wrong(mistyped.format(given=rest, usage=command.usage(language)))
    several = _lists(action)
    split = {key: _COMMA.split(value) if key in several else value for key, value in params.items()}
    return split | {"quietly": True} if quietly and view.rules.bystanders else split


def _without_manner(rest: str, language: Language) -> tuple[str, bool]:
    """Remove «quietly to» or «to» before the names, and return whether the words are said quietly."""
    forms = _forms(language)
    if quietly := re.match(forms["quietly"], rest, re.IGNORECASE):
        return rest[quietly.end() :], True
    if to := re.match(forms["to"], rest, re.IGNORECASE):
        return rest[to.end() :], False
    return rest, False


def _said_aloud(line: str, view: View, scenario: Scenario) -> dict[str, Any]:
    """Return the parameters of words without a recipient.

    They go to the person whom they name first or last, else to the person who has just spoken or was spoken to, else to
    everyone present. Words in quotes always go to everyone.
    """
    language = scenario.world.language
    if not view.people:
        raise _Wrong(sayings(language)["alone"].format(usage=_by_word()[Say.name].usage(language)))
    content = line.strip(f"{_QUOTES}」』 ")
    here = [person.id for person in view.people]
    named = _named_in(content, here, scenario)
    partner = [] if line[0] in _QUOTES else _partner(view, here)
    return {"targets": named or partner or here, "content": content}


def _named_in(content: str, here: Sequence[str], scenario: Scenario) -> list[str]:
    """Return the person present whose name begins or ends the words; empty if there is none."""
    bare = content.rstrip(".?!。？！… ").casefold()
    for id_ in here:
        for name in scenario.names().get(id_, ()):
            called = name.casefold().removeprefix("the ")
            if bare.startswith(tuple(f"{called}{mark}" for mark in ",，:：")) or bare.endswith(
                tuple(f"{mark}{called}" for mark in (", ", "，"))
            ):
                return [id_]
    return []


def _partner(view: View, here: Sequence[str]) -> list[str]:
    """Return the person present with whom the character last exchanged words; empty if there is none."""
    for letter in reversed(view.letters):
        if letter.overheard or letter.afar or letter.kind == "gesture" or view.round - letter.sent > _FEW_WORDS:
            continue
        others = [id_ for id_ in (letter.sender, *letter.recipients) if id_ != view.agent]
        if view.agent in (letter.sender, *letter.recipients) and {*others} <= {*here} and len(others) == 1:
            return others
    return []


def _shown(deed: str, view: View, scenario: Scenario) -> dict[str, Any]:
    """Return the parameters of a gesture: to the people present whom it names, else to everyone present."""
    here = [person.id for person in view.people]
    named = [id_ for id_ in scenario.known_names().mentioned(deed) if id_ in here]
    return {"targets": named or here, "description": deed}


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
    near = lookup.called[near][0] if near is not None and near in lookup.called else near
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

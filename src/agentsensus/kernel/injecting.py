"""The file of `fork --inject`: read and checked whole, every mistake by the number of its entry."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentsensus.actions.base import LONGEST
from agentsensus.errors import InputError, nearest
from agentsensus.events.log import read_log
from agentsensus.files import read_text
from agentsensus.memory.core.checks import checked_text
from agentsensus.run_folder.folder import RunFolder
from agentsensus.run_folder.injected import Altering, AnyInjected, Happening, Injected
from agentsensus.text.sentences import sentences
from agentsensus.world.lookup import Lookup
from agentsensus.world.reading.yaml_lines import read_yaml
from agentsensus.world.rules import Rules
from agentsensus.world.world import World

__all__ = ["read_injected"]


def read_injected(path: Path, folder: RunFolder, at: int) -> list[AnyInjected]:
    """What a file adds or changes when a run is forked after round `at`; InputError names every mistake in it."""
    document = read_yaml(read_text(path))
    if document.wrong:
        problems = "; ".join(f"line {line} {problem}" for line, problem in document.wrong)
        raise InputError(f"{path}: cannot be read ({problems})")
    content = document.value
    if not isinstance(content, list):
        raise InputError(f"{path}: give a list of entries, each with `to` and `content`, `message`, or `event`")
    point = _Point(folder, at)
    entries = [_read(entry) for entry in content]
    wrong = [
        f"entry {number}: {problem}"
        for number, entry in enumerate(entries, 1)
        for problem in (entry if isinstance(entry, list) else entry.problems(point))
    ]
    if wrong:
        raise InputError(f"{path}: {'; '.join(wrong)}")
    return [entry.made(point) for entry in entries if not isinstance(entry, list)]


class _Point:
    """The run as it stood where it is forked: who there is, and what was under way."""

    def __init__(self, folder: RunFolder, at: int) -> None:
        self.at = at
        self.scenario = folder.scenario()
        self._folder = folder

    @cached_property
    def under_way(self) -> dict[str, list[str]]:
        """Messages that had not reached everybody, and whom they had not reached."""
        rules = Rules.model_validate(self._folder.read().rules)
        mail = World(self.scenario, rules, read_log(self._folder.log, self.at)).mail
        waiting: dict[str, list[str]] = {}
        for recipient, message in sorted(mail.in_flight, key=lambda pair: (pair[1], pair[0])):
            waiting.setdefault(message, []).append(recipient)
        return waiting

    def unknown(self, names: list[str], *, active: bool) -> Iterator[str]:
        """A problem for each name that no active character has (with `active` off: no character and no place)."""
        scenario = self.scenario
        characters = {
            id_: character.called
            for id_, character in scenario.characters.items()
            if not active or not character.archived
        }
        places = {} if active else {id_: place.called for id_, place in scenario.places.items()}
        lookup = Lookup({**characters, **places})
        for name in names:
            if lookup.find(name) is None:
                who = "active character" if active else "character or place"
                yield f"no {who} is called {name!r}{lookup.hint(name)}"

    def id_of(self, name: str) -> str:
        """The id of a character or a place by a name that `unknown` had nothing against."""
        id_ = self.scenario.find(name, "character") or self.scenario.find(name, "place")
        assert id_ is not None
        return id_


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True, populate_by_name=True)


class _Added(_Entry):
    """`to` and `content`, and if wanted `from` and `at`."""

    to: list[str] | str
    content: str
    from_: str = Field("", alias="from")
    at: int | None = Field(None, strict=True)

    def problems(self, point: _Point) -> Iterator[str]:
        yield from _late(self.at, point)
        yield from [] if _several(self.to) else ["`to` is empty; name a character"]
        yield from point.unknown(_several(self.to) + _several(self.from_), active=True)
        yield from _text("content", self.content)

    def made(self, point: _Point) -> AnyInjected:
        to = tuple(sorted({point.id_of(name) for name in _several(self.to)}))
        sender = point.id_of(self.from_) if self.from_ else ""
        return Injected(at=self.at or point.at + 1, to=to, content=self.content, sender=sender)


class _Altered(_Entry):
    """`message` with another `content`, or with `drop: true`."""

    message: str
    content: str | None = None
    drop: bool = Field(False, strict=True)

    def problems(self, point: _Point) -> Iterator[str]:
        if self.message not in point.under_way:
            known = nearest(self.message, point.under_way) or "; none was"
            yield f"no message {self.message!r} was under way after round {point.at}{known}"
        if (self.content is None) != self.drop:
            yield "give a message another `content`, or `drop: true`, one of them"
        yield from _text("content", self.content) if self.content is not None else ()

    def made(self, point: _Point) -> AnyInjected:
        return Altering(at=point.at + 1, message=self.message, content=self.content)


class _Happening(_Entry):
    """`event` and `witnesses`, and if wanted `at`."""

    event: list[str] | str
    witnesses: list[str] | str
    at: int | None = Field(None, strict=True)

    def problems(self, point: _Point) -> Iterator[str]:
        yield from _late(self.at, point)
        yield from [] if _several(self.witnesses) else ["`witnesses` is empty; name a character or a place"]
        yield from point.unknown(_several(self.witnesses), active=False)
        yield from [] if self.statements else ["`event` is empty; say what happens"]
        for statement in self.statements:
            yield from _text("event", statement)

    @property
    def statements(self) -> list[str]:
        """What happens, sentence by sentence."""
        return sentences(self.event) if isinstance(self.event, str) else self.event

    def made(self, point: _Point) -> AnyInjected:
        witnesses = tuple(sorted({point.id_of(name) for name in _several(self.witnesses)}))
        return Happening(at=self.at or point.at + 1, event=tuple(self.statements), witnesses=witnesses)


def _read(entry: Any) -> "_Added | _Altered | _Happening | list[str]":
    """An entry, of the kind that its keys say, or a list of what is wrong with it."""
    if not isinstance(entry, dict):
        return ["keys and values belong here: `to` and `content`, `message`, or `event`"]
    kind = _Altered if "message" in entry else _Happening if "event" in entry else _Added
    try:
        return kind.model_validate({str(key): value for key, value in entry.items()})
    except ValidationError as error:
        return list(dict.fromkeys(_in_words(dict(problem), kind) for problem in error.errors()))


def _in_words(error: dict[str, Any], kind: type[_Entry]) -> str:
    key = str(error["loc"][0])
    if error["type"] == "missing":
        return f"`{key}` is missing"
    if error["type"] == "extra_forbidden":
        known = [field.alias or name for name, field in kind.model_fields.items()]
        return f"there is no key {key!r} here{nearest(key, known)}"
    return f"`{key}` is {str(error['input'])[:60]!r}, which does not belong here"


def _several(names: list[str] | str) -> list[str]:
    return ([names] if names else []) if isinstance(names, str) else names


def _late(at: int | None, point: _Point) -> list[str]:
    if at is None or at > point.at:
        return []
    return [f"`at` is {at}, but the fork goes on from round {point.at}; give a later round"]


def _text(key: str, text: str) -> list[str]:
    try:
        checked_text(text, LONGEST)
    except InputError as error:
        return [f"`{key}`: {error}"]
    return []

"""Fork a run: copy its past up to a round into a new folder, optionally with injected changes.

An injection file (`fork --inject`) is a YAML list. Each entry adds a message (`to`, `content`), changes or drops a
message under way (`message`), adds an event (`event`, `witnesses`), sets a character's goals (`of`, `goals`), moves
a thing (`thing`, `with`), or edits the memory (`edit`, `record`, `other`).
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentsensus.base.files import read_bytes, read_text, writing
from agentsensus.errors import InputError, did_you_mean
from agentsensus.language.languages import all_rules
from agentsensus.language.sentences import sentences
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.core.checks import checked_text
from agentsensus.worlds.actions.base import LONGEST
from agentsensus.worlds.events.log import LogPart, read_log
from agentsensus.worlds.run_folder.folder import RunFolder
from agentsensus.worlds.run_folder.integrity import check_playable, committed_log, log_hash_writer
from agentsensus.worlds.run_folder.run_file import (
    ChangedMessage,
    EditOfMemory,
    InjectedEdit,
    InjectedEvent,
    InjectedGoals,
    InjectedMessage,
    InjectedThing,
    Injection,
    RunFile,
    Segment,
)
from agentsensus.worlds.run_folder.run_files import new_space
from agentsensus.worlds.scenario.lookup import Lookup
from agentsensus.worlds.scenario.reading.yaml_files import read_yaml
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.state.world import World

__all__ = ["checked_injections", "fork", "read_injected"]


async def fork(
    folder: RunFolder, at: int, target: RunFolder, injected: Sequence[Injection] = (), *, to_file: bool = False
) -> RunFile:
    """Copy a run as of the end of round `at` into an empty folder.

    The original is not changed. Only its log and store up to `at` have to be intact. The memory of a run in a database
    is copied to a new space there, or with `to_file` to memory.db.
    """
    check_playable(folder)
    run = folder.read()
    async with folder.open_memory() as memory:
        reached = max([memory.round, *(segment.reached or 0 for segment in run.segments)])
        if not 0 <= at <= reached:
            raise InputError(f"--at is {at}, but the run has rounds 0 to {reached}")
        past = committed_log(folder, memory, at)
        space = new_space(target) if run.store and not to_file else ""
        if space:
            await memory.fork_space(space, at=at)
        else:
            await memory.fork(target.memory, at=at)
    forked = _forked(folder.path.name, run, at, past, injected)
    forked = forked.model_copy(update={"store": run.store if space else "", "space": space})
    _copy_files(folder, target, past)
    target.write(forked)
    where, space = target.store()
    async with AsyncMemory.open(where, space=space, embedder=run.embedder or None) as memory:
        log_hash_writer(target, memory)(memory.round, past.sha256)
    return forked


def _forked(name: str, run: RunFile, at: int, past: LogPart, injected: Sequence[Injection]) -> RunFile:
    recorded_until = None if run.recorded_until is None else min(run.recorded_until, at)
    return run.model_copy(
        update={
            "recorded_until": recorded_until,
            "forked_from": {"at": at, "log_sha256": past.sha256, "run": name},
            "injected": (*(entry for entry in run.injected if entry.at <= at), *injected),
            "segments": (Segment(after=0, until=at, reached=at, stop="max_rounds"),),
            "usage": {},
        }
    )


def _copy_files(folder: RunFolder, target: RunFolder, past: LogPart) -> None:
    with writing(target.path):
        target.log.write_bytes(read_bytes(folder.log)[: past.size] if past.size else b"")
        (target.path / "world.json").write_bytes(folder.world_bytes())
        if folder.tape.exists():
            target.tape.write_bytes(read_bytes(folder.tape))


def read_injected(path: Path, folder: RunFolder, at: int) -> list[Injection]:
    """Read and check an injection file for a fork after round `at`.

    Raises InputError that lists every mistake by the number of its entry.
    """
    document = read_yaml(read_text(path))
    if document.wrong:
        problems = "; ".join(f"line {line} {problem}" for line, problem in document.wrong)
        raise InputError(f"{path}: cannot be read ({problems})")
    try:
        return checked_injections(document.value, folder, at)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def checked_injections(content: Any, folder: RunFolder, at: int) -> list[Injection]:
    """Check a list of injections for a run or fork that continues after round `at`.

    Raises InputError that lists every mistake by the number of its entry.
    """
    if not isinstance(content, list):
        raise InputError("give a list of entries, each with `to` and `content`, `message`, or `event`")
    point = _Point(folder, at)
    entries = [_parse_entry(entry) for entry in content]
    wrong = [
        f"entry {number}: {problem}"
        for number, entry in enumerate(entries, 1)
        for problem in (entry if isinstance(entry, list) else entry.problems(point))
    ]
    if wrong:
        raise InputError("; ".join(wrong))
    return [entry.made(point) for entry in entries if not isinstance(entry, list)]


_EVERYBODY = frozenset[str]().union(*(rules.world_words.everybody for rules in all_rules()))


class _Point:
    """The state of a run at the fork: its characters and places, and the messages under way."""

    def __init__(self, folder: RunFolder, at: int) -> None:
        self.at = at
        self.scenario = folder.scenario()
        self._folder = folder

    @cached_property
    def under_way(self) -> dict[str, list[str]]:
        """Messages that still have to reach recipients, with those recipients."""
        rules = Rules.model_validate(self._folder.read().rules)
        mail = World(self.scenario, rules, read_log(self._folder.log, self.at)).mail
        waiting: dict[str, list[str]] = {}
        for recipient, message in sorted(mail.in_flight, key=lambda pair: (pair[1], pair[0])):
            waiting.setdefault(message, []).append(recipient)
        return waiting

    def unknown(self, names: list[str], *, active: bool) -> Iterator[str]:
        """Yield a problem for each unknown name.

        With `active`, only active characters are known; otherwise all characters and places are.
        """
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

    def named(self, names: list[str] | str) -> list[str]:
        """Return names as a list, with every active character for «everyone»."""
        return [one for name in _as_list(names) for one in (self.scenario.active if name in _EVERYBODY else (name,))]

    def id_of(self, name: str) -> str:
        """Return the id of a character or place. Check the name with `unknown` first."""
        id_ = self.scenario.find(name, "character") or self.scenario.find(name, "place")
        assert id_ is not None
        return id_


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True, populate_by_name=True)


class _Added(_Entry):
    """A new message: `to` and `content`, optionally `from` and `at`."""

    to: list[str] | str
    content: str
    from_: str = Field("", alias="from")
    at: int | None = Field(None, strict=True)

    def problems(self, point: _Point) -> Iterator[str]:
        yield from _round_problems(self.at, point)
        yield from [] if _as_list(self.to) else ["`to` is empty; name a character"]
        yield from point.unknown([*point.named(self.to), *_as_list(self.from_)], active=True)
        yield from _text_problems("content", self.content)

    def made(self, point: _Point) -> Injection:
        sender_name = {point.id_of(self.from_)} if self.from_ else set()
        to = tuple(sorted({point.id_of(name) for name in point.named(self.to)} - sender_name))
        sender = point.id_of(self.from_) if self.from_ else ""
        return InjectedMessage(at=self.at or point.at + 1, to=to, content=self.content, sender=sender)


class _Altered(_Entry):
    """A changed message: `message` with new `content` or with `drop: true`."""

    message: str
    content: str | None = None
    drop: bool = Field(False, strict=True)

    def problems(self, point: _Point) -> Iterator[str]:
        if self.message not in point.under_way:
            known = did_you_mean(self.message, point.under_way) or "; none was"
            yield f"no message {self.message!r} was under way after round {point.at}{known}"
        if (self.content is None) != self.drop:
            yield "give a message another `content`, or `drop: true`, one of them"
        yield from _text_problems("content", self.content) if self.content is not None else ()

    def made(self, point: _Point) -> Injection:
        return ChangedMessage(at=point.at + 1, message=self.message, content=self.content)


class _Happening(_Entry):
    """A new event: `event` and `witnesses`, optionally `at`."""

    event: list[str] | str
    witnesses: list[str] | str
    at: int | None = Field(None, strict=True)

    def problems(self, point: _Point) -> Iterator[str]:
        yield from _round_problems(self.at, point)
        yield from [] if _as_list(self.witnesses) else ["`witnesses` is empty; name a character or a place"]
        yield from point.unknown(point.named(self.witnesses), active=False)
        yield from [] if self.statements else ["`event` is empty; say what happens"]
        for statement in self.statements:
            yield from _text_problems("event", statement)

    @property
    def statements(self) -> list[str]:
        """The event, sentence by sentence."""
        return sentences(self.event) if isinstance(self.event, str) else self.event

    def made(self, point: _Point) -> Injection:
        witnesses = tuple(sorted({point.id_of(name) for name in point.named(self.witnesses)}))
        return InjectedEvent(at=self.at or point.at + 1, event=tuple(self.statements), witnesses=witnesses)


class _Goals(_Entry):
    """New goals: `of` a character, `goals` with the topmost last, optionally `at`."""

    of: str
    goals: list[str] | str
    at: int | None = Field(None, strict=True)

    def problems(self, point: _Point) -> Iterator[str]:
        yield from _round_problems(self.at, point)
        yield from point.unknown([self.of], active=True)
        for goal in _as_list(self.goals):
            yield from _text_problems("goals", goal)

    def made(self, point: _Point) -> Injection:
        goals = tuple(goal.strip() for goal in _as_list(self.goals))
        return InjectedGoals(at=self.at or point.at + 1, agent=point.id_of(self.of), goals=goals)


class _Thing(_Entry):
    """A moved thing: `thing` and `with` a character or a place, optionally `at`."""

    thing: str
    with_: str = Field(alias="with")
    at: int | None = Field(None, strict=True)

    def problems(self, point: _Point) -> Iterator[str]:
        yield from _round_problems(self.at, point)
        yield from point.unknown([self.with_], active=False)
        if point.scenario.find(self.thing, "carrier") is None:
            known = [name for carrier in point.scenario.carriers.values() for name in carrier.called]
            yield f"no thing is called {self.thing!r}{did_you_mean(self.thing, known)}"

    def made(self, point: _Point) -> Injection:
        thing = point.scenario.find(self.thing, "carrier")
        assert thing is not None
        return InjectedThing(at=self.at or point.at + 1, thing=thing, holder=point.id_of(self.with_))


class _MemoryEdit(_Entry):
    """An edit of the memory: `edit`, `record` and, except to dismiss, `other`."""

    edit: EditOfMemory
    record: str
    other: str = ""
    at: int | None = Field(None, strict=True)

    def problems(self, point: _Point) -> Iterator[str]:
        yield from _round_problems(self.at, point)
        if self.edit != "dismiss" and not self.other:
            yield "`other` is missing: the wording to split off, the record to merge with, or the side to keep"

    def made(self, point: _Point) -> Injection:
        return InjectedEdit(at=self.at or point.at + 1, edit=self.edit, record=self.record, other=self.other)


_AnyEntry: TypeAlias = _Added | _Altered | _Happening | _Goals | _Thing | _MemoryEdit
_KINDS: dict[str, type[_AnyEntry]] = {
    "message": _Altered,
    "event": _Happening,
    "goals": _Goals,
    "thing": _Thing,
    "edit": _MemoryEdit,
}
"""The class of an injection entry, by a key that only this class has.

An entry without any of these keys is a new message.
"""


def _parse_entry(entry: Any) -> "_AnyEntry | list[str]":
    """Return the parsed entry, of the class that its keys indicate, or a list of its problems."""
    if not isinstance(entry, dict):
        return ["keys and values belong here: `to` and `content`, `message`, or `event`"]
    kind: type[_AnyEntry] = next((kind for key, kind in _KINDS.items() if key in entry), _Added)
    try:
        return kind.model_validate({str(key): value for key, value in entry.items()})
    except ValidationError as error:
        return list(dict.fromkeys(_describe_error(dict(problem), kind) for problem in error.errors()))


def _describe_error(error: dict[str, Any], kind: type[_Entry]) -> str:
    key = str(error["loc"][0])
    if error["type"] == "missing":
        return f"`{key}` is missing"
    if error["type"] == "extra_forbidden":
        known = [field.alias or name for name, field in kind.model_fields.items()]
        return f"there is no key {key!r} here{did_you_mean(key, known)}"
    return f"`{key}` is {str(error['input'])[:60]!r}, which does not belong here"


def _as_list(names: list[str] | str) -> list[str]:
    return ([names] if names else []) if isinstance(names, str) else names


def _round_problems(at: int | None, point: _Point) -> list[str]:
    if at is None or at > point.at:
        return []
    return [f"`at` is {at}, but the fork continues from round {point.at}; give a later round"]


def _text_problems(key: str, text: str) -> list[str]:
    try:
        checked_text(text, LONGEST)
    except InputError as error:
        return [f"`{key}`: {error}"]
    return []

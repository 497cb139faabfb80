"""scenes.md: what happened before round 1, in order, read and written.

    ## The battlements, midnight: Marcellus, Horatio {I.1}
    - The ghost of King Hamlet passed the watch and would not speak.   #ghost_walks
      ~ A figure in the dead king's armour went by the sentries in silence.
    - (Horatio) Horatio resolved to tell Prince Hamlet.   !secret

A heading is a place, a time and the witnesses, `-` an event, `~` another telling of it, `( )` other witnesses of one
line; `#id`, `!secret` and `{reference}` may end a heading or an event. An indented line goes on with the one before.
Chinese punctuation does as well. An event without an id is called by its place in the order: e0042.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from agentsensus.errors import InputError
from agentsensus.world.reading.problems import Steps
from agentsensus.world.scenario import SceneEvent

__all__ = ["Scenes", "parse", "write"]

_LINE = re.compile(r"(?P<indent>\s*)(?P<mark>##(?!#)|#|[-*](?=\s)|[~～])?\s*(?P<rest>.*)")
_MARKERS = {
    "id": re.compile(r"\s*[#＃](?P<value>[^\s#＃]+)$"),
    "secret": re.compile(r"\s*[!！](?P<value>secret|秘密)$", re.IGNORECASE),
    "reference": re.compile(r"\s*[{｛](?P<value>[^{}｛｝]*)[}｝]$"),
}
_BRACKETS = re.compile(r"[(（](?P<who>[^()（）]*)[)）]\s*(?P<text>.*)", re.DOTALL)
_COLON = re.compile(r"(?:.*)(?P<colon>:(?=\s|$)|：)", re.DOTALL)
_COMMA = re.compile(r"\s*[,，]\s*")
_NAMES = re.compile(r"\s*[,，、;；]\s*")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass
class Scenes:
    """What a scenes.md says: events with names as written, the line of each text, and what could not be read."""

    events: list[SceneEvent] = field(default_factory=list)
    lines: dict[Steps, int] = field(default_factory=dict)
    wrong: list[tuple[int, str]] = field(default_factory=list)


@dataclass
class _Item:
    """A heading, an event or a telling with its continuation lines."""

    mark: str
    text: str
    line: int


@dataclass
class _Heading:
    line: int
    place: str
    time: str
    witnesses: tuple[str, ...]
    reference: str
    secret: bool


def parse(text: str, first_line: int = 1) -> Scenes:
    """Read a scenes.md; nothing is raised, what is wrong is listed by line."""
    found = Scenes()
    heading: _Heading | None = None
    for item in _items(text, first_line, found.wrong):
        if item.mark == "##":
            heading = _heading(item, found.wrong)
        elif heading is None:
            found.wrong.append((item.line, "stands before any heading; begin with ## Place, time: witnesses"))
        elif item.mark == "-":
            _add_event(item, heading, found)
        else:
            _add_telling(item, found)
    return _with_ids(found)


def _items(text: str, first_line: int, wrong: list[tuple[int, str]]) -> list[_Item]:
    found: list[_Item] = []
    bare = _COMMENT.sub(lambda comment: "\n" * comment.group().count("\n"), text.replace("\r\n", "\n"))
    for number, line in enumerate(bare.split("\n"), first_line):
        match = _LINE.fullmatch(line)
        if match is None or not line.strip() or set(line.strip()) <= set("-*_ "):
            continue
        mark, rest, indented = match["mark"], match["rest"].strip(), bool(match["indent"])
        if mark == "#" and not indented:
            continue  # a title, for readers
        if mark and mark != "#":
            found.append(_Item({"*": "-", "～": "~"}.get(mark, mark), rest, number))
        elif indented and found and found[-1].mark != "##":
            found[-1].text += f" {line.strip()}"
        else:
            wrong.append(
                (number, f"{_short(line)} is no heading (##), event (-) or telling (~); indent what continues")
            )
    return found


def _heading(item: _Item, wrong: list[tuple[int, str]]) -> _Heading:
    text, markers = _markers(item.text)
    if "id" in markers:
        wrong.append((item.line, f"a heading has no id; put #{markers['id']} at the end of an event"))
    split = _COLON.match(text)
    where, who = (text[: split.start("colon")], text[split.end() :]) if split else (text, "")
    place, *time = _COMMA.split(where.strip(), maxsplit=1)
    if not place:
        wrong.append((item.line, "a heading names a place: ## Place, time: witnesses"))
    return _Heading(
        line=item.line,
        place=place or "?",
        time=time[0] if time else "",
        witnesses=_people(who),
        reference=markers.get("reference", ""),
        secret="secret" in markers,
    )


def _add_event(item: _Item, heading: _Heading, found: Scenes) -> None:
    text, markers = _markers(item.text)
    brackets = _BRACKETS.fullmatch(text)
    if brackets:
        text = brackets["text"]
    if not text.strip():
        found.wrong.append((item.line, "an event without a text"))
        return
    order = len(found.events) + 1
    found.lines |= {
        (order,): item.line,
        (order, "place"): heading.line,
        (order, "witnesses"): item.line if brackets else heading.line,
    }
    found.events.append(
        SceneEvent(
            id=markers.get("id", "?"),
            text=" ".join(text.split()),
            place=heading.place,
            time=heading.time,
            witnesses=_people(brackets["who"]) if brackets else heading.witnesses,
            secret=heading.secret or "secret" in markers,
            reference=markers.get("reference", heading.reference),
            order=order,
        )
    )


def _add_telling(item: _Item, found: Scenes) -> None:
    text = " ".join(item.text.split())
    if not found.events or not text:
        found.wrong.append((item.line, "a telling (~) without an event (-) before it" if text else "an empty telling"))
        return
    event = found.events[-1]
    found.lines[(event.order, len(event.tellings))] = item.line
    found.events[-1] = event.model_copy(update={"tellings": (*event.tellings, text)})


def _with_ids(found: Scenes) -> Scenes:
    taken = {event.id for event in found.events}
    for place, event in enumerate(found.events):
        if event.id == "?":
            id_ = _numbered(event.order)
            while id_ in taken:
                id_ += "_"
            taken.add(id_)
            found.events[place] = event.model_copy(update={"id": id_})
    return found


def _markers(text: str) -> tuple[str, dict[str, str]]:
    """The text before its markers, and each marker at most once."""
    found: dict[str, str] = {}
    text = text.strip()
    while True:
        for kind, pattern in _MARKERS.items():
            match = pattern.search(text)
            if match and kind not in found:
                found[kind] = match["value"].strip()
                text = text[: match.start()].rstrip()
                break
        else:
            return text, found


def _people(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(" ".join(name.split()) for name in _NAMES.split(text.strip()) if name.strip()))


def _numbered(order: int) -> str:
    return f"e{order:04d}"


def _short(line: str) -> str:
    line = line.strip()
    return repr(line if len(line) <= 40 else f"{line[:40]}…")


def write(events: Sequence[SceneEvent], names: Mapping[str, str] | None = None) -> str:
    """A scenes.md that reads back as these events, numbered from 1; `names` by id are written instead of the ids."""
    blocks = [
        _block(list(group), names or {}) for _, group in groupby(events, lambda e: (e.place, e.time, e.reference))
    ]
    told = "\n".join(blocks)
    if not names and (back := parse(told)).events != list(events):
        pairs = zip(events, back.events, strict=False)
        lost = next((mine.id for mine, theirs in pairs if mine != theirs), events[-1].id if events else "?")
        raise InputError(f"event {lost!r} cannot be written into scenes.md: its text reads as something else there")
    return told


def _block(events: list[SceneEvent], names: Mapping[str, str]) -> str:
    first = events[0]
    secret = all(event.secret for event in events)
    where = f"{names.get(first.place, first.place)}{f', {first.time}' if first.time else ''}"
    head = f"## {where}: {_listed(first.witnesses, names)}".rstrip()
    head += f" {{{first.reference}}}" if first.reference else ""
    lines = [head + (" !secret" if secret else "")]
    for event in events:
        same = event.witnesses == first.witnesses and event.text[0] not in "(（"
        who = "" if same else f"({_listed(event.witnesses, names)}) "
        id_ = "" if event.id == _numbered(event.order) else f"   #{event.id}"
        lines.append(f"- {who}{event.text}{id_}{' !secret' if event.secret and not secret else ''}")
        lines.extend(f"  ~ {telling}" for telling in event.tellings)
    return "\n".join([*lines, ""])


def _listed(ids: Iterable[str], names: Mapping[str, str]) -> str:
    return ", ".join(names.get(id_, id_) for id_ in ids)

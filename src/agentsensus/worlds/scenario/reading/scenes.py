"""Read and write scenes.md: the events before round 1, in order.

    ## The battlements, midnight: Marcellus, Horatio {I.1} #the_ghost
    - The ghost of King Hamlet passed the watch and would not speak.   #ghost_walks !grave
      ~ A figure in the dead king's armour went by the sentries in silence. ≈ Without a word King Hamlet's ghost went
      past the watch.
    - (Horatio) Horatio promised Marcellus to tell Prince Hamlet.   (promise: Horatio → Marcellus)

A heading is a place, a time and the witnesses, `-` an event, `~` another telling of it, `≈` a telling kept back for
questions, `( )` other witnesses of one line. `!secret`, `!grave` and `{reference}` may end a heading or an event, `#id`
and `(kind: doer → victim)` an event; `#tag` at the end of a heading names the whole matter. Events up to a blank line
or the next heading are one group. An indented line continues the one before. Chinese punctuation works too.
An event without an id gets one from its position: e0042.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from agentsensus.errors import InputError
from agentsensus.language.languages import either_language
from agentsensus.worlds.scenario.happenings import KINDS, EventKind, kind_of_text
from agentsensus.worlds.scenario.reading.problems import Steps
from agentsensus.worlds.scenario.scenario import SceneEvent

__all__ = ["Scenes", "parse", "write"]

_LINE = re.compile(r"(?P<indent>\s*)(?P<mark>##(?!#)|#|[-*](?=\s)|[~～≈])?\s*(?P<rest>.*)")
_MARKERS = {
    "id": re.compile(r"\s*[#＃](?P<value>[^\s#＃]+)$"),
    "secret": re.compile(rf"\s*[!！](?P<value>{either_language(lambda words: words.hidden_mark)})$", re.IGNORECASE),
    "grave": re.compile(rf"\s*[!！](?P<value>{either_language(lambda words: words.grave_mark)})$", re.IGNORECASE),
    "kind": re.compile(
        rf"\s*[(（](?P<value>\s*(?:{'|'.join(KINDS)})\s*[:：][^()（）]*)[)）]$",
        re.IGNORECASE,
    ),
    "reference": re.compile(r"\s*[{｛](?P<value>[^{}｛｝]*)[}｝]$"),
}
_BRACKETS = re.compile(r"[(（](?P<who>[^()（）]*)[)）]\s*(?P<text>.*)", re.DOTALL)
_COLON = re.compile(r"(?:.*)(?P<colon>:(?=\s|$)|：)", re.DOTALL)
_COMMA = re.compile(r"\s*[,，]\s*")
_NAMES = re.compile(r"\s*[,，、;；]\s*")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass
class Scenes:
    """The content of a scenes.md: events with names as written, the line of each text, and errors by line."""

    events: list[SceneEvent] = field(default_factory=list)
    lines: dict[Steps, int] = field(default_factory=dict)
    wrong: list[tuple[int, str]] = field(default_factory=list)


@dataclass
class _Item:
    """A heading, an event or a telling with its continuation lines, and whether a blank line precedes it."""

    mark: str
    text: str
    line: int
    after_blank: bool


@dataclass
class _Heading:
    line: int
    place: str
    time: str
    witnesses: tuple[str, ...]
    reference: str
    secret: bool
    grave: bool
    matter: str


def parse(text: str, first_line: int = 1) -> Scenes:
    """Read a scenes.md. Errors are returned by line, not raised."""
    scenes = Scenes()
    heading: _Heading | None = None
    group = 0
    for item in _items(text, first_line, scenes.wrong):
        if item.mark == "##":
            heading = _heading(item, scenes.wrong)
            group += 1
        elif heading is None:
            scenes.wrong.append((item.line, "stands before any heading; begin with ## Place, time: witnesses"))
        elif item.mark == "-":
            follows = bool(scenes.events) and scenes.events[-1].group == group
            group += follows and item.after_blank
            _add_event(item, heading, group, scenes)
        else:
            _add_telling(item, scenes)
    return _with_ids(scenes)


def _items(text: str, first_line: int, wrong: list[tuple[int, str]]) -> list[_Item]:
    items: list[_Item] = []
    bare = _COMMENT.sub(lambda comment: "\n" * comment.group().count("\n"), text.replace("\r\n", "\n"))
    after_blank = False
    for number, line in enumerate(bare.split("\n"), first_line):
        match = _LINE.fullmatch(line)
        if match is None or not line.strip() or set(line.strip()) <= set("-*_ "):
            after_blank = True
            continue
        mark, rest, indented = match["mark"], match["rest"].strip(), bool(match["indent"])
        if mark == "#" and not indented:
            continue  # a title, for readers
        if mark and mark != "#":
            items.append(_Item({"*": "-", "～": "~"}.get(mark, mark), rest, number, after_blank))
            after_blank = False
        elif indented and items and items[-1].mark != "##":
            items[-1].text += f" {line.strip()}"
        else:
            wrong.append(
                (number, f"{_short(line)} is no heading (##), event (-) or telling (~, ≈); indent what continues")
            )
    return items


def _heading(item: _Item, wrong: list[tuple[int, str]]) -> _Heading:
    text, markers = _markers(item.text)
    if "kind" in markers:
        wrong.append((item.line, f"a heading has no kind; put ({markers['kind']}) at the end of an event"))
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
        grave="grave" in markers,
        matter=markers.get("id", ""),
    )


def _add_event(item: _Item, heading: _Heading, group: int, scenes: Scenes) -> None:
    text, markers = _markers(item.text)
    brackets = _BRACKETS.fullmatch(text)
    if brackets:
        text = brackets["text"]
    if not text.strip():
        scenes.wrong.append((item.line, "an event without a text"))
        return
    order = len(scenes.events) + 1
    scenes.lines |= {
        (order,): item.line,
        (order, "place"): heading.line,
        (order, "witnesses"): item.line if brackets else heading.line,
    }
    scenes.events.append(
        SceneEvent(
            id=markers.get("id", "?"),
            text=" ".join(text.split()),
            place=heading.place,
            time=heading.time,
            witnesses=_people(brackets["who"]) if brackets else heading.witnesses,
            secret=heading.secret or "secret" in markers,
            grave=heading.grave or "grave" in markers,
            kind=EventKind.model_validate(kind_of_text(markers["kind"])) if "kind" in markers else None,
            matter=heading.matter,
            reference=markers.get("reference", heading.reference),
            group=group,
            order=order,
        )
    )


def _add_telling(item: _Item, scenes: Scenes) -> None:
    text = " ".join(item.text.split())
    if not scenes.events or not text:
        problem = f"a telling ({item.mark}) without an event (-) before it" if text else "an empty telling"
        scenes.wrong.append((item.line, problem))
        return
    event = scenes.events[-1]
    if item.mark == "≈":
        scenes.lines[(event.order, "kept_back", len(event.kept_back))] = item.line
        scenes.events[-1] = event.model_copy(update={"kept_back": (*event.kept_back, text)})
    else:
        scenes.lines[(event.order, len(event.tellings))] = item.line
        scenes.events[-1] = event.model_copy(update={"tellings": (*event.tellings, text)})


def _with_ids(scenes: Scenes) -> Scenes:
    taken = {event.id for event in scenes.events}
    for place, event in enumerate(scenes.events):
        if event.id == "?":
            id_ = _numbered(event.order)
            while id_ in taken:
                id_ += "_"
            taken.add(id_)
            scenes.events[place] = event.model_copy(update={"id": id_})
    return scenes


def _markers(text: str) -> tuple[str, dict[str, str]]:
    """Return the text before its markers, and the markers by kind, each at most once."""
    markers: dict[str, str] = {}
    text = text.strip()
    while True:
        for kind, pattern in _MARKERS.items():
            match = pattern.search(text)
            if match and kind not in markers:
                markers[kind] = match["value"].strip()
                text = text[: match.start()].rstrip()
                break
        else:
            return text, markers


def _people(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(" ".join(name.split()) for name in _NAMES.split(text.strip()) if name.strip()))


def _numbered(order: int) -> str:
    return f"e{order:04d}"


def _short(line: str) -> str:
    line = line.strip()
    return repr(line if len(line) <= 40 else f"{line[:40]}…")


def write(events: Sequence[SceneEvent], names: Mapping[str, str] | None = None) -> str:
    """Return a scenes.md that parses back to these events, numbered from 1. `names` by id replace ids."""
    blocks = [_block(list(events_), names or {}) for _, events_ in groupby(events, _heading_key)]
    text = "\n".join(blocks)
    if not names and (back := parse(text)).events != list(events):
        pairs = zip(events, back.events, strict=False)
        lost = next((event.id for event, read_back in pairs if event != read_back), events[-1].id if events else "?")
        raise InputError(f"event {lost!r} cannot be written into scenes.md: its text reads as something else there")
    return text


def _heading_key(event: SceneEvent) -> tuple[str, str, str, str]:
    return event.place, event.time, event.reference, event.matter


def _block(events: list[SceneEvent], names: Mapping[str, str]) -> str:
    first = events[0]
    secret, grave = all(event.secret for event in events), all(event.grave for event in events)
    where = f"{names.get(first.place, first.place)}{f', {first.time}' if first.time else ''}"
    head = f"## {where}: {_listed(first.witnesses, names)}".rstrip()
    head += f" {{{first.reference}}}" if first.reference else ""
    head += (" !secret" if secret else "") + (" !grave" if grave else "")
    lines = [head + (f" #{first.matter}" if first.matter else "")]
    group = first.group
    for event in events:
        if event.group != group:
            lines.append("")
            group = event.group
        same = event.witnesses == first.witnesses and event.text[0] not in "(（"
        who = "" if same else f"({_listed(event.witnesses, names)}) "
        marks = "" if event.id == _numbered(event.order) else f" #{event.id}"
        marks += " !secret" if event.secret and not secret else ""
        marks += " !grave" if event.grave and not grave else ""
        marks += f" ({_kind(event.kind, names)})" if event.kind else ""
        lines.append(f"- {who}{event.text}" + (f"  {marks}" if marks else ""))
        lines.extend(f"  ~ {telling}" for telling in event.tellings)
        lines.extend(f"  ≈ {telling}" for telling in event.kept_back)
    return "\n".join([*lines, ""])


def _kind(kind: EventKind, names: Mapping[str, str]) -> str:
    return f"{kind.kind}: {_listed(kind.doers, names)} → {_listed(kind.victims, names)}".replace(":  →", ": →").rstrip()


def _listed(ids: Iterable[str], names: Mapping[str, str]) -> str:
    return ", ".join(names.get(id_, id_) for id_ in ids)

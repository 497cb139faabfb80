"""Build the files of a world from an account, and write them as a checked folder.

Fields that rules cannot derive are left to a model or the author.
"""

import json
import os
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from agentsensus.errors import InputError, ScenarioError
from agentsensus.worlds.scenario import Players, Scenario, SceneEvent, WorldCheck, check
from agentsensus.worlds.scenario.happenings import EventKind
from agentsensus.worlds.scenario.reading.scenes import write as write_scenes
from agentsensus.worlds.sediment.account import Account
from agentsensus.worlds.sediment.casting import Selection
from agentsensus.worlds.sediment.matters import (
    arcs_by_rule,
    deeds_by_rule,
    goals_by_rule,
    happenings_by_rule,
    kickoffs_by_rule,
    open_matters,
)
from agentsensus.worlds.sediment.sources import SourceText
from agentsensus.worlds.sediment.words import SedimentWords

__all__ = ["Authored", "WorldDraft", "check_target", "draft_world", "write_world"]


_NEAR, _FAR, _DEFAULT = 1, 3, 6
_LATER_EVENTS = 120
_LATER_EACH = 6


@dataclass(frozen=True)
class Authored:
    """Texts by a model or the author where rules have none; empty otherwise."""

    profiles: dict[str, str]
    goals: dict[str, list[dict[str, Any]]]
    kickoff: list[dict[str, Any]]
    arcs: list[dict[str, Any]]
    documents: dict[str, tuple[str, ...]]

    @classmethod
    def nothing(cls) -> "Authored":
        return cls({}, {}, [], [], {})


@dataclass(frozen=True)
class WorldDraft:
    """The files of a world: values of the YAML files by name, and the events of scenes.md."""

    files: dict[str, dict[str, Any]]
    events: tuple[SceneEvent, ...]
    ids: dict[int, str]


def draft_world(
    name: str,
    account: Account,
    selection: Selection,
    words: SedimentWords,
    like: Scenario | None = None,
    authored: Authored | None = None,
) -> WorldDraft:
    """Build the world of an account. `like` is a world from which players, stamp and person settings are taken."""
    authored = authored or Authored.nothing()
    players = like.world.players if like else Players()
    events = _events(account, selection)
    ids = {number: event.id for number, event in enumerate(events)}
    matters = open_matters(account, selection, words)
    goals = goals_by_rule(account, selection, matters, ids, words) | authored.goals
    world = _world(name, account, words, like) | {
        "map": _map(account, selection),
        "kickoff": authored.kickoff or kickoffs_by_rule(account, selection, matters, words),
    }
    if deeds := deeds_by_rule(account, selection, players, words):
        world["deeds"] = deeds
    if arcs := arcs_by_rule(account, matters, ids, words):
        world["arcs"] = arcs
    files = {
        "world": world,
        "characters": _characters(account, selection, goals, authored, words),
        "places": _places(account, selection),
        "carriers": _carriers(account, selection, authored),
        "happenings": happenings_by_rule(account, selection, matters, players, words),
        "reference": _reference(account, selection, authored),
        "registry": _registry(account, selection),
    }
    return WorldDraft({part: value for part, value in files.items() if value}, tuple(events), ids)


def _world(name: str, account: Account, words: SedimentWords, like: Scenario | None) -> dict[str, Any]:
    told_span, held_out = account.span
    title = account.title or name
    about = words.phrase("about", title=title, span=told_span, statements=str(len(account.statements)))
    span = {"told": told_span} | ({"held_out": held_out} if held_out else {})
    world: dict[str, Any] = {"name": name, "title": title, "about": about, "language": account.language, "span": span}
    world |= {"rounds": 20, "message_speed": 2}
    if like is not None:
        off = {key: "off" for key, value in like.world.players.model_dump().items() if not value}
        world |= {"players": off} if off else {}
        world |= {"stamp": like.world.stamp} if like.world.stamp else {}
        world |= {} if like.world.person else {"person": "off"}
    return world


def _events(account: Account, selection: Selection) -> list[SceneEvent]:
    known = {*selection.active, *selection.archived}
    people = account.registry.of_kind("character")
    events = []
    group, before = 0, None
    for order, statement in enumerate(account.statements, 1):
        together = (statement.group, statement.place, statement.time, statement.part)
        group, before = group + (together != before), together
        events.append(
            SceneEvent(
                id=f"e{order:04d}",
                text=_written(statement.text),
                tellings=tuple(_written(telling) for telling in statement.tellings),
                place=statement.place,
                time=statement.time,
                witnesses=tuple(owner for owner in statement.owners if owner in people),
                secret=statement.is_secret,
                grave=statement.is_grave,
                kind=_kind(statement.kind, known),
                reference=statement.part,
                group=group,
                order=order,
            )
        )
    return events


def _written(text: str) -> str:
    """Return a text that is safe in scenes.md: on one line, without marker characters."""
    return " ".join(re.sub(r"[{}｛｝#＃]|<!--", "", text).split()).lstrip("(（~～≈- ")


def _kind(kind: EventKind | None, known: set[str]) -> EventKind | None:
    if kind is None:
        return None
    doers = tuple(id_ for id_ in kind.doers if id_ in known)
    victims = tuple(id_ for id_ in kind.victims if id_ in known)
    return EventKind(kind=kind.kind, doers=doers, victims=victims)


def _map(account: Account, selection: Selection) -> dict[str, Any]:
    """Return ways between places of one region and between consecutive places of the text."""
    entries, places = account.registry.entries, selection.places
    edges: dict[tuple[str, str], int] = {}
    for origin, other in account.ways:
        if origin in places and other in places:
            is_near = entries[origin].region == entries[other].region
            edges.setdefault((min(origin, other), max(origin, other)), _NEAR if is_near else _FAR)
    by_region: dict[str, list[str]] = {}
    for place in places:
        if entries[place].region:
            by_region.setdefault(entries[place].region, []).append(place)
    for near in by_region.values():
        for other in near[1:]:
            edges.setdefault((min(near[0], other), max(near[0], other)), _NEAR)
    return {"default_distance": _DEFAULT, "edges": [[a, b, rounds] for (a, b), rounds in sorted(edges.items())]}


def _characters(
    account: Account,
    selection: Selection,
    goals: dict[str, list[dict[str, Any]]],
    authored: Authored,
    words: SedimentWords,
) -> dict[str, Any]:
    characters: dict[str, Any] = {}
    for id_ in (*selection.active, *selection.archived):
        entry = account.registry.entries[id_]
        profile = authored.profiles.get(id_) or entry.profile
        is_open = not profile and id_ in selection.at
        written: dict[str, Any] = {"name": entry.name}
        written |= {key: list(value) for key in ("aliases",) if (value := getattr(entry, key))}
        written |= {key: value for key in ("latin", "office") if (value := getattr(entry, key))}
        kin = [other for other in entry.kin if other in selection.at or other in selection.archived]
        written |= {"kin": kin} if kin else {}
        written["profile"] = words.phrase("profile_todo", who=entry.in_a_sentence) if is_open else profile
        if id_ in selection.at:
            written["at"] = selection.at[id_].place
            written |= {"goals": goals[id_]} if goals.get(id_) else {}
        else:
            written["archived"] = selection.archived[id_]
        characters[id_] = {key: value for key, value in written.items() if value not in ("", [])}
    return characters


def _places(account: Account, selection: Selection) -> dict[str, Any]:
    places = {}
    for id_ in selection.places:
        entry = account.registry.entries[id_]
        written = {"name": entry.name, "aliases": list(entry.aliases), "latin": entry.latin, "profile": entry.profile}
        places[id_] = {key: value for key, value in written.items() if value}
    return places


def _carriers(account: Account, selection: Selection, authored: Authored) -> dict[str, Any]:
    carriers: dict[str, Any] = {}
    for document in account.documents:
        written: dict[str, Any] = {
            "name": document.name,
            "aliases": list(document.aliases),
            "profile": document.profile,
        }
        if document.holder in selection.at:
            written |= {"held_by": document.holder}
        elif document.holder in account.whereabouts and account.whereabouts[document.holder].place in selection.places:
            written |= {"at": account.whereabouts[document.holder].place}
        else:
            written |= {"at": selection.places[0]}
        written["text"] = list(authored.documents.get(document.id, document.text))
        carriers[document.id] = {key: value for key, value in written.items() if value}
    return carriers


def _reference(account: Account, selection: Selection, authored: Authored) -> dict[str, Any]:
    """Return the held-out events in order: for each part its deaths, grave events and meetings."""
    known = {*selection.active, *selection.archived}
    events: list[dict[str, Any]] = []
    by_part: dict[str, int] = {}
    for statement in account.later:
        is_weighty = statement.is_grave or statement.sort in ("death", "entrance", "direction")
        is_weighty = is_weighty or (account.form != "play" and statement.kind is not None)
        if not is_weighty or by_part.get(statement.part, 0) >= _LATER_EACH:
            continue
        by_part[statement.part] = by_part.get(statement.part, 0) + 1
        people = [owner for owner in statement.owners if owner in known]
        events.append({"text": statement.text, "characters": people, "reference": statement.part})
    step = max(1, -(-len(events) // _LATER_EVENTS))
    numbered = [{"id": f"later_{number:03d}"} | event for number, event in enumerate(events[::step], 1)]
    arcs = [arc for arc in authored.arcs if arc.get("text")]
    return ({"arcs": arcs} if arcs else {}) | ({"events": numbered} if numbered else {})


def _registry(account: Account, selection: Selection) -> dict[str, Any]:
    """Return the registry entries that are not in the world's other files."""
    written = {*selection.at, *selection.archived, *selection.places}
    entries: dict[str, Any] = {}
    for id_, entry in account.registry.entries.items():
        if id_ in written or (entry.kind == "carrier" and any(document.id == id_ for document in account.documents)):
            continue
        fields = {"name": entry.name, "aliases": list(entry.aliases), "kind": entry.kind, "mentions": entry.mentions}
        entries[id_] = {key: value for key, value in fields.items() if value}
    return entries


_ORDER = ("world", "characters", "places", "carriers", "happenings", "reference", "registry")


def check_target(out: Path) -> None:
    """Raise if the target exists and was not made by `sediment`."""
    if out.is_file() or (out.is_dir() and any(out.iterdir()) and not (out / "sediment.json").is_file()):
        raise InputError(f"--out {out}: already exists and was not made by `sediment`; choose another name")


def write_world(
    out: Path,
    draft: WorldDraft,
    account: Account,
    source: SourceText,
    reports: Callable[[WorldCheck], Mapping[str, Mapping[str, Any]]],
) -> None:
    """Write the folder under a temporary name, check it, add the reports on that check, and move it to `out`.

    Raises ScenarioError if the world cannot be played.
    """
    unfinished = out.parent / f".{out.name}.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        unfinished.mkdir(parents=True)
        for name in _ORDER:
            if name in draft.files:
                (unfinished / f"{name}.yaml").write_text(_yaml(draft.files[name]), "utf-8")
        (unfinished / "scenes.md").write_text(write_scenes(draft.events), "utf-8")
        (unfinished / "passages.jsonl").write_text(_passages(draft, account, source), "utf-8")
        checked = check(unfinished)
        if not checked.ok:
            raise ScenarioError(checked.problems)
        for name, report in reports(checked).items():
            (unfinished / name).write_text(_json(report), "utf-8")
        _replace_folder(unfinished, out)
    except OSError as error:
        raise InputError(f"--out {out}: cannot be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _replace_folder(unfinished: Path, out: Path) -> None:
    """Move a folder into place; an old one is removed after the move."""
    old = out.parent / f".{out.name}.old"
    shutil.rmtree(old, ignore_errors=True)
    if out.exists():
        os.replace(out, old)
    os.replace(unfinished, out)
    shutil.rmtree(old, ignore_errors=True)


class _PlainDumper(yaml.SafeDumper):  # type: ignore[misc]  # yaml has no types
    """Writes short lists on one line."""

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> Any:
        items = list(sequence)
        is_short = all(isinstance(item, str | int) for item in items) and sum(len(str(item)) for item in items) < 70
        return super().represent_sequence(tag, items, flow_style=is_short)


def _yaml(value: dict[str, Any]) -> str:
    return str(yaml.dump(value, Dumper=_PlainDumper, allow_unicode=True, sort_keys=False, width=110))


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=False) + "\n"


def _passages(draft: WorldDraft, account: Account, source: SourceText) -> str:
    """Return one JSON line per event: its offsets in the source, and those of its retellings."""
    lines = []
    for event, statement in zip(draft.events, account.statements, strict=True):
        line: dict[str, Any] = {
            "event": event.id,
            "group": event.group,
            "part": statement.part,
            "start": source.offset(statement.start),
            "end": source.offset(statement.end),
            "confidence": statement.confidence,
        }
        if statement.also_at:
            line["again"] = [[source.offset(start), source.offset(end)] for start, end in statement.also_at]
        lines.append(json.dumps(line, ensure_ascii=False))
    return "\n".join(lines) + "\n"

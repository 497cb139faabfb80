"""A world's files from an account: as a person would write them, what a rule cannot know left to the author."""

import re
from dataclasses import dataclass
from typing import Any

from agentsensus.sediment.account import Account
from agentsensus.sediment.casting import Selection
from agentsensus.sediment.matters import (
    arcs_by_rule,
    deeds_by_rule,
    goals_by_rule,
    happenings_by_rule,
    kickoffs_by_rule,
    open_matters,
)
from agentsensus.sediment.words import SedimentWords
from agentsensus.world import Players, Scenario, SceneEvent
from agentsensus.world.happenings import EventKind

__all__ = ["Authored", "WorldDraft", "draft_world"]

_NEAR, _FAR, _DEFAULT = 1, 3, 6
_LATER_EVENTS = 120
_LATER_EACH = 6


@dataclass(frozen=True)
class Authored:
    """What a model, or the author, has said where rules know nothing; empty where nobody has."""

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
    """The world of an account. `like` is a world whose rules (players, stamp, person) hold for this one too."""
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
    """A text as scenes.md can hold it: on one line, without what would be read as a mark there."""
    return " ".join(re.sub(r"[{}｛｝#＃]|<!--", "", text).split()).lstrip("(（~～≈- ")


def _kind(kind: EventKind | None, known: set[str]) -> EventKind | None:
    if kind is None:
        return None
    doers = tuple(id_ for id_ in kind.doers if id_ in known)
    victims = tuple(id_ for id_ in kind.victims if id_ in known)
    return EventKind(kind=kind.kind, doers=doers, victims=victims)


def _map(account: Account, selection: Selection) -> dict[str, Any]:
    """Ways between places of one region, and between places that the text goes between."""
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
    """What comes later, in order: of each part the deaths, what is grave, and who came together."""
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
    """Every name of the text that is not in the world's own files."""
    written = {*selection.at, *selection.archived, *selection.places}
    entries: dict[str, Any] = {}
    for id_, entry in account.registry.entries.items():
        if id_ in written or (entry.kind == "carrier" and any(document.id == id_ for document in account.documents)):
            continue
        fields = {"name": entry.name, "aliases": list(entry.aliases), "kind": entry.kind, "mentions": entry.mentions}
        entries[id_] = {key: value for key, value in fields.items() if value}
    return entries

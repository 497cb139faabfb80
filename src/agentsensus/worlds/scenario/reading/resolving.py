"""Resolve references to ids. Names and aliases are accepted if they are unambiguous."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from agentsensus.errors import did_you_mean
from agentsensus.language.languages import either_language
from agentsensus.language.sentences import sentences
from agentsensus.worlds.scenario.cast import Carrier, Character, Named, Registered
from agentsensus.worlds.scenario.goals import Goal
from agentsensus.worlds.scenario.happenings import Condition, Deed, Effect, EventKind, StoryArc, WorldHappening
from agentsensus.worlds.scenario.lookup import Lookup
from agentsensus.worlds.scenario.reading.entries import WorldParts, shown
from agentsensus.worlds.scenario.reading.problems import Problems, Steps
from agentsensus.worlds.scenario.scenario import Kickoff, Reference, Scenario, SceneEvent, WorldFile

__all__ = ["resolve"]

_AND = re.compile(either_language(lambda words: words.name_joiner))


def resolve(written: WorldParts, notes: Problems) -> Scenario:
    """Return the scenario with ids in every reference. Unknown names are reported and left out."""
    return _Resolver(written, notes).scenario()


class _Resolver:
    def __init__(self, written: WorldParts, notes: Problems) -> None:
        self._written = written
        self._notes = notes
        people: dict[str, Named | Registered] = {
            id_: person for id_, person in written.registry.items() if person.kind == "character"
        }
        self._lookups = {
            "character": _lookup(written.characters),
            "place": _lookup(written.places),
            "carrier": _lookup(written.carriers),
            "witness": _lookup({**people, **written.characters}),
            "holder": _lookup({**written.places, **written.characters}),
            "anything": _lookup(written.named()),
        }
        self._events = {event.id for event in written.events}
        self._matters = self._events | {event.matter for event in written.events if event.matter}

    def scenario(self) -> Scenario:
        written = self._written
        return Scenario(
            world=self._world(written.world),
            characters={id_: self._character(character) for id_, character in written.characters.items()},
            places=written.places,
            carriers={id_: self._carrier(carrier) for id_, carrier in written.carriers.items()},
            happenings={
                id_: resolved
                for id_, happening in written.happenings.items()
                if (resolved := self._happening(happening)) is not None
            },
            events=tuple(event for event in map(self._event, written.events) if event is not None),
            reference=self._reference(written.reference),
            registry=written.registry,
        )

    def _find(self, name: str, kind: str, section: str, path: Steps) -> str | None:
        claimants = self._lookups[kind].claimants(name)
        if len(claimants) == 1:
            return claimants[0]
        self._notes.error(section, path, self._unknown(name, kind, claimants))
        return None

    def _unknown(self, name: str, kind: str, claimants: tuple[str, ...]) -> str:
        if claimants:
            return f"is {shown(name)}, and {' and '.join(claimants)} both answer to that; write an id"
        sought = "character" if kind == "witness" else kind
        for other in ("character", "place", "carrier"):
            if self._lookups[other].find(name):
                return f"is {shown(name)}, which is a {other}; a {sought} belongs here"
        return f"is {shown(name)}, and no {sought} is called that{self._lookups[kind].hint(name)}"

    def _all(self, names: Iterable[str], kind: str, section: str, path: Steps) -> tuple[str, ...]:
        ids = [self._find(name, kind, section, (*path, place)) for place, name in enumerate(names)]
        return tuple(sorted({id_ for id_ in ids if id_}))

    def _keyed(self, by_name: Mapping[str, Any], section: str, path: Steps) -> dict[str, Any]:
        by_id = {self._find(name, "character", section, (*path, name)): value for name, value in by_name.items()}
        return {id_: by_id[id_] for id_ in sorted(id_ for id_ in by_id if id_)}

    def _world(self, world: WorldFile) -> WorldFile:
        edges = []
        for place, edge in enumerate(world.map.edges):
            end = self._find(edge.one, "place", "world", ("map", "edges", place))
            other = self._find(edge.other, "place", "world", ("map", "edges", place))
            if end and other:
                edges.append((place, edge.model_copy(update={"one": min(end, other), "other": max(end, other)})))
        self._check_edges(edges)
        kickoff = [self._kickoff(message, place) for place, message in enumerate(world.kickoff)]
        ways = sorted({(edge.one, edge.other): edge for _, edge in edges}.items())
        return world.model_copy(
            update={
                "map": world.map.model_copy(update={"edges": tuple(edge for _, edge in ways)}),
                "kickoff": tuple(kickoff),
                "deeds": {id_: self._deed(id_, deed) for id_, deed in sorted(world.deeds.items())},
                "arcs": tuple(self._arc(arc, place) for place, arc in enumerate(world.arcs)),
            }
        )

    def _deed(self, id_: str, deed: Deed) -> Deed:
        path: Steps = ("deeds", id_)
        doers = () if deed.by in (("office",), ("anyone",)) else self._all(deed.by, "character", "world", (*path, "by"))
        return deed.model_copy(
            update={
                "id": id_,
                "by": doers or deed.by,
                "to": self._all(deed.to, "character", "world", (*path, "to")),
                "needs": self._all(deed.needs, "carrier", "world", (*path, "with")),
                "at": self._all(deed.at, "place", "world", (*path, "at")),
            }
        )

    def _arc(self, arc: StoryArc, place: int) -> StoryArc:
        path: Steps = ("arcs", place)
        if arc.matter:
            self._known(arc.matter, self._matters, "event or #tag", "world", (*path, "matter"))
        return arc.model_copy(
            update={
                "characters": self._all(arc.characters, "witness", "world", (*path, "characters")),
                "ends_when": arc.ends_when and self._condition(arc.ends_when, "world", (*path, "ends_when")),
            }
        )

    def _known(self, name: str, among: Iterable[str], kind: str, section: str, path: Steps) -> str | None:
        """Return the name if it is in `among`; otherwise report it."""
        if name in (known := set(among)):
            return name
        self._notes.error(section, path, f"is {shown(name)}, and no {kind} is called that{did_you_mean(name, known)}")
        return None

    def _condition(self, condition: Condition, section: str, path: Steps) -> Condition:
        def ids(part: str, kind: str, valued: str = "") -> dict[str, Any]:
            resolved = {}
            for name, value in getattr(condition, part).items():
                id_ = self._find(name, kind, section, (*path, part, name))
                if id_ and valued:
                    value = self._valued(value, valued, section, (*path, part, name))
                if id_ and value:
                    resolved[id_] = value
            return {part: resolved}

        def inner(part: str, written: str) -> dict[str, Any]:
            return {
                part: tuple(
                    self._condition(nested, section, (*path, written, number))
                    for number, nested in enumerate(getattr(condition, part))
                )
            }

        happenings, deeds = self._written.happenings, self._written.world.deeds
        for name in condition.after:
            self._known(name, happenings, "happening", section, (*path, "after", name))
        for name in condition.done:
            self._known(name, deeds, "deed", section, (*path, "done", name))
        for name in condition.knows:
            self._known(name, {*self._events, *happenings}, "event", section, (*path, "knows", name))
        return condition.model_copy(
            update={
                **ids("at", "character", "place"),
                **ids("holds", "character", "carrier"),
                **ids("status", "anything"),
                "knows": {
                    event: who if isinstance(who, int) else self._all(who, "character", section, (*path, "knows"))
                    for event, who in condition.knows.items()
                },
                "done": {
                    deed: self._all(targets, "character", section, (*path, "done"))
                    for deed, targets in condition.done.items()
                },
                **{
                    part: self._all(getattr(condition, part), "character", section, (*path, part))
                    for part in ("together", "dead", "held")
                },
                **inner("any", "any"),
                **inner("none", "not"),
            }
        )

    def _valued(self, value: Any, kind: str, section: str, path: Steps) -> Any:
        if isinstance(value, str):
            return self._find(value, kind, section, path)
        return self._all(value, kind, section, path)

    def _happening(self, happening: WorldHappening) -> WorldHappening | None:
        path: Steps = (happening.id,)
        where = self._find(happening.where, "place", "happenings", (*path, "where")) if happening.where != "?" else None
        witnesses = happening.witnesses
        if witnesses not in (("present",), ("everyone",)):
            witnesses = self._all(witnesses, "witness", "happenings", (*path, "witnesses"))
        resolved = happening.model_copy(
            update={
                "where": where,
                "witnesses": witnesses,
                "when": self._condition(happening.when, "happenings", (*path, "when")),
                "kind": self._kind(happening.kind, "happenings", (*path, "kind")),
                "effects": tuple(
                    self._effect(effect, (*path, "effects", place)) for place, effect in enumerate(happening.effects)
                ),
            }
        )
        return resolved if where else None

    def _effect(self, effect: Effect, path: Steps) -> Effect:
        section = "happenings"
        pairs: dict[str, dict[str, Any]] = {}
        for part, keys, values in (("moves", "character", "place"), ("gives", "carrier", "holder")):
            pairs[part] = {}
            for name, target in getattr(effect, part).items():
                id_ = self._find(name, keys, section, (*path, part, name))
                aim = self._find(target, values, section, (*path, part, name))
                if id_ and aim:
                    pairs[part][id_] = aim
        changed = {
            self._find(name, "anything", section, (*path, "status", name)): value
            for name, value in effect.status.items()
        }
        people = {
            part: self._all(getattr(effect, part), "character", section, (*path, part))
            for part in ("dies", "hurt", "held", "freed", "banished")
        }
        status = {id_: value for id_, value in changed.items() if id_}
        return effect.model_copy(update={**pairs, **people, "status": status})

    def _kind(self, kind: EventKind | None, section: str, path: Steps) -> EventKind | None:
        if kind is None:
            return None
        return EventKind(
            kind=kind.kind,
            doers=self._anybody(kind.doers, section, path),
            victims=self._anybody(kind.victims, section, path),
        )

    def _anybody(self, names: Iterable[str], section: str, path: Steps) -> tuple[str, ...]:
        """Return the ids of people. Unknown names only cause a warning, because a story may mention others."""
        ids = []
        for name in names:
            id_ = self._lookups["witness"].find(name)
            if id_:
                ids.append(id_)
            else:
                hint = self._lookups["witness"].hint(name)
                self._notes.warn(section, path, f"names {shown(name)}, and no character is called that{hint}")
        return tuple(dict.fromkeys(ids))

    def _check_edges(self, edges: list[tuple[int, Any]]) -> None:
        seen: dict[tuple[str, str], int] = {}
        for place, edge in edges:
            path: Steps = ("map", "edges", place)
            if edge.one == edge.other:
                self._notes.error("world", path, f"leads from {edge.one!r} to itself")
            elif (edge.one, edge.other) in seen:
                self._notes.error("world", path, f"{edge.one!r} and {edge.other!r} have an edge already")
            seen.setdefault((edge.one, edge.other), edge.rounds)

    def _kickoff(self, kickoff: Kickoff, place: int) -> Kickoff:
        path: Steps = ("kickoff", place, "to")
        recipients = self._all(kickoff.to, "character", "world", path)
        for id_ in recipients:
            if gone := self._written.characters[id_].archived:
                self._notes.error("world", path, f"is {id_!r}, who is {gone} and reads no message")
        count = len(sentences(kickoff.content))
        if len(kickoff.tellings) > count:
            lists = f"has tellings for {len(kickoff.tellings)} sentences, and the content has {count}"
            self._notes.error("world", ("kickoff", place, "tellings"), f"{lists}; write one list for each sentence")
        return kickoff.model_copy(update={"to": recipients})

    def _character(self, character: Character) -> Character:
        at: Steps = (character.id,)
        return character.model_copy(
            update={
                "at": self._find(character.at, "place", "characters", (*at, "at")) if character.at else None,
                "relations": self._keyed(character.relations, "characters", (*at, "relations")),
                "trusts": self._keyed(character.trusts, "characters", (*at, "trusts")),
                "kin": self._all(character.kin, "witness", "characters", (*at, "kin")),
                "voice": character.voice.model_copy(
                    update={"calls": self._keyed(character.voice.calls, "characters", (*at, "voice", "calls"))}
                ),
                "goals": tuple(self._goal(goal, (*at, "goals", place)) for place, goal in enumerate(character.goals)),
            }
        )

    def _goal(self, goal: Goal, path: Steps) -> Goal:
        if goal.otherwise is not None:
            goal = goal.model_copy(update={"otherwise": self._goal(goal.otherwise, (*path, "else"))})
        if goal.intent is None:
            return goal
        path = (*path, "intent")
        resolved: dict[str, str | None] = {}
        for part, kind in (("whom", "character"), ("place", "place"), ("carrier", "carrier")):
            if name := getattr(goal.intent, part, None):
                resolved[part] = self._find(name, kind, "characters", path)
        event = getattr(goal.intent, "event", None)
        known = self._matters if goal.intent.kind == "keep" else {*self._events, *self._written.happenings}
        if event and event not in known:
            problem = f"is {str(goal.intent)!r}, and no event is called {event!r}"
            self._notes.error("characters", path, problem + did_you_mean(event, known))
        deed = getattr(goal.intent, "deed", None)
        if deed:
            self._known(deed, self._written.world.deeds, "deed", "characters", path)
        return goal.model_copy(update={"intent": goal.intent.model_copy(update=resolved)})

    def _carrier(self, carrier: Carrier) -> Carrier:
        at, holder = carrier.at, carrier.held_by
        return carrier.model_copy(
            update={
                "at": self._find(at, "place", "carriers", (carrier.id, "at")) if at else None,
                "held_by": self._find(holder, "character", "carriers", (carrier.id, "held_by")) if holder else None,
            }
        )

    def _event(self, event: SceneEvent) -> SceneEvent | None:
        place = self._find(event.place, "place", "scenes", (event.order, "place"))
        seen: Steps = (event.order, "witnesses")
        names = [part for name in event.witnesses for part in self._split(name)]
        if not names:
            self._notes.warn("scenes", seen, "nobody witnessed what happened here; only the place keeps it")
        who = sorted({id_ for name in names if (id_ := self._find(name, "witness", "scenes", seen))})
        kind = self._kind(event.kind, "scenes", (event.order,))
        return event.model_copy(update={"place": place, "witnesses": tuple(who), "kind": kind}) if place else None

    def _split(self, name: str) -> list[str]:
        """Split «Rosencrantz and Guildenstern» into two names, unless the whole is a name."""
        if self._lookups["witness"].claimants(name):
            return [name]
        parts = [part.strip() for part in _AND.split(name) if part.strip()]
        return parts if all(self._lookups["witness"].claimants(part) for part in parts) else [name]

    def _reference(self, reference: Reference) -> Reference:
        return reference.model_copy(
            update={
                part: tuple(
                    entry.model_copy(update={"characters": self._later(entry.characters, (part, place, "characters"))})
                    for place, entry in enumerate(getattr(reference, part))
                )
                for part in ("arcs", "events")
            }
        )

    def _later(self, names: tuple[str, ...], path: Steps) -> tuple[str, ...]:
        """Return ids where known. Unknown people are allowed in the remainder; only likely typos are reported."""
        people = set()
        for place, name in enumerate(names):
            id_ = self._lookups["witness"].find(name)
            if not id_ and "did you mean" in (hint := self._lookups["witness"].hint(name)):
                self._notes.warn("reference", (*path, place), f"is {shown(name)}{hint}")
            people.add(id_ or name)
        return tuple(sorted(people))


def _lookup(named: Mapping[str, Named | Registered]) -> Lookup:
    return Lookup({id_: entry.called for id_, entry in named.items()})

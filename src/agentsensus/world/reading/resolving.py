"""References into ids: a name or an alias does wherever an id does, as long as only one can be meant."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from agentsensus.errors import nearest
from agentsensus.text.sentences import sentences
from agentsensus.world.cast import Carrier, Character, Named, Registered
from agentsensus.world.goals import Goal
from agentsensus.world.lookup import Lookup
from agentsensus.world.reading.into_types import shown
from agentsensus.world.reading.parts import WorldParts
from agentsensus.world.reading.problems import Problems, Steps
from agentsensus.world.scenario import Kickoff, Reference, Scenario, SceneEvent, WorldFile

__all__ = ["resolve"]

_AND = re.compile(r"\s+and\s+|\s*&\s*|[和与及]")


def resolve(written: WorldParts, notes: Problems) -> Scenario:
    """The scenario with every reference an id; what names nothing is noted and left out."""
    return _Resolver(written, notes).scenario()


class _Resolver:
    def __init__(self, written: WorldParts, notes: Problems) -> None:
        self._written = written
        self._notes = notes
        people: dict[str, Named | Registered] = {
            id_: one for id_, one in written.registry.items() if one.kind == "character"
        }
        self._lookups = {
            "character": _lookup(written.characters),
            "place": _lookup(written.places),
            "carrier": _lookup(written.carriers),
            "witness": _lookup({**people, **written.characters}),
        }
        self._events = {event.id for event in written.events}

    def scenario(self) -> Scenario:
        written = self._written
        return Scenario(
            world=self._world(written.world),
            characters={id_: self._character(one) for id_, one in written.characters.items()},
            places=written.places,
            carriers={id_: self._carrier(one) for id_, one in written.carriers.items()},
            events=tuple(event for event in map(self._event, written.events) if event is not None),
            reference=self._reference(written.reference),
            registry=written.registry,
        )

    def _find(self, name: str, kind: str, section: str, path: Steps) -> str | None:
        found = self._lookups[kind].claimants(name)
        if len(found) == 1:
            return found[0]
        self._notes.error(section, path, self._unknown(name, kind, found))
        return None

    def _unknown(self, name: str, kind: str, found: tuple[str, ...]) -> str:
        if found:
            return f"is {shown(name)}, and {' and '.join(found)} both answer to that; write an id"
        sought = "character" if kind == "witness" else kind
        for other in ("character", "place", "carrier"):
            if self._lookups[other].find(name):
                return f"is {shown(name)}, which is a {other}; a {sought} belongs here"
        return f"is {shown(name)}, and no {sought} is called that{self._lookups[kind].hint(name)}"

    def _all(self, names: Iterable[str], kind: str, section: str, path: Steps) -> tuple[str, ...]:
        found = [self._find(name, kind, section, (*path, place)) for place, name in enumerate(names)]
        return tuple(sorted({id_ for id_ in found if id_}))

    def _keyed(self, given: Mapping[str, Any], section: str, path: Steps) -> dict[str, Any]:
        found = {self._find(name, "character", section, (*path, name)): value for name, value in given.items()}
        return {id_: found[id_] for id_ in sorted(id_ for id_ in found if id_)}

    def _world(self, world: WorldFile) -> WorldFile:
        edges = []
        for place, edge in enumerate(world.map.edges):
            one = self._find(edge.one, "place", "world", ("map", "edges", place))
            other = self._find(edge.other, "place", "world", ("map", "edges", place))
            if one and other:
                edges.append((place, edge.model_copy(update={"one": min(one, other), "other": max(one, other)})))
        self._check_edges(edges)
        kickoff = [self._kickoff(one, place) for place, one in enumerate(world.kickoff)]
        ways = sorted({(edge.one, edge.other): edge for _, edge in edges}.items())
        return world.model_copy(
            update={
                "map": world.map.model_copy(update={"edges": tuple(edge for _, edge in ways)}),
                "kickoff": tuple(kickoff),
            }
        )

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
        found = self._all(kickoff.to, "character", "world", path)
        for id_ in found:
            if gone := self._written.characters[id_].archived:
                self._notes.error("world", path, f"is {id_!r}, who is {gone} and reads no message")
        told = len(sentences(kickoff.content))
        if len(kickoff.tellings) > told:
            lists = f"has tellings for {len(kickoff.tellings)} sentences, and the content has {told}"
            self._notes.error("world", ("kickoff", place, "tellings"), f"{lists}; write one list for each sentence")
        return kickoff.model_copy(update={"to": found})

    def _character(self, one: Character) -> Character:
        at: Steps = (one.id,)
        return one.model_copy(
            update={
                "at": self._find(one.at, "place", "characters", (*at, "at")) if one.at else None,
                "relations": self._keyed(one.relations, "characters", (*at, "relations")),
                "trusts": self._keyed(one.trusts, "characters", (*at, "trusts")),
                "voice": one.voice.model_copy(
                    update={"calls": self._keyed(one.voice.calls, "characters", (*at, "voice", "calls"))}
                ),
                "goals": tuple(self._goal(goal, (*at, "goals", place)) for place, goal in enumerate(one.goals)),
            }
        )

    def _goal(self, goal: Goal, path: Steps) -> Goal:
        if goal.intent is None:
            return goal
        path = (*path, "intent")
        found: dict[str, str | None] = {}
        for part, kind in (("whom", "character"), ("place", "place"), ("carrier", "carrier")):
            if name := getattr(goal.intent, part, None):
                found[part] = self._find(name, kind, "characters", path)
        event = getattr(goal.intent, "event", None)
        if event and event not in self._events:
            told = f"is {str(goal.intent)!r}, and no event is called {event!r}"
            self._notes.error("characters", path, told + nearest(event, self._events))
        return goal.model_copy(update={"intent": goal.intent.model_copy(update=found)})

    def _carrier(self, one: Carrier) -> Carrier:
        at, holder = one.at, one.held_by
        return one.model_copy(
            update={
                "at": self._find(at, "place", "carriers", (one.id, "at")) if at else None,
                "held_by": self._find(holder, "character", "carriers", (one.id, "held_by")) if holder else None,
            }
        )

    def _event(self, event: SceneEvent) -> SceneEvent | None:
        place = self._find(event.place, "place", "scenes", (event.order, "place"))
        seen: Steps = (event.order, "witnesses")
        names = [part for name in event.witnesses for part in self._split(name)]
        if not names:
            self._notes.warn("scenes", seen, "nobody witnessed what happened here; only the place keeps it")
        who = sorted({id_ for name in names if (id_ := self._find(name, "witness", "scenes", seen))})
        return event.model_copy(update={"place": place, "witnesses": tuple(who)}) if place else None

    def _split(self, name: str) -> list[str]:
        """«Rosencrantz and Guildenstern» as two, where nobody is called that whole."""
        if self._lookups["witness"].claimants(name):
            return [name]
        parts = [part.strip() for part in _AND.split(name) if part.strip()]
        return parts if all(self._lookups["witness"].claimants(part) for part in parts) else [name]

    def _reference(self, reference: Reference) -> Reference:
        return reference.model_copy(
            update={
                part: tuple(
                    one.model_copy(update={"characters": self._later(one.characters, (part, place, "characters"))})
                    for place, one in enumerate(getattr(reference, part))
                )
                for part in ("arcs", "events")
            }
        )

    def _later(self, names: tuple[str, ...], path: Steps) -> tuple[str, ...]:
        """Ids where known; the remainder may bring people the world has not met, so only a near miss is noted."""
        found = set()
        for place, name in enumerate(names):
            id_ = self._lookups["witness"].find(name)
            if not id_ and "did you mean" in (hint := self._lookups["witness"].hint(name)):
                self._notes.warn("reference", (*path, place), f"is {shown(name)}{hint}")
            found.add(id_ or name)
        return tuple(sorted(found))


def _lookup(named: Mapping[str, Named | Registered]) -> Lookup:
    return Lookup({id_: one.called for id_, one in named.items()})

"""The data that all panels of a report share: a run with its names, scenes and memory, each read once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from agentsensus.memory.answers import Change, Record
from agentsensus.worlds.events.event import Acted, AnyEvent, Edited, LifeChanged
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.screenplay import Production, produce
from agentsensus.worlds.screenplay.beats import BeatLog, Whereabouts
from agentsensus.worlds.screenplay.grid import colours
from agentsensus.worlds.screenplay.script import opened
from agentsensus.worlds.telling import Teller

__all__ = ["RunMaterial"]


@dataclass(frozen=True)
class RunMaterial:
    """The data of one run for the panels, computed on first use."""

    run: Run

    @property
    def scenario(self) -> Scenario:
        """The world."""
        return self.run.scenario

    @cached_property
    def events(self) -> Sequence[AnyEvent]:
        """The log."""
        return self.run.played.events

    @cached_property
    def teller(self) -> Teller:
        """The object that describes events in the world's language."""
        return Teller(self.scenario)

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The active characters, busiest first."""
        count = dict.fromkeys(self.scenario.active, 0)
        for event in self.events:
            if isinstance(event, Acted) and event.agent in count:
                count[event.agent] += event.action in ("say", "gesture", "act_on", "move")
        return tuple(sorted(count, key=lambda agent: (-count[agent], agent)))

    @cached_property
    def whereabouts(self) -> Whereabouts:
        """The place of every character by round."""
        return Whereabouts(self.scenario, self.events)

    @cached_property
    def production(self) -> Production | None:
        """The run as a play; None if no one said or did anything."""
        if not BeatLog(self.scenario, self.events).beats:
            return None
        return produce(self.scenario, self.events, rounds=self.run.rounds)

    @cached_property
    def reasons(self) -> Mapping[tuple[int, str], str]:
        """The stated reason of each action, by round and agent."""
        return {(event.round, event.agent): event.because for event in self.events if isinstance(event, Acted)}

    @cached_property
    def ends(self) -> Mapping[str, int]:
        """The round of death of each dead character."""
        lives = [event for event in self.events if isinstance(event, LifeChanged)]
        return {event.of: event.round for event in lives if event.change == "died"}

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """Every record with an owner at the end, and every forgotten record, oldest first."""
        by_id = {record.id: record for record in self.run.memory.records()}
        forgotten = {event.round for event in self.events if isinstance(event, Edited) and event.edit == "forget"}
        for round_ in sorted(forgotten):
            for record in self.run.memory.records(at=round_ - 1):
                by_id.setdefault(record.id, record)
        return tuple(sorted(by_id.values(), key=lambda record: (record.created, record.id)))

    @cached_property
    def histories(self) -> Mapping[str, list[Change]]:
        """The changes of each record, by record id."""
        return {record.id: self.run.memory.history(record.id) for record in self.records}

    def _busiest_places(self) -> list[str]:
        """Return all places, those where characters spent most time first."""
        spent: Counter[str] = Counter()
        for agent in self.people:
            spent.update(self.whereabouts.of(agent, round_) or "" for round_ in range(self.run.rounds + 1))
        return sorted(self.scenario.places, key=lambda place: -spent[place])

    def base(self) -> dict[str, Any]:
        """Return the run's data for the page itself: name, rounds, display names and colours."""
        world = self.scenario.world
        kinds: dict[str, Mapping[str, object]] = {
            "place": self.scenario.places,
            "thing": self.scenario.carriers,
            "person": self.scenario.characters,
        }
        named = {id_: [opened(self.teller.name(id_)), kind] for kind, ids in kinds.items() for id_ in ids}
        return {
            "run": self.run.folder.name,
            "title": world.title or world.name,
            "about": world.about,
            "stamp": world.stamp,
            "language": world.language,
            "rounds": self.run.rounds,
            "named": named,
            "people": list(self.people),
            "ends": dict(self.ends),
            "colours": colours(self.people) | {place: _shade(n) for n, place in enumerate(self._busiest_places())},
        }


_SHADES = (
    *("#80b1d3", "#fdb462", "#8dd3c7", "#fb8072", "#b3de69", "#bc80bd", "#ffd92f", "#fccde5", "#a6761d", "#bebada"),
    *("#66c2a5", "#d95f02", "#7570b3", "#e7298a", "#c7c7c7", "#1b9e77", "#e5c494", "#6a8caf", "#ccebc5", "#a9a13b"),
)


def _shade(number: int) -> str:
    """Return a soft colour for a place, different from the colours of people."""
    return _SHADES[number % len(_SHADES)]

"""Who knows of the events that conditions ask for: whoever saw, heard, read or kept them, in any of their wordings."""

from collections.abc import Iterable, Mapping

from agentsensus.world.conditions import Condition
from agentsensus.world.scenario import Scenario

__all__ = ["WhoKnows"]


class WhoKnows:
    """By event that some condition of the world asks for: the characters who know of it."""

    def __init__(self, scenario: Scenario) -> None:
        wanted = {event for condition in _conditions(scenario) for event in condition.knows}
        self.by_event: dict[str, set[str]] = {event: set() for event in sorted(wanted)}
        self._wordings: dict[str, tuple[str, ...]] = {}
        for event in scenario.events:
            if event.id in wanted:
                self.by_event[event.id].update(event.witnesses)
                self._wordings[event.id] = _plain((event.text, *event.tellings))
        for id_, happening in scenario.happenings.items():
            if id_ in wanted:
                self._wordings[id_] = _plain((happening.text, *happening.tellings))

    def learn(self, agent: str, event: str) -> None:
        """Somebody comes to know of an event."""
        if event in self.by_event:
            self.by_event[event].add(agent)

    def hear(self, agent: str, text: str) -> None:
        """Somebody comes to know of every event that a text tells in one of its wordings."""
        if not self.by_event:
            return
        (plain,) = _plain((text,))
        for event, wordings in self._wordings.items():
            if agent not in self.by_event[event] and any(wording in plain for wording in wordings):
                self.by_event[event].add(agent)

    def keep(self, agent: str, records: Iterable[str], events: Mapping[str, str]) -> None:
        """Somebody owns these records of the memory; `events` says which of them are events of the world."""
        for record in records:
            self.learn(agent, events.get(record, ""))


def _conditions(scenario: Scenario) -> list[Condition]:
    conditions = [happening.when for happening in scenario.happenings.values()]
    conditions += [arc.ends_when for arc in scenario.world.arcs if arc.ends_when is not None]
    return [part for condition in conditions for part in condition.parts()]


def _plain(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(" ".join(text.casefold().split()).rstrip(".。!！") for text in texts)

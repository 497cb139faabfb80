"""The world's past as deposits for a memory: events before round 1, and readable documents."""

from itertools import groupby

from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.write.history import PastEvent, grouped
from agentsensus.worlds.scenario.scenario import Scenario, SceneEvent

__all__ = ["history", "write_history"]


def history(scenario: Scenario, *, groups: bool = True) -> list[PastEvent]:
    """Return every event with its witnesses and place, in order, then every document.

    Events of one group form one linked deposit, unless `groups` is False.
    """
    if groups:
        events = [_together(list(group)) for _, group in groupby(scenario.events, _group)]
    else:
        events = [_past(event) for event in scenario.events]
    documents = [
        PastEvent([id_], carrier.text, {"document": id_}, is_document=True)
        for id_, carrier in scenario.carriers.items()
        if carrier.text
    ]
    return events + documents


async def write_history(scenario: Scenario, memory: AsyncMemory, *, groups: bool = True) -> None:
    """Write the world's past to a memory, dated round 0, with the world's stamp."""
    if scenario.world.stamp:
        memory.set_stamp(scenario.world.stamp)
    past = history(scenario, groups=groups)
    if past:
        await memory.remember_history(past, at=0)
    else:
        await memory.advance(0)


def _group(event: SceneEvent) -> tuple[int, str, str]:
    # Older worlds have one group number for all events; their headings separate them.
    return event.group, event.place, event.time


def _together(events: list[SceneEvent]) -> PastEvent:
    return _past(events[0]) if len(events) == 1 else grouped([_past(event) for event in events])


def _past(event: SceneEvent) -> PastEvent:
    metadata = {"event": event.id} | ({"secret": True} if event.secret else {})
    return PastEvent(event.owners, [event.text], metadata, event.id)

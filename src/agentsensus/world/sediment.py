"""A world's past as a memory takes it: what happened before round 1, and what can be read."""

from itertools import groupby

from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.history import PastEvent, grouped
from agentsensus.world.scenario import Scenario, SceneEvent

__all__ = ["history", "lay_down"]


def history(scenario: Scenario, *, groups: bool = True) -> list[PastEvent]:
    """Every event with its witnesses and its place, in order, then every document.

    Events of one group are one linked deposit, unless `groups` is off.
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


async def lay_down(scenario: Scenario, memory: AsyncMemory, *, groups: bool = True) -> None:
    """Give a memory the world's past, dated round 0, and its stamp."""
    if scenario.world.stamp:
        memory.set_stamp(scenario.world.stamp)
    past = history(scenario, groups=groups)
    if past:
        await memory.remember_history(past, at=0)
    else:
        await memory.advance(0)


def _group(event: SceneEvent) -> tuple[int, str, str]:
    # Worlds written before there were groups have one number for all events; their headings tell them apart.
    return event.group, event.place, event.time


def _together(events: list[SceneEvent]) -> PastEvent:
    return _past(events[0]) if len(events) == 1 else grouped([_past(event) for event in events])


def _past(event: SceneEvent) -> PastEvent:
    metadata = {"event": event.id} | ({"secret": True} if event.secret else {})
    return PastEvent(event.owners, [event.text], metadata, event.id)

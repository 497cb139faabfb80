"""A world's past as a memory takes it: what happened before round 1, and what can be read."""

from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.history import PastEvent
from agentsensus.world.scenario import Scenario

__all__ = ["history", "lay_down"]


def history(scenario: Scenario) -> list[PastEvent]:
    """Every event with its witnesses and its place, in order, then every document."""
    events = [
        PastEvent(
            event.owners,
            [event.text],
            {"event": event.id} | ({"secret": True} if event.secret else {}),
            event.id,
        )
        for event in scenario.events
    ]
    documents = [
        PastEvent([id_], carrier.text, {"document": id_}, is_document=True)
        for id_, carrier in scenario.carriers.items()
        if carrier.text
    ]
    return events + documents


async def lay_down(scenario: Scenario, memory: AsyncMemory) -> None:
    """Give a memory the world's past, dated round 0, and its stamp."""
    if scenario.world.stamp:
        memory.set_stamp(scenario.world.stamp)
    told = history(scenario)
    if told:
        await memory.remember_history(told, at=0)
    else:
        await memory.advance(0)

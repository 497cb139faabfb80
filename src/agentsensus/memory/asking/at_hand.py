"""What a memory holds, without waiting: for programs of this package that run in the background themselves.

Everybody else awaits the methods of the same names, so that nothing is computed on their event loop.
"""

from collections.abc import Sequence

from agentsensus.memory.asking.filters import Where
from agentsensus.memory.async_reading import AsyncReading
from agentsensus.memory.record import Decided, Record

__all__ = ["byproducts", "decided", "latest", "owns", "record_ids", "records"]


def records(memory: AsyncReading, *, agent: str | None = None) -> list[Record]:
    """All records that somebody (or this agent) owns, oldest first."""
    return memory._records(agent=agent)


def latest(memory: AsyncReading, agent: str, count: int, *, where: Where | None = None) -> list[str]:
    """An agent's own latest wordings, newest first, at most `count`."""
    return memory._latest(agent, count, where)


def owns(memory: AsyncReading, agent: str, record: str) -> bool:
    """Whether `record` is the id of one of the agent's own wordings."""
    return memory._owns(agent, record)


def byproducts(memory: AsyncReading, at: int) -> list[Record]:
    """The records that the design itself made in round `at` (reflections, insights), oldest first."""
    return memory._byproducts(at)


def record_ids(memory: AsyncReading, ids: Sequence[str]) -> dict[str, str]:
    """For each id of a wording, the id of the record that it belongs to now; unknown ids are left out."""
    return memory._record_ids(ids)


def decided(memory: AsyncReading) -> list[Decided]:
    """Every statement on which the judge decided, with the wordings it was compared with."""
    return memory._decided()

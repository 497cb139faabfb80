"""The access graphs of the collaborative design: who may read what comes from whom, and from which resource."""

from agentsensus.errors import InputError
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.client import Memory
from agentsensus.memory.core.checks import checked_name
from agentsensus.memory.core.off_loop import done_in_background
from agentsensus.memory.designs.collaborative import Collaborative
from agentsensus.memory.designs.collaborative.access import AGENT, RESOURCE

__all__ = ["AccessGraph", "AsyncAccessGraph"]


@done_in_background(lambda graph: graph._memory._engine.home)
class AsyncAccessGraph:
    """As `AccessGraph`, for asynchronous programs."""

    def __init__(self, memory: AsyncMemory) -> None:
        if not isinstance(memory._design, Collaborative):
            raise InputError(f"{memory._design.name} has no access graph; open a memory with design='collaborative'")
        self._memory = memory

    async def connect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """Open an edge: the reader may read what an agent, or a resource, contributed to."""
        self._edge(reader, agent, resource, at, is_open=True)

    async def disconnect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """Close an edge: the reader no longer reads what comes from there, not even rows of its own."""
        self._edge(reader, agent, resource, at, is_open=False)

    def _edge(self, reader: str, agent: str | None, resource: str | None, at: int | None, *, is_open: bool) -> None:
        round_, design = self._memory._writable_round(at), self._memory._design
        assert isinstance(design, Collaborative)
        if (agent is None) == (resource is None):
            raise InputError("connect to one thing: agent=… or resource=…")
        kind, to = (AGENT, checked_name(agent)) if resource is None else (RESOURCE, checked_name(resource, "resource"))
        design.connect(checked_name(reader, "reader"), kind, to, round_, is_open=is_open)


class AccessGraph:
    """Edges from readers to agents and resources of a memory with `design="collaborative"`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._inner = AsyncAccessGraph(memory.asynchronous)

    def connect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """Open an edge: the reader may read what an agent, or a resource, contributed to."""
        self._memory.wait_for(self._inner.connect(reader, agent=agent, resource=resource, at=at))

    def disconnect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """Close an edge: the reader no longer reads what comes from there, not even rows of its own."""
        self._memory.wait_for(self._inner.disconnect(reader, agent=agent, resource=resource, at=at))

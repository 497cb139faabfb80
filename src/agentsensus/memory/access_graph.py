"""The access graph of the collaborative design: which agents and resources a reader may read from."""

from agentsensus.errors import InputError
from agentsensus.memory import write
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.core.background import runs_in_background

__all__ = ["AsyncAccessGraph"]


@runs_in_background
class AsyncAccessGraph:
    """Edges from readers to agents and resources of a memory with `design="collaborative"`."""

    def __init__(self, memory: AsyncMemory) -> None:
        self._session = memory.session
        if not self._session.design.has_access_graph:
            name = self._session.design.name
            raise InputError(f"{name} has no access graph; open a memory with design='collaborative'")

    async def connect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """Open an edge: the reader may read what an agent, or a resource, contributed to."""
        await write.connect(self._session, reader, agent, resource, at, is_open=True)

    async def disconnect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """Close an edge: the reader no longer reads rows from this agent or resource, including rows it owns
        itself.
        """
        await write.connect(self._session, reader, agent, resource, at, is_open=False)

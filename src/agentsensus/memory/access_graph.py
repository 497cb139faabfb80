"""The access graph of the collaborative design: from which agents and resources each reader may read rows."""

from agentsensus.errors import InputError
from agentsensus.memory import write
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.core.background import runs_in_background

__all__ = ["AsyncAccessGraph"]


@runs_in_background
class AsyncAccessGraph:
    """The edges from readers to agents and resources, in a memory with `design="collaborative"`."""

    def __init__(self, memory: AsyncMemory) -> None:
        self._session = memory.session
        if not self._session.design.has_access_graph:
            name = self._session.design.name
            raise InputError(f"{name} has no access graph; open a memory with design='collaborative'")

    async def connect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """Open an edge: from round `at` on, the reader may read rows that this agent or resource contributed to."""
        await write.connect(self._session, reader, agent, resource, at, is_open=True)

    async def disconnect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """Close an edge: the reader no longer sees rows to which this agent or resource contributed, even rows that it
        owns itself.
        """
        await write.connect(self._session, reader, agent, resource, at, is_open=False)

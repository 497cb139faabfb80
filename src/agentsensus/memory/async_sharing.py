"""Who may read without owning: grants and the access graphs. `AsyncMemory` adds what is deposited and edited."""

from agentsensus.errors import InputError, StoreReadOnly
from agentsensus.memory import editing
from agentsensus.memory.async_reading import AsyncReading
from agentsensus.memory.core.checks import checked_name
from agentsensus.memory.designs.collaborative import Collaborative
from agentsensus.memory.designs.collaborative.access import AGENT, RESOURCE


class AsyncSharing(AsyncReading):
    """What opens and closes one agent's rows to another, under the collaborative design."""

    async def grant(self, record: str, reader: str, *, at: int | None = None) -> None:
        """Let one more agent read a row (not own it), until `revoke`."""
        round_ = self._writable_round(at)
        design, atom = self._collaborative(), self._live(record)
        design.grant(atom, checked_name(reader, "reader"), round_)

    async def revoke(self, record: str, reader: str, *, at: int | None = None) -> None:
        """Take a grant back. Access is checked at each reading, so the reader loses what it could read before too."""
        round_ = self._writable_round(at)
        design, atom = self._collaborative(), editing.record_number(self._engine, self._engine.view(), record)
        design.revoke(atom, checked_name(reader, "reader"), round_)

    async def connect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """Open an edge of the access graphs: the reader may read what an agent, or a resource, contributed to."""
        self._edge(reader, agent, resource, at, is_open=True)

    async def disconnect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """Close an edge: the reader no longer reads what comes from there, not even rows of its own."""
        self._edge(reader, agent, resource, at, is_open=False)

    def _edge(self, reader: str, agent: str | None, resource: str | None, at: int | None, *, is_open: bool) -> None:
        round_ = self._writable_round(at)
        design = self._collaborative()
        if (agent is None) == (resource is None):
            raise InputError("connect to one thing: agent=… or resource=…")
        kind, to = (AGENT, checked_name(agent)) if resource is None else (RESOURCE, checked_name(resource, "resource"))
        design.connect(checked_name(reader, "reader"), kind, to, round_, is_open=is_open)

    def _collaborative(self) -> Collaborative:
        if not isinstance(self._design, Collaborative):
            raise InputError(f"{self._design.name} has no access to grant; open a memory with design='collaborative'")
        return self._design

    def _live(self, record: str) -> int:
        view = self._engine.view()
        root = editing.record_number(self._engine, view, record)
        if not view.is_live(root):
            raise InputError(f"nobody owns {record!r} any more; there is nothing to read in it")
        return root

    def _writable_round(self, at: int | None) -> int:
        """The round of a write, if this memory can be written to in that round."""
        self._check_open()
        if self._at is not None:
            raise StoreReadOnly(f"this is the memory as of round {self._at}; the past takes no writes, fork it instead")
        if self._engine.store.read_only:
            raise StoreReadOnly("this memory was opened with read_only=True; open it for writing")
        return self._engine.checked_round(at)

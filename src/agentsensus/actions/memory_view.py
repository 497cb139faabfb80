"""What actions may ask a memory: everything is answered from what stood when the round began."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from agentsensus.errors import AgentsensusError, InputError
from agentsensus.memory.asking import at_hand
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.core.checks import checked_text
from agentsensus.memory.record import Hit, Recall

__all__ = ["MemoryView", "OwnRow"]


class OwnRow(NamedTuple):
    """A row that somebody named: its id and, where it was named by what it is about, what it says."""

    id: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class MemoryView:
    """A memory as actions read it."""

    memory: AsyncMemory

    async def recall(self, owner: str, query: str, k: int | None = None) -> Recall:
        """What somebody, or a carrier, has on a question."""
        return await self.memory.recall(owner, query, k=k)

    async def remind(self, agent: str, query: str, k: int) -> Sequence[Hit]:
        """Rows nearest to a query, without any use that a design would count."""
        return (await self.memory.recall(agent, query, k=k, at=self.memory.round)).hits

    async def look_ahead(self, queries: Sequence[str]) -> None:
        """Embed these queries in one batch, so that asking them is quick; failures are left to the asking."""
        usable = [query for query in queries if self.fits(query)]
        with suppress(AgentsensusError):
            await self.memory.vectors([self.memory.names.canonical(query) for query in usable])

    async def own(self, agent: str, named: str, floor: float = -1.0) -> OwnRow | None:
        """An agent's own row: the one with that id, or the nearest to that description, if it is near enough."""
        if at_hand.owns(self.memory, agent, named):
            return OwnRow(named)
        nearest = await self.remind(agent, named, 1)
        return OwnRow(nearest[0].id, nearest[0].text) if nearest and nearest[0].score >= floor else None

    async def links(self, agent: str, record: str) -> list[Hit]:
        """The agent's rows that are linked to one of its own."""
        return await self.memory.links(agent, record)

    def recent(self, owner: str, count: int) -> list[str]:
        """The latest rows of a place that are no secret, the newest first."""
        return at_hand.latest(self.memory, owner, count, where=lambda metadata: not metadata.get("secret"))

    def fits(self, text: str) -> bool:
        """Whether a text can be remembered or asked for."""
        try:
            checked_text(text, self.longest)
        except InputError:
            return False
        return True

    @property
    def longest(self) -> int:
        """How many characters a text may have."""
        return self.memory.settings.max_characters

    @property
    def has_links(self) -> bool:
        """Whether rows can be linked here."""
        return self.memory.has_links

"""Read access to the memory for actions. All reads see the state at the start of the round."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from agentsensus.errors import AgentsensusError, InputError
from agentsensus.memory import read
from agentsensus.memory.answers import Hit, Recall
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.core.checks import checked_text

__all__ = ["MemoryView", "OwnRow"]


class OwnRow(NamedTuple):
    """A memory row that an action refers to: its id and, if the action described it in words, its text."""

    id: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class MemoryView:
    """The read methods of a memory that actions may use."""

    memory: AsyncMemory

    async def recall(self, owner: str, query: str, k: int | None = None) -> Recall:
        """Query the memory of a character or carrier."""
        return await self.memory.recall(owner, query, k=k)

    async def remind(self, agent: str, query: str, k: int) -> Sequence[Hit]:
        """Return the rows closest to a query. Unlike `recall`, this does not count as a use of the rows."""
        return (await self.memory.recall(agent, query, k=k, at=self.memory.round)).hits

    async def look_ahead(self, queries: Sequence[tuple[str, str]]) -> None:
        """Embed queries in one batch, each given as (agent, query).

        An error is raised later, when the query is made.
        """
        usable = [(agent, query) for agent, query in queries if self.fits(query)]
        with suppress(AgentsensusError):
            await self.memory.prepare_recalls(usable)

    async def own(self, agent: str, named: str, floor: float = -1.0) -> OwnRow | None:
        """Return the agent's row with the id `named`, else the row closest to `named` as a description.

        Returns None if no row reaches the score `floor`.
        """
        if read.owns(self.memory.session, agent, named):
            return OwnRow(named)
        nearest = await self.remind(agent, named, 1)
        return OwnRow(nearest[0].id, nearest[0].text) if nearest and nearest[0].score >= floor else None

    async def links(self, agent: str, record: str) -> list[Hit]:
        """Return the agent's rows that are linked to its row `record`."""
        return await self.memory.links(agent, record)

    def recent(self, owner: str, count: int, since: int = 0) -> list[str]:
        """Return the latest public rows of a place from round `since` on, newest first."""
        is_public = lambda metadata: not metadata.get("secret")  # noqa: E731
        return read.latest(self.memory.session, owner, count, where=is_public, since=since)

    def fits(self, text: str) -> bool:
        """Return whether a text can be remembered or queried."""
        try:
            checked_text(text, self.longest)
        except InputError:
            return False
        return True

    @property
    def longest(self) -> int:
        """The maximum length of a text, in characters."""
        return self.memory.settings.max_characters

    @property
    def has_links(self) -> bool:
        """Whether this memory supports links."""
        return self.memory.has_links

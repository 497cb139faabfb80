"""What one agent may do with the memory, for asynchronous programs."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from agentsensus.memory.atoms import Context
from agentsensus.memory.core.checks import checked_list
from agentsensus.memory.provenance import Via
from agentsensus.memory.recall import Where
from agentsensus.memory.record import Deposit, Hit, Recall

if TYPE_CHECKING:
    from agentsensus.memory.async_client import AsyncMemory


class AsyncAgent:
    """A capability: what one agent may do, and nothing else. See `Agent`."""

    def __init__(self, memory: "AsyncMemory", name: str) -> None:
        self._memory = memory
        self.name = name

    def __repr__(self) -> str:
        return f"AsyncAgent({self.name!r})"

    async def remember(
        self,
        text: str,
        *,
        at: int | None = None,
        via: Via | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        context: Context | None = None,
    ) -> Deposit:
        """Remember something as this agent."""
        said = await self._memory.remember(self.name, text, at=at, via=via, metadata=metadata, context=context)
        return said.for_agent()

    async def recall(
        self,
        query: str,
        *,
        k: int | None = None,
        max_tokens: int | None = None,
        at: int | None = None,
        where: Where | None = None,
    ) -> Recall:
        """Recall what this agent owns; with `at`, of what it knew then, what it may still read."""
        ask = self._memory.asked(self.name, query, k, max_tokens, at, where)
        return await self._memory.answer(replace(ask, by_agent=True), at)

    def _check_own(self, *records: object) -> None:
        # An agent may name its wordings only: that it shares a record is nothing to be found out by guessing ids.
        self._memory.check_own(self.name, records)

    async def forget(self, record: str, *, at: int | None = None) -> None:
        """Forget a record; other owners keep it."""
        self._check_own(record)
        await self._memory.forget(self.name, record, at=at)

    async def revise(self, record: str, text: str, *, at: int | None = None) -> Deposit:
        """Forget a record and remember this in its place."""
        self._check_own(record)
        return (await self._memory.revise(self.name, record, text, at=at)).for_agent()

    async def link(self, record: str, others: Iterable[str], *, at: int | None = None) -> None:
        """Link a record to others, all of them this agent's own."""
        others = checked_list(others, "others")
        self._check_own(record, *others)
        await self._memory.link(self.name, record, others, at=at)

    async def unlink(self, record: str, others: Iterable[str] | None = None, *, at: int | None = None) -> None:
        """Follow links from a record no longer."""
        others = None if others is None else checked_list(others, "others")
        self._check_own(record, *(others or ()))
        await self._memory.unlink(self.name, record, others, at=at)

    async def grant(self, record: str, reader: str, *, at: int | None = None) -> None:
        """Let another agent read a row of this agent's own; collaborative design only."""
        self._check_own(record)
        await self._memory.grant(record, reader, at=at)

    async def revoke(self, record: str, reader: str, *, at: int | None = None) -> None:
        """Take such a grant back."""
        self._check_own(record)
        await self._memory.revoke(record, reader, at=at)

    async def links(self, record: str, *, at: int | None = None) -> list[Hit]:
        """Records one hop away that this agent owns."""
        self._check_own(record)
        return await self._memory.links_as_agent(self.name, record, at=at)

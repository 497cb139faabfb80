"""What one agent may do with the memory, and nothing else: for programs that wait, and for asynchronous ones."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from agentsensus.memory.asking.contradictions import Contradiction
from agentsensus.memory.asking.filters import Where
from agentsensus.memory.asking.limits import When, checked_limits, checked_score
from agentsensus.memory.atoms import Context
from agentsensus.memory.conversation import ChatMessage
from agentsensus.memory.core.checks import checked_list
from agentsensus.memory.core.off_loop import done_in_background
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import Change, Deposit, Hit, Recall

if TYPE_CHECKING:
    from agentsensus.memory.async_client import AsyncMemory
    from agentsensus.memory.client import Memory


@done_in_background(lambda agent: agent._memory._engine.home)
class AsyncAgent:
    """A capability: what one agent may do with the memory, and nothing else."""

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
        cut: bool = True,
    ) -> Deposit:
        """Remember something as this agent."""
        receipt = await self._memory.remember(
            self.name, text, at=at, via=via, metadata=metadata, context=context, cut=cut
        )
        return receipt.for_agent()

    async def remember_messages(
        self,
        messages: Iterable[ChatMessage],
        *,
        at: int | None = None,
        metadata: Mapping[str, Any] | None = None,
        speakers: Mapping[str, str] | None = None,
    ) -> list[Deposit]:
        """Remember a conversation as this agent, a receipt for each message."""
        receipts = await self._memory.remember_messages(
            self.name, messages, at=at, metadata=metadata, speakers=speakers
        )
        return [receipt.for_agent() for receipt in receipts]

    async def recall(
        self,
        query: str,
        *,
        k: int | None = None,
        max_tokens: int | None = None,
        at: int | None = None,
        where: Where | None = None,
        since: When | None = None,
        until: When | None = None,
        min_score: float | None = None,
    ) -> Recall:
        """Recall what this agent owns; with `at`, of what it knew then, what it may still read."""
        limits, floor = checked_limits(where, since, until), checked_score(min_score)
        ask = self._memory._ask(self.name, query, k, max_tokens, at, limits, floor)
        return await self._memory._answer(replace(ask, by_agent=True), at)

    async def knows(self, query: str, *, k: int = 5, at: int | None = None) -> list[Hit]:
        """What this agent itself knows about something, since when and from whom; nothing where that is nothing.

        Unlike `recall` it leaves out what has nothing to do with the query by the measure of the embedder, what is
        linked, and what others share.
        """
        return await self._memory._knows_as_agent(self.name, query, k, at)

    def _check_own(self, *records: object) -> None:
        # An agent may name its wordings only: that it shares a record is nothing to be found out by guessing ids.
        self._memory._check_own(self.name, records)

    async def forget(self, record: str, *, at: int | None = None) -> None:
        """Forget a record; other owners keep it."""
        self._check_own(record)
        await self._memory.forget(self.name, record, at=at)

    async def mark(
        self,
        record: str,
        *,
        expires: When | str | None = None,
        pinned: bool | None = None,
        importance: int | None = None,
        at: int | None = None,
    ) -> None:
        """As `Memory.mark`, of a record of this agent's own."""
        self._check_own(record)
        await self._memory.mark(self.name, record, expires=expires, pinned=pinned, importance=importance, at=at)

    async def forget_about(
        self,
        query: str,
        *,
        k: int = 100,
        min_score: float | None = None,
        where: Where | None = None,
        since: When | None = None,
        until: When | None = None,
        preview: bool = True,
        at: int | None = None,
    ) -> list[Hit]:
        """As `Memory.forget_about`, of this agent's own records."""
        limits: dict[str, Any] = {"min_score": min_score, "where": where, "since": since, "until": until, "at": at}
        return await self._memory.forget_about(self.name, query, k=k, preview=preview, **limits)

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
        """No longer follow links from a record, to these others or to any."""
        others = None if others is None else checked_list(others, "others")
        self._check_own(record, *(others or ()))
        await self._memory.unlink(self.name, record, others, at=at)

    async def grant(
        self, record: str, reader: str | None = None, *, group: str | None = None, at: int | None = None
    ) -> None:
        """Let another agent, or a group, read a row of this agent's own; it will say who granted it."""
        self._check_own(record)
        self._memory._grant(record, reader, group, at, by=self.name)

    async def revoke(
        self, record: str, reader: str | None = None, *, group: str | None = None, at: int | None = None
    ) -> None:
        """Take a grant on a row of this agent's own back."""
        self._check_own(record)
        self._memory._revoke(record, reader, group, at, by=self.name)

    async def links(self, record: str, *, at: int | None = None) -> list[Hit]:
        """Records one hop away that this agent owns."""
        self._check_own(record)
        return await self._memory._links_as_agent(self.name, record, at=at)

    async def history(self, record: str) -> list[Change]:
        """When and how this agent came to know one of its own wordings; nothing of anybody else's is in it."""
        self._check_own(record)
        return self._memory._history_as_agent(self.name, record)

    async def conflicts(self, *, at: int | None = None) -> list[Contradiction]:
        """Pairs of this agent's own wordings that contradict each other, oldest first."""
        return self._memory._conflicts_as_agent(self.name, at)


class Agent:
    """A capability: what one agent may do with the memory, and nothing else."""

    def __init__(self, memory: "Memory", inner: AsyncAgent) -> None:
        self._memory = memory
        self._inner = inner
        self.name = inner.name

    def __repr__(self) -> str:
        return f"Agent({self.name!r})"

    def remember(
        self,
        text: str,
        *,
        at: int | None = None,
        via: Via | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        context: Context | None = None,
        cut: bool = True,
    ) -> Deposit:
        """Remember something as this agent."""
        remembering = self._inner.remember(text, at=at, via=via, metadata=metadata, context=context, cut=cut)
        return self._memory.wait_for(remembering)

    def remember_messages(
        self,
        messages: Iterable[ChatMessage],
        *,
        at: int | None = None,
        metadata: Mapping[str, Any] | None = None,
        speakers: Mapping[str, str] | None = None,
    ) -> list[Deposit]:
        """Remember a conversation as this agent, a receipt for each message."""
        remembering = self._inner.remember_messages(messages, at=at, metadata=metadata, speakers=speakers)
        return self._memory.wait_for(remembering)

    def recall(
        self,
        query: str,
        *,
        k: int | None = None,
        max_tokens: int | None = None,
        at: int | None = None,
        where: Where | None = None,
        since: When | None = None,
        until: When | None = None,
        min_score: float | None = None,
    ) -> Recall:
        """Recall what this agent owns; with `at`, of what it knew then, what it may still read."""
        limits: dict[str, Any] = {"k": k, "max_tokens": max_tokens, "at": at, "where": where, "min_score": min_score}
        return self._memory.wait_for(self._inner.recall(query, since=since, until=until, **limits))

    def knows(self, query: str, *, k: int = 5, at: int | None = None) -> list[Hit]:
        """What this agent itself knows about something, since when and from whom; nothing where that is nothing.

        Unlike `recall` it leaves out what has nothing to do with the query by the measure of the embedder, what is
        linked, and what others share.
        """
        return self._memory.wait_for(self._inner.knows(query, k=k, at=at))

    def forget(self, record: str, *, at: int | None = None) -> None:
        """Forget a record; other owners keep it."""
        self._memory.wait_for(self._inner.forget(record, at=at))

    def mark(
        self,
        record: str,
        *,
        expires: When | str | None = None,
        pinned: bool | None = None,
        importance: int | None = None,
        at: int | None = None,
    ) -> None:
        """As `Memory.mark`, of a record of this agent's own."""
        marking = self._inner.mark(record, expires=expires, pinned=pinned, importance=importance, at=at)
        self._memory.wait_for(marking)

    def forget_about(
        self,
        query: str,
        *,
        k: int = 100,
        min_score: float | None = None,
        where: Where | None = None,
        since: When | None = None,
        until: When | None = None,
        preview: bool = True,
        at: int | None = None,
    ) -> list[Hit]:
        """As `Memory.forget_about`, of this agent's own records."""
        limits: dict[str, Any] = {"min_score": min_score, "where": where, "since": since, "until": until, "at": at}
        return self._memory.wait_for(self._inner.forget_about(query, k=k, preview=preview, **limits))

    def revise(self, record: str, text: str, *, at: int | None = None) -> Deposit:
        """Forget a record and remember this in its place."""
        return self._memory.wait_for(self._inner.revise(record, text, at=at))

    def link(self, record: str, others: Iterable[str], *, at: int | None = None) -> None:
        """Link a record to others, all of them this agent's own."""
        self._memory.wait_for(self._inner.link(record, others, at=at))

    def unlink(self, record: str, others: Iterable[str] | None = None, *, at: int | None = None) -> None:
        """No longer follow links from a record, to these others or to any."""
        self._memory.wait_for(self._inner.unlink(record, others, at=at))

    def grant(self, record: str, reader: str | None = None, *, group: str | None = None, at: int | None = None) -> None:
        """Let another agent, or a group, read a row of this agent's own; it will say who granted it."""
        self._memory.wait_for(self._inner.grant(record, reader, group=group, at=at))

    def revoke(
        self, record: str, reader: str | None = None, *, group: str | None = None, at: int | None = None
    ) -> None:
        """Take a grant on a row of this agent's own back."""
        self._memory.wait_for(self._inner.revoke(record, reader, group=group, at=at))

    def links(self, record: str, *, at: int | None = None) -> list[Hit]:
        """Records one hop away that this agent owns."""
        return self._memory.wait_for(self._inner.links(record, at=at))

    def history(self, record: str) -> list[Change]:
        """When and how this agent came to know one of its own wordings; nothing of anybody else's is in it."""
        return self._memory.wait_for(self._inner.history(record))

    def conflicts(self, *, at: int | None = None) -> list[Contradiction]:
        """Pairs of this agent's own wordings that contradict each other, oldest first."""
        return self._memory.wait_for(self._inner.conflicts(at=at))

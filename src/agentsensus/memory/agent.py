"""`AsyncAgent`: a handle that acts as one agent only. `Agent` in sync.py has the same methods for synchronous
programs.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from agentsensus.errors import InputError
from agentsensus.memory import read, write
from agentsensus.memory.answers import Change, Contradiction, Deposit, Hit, Recall
from agentsensus.memory.core.background import runs_in_background
from agentsensus.memory.core.checks import checked_at, checked_list
from agentsensus.memory.core.limits import When, Where
from agentsensus.memory.core.lookup import check_own
from agentsensus.memory.inputs import Context, DepositInput, Via
from agentsensus.memory.session import Session
from agentsensus.memory.write.conversation import ChatMessage

__all__ = ["AsyncAgent"]


@runs_in_background
class AsyncAgent:
    """A handle that acts as one agent only. It cannot read or change anything that this agent does not own."""

    def __init__(self, session: Session, name: str) -> None:
        self._session = session
        self._name = name

    def __repr__(self) -> str:
        return f"AsyncAgent({self.name!r})"

    @property
    def name(self) -> str:
        """The name of the agent."""
        return self._name

    async def remember(
        self,
        text: str,
        *,
        at: int | None = None,
        via: Via | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        context: Context | None = None,
        cut: bool = True,
        key: str | None = None,
        expires: When | str | None = None,
        supersedes: str | None = None,
    ) -> Deposit:
        """Remember a text as this agent. The arguments are those of `Memory.remember`.

        `at` must not be later than the current round; only the application begins a new round.
        """
        if supersedes is not None:
            self._check_own(supersedes)
        given: dict[str, Any] = {"cut": cut, "key": key, "expires": expires, "supersedes": supersedes}
        deposit = DepositInput(self.name, text, via, metadata, context=context or Context(), **given)
        return (await write.remember(self._session, deposit, self._round(at))).for_agent()

    async def remember_messages(
        self,
        messages: Iterable[ChatMessage],
        *,
        at: int | None = None,
        metadata: Mapping[str, Any] | None = None,
        speakers: Mapping[str, str] | None = None,
        key: str | None = None,
    ) -> list[Deposit]:
        """Remember a conversation as this agent. Returns a receipt for each message."""
        receipts = await write.remember_messages(
            self._session, self.name, messages, self._round(at), metadata, speakers, key
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
        """Recall records as this agent. With `at`, return records that the agent knew in that round and may still
        read.
        """
        limits: dict[str, Any] = {"at": at, "where": where, "since": since, "until": until, "min_score": min_score}
        options: dict[str, Any] = {"k": k, "max_tokens": max_tokens, "by_agent": True}
        return await read.recall(self._session, self.name, query, **options, **limits)

    async def knows(
        self,
        query: str,
        *,
        k: int = 5,
        at: int | None = None,
        since: When | None = None,
        until: When | None = None,
        min_score: float | None = None,
    ) -> list[Hit]:
        """Return this agent's own records about a query, with the round and the source of each.

        Unlike `recall`, it leaves out linked records, records shared by other agents, and records below `min_score`
        (default: the embedder's relevance threshold).
        """
        return await read.knows(self._session, self.name, query, k, at, since, until, min_score)

    async def forget(self, record: str, *, at: int | None = None) -> None:
        """Forget a record; other owners keep it."""
        self._check_own(record)
        await write.forget(self._session, self.name, record, self._round(at))

    async def mark(
        self,
        record: str,
        *,
        expires: When | str | None = None,
        pinned: bool | None = None,
        importance: int | None = None,
        at: int | None = None,
    ) -> None:
        """Like `Memory.mark`, for a record of this agent."""
        self._check_own(record)
        await write.mark(self._session, self.name, record, expires, pinned, importance, self._round(at))

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
        """Like `Memory.forget_about`, for this agent's own records."""
        limits = (k, min_score, where, since, until)
        return await write.forget_about(self._session, self.name, query, *limits, self._round(at), preview=preview)

    async def revise(self, record: str, text: str, *, at: int | None = None) -> Deposit:
        """Replace this agent's wording of a record with a new text."""
        self._check_own(record)
        return (await write.revise(self._session, self.name, record, text, self._round(at))).for_agent()

    async def link(self, record: str, others: Iterable[str], *, at: int | None = None) -> None:
        """Link a record to other records. The agent must own all of them."""
        others = checked_list(others, "others")
        self._check_own(record, *others)
        await write.link(self._session, self.name, record, others, self._round(at))

    async def unlink(self, record: str, others: Iterable[str] | None = None, *, at: int | None = None) -> None:
        """Stop following the links from a record to `others`; by default, all its links."""
        others = None if others is None else checked_list(others, "others")
        self._check_own(record, *(others or ()))
        await write.unlink(self._session, self.name, record, others, self._round(at))

    async def grant(
        self, record: str, reader: str | None = None, *, group: str | None = None, at: int | None = None
    ) -> None:
        """Let another agent, or a group, read a record of this agent. The reader sees that this agent granted it."""
        self._check_own(record)
        await write.grant(self._session, record, reader, group, self._round(at), by=self.name)

    async def revoke(
        self, record: str, reader: str | None = None, *, group: str | None = None, at: int | None = None
    ) -> None:
        """Take back a grant on a record of this agent."""
        self._check_own(record)
        await write.revoke(self._session, record, reader, group, self._round(at), by=self.name)

    async def links(
        self, record: str, *, at: int | None = None, since: When | None = None, until: When | None = None
    ) -> list[Hit]:
        """Return the records of this agent that are one link away from `record`."""
        self._check_own(record)
        return read.links(self._session, self.name, record, at, since, until, without_lost=True)

    async def history(self, record: str, *, since: When | None = None, until: When | None = None) -> list[Change]:
        """Return when and how this agent learned a wording that it owns. The answer says nothing about other agents."""
        self._check_own(record)
        return read.own_history(self._session, self.name, record, since, until)

    async def conflicts(
        self, *, at: int | None = None, since: When | None = None, until: When | None = None
    ) -> list[Contradiction]:
        """Return pairs of this agent's own wordings that contradict each other, oldest first."""
        return read.own_conflicts(self._session, self.name, at, since, until)

    def _round(self, at: int | None) -> int | None:
        """Return the round of a write. Raises InputError for a future round, because only the application begins
        rounds.
        """
        self._session.check_open()
        now = self._session.engine.round
        if at is not None and checked_at(at) > now:
            raise InputError(
                f"at is {at}, but the memory is in round {now}; an agent writes in the current round, and the "
                "application begins the next one with advance"
            )
        return at

    def _check_own(self, *records: object) -> None:
        # An agent may name only its own wordings: it must not learn, by guessing ids, that others share a record.
        self._session.check_open()
        check_own(self._session.engine, self.name, records)

"""The tools of a memory for two kinds of user: the author sees all records, an agent only its own."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from agentsensus.integrations.tools import answers
from agentsensus.integrations.tools.answers import Json
from agentsensus.integrations.tools.arguments import (
    AskAs,
    AskOwn,
    AtRound,
    OneConflict,
    OneRecord,
    OneRecordAs,
    RememberText,
    RememberTextAs,
    ResolveConflict,
    SearchEverything,
    SearchOwn,
    ToolArguments,
    TwoRecords,
    WhoKnowsArguments,
)
from agentsensus.memory import AsyncMemory


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """One tool: its arguments, its function, and whether it changes the memory."""

    arguments: type[ToolArguments]
    run: Callable[[Any], Awaitable[Json]]
    writes: bool = False


class MemoryAccess(Protocol):
    """The tools and resources of a memory for one user: the author or an agent."""

    kind: str
    """`author` or `agent`: the section of its texts in tools.LANGUAGE.yaml."""

    agent: str
    """The agent's name; empty for the author."""

    def tools(self) -> dict[str, ToolEntry]:
        """Return the tools by name."""
        ...

    async def ids(self) -> list[tuple[str, str]]:
        """Return the id and text of every accessible record, newest first."""
        ...

    async def record(self, id_: str) -> Json:
        """Return one record."""
        ...


class AuthorAccess:
    """Full access to the memory: for the application, never for an agent."""

    kind, agent = "author", ""

    def __init__(self, memory: AsyncMemory) -> None:
        self._memory = memory

    def tools(self) -> dict[str, ToolEntry]:
        return {
            "remember": ToolEntry(RememberTextAs, self._remember, writes=True),
            "recall": ToolEntry(AskAs, self._recall),
            "search": ToolEntry(SearchEverything, self._search),
            "who_knows": ToolEntry(WhoKnowsArguments, self._who_knows),
            "history": ToolEntry(OneRecord, self._history),
            "conflicts": ToolEntry(AtRound, self._conflicts),
            "resolve": ToolEntry(ResolveConflict, self._resolve, writes=True),
            "dismiss": ToolEntry(OneConflict, self._dismiss, writes=True),
            "merge": ToolEntry(TwoRecords, self._merge, writes=True),
            "forget": ToolEntry(OneRecordAs, self._forget, writes=True),
        }

    async def ids(self) -> list[tuple[str, str]]:
        """Return the id and text of every record, newest first."""
        return [(record.id, record.text) for record in reversed(await self._memory.records())]

    async def record(self, id_: str) -> Json:
        """Return a record with every owner and wording."""
        return answers.record_json(await self._memory.get(id_))

    async def _remember(self, call: RememberTextAs) -> Json:
        receipt = await self._memory.remember(call.agent, call.text, at=call.at, via=call.via, metadata=call.metadata)
        return answers.receipt_json(receipt)

    async def _recall(self, call: AskAs) -> Json:
        limits = {"k": call.k, "max_tokens": call.max_tokens, "at": call.at}
        return answers.recall_json(await self._memory.recall(call.agent, call.query, where=call.where, **limits))

    async def _search(self, call: SearchEverything) -> Json:
        search = self._memory.search(call.query, k=call.k, agents=call.agents, at=call.at, where=call.where)
        return answers.findings_json(await search)

    async def _who_knows(self, call: WhoKnowsArguments) -> Json:
        return answers.knowers_json(await self._memory.who_knows(call.query, at=call.at, k=call.k))

    async def _history(self, call: OneRecord) -> Json:
        return answers.changes_json(call.record, await self._memory.history(call.record))

    async def _conflicts(self, call: AtRound) -> Json:
        return answers.conflicts_json(await self._memory.conflicts(at=call.at))

    async def _resolve(self, call: ResolveConflict) -> Json:
        await self._memory.resolve(call.conflict, keep=call.keep, owners=call.owners)
        return {"resolved": call.conflict, "kept": call.keep}

    async def _dismiss(self, call: OneConflict) -> Json:
        await self._memory.dismiss(call.conflict)
        return {"dismissed": call.conflict}

    async def _merge(self, call: TwoRecords) -> Json:
        return {"record": await self._memory.merge(call.a, call.b)}

    async def _forget(self, call: OneRecordAs) -> Json:
        await self._memory.forget(call.agent, call.record)
        return {"forgotten": call.record}


class AgentAccess:
    """Access of one agent: it reads only its own records and cannot name another agent."""

    kind = "agent"

    def __init__(self, memory: AsyncMemory, agent: str) -> None:
        self._memory = memory
        self._own = memory.agent(agent)
        self.agent = self._own.name

    def tools(self) -> dict[str, ToolEntry]:
        return {
            "remember": ToolEntry(RememberText, self._remember, writes=True),
            "recall": ToolEntry(AskOwn, self._recall),
            "search": ToolEntry(SearchOwn, self._search),
            "who_knows": ToolEntry(WhoKnowsArguments, self._who_knows),
            "history": ToolEntry(OneRecord, self._history),
            "conflicts": ToolEntry(AtRound, self._conflicts),
            "forget": ToolEntry(OneRecord, self._forget, writes=True),
        }

    async def ids(self) -> list[tuple[str, str]]:
        """Return the id and text of every wording this agent owns, newest first."""
        wordings = [
            (wording.at, wording.id, wording.text)
            for record in await self._memory.records(agent=self.agent)
            for wording in record.wordings
            if self.agent in wording.owners
        ]
        # Sort by round and id, because the position of a shared record would reveal that it has other owners.
        return [(id_, text) for _, id_, text in sorted(wordings, reverse=True)]

    async def record(self, id_: str) -> Json:
        """Return one of this agent's wordings: its text, since when the agent knows it, and how it learned it."""
        (change,) = await self._own.history(id_)
        return {"id": id_, "text": change.text, "at": change.at, "via": change.detail["via"]}

    async def _remember(self, call: RememberText) -> Json:
        return answers.receipt_json(await self._own.remember(call.text, via=call.via, metadata=call.metadata))

    async def _recall(self, call: AskOwn) -> Json:
        limits = {"k": call.k, "max_tokens": call.max_tokens, "at": call.at}
        return answers.recall_json(await self._own.recall(call.query, where=call.where, **limits))

    async def _search(self, call: SearchOwn) -> Json:
        recall = await self._own.recall(call.query, k=call.k, at=call.at, where=call.where)
        return {"results": [answers.hit_json(hit) for hit in recall.hits]}

    async def _who_knows(self, call: WhoKnowsArguments) -> Json:
        return answers.own_knowledge_json(self.agent, await self._own.knows(call.query, k=call.k, at=call.at))

    async def _history(self, call: OneRecord) -> Json:
        return answers.changes_json(call.record, await self._own.history(call.record))

    async def _conflicts(self, call: AtRound) -> Json:
        return answers.conflicts_json(await self._own.conflicts(at=call.at))

    async def _forget(self, call: OneRecord) -> Json:
        await self._own.forget(call.record)
        return {"forgotten": call.record}


def access_of(memory: AsyncMemory, agent: str | None = None) -> MemoryAccess:
    """Return the author's access, or that of one agent."""
    return AuthorAccess(memory) if agent is None else AgentAccess(memory, agent)

"""The two doors to a memory: the author's, which sees everything, and an agent's, which sees what is the agent's."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from agentsensus.doors.tools import answers
from agentsensus.doors.tools.answers import Json
from agentsensus.doors.tools.arguments import (
    AskAs,
    AskOwn,
    AtRound,
    OneRecord,
    OneRecordAs,
    RememberText,
    RememberTextAs,
    SearchEverything,
    SearchOwn,
    ToolArguments,
    WhoKnowsArguments,
)
from agentsensus.memory import AsyncMemory


@dataclass(frozen=True, slots=True)
class DoorTool:
    """One tool of a door: what it takes, what it does, and whether that changes the memory."""

    arguments: type[ToolArguments]
    run: Callable[[Any], Awaitable[Json]]
    writes: bool = False


class Door(Protocol):
    """A way into a memory for tools and resources."""

    kind: str
    """`author` or `agent`: under which heading its texts stand."""

    agent: str
    """Whose door it is; empty for the author's."""

    def tools(self) -> dict[str, DoorTool]:
        """The tools of this door by name."""
        ...

    async def ids(self) -> list[tuple[str, str]]:
        """The id and text of every record that this door shows, newest first."""
        ...

    async def record(self, id_: str) -> Json:
        """One record as this door shows it."""
        ...


class AuthorDoor:
    """Everything in the memory: for the application, never for an agent."""

    kind, agent = "author", ""

    def __init__(self, memory: AsyncMemory) -> None:
        self._memory = memory

    def tools(self) -> dict[str, DoorTool]:
        """The tools of this door by name."""
        return {
            "remember": DoorTool(RememberTextAs, self._remember, writes=True),
            "recall": DoorTool(AskAs, self._recall),
            "search": DoorTool(SearchEverything, self._search),
            "who_knows": DoorTool(WhoKnowsArguments, self._who_knows),
            "history": DoorTool(OneRecord, self._history),
            "conflicts": DoorTool(AtRound, self._conflicts),
            "forget": DoorTool(OneRecordAs, self._forget, writes=True),
        }

    async def ids(self) -> list[tuple[str, str]]:
        """The id and text of every record, newest first."""
        return [(record.id, record.text) for record in reversed(await self._memory.records())]

    async def record(self, id_: str) -> Json:
        """A record with every owner and wording."""
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

    async def _forget(self, call: OneRecordAs) -> Json:
        await self._memory.forget(call.agent, call.record)
        return {"forgotten": call.record}


class AgentDoor:
    """What one agent may do and see: every answer is of its own rows, and no call has a place for another's name."""

    kind = "agent"

    def __init__(self, memory: AsyncMemory, agent: str) -> None:
        self._memory = memory
        self._own = memory.agent(agent)
        self.agent = self._own.name

    def tools(self) -> dict[str, DoorTool]:
        """The tools of this door by name."""
        return {
            "remember": DoorTool(RememberText, self._remember, writes=True),
            "recall": DoorTool(AskOwn, self._recall),
            "search": DoorTool(SearchOwn, self._search),
            "who_knows": DoorTool(WhoKnowsArguments, self._who_knows),
            "history": DoorTool(OneRecord, self._history),
            "conflicts": DoorTool(AtRound, self._conflicts),
            "forget": DoorTool(OneRecord, self._forget, writes=True),
        }

    async def ids(self) -> list[tuple[str, str]]:
        """The id and text of every wording of this agent's own, newest first."""
        wordings = [
            (wording.at, wording.id, wording.text)
            for record in await self._memory.records(agent=self.agent)
            for wording in record.wordings
            if self.agent in wording.owners
        ]
        # By round and id, never by where a record of several owners stands.
        return [(id_, text) for _, id_, text in sorted(wordings, reverse=True)]

    async def record(self, id_: str) -> Json:
        """One of this agent's own wordings: its text, since when and how."""
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


def door_to(memory: AsyncMemory, agent: str | None = None) -> Door:
    """The author's door, or that of one agent."""
    return AuthorDoor(memory) if agent is None else AgentDoor(memory, agent)

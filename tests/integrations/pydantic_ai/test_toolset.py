"""A pydantic-ai agent with the memory as its toolset, driven by pydantic-ai's own model doubles."""

import asyncio

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.test import TestModel

from agentsensus import AsyncMemory, Memory
from agentsensus.integrations.pydantic_ai import MemoryToolset

FACT = "The staging database moved to port 5433."


class Script:
    """A model that makes these calls, one a turn, and keeps what it was shown."""

    def __init__(self, *calls: tuple[str, dict[str, object]]) -> None:
        self._calls = list(calls)
        self.info: AgentInfo | None = None

    def __call__(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.info = info
        if not self._calls:
            return ModelResponse(parts=[TextPart("done")])
        name, arguments = self._calls.pop(0)
        return ModelResponse(parts=[ToolCallPart(name, arguments)])


def parts(messages: list[ModelMessage], kind: type) -> list[object]:
    return [part for message in messages for part in message.parts if isinstance(part, kind)]


def test_an_agent_remembers_and_recalls_by_its_tools() -> None:
    with Memory.open(embedder="hashing") as memory:
        script = Script(("remember", {"text": FACT}), ("recall", {"query": "staging database"}))
        agent = Agent(FunctionModel(script), toolsets=[MemoryToolset(memory, "ana")])
        messages = asyncio.run(agent.run("Where is the database?")).all_messages()
        returned = parts(messages, ToolReturnPart)
        assert isinstance(returned[1], ToolReturnPart)
        assert f"- {FACT}" in str(returned[1].content)
        assert memory.recall("ana", "staging database").text() == f"- {FACT}"
        assert script.info is not None
        assert "This is your own memory" in (script.info.instructions or "")


def test_a_wrong_call_comes_back_to_the_model_as_a_retry() -> None:
    with Memory.open(embedder="hashing") as memory:
        script = Script(("remember", {"words": FACT}), ("remember", {"text": FACT}))
        agent = Agent(FunctionModel(script), toolsets=[MemoryToolset(memory, "ana")])
        messages = asyncio.run(agent.run("Keep it.")).all_messages()
        retry = parts(messages, ToolReturnPart)[0]
        assert isinstance(retry, ToolReturnPart)
        assert retry.outcome == "retried"
        assert "words is not an argument" in str(retry.content)
        assert len(memory.records()) == 1


def test_two_agents_with_doors_of_their_own_do_not_see_each_other() -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.remember("ben", "Ben keeps the spare key under the mat.")
        script = Script(("recall", {"query": "spare key"}), ("search", {"query": "spare key"}))
        agent = Agent(FunctionModel(script), toolsets=[MemoryToolset(memory, "ana")])
        shown = str(parts(asyncio.run(agent.run("Where is the key?")).all_messages(), ToolReturnPart))
        assert "mat" not in shown


def test_every_tool_can_be_called_by_pydantic_ais_test_model_on_an_asynchronous_memory() -> None:
    async def run() -> list[str]:
        async with AsyncMemory.open(embedder="hashing") as memory:
            record = (await memory.remember("ana", FACT)).ids[0]
            toolset = MemoryToolset[None](memory, read_only=True)
            agent = Agent(TestModel(call_tools=["search", "who_knows", "conflicts"]), toolsets=[toolset])
            messages = (await agent.run("Look around.")).all_messages()
            assert record in str(parts(messages, ToolReturnPart))
            return [part.tool_name for part in parts(messages, ToolReturnPart) if isinstance(part, ToolReturnPart)]

    assert asyncio.run(run()) == ["search", "who_knows", "conflicts"]

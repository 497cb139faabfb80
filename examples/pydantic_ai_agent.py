"""A pydantic-ai agent with the memory as its toolset; the model is pydantic-ai's stand-in, so it needs no key.

Run it with `python examples/pydantic_ai_agent.py`; it needs `pip install 'agentsensus[pydantic-ai]'`.
"""

import asyncio

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from agentsensus import Memory
from agentsensus.integrations.pydantic_ai import MemoryToolset


def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """Recall first, then answer with what came back: as a real model would, told by the toolset's instructions."""
    returned = [part for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
    if not returned:
        return ModelResponse(parts=[ToolCallPart("recall", {"query": "staging database port"})])
    return ModelResponse(parts=[TextPart(f"I remember: {returned[0].model_response_object()['text']}")])


def main() -> None:
    """Ask an agent something that it remembers."""
    with Memory.open() as memory:
        memory.remember("ana", "The staging database moved to port 5433.")
        agent = Agent(FunctionModel(model), toolsets=[MemoryToolset(memory, "ana")])
        print(asyncio.run(agent.run("Which port does staging use?")).output)


if __name__ == "__main__":
    main()

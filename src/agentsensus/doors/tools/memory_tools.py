"""A memory as tools: schemas for a model's request, and a dispatcher for what the model calls."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from agentsensus.doors.tools import styles
from agentsensus.doors.tools.answers import Json
from agentsensus.doors.tools.arguments import read_arguments
from agentsensus.doors.tools.doors import door_to
from agentsensus.doors.tools.schema import ToolSchema, instructions, schema_of
from agentsensus.doors.tools.styles import Answered
from agentsensus.errors import AgentsensusError, InputError, UnknownName, nearest
from agentsensus.memory import AsyncMemory, Memory
from agentsensus.text.languages import DEFAULT_LANGUAGE


class _Schemas:
    """The tools of one door, and how each kind of model is shown them."""

    def __init__(self, memory: AsyncMemory, agent: str | None, language: str, read_only: bool) -> None:
        self.door = door_to(memory, agent)
        tools = self.door.tools()
        self._tools = {name: tool for name, tool in tools.items() if not (read_only and tool.writes)}
        self.schemas: tuple[ToolSchema, ...] = tuple(
            schema_of(name, tool.arguments, self.door.kind, language, writes=tool.writes)
            for name, tool in self._tools.items()
        )
        self.instructions = instructions(self.door.kind, language)
        """What a model should be told of these tools, for its system prompt."""

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def openai(self) -> list[Json]:
        """The tools for `tools=` of OpenAI's chat completions, and of every server that speaks like it."""
        return styles.openai_tools(self.schemas)

    def openai_responses(self) -> list[Json]:
        """The tools for `tools=` of OpenAI's responses."""
        return styles.openai_responses_tools(self.schemas)

    def anthropic(self) -> list[Json]:
        """The tools for `tools=` of Anthropic's messages."""
        return styles.anthropic_tools(self.schemas)


class AsyncMemoryTools(_Schemas):
    """A memory as tools for asynchronous programs. It has the methods of `MemoryTools`, awaited where they call."""

    def __init__(
        self,
        memory: AsyncMemory,
        agent: str | None = None,
        *,
        language: str = DEFAULT_LANGUAGE,
        read_only: bool = False,
    ) -> None:
        super().__init__(memory, agent, language, read_only)

    async def call(self, name: str, arguments: Mapping[str, Any] | str) -> Json:
        """What a tool answers, as JSON; `arguments` are a dict, or JSON as a model writes it."""
        if name not in self._tools:
            raise UnknownName(f"there is no tool {name!r}{nearest(str(name), self._tools)}")
        tool = self._tools[name]
        return await tool.run(read_arguments(name, tool.arguments, _as_dict(name, arguments)))

    async def answer_openai(self, calls: object) -> list[Json]:
        """Messages with the role `tool` that answer the `tool_calls` of a reply (or of its message)."""
        return [call.as_openai() for call in await self._answer(styles.openai_calls(calls))]

    async def answer_openai_responses(self, output: object) -> list[Json]:
        """Items `function_call_output` that answer every `function_call` in a response (or in its `output`)."""
        return [call.as_openai_response() for call in await self._answer(styles.openai_response_calls(output))]

    async def answer_anthropic(self, message: object) -> list[Json]:
        """Blocks `tool_result` that answer every `tool_use` in a message (or in its `content`)."""
        return [call.as_anthropic() for call in await self._answer(styles.anthropic_calls(message))]

    async def _answer(self, calls: Iterable[styles.ToolCall]) -> list[Answered]:
        answered = []
        for call in calls:
            try:
                answer, is_error = await self.call(call.name, call.arguments), False
            except AgentsensusError as error:
                answer, is_error = {"error": f"{type(error).__name__}: {error}"}, True
            answered.append(Answered(call.id, json.dumps(answer, ensure_ascii=False), is_error))
        return answered


class MemoryTools(_Schemas):
    """A memory as tools that a language model calls.

    With `agent` they are that agent's: it acts as itself and is shown what is its own. Without, they are for a model
    that works for the application: it names an agent in each call and sees everybody's records. `language` is that of
    the descriptions, `en` or `zh`; `read_only` leaves out the tools that write.

    >>> memory = Memory.open(embedder="hashing")
    >>> tools = MemoryTools(memory, "ana")
    >>> [tool["function"]["name"] for tool in tools.openai()]
    ['remember', 'recall', 'search', 'who_knows', 'history', 'conflicts', 'forget']
    >>> _ = tools.call("remember", {"text": "The staging database moved to port 5433."})
    >>> tools.call("recall", {"query": "staging database"})["text"]
    '- The staging database moved to port 5433.'
    """

    def __init__(
        self, memory: Memory, agent: str | None = None, *, language: str = DEFAULT_LANGUAGE, read_only: bool = False
    ) -> None:
        super().__init__(memory.asynchronous, agent, language, read_only)
        self._memory = memory
        self._inner = AsyncMemoryTools(memory.asynchronous, agent, language=language, read_only=read_only)

    def call(self, name: str, arguments: Mapping[str, Any] | str) -> Json:
        """What a tool answers, as JSON; `arguments` are a dict, or JSON as a model writes it."""
        return self._memory.wait_for(self._inner.call(name, arguments))

    def answer_openai(self, calls: object) -> list[Json]:
        """Messages with the role `tool` that answer the `tool_calls` of a reply (or of its message)."""
        return self._memory.wait_for(self._inner.answer_openai(calls))

    def answer_openai_responses(self, output: object) -> list[Json]:
        """Items `function_call_output` that answer every `function_call` in a response (or in its `output`)."""
        return self._memory.wait_for(self._inner.answer_openai_responses(output))

    def answer_anthropic(self, message: object) -> list[Json]:
        """Blocks `tool_result` that answer every `tool_use` in a message (or in its `content`)."""
        return self._memory.wait_for(self._inner.answer_anthropic(message))


def _as_dict(tool: str, arguments: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """The arguments of a call as a dict; no text at all stands for none."""
    if isinstance(arguments, Mapping):
        return arguments
    try:
        values = json.loads(arguments or "{}")
    except (TypeError, ValueError) as error:
        raise InputError(f"{tool}: the arguments are no JSON ({error}); write an object with the tool's keys") from None
    if not isinstance(values, dict):
        raise InputError(f"{tool}: the arguments are {type(values).__name__}, not an object with the tool's keys")
    return values

"""A memory as tools: schemas for the request to a model, and a dispatcher for its calls."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from agentsensus.errors import AgentsensusError, InputError, UnknownName, did_you_mean
from agentsensus.integrations.tools import styles
from agentsensus.integrations.tools.access import access_of
from agentsensus.integrations.tools.answers import Json
from agentsensus.integrations.tools.arguments import read_arguments
from agentsensus.integrations.tools.schema import ToolSchema, instructions, schema_of
from agentsensus.integrations.tools.styles import Answered
from agentsensus.language.languages import DEFAULT_LANGUAGE
from agentsensus.memory import AsyncMemory, Memory


class _Schemas:
    """The tools for one user of a memory, and their schemas in the format of each model API."""

    def __init__(self, memory: AsyncMemory, agent: str | None, language: str, read_only: bool) -> None:
        self.access = access_of(memory, agent)
        tools = self.access.tools()
        self._tools = {name: tool for name, tool in tools.items() if not (read_only and tool.writes)}
        self.schemas: tuple[ToolSchema, ...] = tuple(
            schema_of(name, tool.arguments, self.access.kind, language, writes=tool.writes)
            for name, tool in self._tools.items()
        )
        self.instructions = instructions(self.access.kind, language)
        """Text about these tools for a model's system prompt."""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._tools

    def openai(self) -> list[Json]:
        """Return the tools for `tools=` of OpenAI's chat completions and compatible servers."""
        return styles.openai_tools(self.schemas)

    def openai_responses(self) -> list[Json]:
        """Return the tools for `tools=` of OpenAI's responses."""
        return styles.openai_responses_tools(self.schemas)

    def anthropic(self) -> list[Json]:
        """Return the tools for `tools=` of Anthropic's messages."""
        return styles.anthropic_tools(self.schemas)


class AsyncMemoryTools(_Schemas):
    """A memory as tools for asynchronous programs. The methods are those of `MemoryTools`, to be awaited."""

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
        """Call a tool and return its answer as JSON. `arguments` is a dict, or JSON text written by a model."""
        if not isinstance(name, str) or name not in self._tools:
            near = did_you_mean(name, self._tools) if isinstance(name, str) else f"; known: {', '.join(self._tools)}"
            raise UnknownName(f"there is no tool {_shown(name)}{near}")
        tool = self._tools[name]
        return await tool.run(read_arguments(name, tool.arguments, _as_dict(name, arguments)))

    async def answer_openai(self, calls: object) -> list[Json]:
        """Return messages with the role `tool` that answer the `tool_calls` of a reply (or of its message)."""
        return [call.as_openai() for call in await self._answer(styles.openai_calls(calls))]

    async def answer_openai_responses(self, output: object) -> list[Json]:
        """Return items `function_call_output` that answer every `function_call` in a response (or in its `output`)."""
        return [call.as_openai_response() for call in await self._answer(styles.openai_response_calls(output))]

    async def answer_anthropic(self, message: object) -> list[Json]:
        """Return blocks `tool_result` that answer every `tool_use` in a message (or in its `content`)."""
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

    With `agent`, the tools act as that agent and show its own records. Without, they serve the application: each call
    names an agent, and every agent's records are visible. `language` is the language of the descriptions, `en` or `zh`;
    `read_only` leaves out the tools that write.

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
        """Call a tool and return its answer as JSON. `arguments` is a dict, or JSON text written by a model."""
        return self._memory.wait_for(self._inner.call(name, arguments))

    def answer_openai(self, calls: object) -> list[Json]:
        """Return messages with the role `tool` that answer the `tool_calls` of a reply (or of its message)."""
        return self._memory.wait_for(self._inner.answer_openai(calls))

    def answer_openai_responses(self, output: object) -> list[Json]:
        """Return items `function_call_output` that answer every `function_call` in a response (or in its `output`)."""
        return self._memory.wait_for(self._inner.answer_openai_responses(output))

    def answer_anthropic(self, message: object) -> list[Json]:
        """Return blocks `tool_result` that answer every `tool_use` in a message (or in its `content`)."""
        return self._memory.wait_for(self._inner.answer_anthropic(message))


def _as_dict(tool: str, arguments: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """Return the arguments of a call as a dict; empty text means no arguments."""
    if isinstance(arguments, Mapping):
        return arguments
    try:
        values = json.loads(arguments or "{}")
    except RecursionError:
        raise InputError(f"{tool}: the arguments are nested too deeply; write an object with the tool's keys") from None
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{tool}: the arguments are not valid JSON ({error}); write an object with the tool's keys"
        ) from None
    if not isinstance(values, dict):
        raise InputError(f"{tool}: the arguments are {type(values).__name__}, not an object with the tool's keys")
    return values


def _shown(name: object) -> str:
    """Return a name for an error message; for anything but text its type, because it may be nested very deeply."""
    return repr(name[:80]) if isinstance(name, str) else f"named by a {type(name).__name__}"

"""A pydantic-ai toolset for a memory."""

from typing import Any

from pydantic_ai import ModelRetry, RunContext, ToolDefinition
from pydantic_ai.tools import AgentDepsT
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool
from pydantic_core import SchemaValidator, core_schema

from agentsensus.errors import InputError
from agentsensus.integrations.common import asynchronous, awaited
from agentsensus.integrations.tools import AsyncMemoryTools, ToolSchema
from agentsensus.language.languages import DEFAULT_LANGUAGE
from agentsensus.memory import AsyncMemory, Memory

# The tools validate their arguments and explain mistakes in one line, so any object is accepted here.
_ANY_OBJECT = SchemaValidator(core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema()))


class MemoryToolset(AbstractToolset[AgentDepsT]):
    """The tools of a memory for a pydantic-ai agent: `Agent(model, toolsets=[MemoryToolset(memory, "ana")])`.

    With `agent`, the tools act as that agent and show its own records. Without, they serve the application and show
    every agent's records. A mistake that the model can correct comes back to it as a retry, at most `max_retries`
    times. `language` is the language of the descriptions; `read_only` leaves out the tools that write.
    """

    def __init__(
        self,
        memory: Memory | AsyncMemory,
        agent: str | None = None,
        *,
        language: str = DEFAULT_LANGUAGE,
        read_only: bool = False,
        max_retries: int = 2,
        id: str | None = None,  # noqa: A002  # pydantic-ai's own name for it
    ) -> None:
        self._memory = memory
        self._tools = AsyncMemoryTools(asynchronous(memory), agent, language=language, read_only=read_only)
        self._max_retries = max_retries
        self._id = id or f"agentsensus-{agent or 'author'}"

    @property
    def id(self) -> str:
        """The name of this toolset among those of an agent."""
        return self._id

    async def get_instructions(self, ctx: RunContext[AgentDepsT]) -> str:
        """Return a text about the memory for the model's instructions."""
        return self._tools.instructions

    async def get_tools(self, ctx: RunContext[AgentDepsT]) -> dict[str, ToolsetTool[AgentDepsT]]:
        """Return the tools by name."""
        return {schema.name: self._tool(schema) for schema in self._tools.schemas}

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[AgentDepsT], tool: ToolsetTool[AgentDepsT]
    ) -> Any:
        """Call a tool and return its answer as JSON."""
        try:
            return await awaited(self._memory, self._tools.call(name, tool_args))
        except InputError as error:
            raise ModelRetry(f"{type(error).__name__}: {error}") from None

    def _tool(self, schema: ToolSchema) -> ToolsetTool[AgentDepsT]:
        definition = ToolDefinition(
            name=schema.name, description=schema.description, parameters_json_schema=schema.parameters
        )
        return ToolsetTool(toolset=self, tool_def=definition, max_retries=self._max_retries, args_validator=_ANY_OBJECT)

"""An MCP server whose tools and resources are those of a door to a memory."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from mcp import MCPError
from mcp.server import Server, ServerRequestContext
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)

from agentsensus.doors.mcp.resources import RECORD_TEMPLATE, record_of, resource_page
from agentsensus.doors.tools import AsyncMemoryTools, ToolSchema
from agentsensus.errors import AgentsensusError, InputError, nearest
from agentsensus.version import VERSION

RequestContext: TypeAlias = ServerRequestContext[Any, Any]
ToolsOf: TypeAlias = Callable[[RequestContext], AsyncMemoryTools]
"""Which tools a request may use: those of the door that its sender came through."""


def memory_server(tools_of: ToolsOf, instructions: str) -> Server[Any]:
    """A server that answers each request with the tools and records of its sender's door."""

    async def list_tools(context: RequestContext, _: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(schema) for schema in tools_of(context).schemas])

    async def call_tool(context: RequestContext, params: CallToolRequestParams) -> CallToolResult:
        return await _called(tools_of(context), params)

    async def list_resources(context: RequestContext, params: PaginatedRequestParams | None) -> ListResourcesResult:
        with _refused():
            return await resource_page(tools_of(context).door, params.cursor if params else None)

    async def list_templates(_: RequestContext, __: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        return ListResourceTemplatesResult(resource_templates=[RECORD_TEMPLATE])

    async def read_resource(context: RequestContext, params: ReadResourceRequestParams) -> ReadResourceResult:
        with _refused():
            record = await tools_of(context).door.record(record_of(str(params.uri)))
        text = json.dumps(record, ensure_ascii=False)
        contents = TextResourceContents(uri=params.uri, mime_type="application/json", text=text)
        return ReadResourceResult(contents=[contents])

    return Server(
        "agentsensus",
        version=VERSION,
        title="Agentsensus memory",
        instructions=instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


def _tool(schema: ToolSchema) -> Tool:
    hints = ToolAnnotations(
        read_only_hint=not schema.writes, destructive_hint=schema.name == "forget", open_world_hint=False
    )
    return Tool(name=schema.name, description=schema.description, input_schema=schema.parameters, annotations=hints)


async def _called(tools: AsyncMemoryTools, params: CallToolRequestParams) -> CallToolResult:
    """What a tool answers. What the model can put right is an error in words, for it to read."""
    if params.name not in tools:
        known = [schema.name for schema in tools.schemas]
        raise MCPError(INVALID_PARAMS, f"there is no tool {params.name!r}{nearest(params.name, known)}")
    try:
        answer = await tools.call(params.name, params.arguments or {})
    except AgentsensusError as error:
        return CallToolResult(content=[TextContent(text=f"{type(error).__name__}: {error}")], is_error=True)
    text = json.dumps(answer, ensure_ascii=False)
    return CallToolResult(content=[TextContent(text=text)], structured_content=answer)


@contextmanager
def _refused() -> Iterator[None]:
    """A block in which the caller's mistake becomes an error of the protocol."""
    try:
        yield
    except InputError as error:
        raise MCPError(INVALID_PARAMS, f"{type(error).__name__}: {error}") from None

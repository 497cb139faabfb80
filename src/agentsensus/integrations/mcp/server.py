"""An MCP server that offers the tools and records of a memory."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias
from urllib.parse import unquote

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
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)

from agentsensus.base.version import VERSION
from agentsensus.errors import AgentsensusError, InputError, UnknownName, did_you_mean
from agentsensus.integrations.tools import AsyncMemoryTools, ToolSchema
from agentsensus.integrations.tools.access import MemoryAccess

PAGE = 100
_ADDRESS = "agentsensus://records/"
_TITLE = 80

RECORD_TEMPLATE = ResourceTemplate(
    uri_template=_ADDRESS + "{id}",
    name="record",
    description="One record of the memory, as the reader may see it.",
    mime_type="application/json",
)


async def resource_page(access: MemoryAccess, cursor: str | None) -> ListResourcesResult:
    """Return one page of records as MCP resources. After the last page, the cursor is None."""
    start = _offset(cursor)
    rows = await access.ids()
    resources = [
        Resource(uri=f"{_ADDRESS}{id_}", name=id_, title=_shortened(text), mime_type="application/json")
        for id_, text in rows[start : start + PAGE]
    ]
    following = str(start + PAGE) if start + PAGE < len(rows) else None
    return ListResourcesResult(resources=resources, next_cursor=following)


def record_of(uri: str) -> str:
    """Return the record id in the URI of a resource."""
    if not uri.startswith(_ADDRESS) or not uri.removeprefix(_ADDRESS):
        raise UnknownName(f"{uri} is not a record; write {_ADDRESS}ID")
    return unquote(uri.removeprefix(_ADDRESS))


def _offset(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 12):
        raise InputError(f"cursor is {cursor!r}: use the cursor of the previous page")
    return int(cursor)


def _shortened(text: str) -> str:
    return text if len(text) <= _TITLE else f"{text[: _TITLE - 1]}…"


RequestContext: TypeAlias = ServerRequestContext[Any, Any]
ToolsOf: TypeAlias = Callable[[RequestContext], AsyncMemoryTools]
"""Returns the tools that the sender of a request may use."""


def memory_server(tools_of: ToolsOf, instructions: str) -> Server[Any]:
    """Return a server that answers each request with the tools and records that its sender may use."""

    async def list_tools(context: RequestContext, _: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(schema) for schema in tools_of(context).schemas])

    async def call_tool(context: RequestContext, params: CallToolRequestParams) -> CallToolResult:
        return await _called(tools_of(context), params)

    async def list_resources(context: RequestContext, params: PaginatedRequestParams | None) -> ListResourcesResult:
        with _refused():
            return await resource_page(tools_of(context).access, params.cursor if params else None)

    async def list_templates(_: RequestContext, __: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        return ListResourceTemplatesResult(resource_templates=[RECORD_TEMPLATE])

    async def read_resource(context: RequestContext, params: ReadResourceRequestParams) -> ReadResourceResult:
        with _refused():
            record = await tools_of(context).access.record(record_of(str(params.uri)))
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
    """Call a tool. A mistake that the model can correct is returned to the model as an error text."""
    if params.name not in tools:
        known = [schema.name for schema in tools.schemas]
        raise MCPError(INVALID_PARAMS, f"there is no tool {params.name!r}{did_you_mean(params.name, known)}")
    try:
        answer = await tools.call(params.name, params.arguments or {})
    except AgentsensusError as error:
        return CallToolResult(content=[TextContent(text=f"{type(error).__name__}: {error}")], is_error=True)
    text = json.dumps(answer, ensure_ascii=False)
    return CallToolResult(content=[TextContent(text=text)], structured_content=answer)


@contextmanager
def _refused() -> Iterator[None]:
    """Context manager: turn an InputError into an error of the MCP protocol."""
    try:
        yield
    except InputError as error:
        raise MCPError(INVALID_PARAMS, f"{type(error).__name__}: {error}") from None

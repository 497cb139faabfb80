"""The records of a door as MCP resources: `agentsensus://records/ID`, listed newest first, a page at a time."""

from urllib.parse import unquote

from mcp_types import ListResourcesResult, Resource, ResourceTemplate

from agentsensus.doors.tools.doors import Door
from agentsensus.errors import InputError, UnknownName

PAGE = 100
_ADDRESS = "agentsensus://records/"
_TITLE = 80

RECORD_TEMPLATE = ResourceTemplate(
    uri_template=_ADDRESS + "{id}",
    name="record",
    description="One record of the memory, as the reader may see it.",
    mime_type="application/json",
)


async def resource_page(door: Door, cursor: str | None) -> ListResourcesResult:
    """A page of a door's records; the cursor of the last page is None."""
    start = _offset(cursor)
    rows = await door.ids()
    resources = [
        Resource(uri=f"{_ADDRESS}{id_}", name=id_, title=_shortened(text), mime_type="application/json")
        for id_, text in rows[start : start + PAGE]
    ]
    following = str(start + PAGE) if start + PAGE < len(rows) else None
    return ListResourcesResult(resources=resources, next_cursor=following)


def record_of(uri: str) -> str:
    """The id of the record that an address names."""
    if not uri.startswith(_ADDRESS) or not uri.removeprefix(_ADDRESS):
        raise UnknownName(f"{uri} is no record; write {_ADDRESS}ID")
    return unquote(uri.removeprefix(_ADDRESS))


def _offset(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 12):
        raise InputError(f"cursor is {cursor!r}: give one that a page before it brought")
    return int(cursor)


def _shortened(text: str) -> str:
    return text if len(text) <= _TITLE else f"{text[: _TITLE - 1]}…"

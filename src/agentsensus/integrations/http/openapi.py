"""The OpenAPI description of the service, generated from the table of calls."""

from functools import cache
from typing import Any

from pydantic import BaseModel

from agentsensus.base.version import VERSION
from agentsensus.memory.calls import Call, agent_calls, author_calls

__all__ = ["description"]

_REFERENCE = "#/components/schemas/{model}"
_ERROR = {
    "type": "object",
    "required": ["error", "message"],
    "properties": {"error": {"type": "string"}, "message": {"type": "string"}},
}
_SPACE = {"name": "space", "in": "path", "required": True, "schema": {"type": "string"}}
_AGENT = {"name": "agent", "in": "path", "required": True, "schema": {"type": "string"}}
_AS_OF = {
    "name": "as_of",
    "in": "query",
    "schema": {"type": "integer", "minimum": 0},
    "description": "Look at a round.",
}
_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "schema": {"type": "string"},
    "description": "A write that is sent again under its key is done once.",
}


@cache
def description(new_space: type[BaseModel]) -> dict[str, Any]:
    """Return the OpenAPI document. Every call is a POST with its arguments as a JSON object."""
    schemas: dict[str, Any] = {"Error": _ERROR}
    space = "/v1/spaces/{space}"
    paths: dict[str, Any] = {
        "/healthz": {"get": _operation("health", "The process answers.", {"type": "object"})},
        "/readyz": {"get": _operation("ready", "The store can be read.", {"type": "object"})},
        "/metrics": {"get": _operation("metrics", "Figures in the text format of Prometheus.", None, "text/plain")},
        "/v1/spaces": {"get": _operation("spaces", "The names of all spaces.", {"type": "array"})},
        space: {
            "put": _operation("make_space", "Make a space.", {"type": "object"}, parameters=[_SPACE])
            | {"requestBody": _body(_hoisted(new_space.model_json_schema(ref_template=_REFERENCE), schemas))},
            "get": _operation("about", "Round, agents, names and settings.", {"type": "object"}, parameters=[_SPACE]),
            "delete": _operation("delete_space", "Erase a space permanently.", {"type": "null"}, parameters=[_SPACE]),
        },
        f"{space}/export": {
            "get": _operation("export", "Everything as JSON lines.", None, "application/x-ndjson", [_SPACE])
        },
        f"{space}/backup": {
            "get": _operation("backup", "All spaces as one file.", None, "application/octet-stream", [_SPACE])
        },
        f"{space}/import": {"post": _operation("import", "Fill a new space.", {"type": "null"}, parameters=[_SPACE])},
        f"{space}/events": {
            "get": _operation("events", "Commits as server-sent events.", None, "text/event-stream", [_SPACE])
        },
    }
    for call in author_calls().values():
        paths[f"{space}/memory/{call.name}"] = _path(f"memory_{call.name}", call, [_SPACE], schemas)
    for call in agent_calls().values():
        paths[f"{space}/agents/{{agent}}/{call.name}"] = _path(f"agent_{call.name}", call, [_SPACE, _AGENT], schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Agentsensus", "version": VERSION},
        "security": [{"token": []}],
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _path(name: str, call: Call, parameters: list[dict[str, Any]], schemas: dict[str, Any]) -> dict[str, Any]:
    answer = _hoisted(call.answer.json_schema(mode="serialization", ref_template=_REFERENCE), schemas)
    body = _hoisted(call.arguments.model_json_schema(ref_template=_REFERENCE), schemas)
    given = [*parameters, _KEY if call.is_write else _AS_OF]
    return {"post": _operation(name, call.summary, answer, parameters=given) | {"requestBody": _body(body)}}


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _operation(
    name: str,
    summary: str,
    answer: dict[str, Any] | None,
    media: str = "application/json",
    parameters: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    refused = {
        "description": "Refused.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    done = {"description": "Done.", "content": {media: {"schema": answer} if answer is not None else {}}}
    return {
        "operationId": name,
        "summary": summary,
        "parameters": parameters or [],
        "responses": {"200": done, "default": refused},
    }


def _hoisted(schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without its definitions, which are moved to `schemas`."""
    schemas.update(schema.pop("$defs", {}))
    return schema

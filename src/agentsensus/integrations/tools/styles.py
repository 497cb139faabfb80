"""Convert tool schemas, calls and answers to and from the formats of model APIs. Replies may be objects or dicts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agentsensus.errors import InputError
from agentsensus.integrations.tools.answers import Json
from agentsensus.integrations.tools.schema import ToolSchema


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's call of a tool: name, arguments, and the id that the answer must carry."""

    id: str
    name: str
    arguments: Any


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a call, as JSON text."""

    id: str
    text: str
    is_error: bool

    def as_openai(self) -> Json:
        """Return the answer as a message of chat completions."""
        return {"role": "tool", "tool_call_id": self.id, "content": self.text}

    def as_openai_response(self) -> Json:
        """Return the answer as an input item of responses."""
        return {"type": "function_call_output", "call_id": self.id, "output": self.text}

    def as_anthropic(self) -> Json:
        """Return the answer as a content block of messages."""
        return {"type": "tool_result", "tool_use_id": self.id, "content": self.text, "is_error": self.is_error}


def openai_tools(schemas: Iterable[ToolSchema]) -> list[Json]:
    """Return the tools in the format of chat completions."""
    return [
        {
            "type": "function",
            "function": {"name": schema.name, "description": schema.description, "parameters": schema.parameters},
        }
        for schema in schemas
    ]


def openai_responses_tools(schemas: Iterable[ToolSchema]) -> list[Json]:
    """Return the tools in the format of responses."""
    return [
        {
            "type": "function",
            "name": schema.name,
            "description": schema.description,
            "parameters": schema.parameters,
            "strict": False,
        }
        for schema in schemas
    ]


def anthropic_tools(schemas: Iterable[ToolSchema]) -> list[Json]:
    """Return the tools in the format of messages."""
    return [
        {"name": schema.name, "description": schema.description, "input_schema": schema.parameters}
        for schema in schemas
    ]


def openai_calls(calls: object) -> list[ToolCall]:
    """Return the calls in a reply of chat completions, in its message, or in a list of `tool_calls`."""
    choices = _part(calls, "choices")
    message = _part(choices[0], "message") if choices else calls
    content = _part(message, "content")
    if isinstance(content, list) and any(_part(block, "type") == "tool_use" for block in content):
        raise InputError("this is a message of Anthropic (it holds tool_use); use answer_anthropic")
    listed = _items(message, "tool_calls", "a reply of chat completions, its message or its tool_calls")
    return [
        ToolCall(_part(call, "id"), _part(_part(call, "function"), "name"), _part(_part(call, "function"), "arguments"))
        for call in listed
    ]


def openai_response_calls(output: object) -> list[ToolCall]:
    """Return the calls in a response, or in its `output`."""
    listed = _items(output, "output", "a response or its output")
    calls = [item for item in listed if _part(item, "type") == "function_call"]
    return [ToolCall(_part(call, "call_id"), _part(call, "name"), _part(call, "arguments")) for call in calls]


def anthropic_calls(message: object) -> list[ToolCall]:
    """Return the calls in a message, or in its `content`."""
    if _part(message, "tool_calls"):
        raise InputError("this is a message of chat completions (it holds tool_calls); use answer_openai")
    listed = _items(message, "content", "a message or its content")
    calls = [block for block in listed if _part(block, "type") == "tool_use"]
    return [ToolCall(_part(call, "id"), _part(call, "name"), _part(call, "input")) for call in calls]


def _items(whole: object, name: str, expected: str) -> Sequence[Any]:
    """Return the list called `name` in a reply, or the reply itself if it is a list. A plain text has no calls."""
    if isinstance(whole, list | tuple):
        return whole
    is_reply = any(key in whole if isinstance(whole, Mapping) else hasattr(whole, key) for key in (name, "role"))
    items = _part(whole, name)
    if isinstance(items, str) and is_reply:
        return ()
    if not is_reply:
        raise InputError(f"{type(whole).__name__} holds no tool calls; give {expected}")
    return items or ()


def _part(whole: Any, name: str) -> Any:
    return whole.get(name) if isinstance(whole, Mapping) else getattr(whole, name, None)

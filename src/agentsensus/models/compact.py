"""A pydantic class as a line that a weak model understands, and as an example of what to reply."""

import json
import re
from typing import Any, TypeAlias

from pydantic import BaseModel

BLANK = "…"
Schema: TypeAlias = dict[str, Any]


def name_of(kind: type[BaseModel]) -> str:
    """The name a model calls a class by: its `name` if it has one, else its own in snake case."""
    given = getattr(kind, "name", None)
    return given if isinstance(given, str) else re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).strip("_").lower()


def about(kind: type[BaseModel]) -> str:
    """The first line of a class's own docstring."""
    text = kind.__dict__.get("__doc__") or ""
    return text.strip().split("\n")[0]


def signature(kind: type[BaseModel]) -> str:
    """`say(to: string, words: string, loud: boolean = false) — Say something aloud.`"""
    said = about(kind)
    return f"{name_of(kind)}({', '.join(_fields(kind))})" + (f" — {said}" if said else "")


def example(kind: type[BaseModel]) -> dict[str, Any]:
    """An example of a class: its own if its schema has one, else one made of the types."""
    schema, definitions = _schema(kind)
    given = schema.get("examples")
    if isinstance(given, list) and given and isinstance(given[0], dict):
        return given[0]
    return {
        name: _sample(one, definitions)
        for name, one in schema.get("properties", {}).items()
        if name in schema.get("required", [])
    }


def blank_in(filled: BaseModel) -> str | None:
    """The field that still has the blank of an example in it."""
    return next((name for name, value in filled if value == BLANK), None)


def as_json(value: object) -> str:
    """A value on one line of JSON."""
    return json.dumps(value, ensure_ascii=False)


def _fields(kind: type[BaseModel]) -> list[str]:
    schema, definitions = _schema(kind)
    fields = []
    for name, one in schema.get("properties", {}).items():
        text = f"{name}: {_type(one, definitions)}"
        if name not in schema.get("required", []):
            text += f" = {as_json(one.get('default'))}"
        if one.get("description"):
            text += f" ({one['description']})"
        fields.append(text)
    return fields


def _type(one: Schema, definitions: Schema) -> str:
    one, definitions = _resolved(one, definitions)
    if "enum" in one or "const" in one:
        return " | ".join(as_json(value) for value in one.get("enum", [one.get("const")]))
    if "anyOf" in one:
        return " | ".join(_type(part, definitions) for part in one["anyOf"])
    if one.get("type") == "array":
        return f"[{_type(one.get('items', {}), definitions)}, …]"
    if one.get("type") == "object" and one.get("properties"):
        inner = ", ".join(f"{name}: {_type(part, definitions)}" for name, part in one["properties"].items())
        return f"{{{inner}}}"
    return str(one.get("type", "any"))


def _sample(one: Schema, definitions: Schema) -> Any:
    one, definitions = _resolved(one, definitions)
    if one.get("examples"):
        return one["examples"][0]
    if "const" in one:
        return one["const"]
    if "anyOf" in one:
        return _sample(one["anyOf"][0], definitions)
    if one.get("type") == "array":
        item = _sample(one.get("items", {}), definitions)
        return [] if item == {} else [item]
    if one.get("type") == "object":
        return {name: _sample(part, definitions) for name, part in one.get("properties", {}).items()}
    return {"integer": 1, "number": 1.0, "boolean": True, "null": None}.get(str(one.get("type")), BLANK)


def _schema(kind: type[BaseModel]) -> tuple[Schema, Schema]:
    """The schema of a class, and the definitions of what it refers to."""
    schema = kind.model_json_schema()
    return _resolved(schema, schema.get("$defs", {}))


def _resolved(one: Schema, definitions: Schema) -> tuple[Schema, Schema]:
    """What a reference means, and the definitions for what is inside it: a class inside itself is any object."""
    name = one.get("$ref", "").rpartition("/")[2]
    if not name:
        return one, definitions
    found = {**definitions.get(name, {"type": "object"}), **one}
    found.pop("$ref")
    return found, {other: meant for other, meant in definitions.items() if other != name}

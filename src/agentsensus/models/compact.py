"""Describe a pydantic class to a weak model: as one line, and as an example reply."""

import json
import re
from typing import Any, TypeAlias

from pydantic import BaseModel

BLANK = "…"
Schema: TypeAlias = dict[str, Any]


def name_of(kind: type[BaseModel]) -> str:
    """Return the name by which prompts call a class: its `name` attribute, or its class name in snake case."""
    name = getattr(kind, "name", None)
    return name if isinstance(name, str) else re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).strip("_").lower()


def about(kind: type[BaseModel]) -> str:
    """Return the first line of the class's own docstring."""
    text = kind.__dict__.get("__doc__") or ""
    return text.strip().split("\n")[0]


def signature(kind: type[BaseModel]) -> str:
    """Describe a class in one line for a prompt.

    For example `say(to: string, words: string, loud: boolean = false, near?: string) — Say something aloud.`
    """
    summary = about(kind)
    return f"{name_of(kind)}({', '.join(_fields(kind))})" + (f" — {summary}" if summary else "")


def example(kind: type[BaseModel]) -> dict[str, Any]:
    """Return example values for the fields of a class: the example in its schema, else values made from the field
    types.
    """
    schema, definitions = _schema(kind)
    examples = schema.get("examples")
    if isinstance(examples, list) and examples and isinstance(examples[0], dict):
        return examples[0]
    return {
        name: _sample(field, definitions)
        for name, field in schema.get("properties", {}).items()
        if name in schema.get("required", [])
    }


def blank_in(filled: BaseModel) -> str | None:
    """Return the name of a field that still holds the placeholder of the example; None if all fields are filled in."""
    return next((name for name, value in filled if value == BLANK), None)


def as_json(value: object) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def _fields(kind: type[BaseModel]) -> list[str]:
    schema, definitions = _schema(kind)
    fields = []
    for name, field in schema.get("properties", {}).items():
        text = f"{name}: {_type(field, definitions)}"
        if name not in schema.get("required", []):
            text = _optional(name, field, definitions)
        if field.get("description"):
            text += f" ({field['description']})"
        fields.append(text)
    return fields


def _optional(name: str, field: Schema, definitions: Schema) -> str:
    """Describe an optional field: with its default, or as `name?: type` when the default is None."""
    if field.get("default") is not None:
        return f"{name}: {_type(field, definitions)} = {as_json(field['default'])}"
    given = [part for part in field.get("anyOf", [field]) if part.get("type") != "null"]
    return f"{name}?: {' | '.join(_type(part, definitions) for part in given)}"


def _type(schema: Schema, definitions: Schema) -> str:
    schema, definitions = _resolved(schema, definitions)
    if "enum" in schema or "const" in schema:
        return " | ".join(as_json(value) for value in schema.get("enum", [schema.get("const")]))
    if "anyOf" in schema:
        return " | ".join(_type(part, definitions) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return f"[{_type(schema.get('items', {}), definitions)}, …]"
    if schema.get("type") == "object" and schema.get("properties"):
        inner = ", ".join(f"{name}: {_type(part, definitions)}" for name, part in schema["properties"].items())
        return f"{{{inner}}}"
    return str(schema.get("type", "any"))


def _sample(schema: Schema, definitions: Schema) -> Any:
    schema, definitions = _resolved(schema, definitions)
    if schema.get("examples"):
        return schema["examples"][0]
    if "const" in schema:
        return schema["const"]
    if "anyOf" in schema:
        return _sample(schema["anyOf"][0], definitions)
    if schema.get("type") == "array":
        item = _sample(schema.get("items", {}), definitions)
        return [] if item == {} else [item]
    if schema.get("type") == "object":
        return {name: _sample(part, definitions) for name, part in schema.get("properties", {}).items()}
    return {"integer": 1, "number": 1.0, "boolean": True, "null": None}.get(str(schema.get("type")), BLANK)


def _schema(kind: type[BaseModel]) -> tuple[Schema, Schema]:
    """Return the schema of a class and its definitions."""
    schema = kind.model_json_schema()
    return _resolved(schema, schema.get("$defs", {}))


def _resolved(schema: Schema, definitions: Schema) -> tuple[Schema, Schema]:
    """Resolve a `$ref`. Return the schema it refers to, and the definitions without it, so recursion ends at "any
    object".
    """
    name = schema.get("$ref", "").rpartition("/")[2]
    if not name:
        return schema, definitions
    resolved = {**definitions.get(name, {"type": "object"}), **schema}
    resolved.pop("$ref")
    return resolved, {other: meant for other, meant in definitions.items() if other != name}

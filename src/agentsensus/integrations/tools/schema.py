"""The description of a tool for a model: its name, its purpose, and a JSON schema of its arguments."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from agentsensus.base.texts import texts
from agentsensus.errors import InputError, did_you_mean
from agentsensus.language.languages import LANGUAGES


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """The description of one tool. `writes` is true if a call changes the memory."""

    name: str
    description: str
    parameters: dict[str, Any]
    writes: bool = False


class ToolTexts(BaseModel):
    """The texts of one tool in one language: its purpose and its arguments."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str
    arguments: dict[str, str]


def schema_of(name: str, arguments: type[BaseModel], access: str, language: str, *, writes: bool) -> ToolSchema:
    """Return the schema of a tool for an `agent` or for the `author`."""
    described = ToolTexts.model_validate(tool_texts(language)[access][name])
    schema = arguments.model_json_schema()
    properties = {
        key: {**_plain(value), "description": described.arguments[key]} for key, value in schema["properties"].items()
    }
    parameters = {
        "type": "object",
        "properties": properties,
        "required": schema.get("required", []),
        "additionalProperties": False,
    }
    return ToolSchema(name, described.about, parameters, writes)


def instructions(access: str, language: str) -> str:
    """Return the general instructions for the tools of an `agent` or of the `author`."""
    return str(tool_texts(language)["instructions"][access]).strip()


def tool_texts(language: str) -> dict[str, Any]:
    """Return all texts of the tools in a language."""
    if language not in LANGUAGES:
        raise InputError(f"language is {language!r}{did_you_mean(str(language), LANGUAGES)}")
    table: dict[str, Any] = texts("agentsensus.integrations.tools", "tools", language)
    return table


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """Return a property without its title. An optional property gets its plain type only, because some models require
    it.
    """
    options = [option for option in value.get("anyOf", ()) if option.get("type") != "null"]
    shown = dict(options[0]) if len(options) == 1 else dict(value)
    if "default" in value and value["default"] is not None:
        shown["default"] = value["default"]
    return {key: part for key, part in shown.items() if key != "title"}

"""A tool as a model is shown it: a name, what it is for, and a JSON schema of what it takes."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from agentsensus.errors import InputError, nearest
from agentsensus.text.languages import LANGUAGES
from agentsensus.texts import texts


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """What a model is told of one tool. `writes` says whether a call changes the memory."""

    name: str
    description: str
    parameters: dict[str, Any]
    writes: bool = False


class ToolTexts(BaseModel):
    """The texts of one tool in one language: what it is for, and what each argument means."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str
    arguments: dict[str, str]


def schema_of(name: str, arguments: type[BaseModel], door: str, language: str, *, writes: bool) -> ToolSchema:
    """The schema of a tool as the door of an `agent` or of the `author` shows it."""
    described = ToolTexts.model_validate(door_texts(language)[door][name])
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


def instructions(door: str, language: str) -> str:
    """What a model is told of the tools of a door as a whole."""
    return str(door_texts(language)["instructions"][door]).strip()


def door_texts(language: str) -> dict[str, Any]:
    """All texts of the tools in a language."""
    if language not in LANGUAGES:
        raise InputError(f"language is {language!r}{nearest(str(language), LANGUAGES)}")
    table: dict[str, Any] = texts("agentsensus.doors.tools", "tools", language)
    return table


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """A property without its title; one that may be left out is shown by its type alone, as some models want it."""
    options = [option for option in value.get("anyOf", ()) if option.get("type") != "null"]
    shown = dict(options[0]) if len(options) == 1 else dict(value)
    if "default" in value and value["default"] is not None:
        shown["default"] = value["default"]
    return {key: part for key, part in shown.items() if key != "title"}

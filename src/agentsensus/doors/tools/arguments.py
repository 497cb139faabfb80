"""What each tool takes, as types: a call is read into one of these before anything is done.

Those that end in `As` are the author's: they say for which agent. The others are an agent's own and have no place to
name anybody else.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentsensus.errors import InputError

A = TypeVar("A", bound="ToolArguments")
MOST_ROWS = 100


class ToolArguments(BaseModel):
    """What a tool takes. A key that no tool knows is refused, not ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class RememberText(ToolArguments):
    """What an agent remembers."""

    text: str
    via: str | None = None
    metadata: dict[str, Any] | None = None


class RememberTextAs(RememberText):
    """What somebody remembers, and in which round."""

    agent: str
    at: int | None = None


class AskOwn(ToolArguments):
    """What an agent asks of its own memory."""

    query: str
    k: int = Field(5, ge=1, le=MOST_ROWS)
    max_tokens: int | None = Field(None, ge=1)
    where: dict[str, Any] | None = None
    at: int | None = None


class AskAs(AskOwn):
    """What is asked of somebody's memory."""

    agent: str


class SearchOwn(ToolArguments):
    """What an agent looks for among its own rows."""

    query: str
    k: int = Field(10, ge=1, le=MOST_ROWS)
    where: dict[str, Any] | None = None
    at: int | None = None


class SearchEverything(SearchOwn):
    """What is looked for among everybody's rows, or those of some agents."""

    agents: list[str] | None = None


class WhoKnowsArguments(ToolArguments):
    """Of what it is asked who knows it."""

    query: str
    k: int = Field(5, ge=1, le=MOST_ROWS)
    at: int | None = None


class AtRound(ToolArguments):
    """As of which round it is asked."""

    at: int | None = None


class OneRecord(ToolArguments):
    """Which record is meant, by its id."""

    record: str


class OneRecordAs(OneRecord):
    """Whose record is meant."""

    agent: str


def read_arguments(tool: str, model: type[A], values: Mapping[str, Any]) -> A:
    """The arguments of a call; what does not fit is an error of one line that names the tool and the argument."""
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        problems = [_problem(problem["type"], problem["loc"], problem["msg"], model) for problem in error.errors()]
        raise InputError(f"{tool}: {'; '.join(problems)}") from None


def _problem(kind: str, path: tuple[int | str, ...], message: str, model: type[ToolArguments]) -> str:
    name = ".".join(str(part) for part in path) or "the arguments"
    if kind == "missing":
        return f"{name} is missing"
    if kind == "extra_forbidden":
        return f"{name} is not an argument; there are {', '.join(model.model_fields)}"
    return f"{name}: {message[:1].lower()}{message[1:]}"

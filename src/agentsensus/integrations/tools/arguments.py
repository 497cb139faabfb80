"""The arguments of the tools as types. Every call is validated before it runs.

Class names that end in `As` belong to the author's tools, which name an agent. The others belong to an agent's own
tools, which cannot name another agent.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentsensus.errors import InputError

A = TypeVar("A", bound="ToolArguments")
MOST_ROWS = 100
DEEPEST = 40
"""How deeply the lists and dicts of arguments may be nested; filters and metadata need two or three levels."""


class ToolArguments(BaseModel):
    """Arguments of a tool. Unknown keys are rejected."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class RememberText(ToolArguments):
    """A text for the agent to remember."""

    text: str
    via: str | None = None
    metadata: dict[str, Any] | None = None


class RememberTextAs(RememberText):
    """A text for an agent to remember in a round."""

    agent: str
    at: int | None = None


class AskOwn(ToolArguments):
    """A question to the agent's own memory."""

    query: str
    k: int = Field(5, ge=1, le=MOST_ROWS)
    max_tokens: int | None = Field(None, ge=1)
    where: dict[str, Any] | None = None
    at: int | None = None


class AskAs(AskOwn):
    """A question to an agent's memory."""

    agent: str


class SearchOwn(ToolArguments):
    """A search in the agent's own records."""

    query: str
    k: int = Field(10, ge=1, le=MOST_ROWS)
    where: dict[str, Any] | None = None
    at: int | None = None


class SearchEverything(SearchOwn):
    """A search in all records, or in those of some agents."""

    agents: list[str] | None = None


class WhoKnowsArguments(ToolArguments):
    """A fact, to find the agents that know it."""

    query: str
    k: int = Field(5, ge=1, le=MOST_ROWS)
    at: int | None = None


class AtRound(ToolArguments):
    """The round to look at (default: now)."""

    at: int | None = None


class OneConflict(ToolArguments):
    """A conflict, by its id."""

    conflict: str


class ResolveConflict(OneConflict):
    """A conflict, the record to keep, and the owners who lose the other one."""

    keep: str
    owners: list[str] | None = None


class TwoRecords(ToolArguments):
    """Two records, by their ids."""

    a: str
    b: str


class OneRecord(ToolArguments):
    """A record, by its id."""

    record: str


class OneRecordAs(OneRecord):
    """A record of an agent, by its id."""

    agent: str


def read_arguments(tool: str, model: type[A], values: Mapping[str, Any]) -> A:
    """Validate the arguments of a call. Raises InputError that names the tool and the argument, in one line."""
    if _is_deeper(values, DEEPEST):
        raise InputError(f"{tool}: the arguments are nested more than {DEEPEST} levels deep; write flatter ones")
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        problems = [_problem(problem["type"], problem["loc"], problem["msg"], model) for problem in error.errors()]
        raise InputError(f"{tool}: {'; '.join(problems)}") from None


def _is_deeper(value: object, levels: int) -> bool:
    """Return whether lists and dicts are nested more deeply than `levels`. Not recursive, so it cannot exhaust the
    stack.
    """
    level: list[object] = [value]
    for _ in range(levels):
        level = [part for each in level for part in _parts(each)]
        if not level:
            return False
    return True


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def _problem(kind: str, path: tuple[int | str, ...], message: str, model: type[ToolArguments]) -> str:
    name = ".".join(str(part) for part in path) or "the arguments"
    if kind == "missing":
        return f"{name} is missing"
    if kind == "extra_forbidden":
        return f"{name} is not an argument; there are {', '.join(model.model_fields)}"
    return f"{name}: {message[:1].lower()}{message[1:]}"

"""A table of the library's methods as calls with JSON arguments and answers, for the HTTP server and its client."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, TypeAdapter, create_model

from agentsensus.memory.agent import AsyncAgent
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.core.checks import NamesLike
from agentsensus.memory.core.limits import When, Where

__all__ = ["Call", "agent_calls", "author_calls"]

_WRITES = frozenset(
    "remember remember_many remember_messages remember_event remember_history forget forget_about revise link unlink "
    "split review merge resolve dismiss edit mark advance grant revoke group purge expire add_names".split()
)
_NOT_SERVED = frozenset({"fork", "backup", "export", "import_", "reembed", "vectors", "close", "prepare_recalls"})
"""Methods that are not served: they take a path or an object of the program, or end the memory. Copies have their own
URLs.
"""

_Time = int | datetime
_Expiry = int | Literal["never"] | datetime


@dataclass(frozen=True, slots=True)
class Call:
    """One method that the service offers: the model of its arguments, the type of its answer, and whether it writes."""

    name: str
    is_write: bool
    takes_key: bool
    arguments: type[BaseModel]
    answer: TypeAdapter[Any]
    summary: str

    def values(self, given: BaseModel) -> dict[str, Any]:
        """Return the arguments that the caller gave, as keyword arguments of the method."""
        return {name: getattr(given, name) for name in given.model_fields_set}

    def body(self, args: Sequence[Any], options: Mapping[str, Any]) -> str:
        """Return the JSON body of a call with these arguments. Raises TypeError if they do not fit the method."""
        names = list(self.arguments.model_fields)
        if len(args) > len(names) or any(name in options for name in names[: len(args)]):
            raise TypeError(f"{self.name} got wrong arguments")
        fields = self.arguments.model_fields
        unsaid = [name for name, value in options.items() if value is None]
        unsaid = [name for name in unsaid if name not in fields or fields[name].default is None]
        given = dict(zip(names, args, strict=False)) | {n: v for n, v in options.items() if n not in unsaid}
        values = {name: list(value) if _is_lazy(value) else value for name, value in given.items()}
        return self.arguments.model_validate(values).model_dump_json(exclude_unset=True, warnings=False)


@cache
def author_calls() -> dict[str, Call]:
    """Return the calls for the application, by name."""
    return _calls(AsyncMemory, skip=_NOT_SERVED)


@cache
def agent_calls() -> dict[str, Call]:
    """Return the calls for one agent, by name."""
    return _calls(AsyncAgent, skip=frozenset())


def _calls(kind: type, skip: frozenset[str]) -> dict[str, Call]:
    methods = {
        name: getattr(member, "__wrapped__", member)
        for name, member in vars(kind).items()
        if not name.startswith("_") and inspect.iscoroutinefunction(member) and name not in skip
    }
    return {name: _call(name, method) for name, method in methods.items()}


def _call(name: str, method: Callable[..., Any]) -> Call:
    hints = get_type_hints(method)
    fields: dict[str, Any] = {}
    for parameter in list(inspect.signature(method).parameters.values())[1:]:
        if (name, parameter.name) == ("fork_space", "to"):
            continue  # a request cannot name a path on the server
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[parameter.name] = (_as_json(hints[parameter.name]), default)
    config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)
    model = create_model(f"{name.title().replace('_', '')}Arguments", __config__=config, **fields)
    summary = (inspect.getdoc(method) or name).split("\n\n")[0].replace("\n", " ")
    return Call(name, name in _WRITES, "key" in fields, model, TypeAdapter(hints["return"]), summary)


def _as_json(hint: Any) -> Any:
    """Return the JSON type of an argument, given its Python type."""
    replaced: dict[Any, Any] = {Where: Mapping[str, Any], When: _Time, NamesLike: Mapping[str, str | list[str]]}
    if hint in replaced:
        return replaced[hint]
    parts = get_args(hint)
    if get_origin(hint) is not None and get_origin(hint).__name__ in ("UnionType", "Union"):
        if {int, datetime, str} <= set(parts):
            parts = (*(part for part in parts if part not in (int, datetime, str)), _Expiry)
        if set(get_args(Where)) <= set(parts):
            parts = (*(part for part in parts if part not in get_args(Where)), Mapping[str, Any])
        joined = _as_json(parts[0])
        for part in parts[1:]:
            joined = joined | _as_json(part)
        return joined
    if get_origin(hint) in (Iterable, Sequence):
        return list[_as_json(parts[0])]  # type: ignore[misc]
    return hint


def _is_lazy(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping | Sequence)

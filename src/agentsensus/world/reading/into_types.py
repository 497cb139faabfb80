"""Written values into types: what does not fit is noted and left out, so that the rest is still checked."""

import copy
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar, get_args

from pydantic import ValidationError

from agentsensus.errors import nearest
from agentsensus.world.reading.problems import Problems, Steps
from agentsensus.world.reading.written import Written

__all__ = ["fit", "shown"]

T = TypeVar("T", bound=Written)
_DROPPED = object()
_QUOTED = re.compile(r"'([^']*)'")


def fit(
    model: type[T],
    notes: Problems,
    section: str,
    path: Steps,
    always: Mapping[str, Any],
    stand_in: Mapping[str, Any] = MappingProxyType({}),
) -> T:
    """The model of what is written at a path, with `always` filled in below the top of a section.

    `always` and `stand_in` are used for what must be there and is not, or does not fit.
    """
    value = copy.deepcopy(_given(notes, section, path))
    try:
        return model.model_validate({**value, **(always if path else {})})
    except ValidationError as error:
        wrong = error.errors()
    for misfit in wrong:
        notes.error(section, (*path, *_real(value, misfit["loc"])), _told(dict(misfit), model))
    while wrong:
        dropped = [_drop(value, misfit["loc"], missing=misfit["type"] == "missing") for misfit in wrong]
        value = _swept(value, notes, section, path)
        blanks = {key: filler for key, filler in {**stand_in, **always}.items() if value.get(key) is None}
        assert any(dropped) or blanks, f"{model.__name__} can do neither with {wrong} nor without"
        try:
            return model.model_validate({**value, **blanks})
        except ValidationError as error:
            wrong = error.errors()
    raise AssertionError("a validation that fails says why")


def _given(notes: Problems, section: str, path: Steps) -> dict[str, Any]:
    value = _at(notes.sections[section].value, path)
    if value is not None and not isinstance(value, dict):
        notes.error(section, path, f"is {shown(value)}; keys and values belong here")
    if not isinstance(value, dict):
        return {}
    if path and "id" in value:
        notes.error(section, (*path, "id"), "the id is the key it is written under; leave this out")
        return {key: item for key, item in value.items() if key != "id"}
    return value


def _at(value: Any, path: Steps) -> Any:
    for step in path:
        value = value[step]
    return value


def _existing(value: Any, loc: Steps) -> Steps:
    """As much of a location as somebody wrote."""
    for depth, step in enumerate(loc):
        inside = step in value if isinstance(value, dict) else isinstance(step, int) and _reaches(value, step)
        if not inside:
            return loc[:depth]
        value = value[step]
    return loc


def _reaches(value: Any, step: int) -> bool:
    return isinstance(value, list) and step < len(value)


def _real(value: Any, loc: Steps) -> Steps:
    """As much of a location as somebody wrote, and the key that is missing there."""
    existing = _existing(value, loc)
    return loc[: len(existing) + 1] if isinstance(_at(value, existing), dict) else existing


def _drop(value: Any, loc: Steps, *, missing: bool) -> bool:
    path = _existing(value, loc[:-1] if missing else loc)
    if path:
        _at(value, path[:-1])[path[-1]] = _DROPPED
    return bool(path)


def _swept(value: Any, notes: Problems, section: str, path: Steps) -> Any:
    if isinstance(value, dict):
        return {key: _swept(item, notes, section, (*path, key)) for key, item in value.items() if item is not _DROPPED}
    if not isinstance(value, list):
        return value
    stay = [place for place, item in enumerate(value) if item is not _DROPPED]
    here = notes.sections[section]
    written = here.as_written(path)
    before = here.numbers.get(written, list(range(len(value))))
    swept = [_swept(value[place], notes, section, (*path, place)) for place in stay]
    here.numbers[written] = [before[place] for place in stay]
    return swept


def shown(value: Any) -> str:
    """A value as a message shows it, short."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…{text[-1]}"


_BELONGS = {
    "int": "a whole number belongs here",
    "string": "text belongs here",
    "bool": "on or off belongs here",
    "tuple": "a list belongs here",
    "dict": "keys and values belong here",
    "model": "keys and values belong here",
}


def _told(error: dict[str, Any], model: type[Written]) -> str:
    kind, written, context = error["type"], shown(error["input"]), error.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        key = str(error["loc"][-1])
        return f"there is no key {key!r} here{nearest(key, _keys(model, error['loc'][:-1]))}"
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
        return f"is {written}{nearest(str(error['input']), _QUOTED.findall(context['expected']))}"
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = context.get("ge", context.get("le"))
        return f"is {written}; {bound} or {'more' if 'ge' in context else 'less'} belongs here"
    if kind in ("string_too_short", "too_short"):
        return "is empty"
    belongs = _BELONGS.get(kind.split("_")[0])
    return f"is {written}; {belongs}" if belongs else f"is {written}: {error['msg'].lower()}"


def _keys(model: type[Written], loc: tuple[int | str, ...]) -> list[str]:
    """The keys that may stand at a location of a model."""
    for step in loc:
        if isinstance(step, str) and step in model.model_fields:
            model = next(iter(_models(model.model_fields[step].annotation)), model)
    return [key for key in model.model_fields if key != "id" or not model.keyed_by_id]


def _models(annotation: Any) -> list[type[Written]]:
    if isinstance(annotation, type) and issubclass(annotation, Written):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models(part)]

"""Convert the parsed files into typed entries. Invalid values are reported and left out."""

import copy
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar, get_args

from pydantic import ValidationError

from agentsensus.errors import did_you_mean
from agentsensus.language.languages import language
from agentsensus.worlds.scenario.cast import Carrier, Character, Named, Place, Registered
from agentsensus.worlds.scenario.happenings import Condition, WorldHappening
from agentsensus.worlds.scenario.reading.problems import Problems, Steps
from agentsensus.worlds.scenario.reading.scenes import parse
from agentsensus.worlds.scenario.reading.slugs import is_slug, slug_hint
from agentsensus.worlds.scenario.reading.yaml_files import PARTS
from agentsensus.worlds.scenario.scenario import Reference, SceneEvent, WorldFile
from agentsensus.worlds.scenario.written import AuthoredModel

__all__ = ["WorldParts", "draft", "fit", "shown"]


W = TypeVar("W", bound=AuthoredModel)
_DROPPED = object()
_QUOTED = re.compile(r"'([^']*)'")


def fit(
    model: type[W],
    notes: Problems,
    section: str,
    path: Steps,
    always: Mapping[str, Any],
    stand_in: Mapping[str, Any] = MappingProxyType({}),
) -> W:
    """Validate the value at a path as `model`; report misfits and leave them out.

    `always` is set on every entry below the top of a section. `always` and `stand_in` fill required keys that are
    missing or invalid.
    """
    value = copy.deepcopy(_given(notes, section, path))
    try:
        return model.model_validate({**value, **(always if path else {})})
    except ValidationError as error:
        wrong = error.errors()
    for misfit in wrong:
        notes.error(section, (*path, *_reported_path(value, misfit["loc"])), _describe(dict(misfit), model))
    while wrong:
        dropped = [_drop(value, misfit["loc"], missing=misfit["type"] == "missing") for misfit in wrong]
        value = _pruned(value, notes, section, path)
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
    """Return the longest prefix of a location that exists in the value."""
    for depth, step in enumerate(loc):
        inside = step in value if isinstance(value, dict) else isinstance(step, int) and _reaches(value, step)
        if not inside:
            return loc[:depth]
        value = value[step]
    return loc


def _reaches(value: Any, step: int) -> bool:
    return isinstance(value, list) and step < len(value)


def _reported_path(value: Any, loc: Steps) -> Steps:
    """Return the existing prefix of a location, plus the missing key."""
    existing = _existing(value, loc)
    return loc[: len(existing) + 1] if isinstance(_at(value, existing), dict) else existing


def _drop(value: Any, loc: Steps, *, missing: bool) -> bool:
    path = _existing(value, loc[:-1] if missing else loc)
    if path:
        _at(value, path[:-1])[path[-1]] = _DROPPED
    return bool(path)


def _pruned(value: Any, notes: Problems, section: str, path: Steps) -> Any:
    if isinstance(value, dict):
        return {key: _pruned(item, notes, section, (*path, key)) for key, item in value.items() if item is not _DROPPED}
    if not isinstance(value, list):
        return value
    stay = [place for place, item in enumerate(value) if item is not _DROPPED]
    here = notes.sections[section]
    written = here.as_written(path)
    before = here.numbers.get(written, list(range(len(value))))
    swept = [_pruned(value[place], notes, section, (*path, place)) for place in stay]
    here.numbers[written] = [before[place] for place in stay]
    return swept


def shown(value: Any) -> str:
    """Return a short representation of a value for messages."""
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


def _describe(error: dict[str, Any], model: type[AuthoredModel]) -> str:
    kind, written, context = error["type"], shown(error["input"]), error.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        key = str(error["loc"][-1])
        return f"there is no key {key!r} here{did_you_mean(key, _keys(model, error['loc'][:-1]))}"
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
        return f"is {written}{did_you_mean(str(error['input']), _QUOTED.findall(context['expected']))}"
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = context.get("ge", context.get("le"))
        return f"is {written}; {bound} or {'more' if 'ge' in context else 'less'} belongs here"
    if kind in ("string_too_short", "too_short"):
        return "is empty"
    belongs = _BELONGS.get(kind.split("_")[0])
    return f"is {written}; {belongs}" if belongs else f"is {written}: {error['msg'].lower()}"


def _keys(model: type[AuthoredModel], loc: tuple[int | str, ...]) -> list[str]:
    """Return the keys that a model allows at a location."""
    for step in loc:
        if isinstance(step, str) and step in model.model_fields:
            model = next(iter(_models(model.model_fields[step].annotation)), model)
    return [key for key in model.model_fields if key != "id" or not model.keyed_by_id]


def _models(annotation: Any) -> list[type[AuthoredModel]]:
    if isinstance(annotation, type) and issubclass(annotation, AuthoredModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models(part)]


E = TypeVar("E", Character, Place, Carrier, WorldHappening, Registered)


@dataclass(frozen=True)
class WorldParts:
    """All parts of a world as far as they could be read; references are still names as written."""

    world: WorldFile
    characters: dict[str, Character]
    places: dict[str, Place]
    carriers: dict[str, Carrier]
    happenings: dict[str, WorldHappening]
    events: tuple[SceneEvent, ...]
    reference: Reference
    registry: dict[str, Registered]

    def named(self) -> dict[str, Named]:
        """Return all characters, places and carriers by id."""
        return {**self.carriers, **self.places, **self.characters}


def draft(notes: Problems, name: str) -> WorldParts:
    """Read every section into types. Invalid values are reported and left out."""
    scenes = notes.sections["scenes"]
    parsed = parse(scenes.value or "", scenes.lines.get((), 1))
    for line, problem in parsed.wrong:
        notes.in_file(scenes.file, problem, line)
    notes.sections["scenes"] = replace(scenes, lines={**scenes.lines, **parsed.lines})
    _misplaced(notes)
    guess = language(scenes.value or str(notes.sections["characters"].value))
    return WorldParts(
        fit(WorldFile, notes, "world", (), {"name": name, "language": guess}),
        _by_id(Character, notes, "characters"),
        _by_id(Place, notes, "places"),
        _by_id(Carrier, notes, "carriers"),
        _by_id(WorldHappening, notes, "happenings", {"when": Condition(), "where": "?", "text": "?"}),
        tuple(parsed.events),
        fit(Reference, notes, "reference", (), {}),
        _by_id(Registered, notes, "registry"),
    )


def _by_id(
    model: type[E], notes: Problems, section: str, stand_in: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, E]:
    value = notes.sections[section].value
    if value is None:
        return {}
    if not isinstance(value, dict):
        notes.error(section, (), f"is {shown(value)}; write each under its id")
        return {}
    for id_ in value:
        if not is_slug(id_):
            notes.error(section, (id_,), slug_hint(id_))
    return {id_: fit(model, notes, section, (id_,), {"id": id_}, stand_in) for id_ in sorted(value)}


def _misplaced(notes: Problems) -> None:
    """Report misspelt section names of a one-file world with all section names as hints."""
    world = notes.sections["world"]
    own = ["register" if key == "manner" else key for key in WorldFile.model_fields]
    keys = [*own, *PARTS, "scenes"]
    for key in [key for key in world.value if key not in own]:
        notes.error("world", (key,), f"there is no key {shown(key)} here{did_you_mean(key, keys)}")
        del world.value[key]

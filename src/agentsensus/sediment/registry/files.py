"""Registries in files: to be reviewed by hand and used again, or taken from a world."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from agentsensus.errors import InputError
from agentsensus.files import read_text
from agentsensus.models.ask import complaint_of
from agentsensus.repertoire import shipped
from agentsensus.sediment.registry.entry import Registry, RegistryEntry
from agentsensus.sediment.registry.sanitize import sanitized
from agentsensus.world import Scenario, load
from agentsensus.world.reading.yaml_lines import read_yaml

__all__ = ["SuppliedRegistry", "read_registry", "write_registry"]

_KEPT = (
    "name",
    "kind",
    "aliases",
    "latin",
    "profile",
    "office",
    "kin",
    "only_in",
    "region",
    "seat",
    "wary_of",
    "mentions",
)


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value or ()


_Names = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class _WrittenEntry(BaseModel):
    """An entry as a person writes it."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    name: str = ""
    kind: Literal["character", "place", "carrier"] = "character"
    aliases: _Names = ()
    latin: str = ""
    profile: str = ""
    office: str = ""
    kin: _Names = ()
    only_in: _Names = ()
    region: str = ""
    seat: str = ""
    wary_of: _Names = ()
    mentions: int = 0


class SuppliedRegistry(BaseModel):
    """A registry that was given, and the world it came from, if it came from one."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    registry: Registry
    world: Scenario | None = None


def read_registry(where: str) -> SuppliedRegistry:
    """A registry from a YAML file, from a world's folder, or from a shipped world by its name."""
    path = Path(where)
    if where in shipped() and not path.exists():
        path = shipped()[where]
    if path.is_dir():
        world = load(path)
        return SuppliedRegistry(registry=_of_world(world), world=world)
    return SuppliedRegistry(registry=_of_file(path))


def write_registry(registry: Registry, path: Path) -> None:
    """Write a registry for review: ids in order, with what each is called."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(registry_yaml(registry), "utf-8")


def registry_yaml(registry: Registry) -> str:
    """A registry as a person would write it."""
    entries = {
        id_: {key: value for key in _KEPT if (value := _plain(getattr(entry, key)))}
        for id_, entry in registry.entries.items()
    }
    return str(yaml.safe_dump(entries, allow_unicode=True, sort_keys=False, width=110))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _of_file(path: Path) -> Registry:
    try:
        document = read_yaml(read_text(path))
    except InputError as error:
        raise InputError(f"--registry {error}") from None
    content = document.value
    for line, problem in document.wrong:
        raise InputError(f"--registry {path}:{line}: is no YAML: {problem}")
    if not isinstance(content, Mapping) or not content:
        raise InputError(
            f"--registry {path}: write entries by id, such as `hamlet: {{name: Hamlet, aliases: [the prince]}}`"
        )
    return sanitized(_entry(str(id_), value, path) for id_, value in content.items())


def _entry(id_: str, value: Any, path: Path) -> RegistryEntry:
    try:
        written = _WrittenEntry.model_validate(value if value is not None else {})
    except ValidationError as error:
        raise InputError(f"--registry {path}: {complaint_of(error, id_)}") from None
    fields = written.model_dump()
    return RegistryEntry(id=id_, **(fields | {"name": written.name or id_.replace("_", " ")}))


def _of_world(world: Scenario) -> Registry:
    people = [
        RegistryEntry(
            id_,
            who.called[0],
            "character",
            who.aliases,
            who.latin,
            who.profile,
            who.office,
            who.kin,
            seat=who.at or "",
            wary_of=tuple(other for other, trust in who.trusts.items() if trust < 0),
        )
        for id_, who in world.characters.items()
    ]
    others = [
        RegistryEntry(id_, entry.called[0], entry.kind, entry.aliases)
        for id_, entry in world.registry.items()
        if world.kind_of(id_) is None
    ]
    places = [
        RegistryEntry(id_, place.called[0], "place", place.aliases, place.latin, place.profile)
        for id_, place in world.places.items()
    ]
    things = [
        RegistryEntry(id_, thing.called[0], "carrier", thing.aliases, thing.latin, thing.profile)
        for id_, thing in world.carriers.items()
    ]
    return sanitized([*people, *others, *places, *things])

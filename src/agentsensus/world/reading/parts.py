"""A world as written, part by part, before its references are looked up."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from agentsensus.errors import nearest
from agentsensus.text.language import language
from agentsensus.world.cast import Carrier, Character, Named, Place, Registered
from agentsensus.world.conditions import Condition
from agentsensus.world.happenings import WorldHappening
from agentsensus.world.reading.files import PARTS
from agentsensus.world.reading.into_types import fit, shown
from agentsensus.world.reading.problems import Problems
from agentsensus.world.reading.scenes import parse
from agentsensus.world.reading.slugs import is_slug, slug_hint
from agentsensus.world.scenario import Reference, SceneEvent, WorldFile

__all__ = ["WorldParts", "draft"]

T = TypeVar("T", Character, Place, Carrier, WorldHappening, Registered)


@dataclass(frozen=True)
class WorldParts:
    """Every part as far as it could be read; references are still the words that were written."""

    world: WorldFile
    characters: dict[str, Character]
    places: dict[str, Place]
    carriers: dict[str, Carrier]
    happenings: dict[str, WorldHappening]
    events: tuple[SceneEvent, ...]
    reference: Reference
    registry: dict[str, Registered]

    def named(self) -> dict[str, Named]:
        """Everything that has an id among the cast."""
        return {**self.carriers, **self.places, **self.characters}


def draft(notes: Problems, name: str) -> WorldParts:
    """Read every section into types; what does not fit is noted and left out."""
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
    model: type[T], notes: Problems, section: str, stand_in: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, T]:
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
    """A section's name misspelt in a one-file world is told by its own name, not only by the keys of world.yaml."""
    world = notes.sections["world"]
    own = ["register" if key == "manner" else key for key in WorldFile.model_fields]
    keys = [*own, *PARTS, "scenes"]
    for key in [key for key in world.value if key not in own]:
        notes.error("world", (key,), f"there is no key {shown(key)} here{nearest(key, keys)}")
        del world.value[key]

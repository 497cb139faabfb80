"""The registry: all people, places and carriers of a text, with unambiguous names. Reads and writes it as YAML."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from agentsensus.base.files import read_text
from agentsensus.errors import InputError
from agentsensus.language.languages import all_rules
from agentsensus.language.names import Names
from agentsensus.models.ask import complaint_of
from agentsensus.worlds.repertoire import shipped
from agentsensus.worlds.scenario import Scenario, load
from agentsensus.worlds.scenario.reading.yaml_files import read_yaml

__all__ = [
    "EntryKind",
    "Registry",
    "RegistryEntry",
    "SuppliedRegistry",
    "read_registry",
    "registry_yaml",
    "sanitized",
    "slug",
    "write_registry",
]


EntryKind: TypeAlias = Literal["character", "place", "carrier"]
_ARTICLE = "the "


@dataclass(frozen=True, slots=True)
class RegistryEntry:
    """One entry of the registry.

    `only_in` are the parts to which a generic title («Messenger») is confined, `seat` is an institution's place, and
    `wary_of` lists distrusted characters.
    """

    id: str
    name: str
    kind: EntryKind = "character"
    aliases: tuple[str, ...] = ()
    latin: str = ""
    profile: str = ""
    office: str = ""
    kin: tuple[str, ...] = ()
    only_in: tuple[str, ...] = ()
    region: str = ""
    mentions: int = 0
    seat: str = ""
    wary_of: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The name without its part: «Messenger» of «Messenger II.2»."""
        return next(
            (bare for part in self.only_in if (bare := self.name.removesuffix(f" {part}")) != self.name), self.name
        )

    @property
    def in_a_sentence(self) -> str:
        """The name for use within a sentence: «the platform before the castle», «the Duke of Gloster».

        An alias with an article («the slip», for the boatyard) does not replace the name.
        """
        if self.name.startswith(_ARTICLE):
            return self.name
        own = f"{_ARTICLE}{self.name.casefold()}"
        return next((alias for alias in self.aliases if alias.casefold() == own), self.name)

    @property
    def called(self) -> tuple[str, ...]:
        """All names, the usual one first."""
        return tuple(dict.fromkeys((self.name, *self.aliases)))


@dataclass(frozen=True)
class Registry:
    """Entries by id, in order, and warnings about corrections."""

    entries: dict[str, RegistryEntry] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def of_kind(self, kind: EntryKind) -> dict[str, RegistryEntry]:
        """Return the entries of one kind."""
        return {id_: entry for id_, entry in self.entries.items() if entry.kind == kind}

    def names(self, kind: EntryKind) -> Names:
        """Return the names of one kind; ambiguous aliases are dropped."""
        return Names({id_: entry.called for id_, entry in self.of_kind(kind).items()})

    def counted(self, mentions: dict[str, int]) -> "Registry":
        """Return a copy with mention counts."""
        return Registry(
            {id_: replace(entry, mentions=mentions.get(id_, 0)) for id_, entry in self.entries.items()}, self.warnings
        )


_ORDER: tuple[EntryKind, ...] = ("character", "place", "carrier")
_STEMS = {"character": "person", "place": "place", "carrier": "thing"}
_NARRATORS = frozenset[str]().union(*(rules.world_words.narrators for rules in all_rules()))
_FREE = re.compile(r"[,，:：;；、(){}（）｛｝#]")


def slug(name: str) -> str:
    """Return a name as an id (a-z, 0-9 and _); empty if it has no Latin letters."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"['’]s\b|['’]", "", plain)
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def sanitized(entries: Iterable[RegistryEntry]) -> Registry:
    """Build a registry from entries. Corrections are listed in its warnings; names are never changed silently."""
    warnings: list[str] = []
    ordered = sorted(entries, key=lambda entry: _ORDER.index(entry.kind))
    real = [entry for entry in ordered if entry.name.strip() and entry.name.strip().lower() not in _NARRATORS]
    warnings += [
        f"{entry.name}: is no character of the story and was left out" for entry in ordered if entry not in real
    ]
    by_id: dict[str, RegistryEntry] = {}
    for entry in real:
        _enter(_cleaned(entry), by_id, warnings)
    return Registry(_with_owned_aliases(by_id, warnings), tuple(warnings))


def _cleaned(entry: RegistryEntry) -> RegistryEntry:
    name = " ".join(_FREE.sub(" ", entry.name).split()) or entry.id
    aliases = (" ".join(alias.split()) for alias in entry.aliases)
    return replace(
        entry, name=name, aliases=tuple(dict.fromkeys(alias for alias in aliases if alias and alias != name))
    )


def _enter(entry: RegistryEntry, by_id: dict[str, RegistryEntry], warnings: list[str]) -> None:
    id_ = entry.id if re.fullmatch(r"[a-z0-9_]+", entry.id) else slug(entry.latin) or slug(entry.name)
    there = by_id.get(id_)
    if there is not None and there.kind == entry.kind and there.name == entry.name:
        by_id[id_] = replace(there, aliases=tuple(dict.fromkeys((*there.aliases, *entry.aliases))))
        return
    if not id_ or there is not None:
        stem = id_ or _STEMS[entry.kind]
        id_ = next(name for number in range(1 if not id_ else 2, 10_000) if (name := f"{stem}_{number}") not in by_id)
    if id_ != entry.id and entry.id:
        warnings.append(f"{entry.name}: the id {entry.id!r} cannot be used or is taken; it is {id_!r} now")
        if not re.fullmatch(r"[a-z0-9_]+", entry.id) and entry.id != entry.name:
            entry = replace(entry, aliases=(*entry.aliases, entry.id))
    by_id[id_] = replace(entry, id=id_)


def _with_owned_aliases(by_id: dict[str, RegistryEntry], warnings: list[str]) -> dict[str, RegistryEntry]:
    """Give each name or alias one owner: the entry with that name, else the first that claims it."""
    owners: dict[tuple[str, str], str] = {}
    for id_, entry in by_id.items():
        owners.setdefault((_world_of(entry), entry.name.casefold()), id_)
    for id_, entry in by_id.items():
        for alias in entry.aliases:
            owners.setdefault((_world_of(entry), alias.casefold()), id_)
    cleaned: dict[str, RegistryEntry] = {}
    for id_, entry in by_id.items():
        lost = [alias for alias in entry.aliases if owners[_world_of(entry), alias.casefold()] != id_]
        for alias in lost:
            owner = owners[_world_of(entry), alias.casefold()]
            warnings.append(f"{entry.name}: {alias!r} belongs to {by_id[owner].name} and was taken from its aliases")
        cleaned[id_] = replace(entry, aliases=tuple(alias for alias in entry.aliases if alias not in lost))
    return _with_names_apart(cleaned, warnings)


def _with_names_apart(by_id: dict[str, RegistryEntry], warnings: list[str]) -> dict[str, RegistryEntry]:
    """Number entries that share a name with an earlier one."""
    seen: dict[tuple[str, str], str] = {}
    for id_, entry in by_id.items():
        key = (_world_of(entry), entry.name.casefold())
        if key in seen:
            number = next(n for n in range(2, 10_000) if (key[0], f"{key[1]} {n}") not in seen)
            warnings.append(
                f"{entry.name}: {by_id[seen[key]].id} has that name already; {id_} is {entry.name} {number}"
            )
            by_id[id_] = entry = replace(entry, name=f"{entry.name} {number}")
            key = (key[0], entry.name.casefold())
        seen[key] = id_
    return by_id


def _world_of(entry: RegistryEntry) -> str:
    """Return the namespace of an entry: people, or places and things."""
    return "people" if entry.kind == "character" else "things"


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
    """An entry as an author writes it."""

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
    """A supplied registry and the world it came from, if any."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    registry: Registry
    world: Scenario | None = None


def read_registry(where: str) -> SuppliedRegistry:
    """Read a registry from a YAML file, a world folder, or a shipped world's name."""
    path = Path(where)
    if where in shipped() and not path.exists():
        path = shipped()[where]
    if path.is_dir():
        world = load(path)
        return SuppliedRegistry(registry=_of_world(world), world=world)
    return SuppliedRegistry(registry=_of_file(path))


def write_registry(registry: Registry, path: Path) -> None:
    """Write a registry as YAML for review."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(registry_yaml(registry), "utf-8")


def registry_yaml(registry: Registry) -> str:
    """Return a registry as YAML."""
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
        raise InputError(f"--registry {path}:{line}: {problem}")
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

"""A registry made safe: ids in ASCII and unique over all kinds, every alias with one rightful owner."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace

from agentsensus.sediment.registry.entry import EntryKind, Registry, RegistryEntry

__all__ = ["sanitized", "slug"]

_ORDER: tuple[EntryKind, ...] = ("character", "place", "carrier")
_STEMS = {"character": "person", "place": "place", "carrier": "thing"}
_NARRATORS = frozenset({"narrator", "the narrator", "叙述者", "旁白", "作者", "author"})
_FREE = re.compile(r"[,，:：;；、(){}（）｛｝#]")


def slug(name: str) -> str:
    """A name as an id: a-z, 0-9 and _; empty where nothing of it is in Latin letters."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"['’]s\b|['’]", "", plain)
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def sanitized(entries: Iterable[RegistryEntry]) -> Registry:
    """The registry of some entries; what had to be changed is in its warnings, names themselves never are."""
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
    """Each name or alias with one owner: whose own name it is, else the first of its kind that claims it."""
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
    """Two that share their very name: the later one is told apart by a number."""
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
    """Names are compared among people, and among places and things."""
    return "people" if entry.kind == "character" else "things"

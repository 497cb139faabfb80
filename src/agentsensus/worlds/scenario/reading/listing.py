"""List the shipped worlds and those in a folder."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from agentsensus.base.files import read_text
from agentsensus.errors import InputError
from agentsensus.worlds.repertoire import shipped
from agentsensus.worlds.scenario.reading.yaml_files import read_yaml

__all__ = ["WorldListing", "worlds"]


@dataclass(frozen=True)
class WorldListing:
    """A world in a list: its name for commands, the texts of its world.yaml, and its size.

    Sizes are counted with patterns, without a full read; a one-file world has none. `archived` counts the characters
    who are dead or gone when the play begins.
    """

    world: str
    title: str
    language: str
    about: str
    shipped: bool
    stamp: str = ""
    characters: int = 0
    places: int = 0
    events: int = 0
    archived: int = 0


def worlds(folder: Path) -> list[WorldListing]:
    """Return the shipped worlds, then those in `folder`, each sorted by name."""
    here = sorted(path.parent for path in folder.glob("*/world.yaml") if not path.parent.name.startswith("."))
    return [
        *(_listed(name, path, shipped=True) for name, path in shipped().items()),
        *(_listed(str(path), path, shipped=False) for path in here),
    ]


def _listed(world: str, path: Path, *, shipped: bool) -> WorldListing:
    files = ("world.yaml", *(file for file, _ in _COUNTED))
    stamps = tuple((path / file).stat().st_mtime_ns for file in files if (path / file).is_file())
    return _read_listing(world, path, shipped, stamps)


@lru_cache(maxsize=256)
def _read_listing(world: str, path: Path, shipped: bool, stamps: tuple[int, ...]) -> WorldListing:
    """Read a listing once, until a file of the world changes."""
    try:
        content = read_yaml(read_text(path / "world.yaml")).value
    except InputError:
        content = None
    written = content if isinstance(content, dict) else {}
    title, language, about, stamp = (str(written.get(key) or "") for key in ("title", "language", "about", "stamp"))
    sizes = (_count(path / file, mark) for file, mark in _COUNTED)
    return WorldListing(world, title or str(written.get("name") or ""), language, about, shipped, stamp, *sizes)


_COUNTED = (
    ("characters.yaml", re.compile(r"^[a-z0-9_]+:", re.MULTILINE)),
    ("places.yaml", re.compile(r"^[a-z0-9_]+:", re.MULTILINE)),
    ("scenes.md", re.compile(r"^[-*] ", re.MULTILINE)),
    ("characters.yaml", re.compile(r"^ +archived: ", re.MULTILINE)),
)


def _count(path: Path, mark: re.Pattern[str]) -> int:
    """Count the entries of a file by the pattern of their first line; 0 if the file is missing."""
    try:
        return len(mark.findall(read_text(path)))
    except InputError:
        return 0

"""Which worlds there are: the shipped ones, and those in a folder."""

import re
from dataclasses import dataclass
from pathlib import Path

from agentsensus.errors import InputError
from agentsensus.files import read_text
from agentsensus.repertoire import shipped
from agentsensus.world.reading.yaml_lines import read_yaml

__all__ = ["Listed", "worlds"]


@dataclass(frozen=True)
class Listed:
    """A world in a list: what to call it in a command, what its world.yaml says of it, and how large it is.

    The size is counted in its files as they stand, without reading them whole; a world of one file has none.
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


def worlds(folder: Path) -> list[Listed]:
    """The shipped worlds, then those in a folder, each by name."""
    here = sorted(path.parent for path in folder.glob("*/world.yaml") if not path.parent.name.startswith("."))
    return [
        *(_listed(name, path, shipped=True) for name, path in shipped().items()),
        *(_listed(str(path), path, shipped=False) for path in here),
    ]


def _listed(world: str, path: Path, *, shipped: bool) -> Listed:
    try:
        content = read_yaml(read_text(path / "world.yaml")).value
    except InputError:
        content = None
    written = content if isinstance(content, dict) else {}
    title, language, about, stamp = (str(written.get(key) or "") for key in ("title", "language", "about", "stamp"))
    sizes = (_count(path / file, mark) for file, mark in _COUNTED)
    return Listed(world, title or str(written.get("name") or ""), language, about, shipped, stamp, *sizes)


_COUNTED = (
    ("characters.yaml", re.compile(r"^[a-z0-9_]+:", re.MULTILINE)),
    ("places.yaml", re.compile(r"^[a-z0-9_]+:", re.MULTILINE)),
    ("scenes.md", re.compile(r"^[-*] ", re.MULTILINE)),
)


def _count(path: Path, mark: re.Pattern[str]) -> int:
    """How many entries a file has, by the mark at which each begins; 0 where there is no such file."""
    try:
        return len(mark.findall(read_text(path)))
    except InputError:
        return 0

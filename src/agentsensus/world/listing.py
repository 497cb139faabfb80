"""Which worlds there are: the shipped ones, and those in a folder."""

from dataclasses import dataclass
from pathlib import Path

from agentsensus.errors import InputError
from agentsensus.files import read_text
from agentsensus.repertoire import shipped
from agentsensus.world.reading.yaml_lines import read_yaml

__all__ = ["Listed", "worlds"]


@dataclass(frozen=True)
class Listed:
    """A world in a list: what to call it in a command, and what its world.yaml says of it."""

    world: str
    title: str
    language: str
    about: str
    shipped: bool


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
    title, language, about = (str(written.get(key) or "") for key in ("title", "language", "about"))
    return Listed(world, title or str(written.get("name") or ""), language, about, shipped)

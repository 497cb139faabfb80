"""The shipped worlds, data and no code: a world is addressed by the name of one of these, or by its path."""

from importlib.resources import files
from pathlib import Path

from agentsensus.errors import UnknownName, nearest

__all__ = ["find", "shipped"]


def shipped() -> dict[str, Path]:
    """The shipped worlds by name, each a folder."""
    here = Path(str(files(__name__)))
    return {path.name: path for path in sorted(here.iterdir()) if (path / "world.yaml").is_file()}


def find(world: str | Path) -> Path:
    """Where a world lies: a path to a folder with a world.yaml or to one YAML file, or else a shipped world's name."""
    path = Path(world)
    if path.is_file() or (path / "world.yaml").is_file():
        return path
    known = shipped()
    if str(world) in known:
        return known[str(world)]
    if path.is_dir():
        raise UnknownName(f"{world}: this folder has no world.yaml; `agentsensus new NAME` makes a world")
    raise UnknownName(f"no world is called {str(world)!r}, and no folder or file is there{nearest(str(world), known)}")

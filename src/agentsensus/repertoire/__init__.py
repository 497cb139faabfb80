"""The shipped worlds, data and no code: a world is addressed by the name of one of these, or by its path."""

import os.path
from importlib.resources import files
from pathlib import Path

from agentsensus.errors import UnknownName, nearest
from agentsensus.files import check_file, is_file

__all__ = ["find", "shipped"]


def shipped() -> dict[str, Path]:
    """The shipped worlds by name, each a folder."""
    here = Path(str(files(__name__)))
    return {path.name: path for path in sorted(here.iterdir()) if (path / "world.yaml").is_file()}


def find(world: str | Path) -> Path:
    """Where a world lies: a path to a folder with a world.yaml or to one YAML file, or else a shipped world's name."""
    path = Path(world)
    if is_file(path) or is_file(path / "world.yaml"):
        return path
    known = shipped()
    if str(world) in known:
        return known[str(world)]
    if os.path.isdir(path):  # which takes names that no file can have
        raise UnknownName(f"{world}: this folder has no world.yaml; `agentsensus new NAME` makes a world")
    if os.path.exists(path):
        check_file(path)
    name = str(world) if len(str(world)) <= 80 else f"{str(world)[:80]}…"
    raise UnknownName(f"no world is called {name!r}, and no folder or file is there{nearest(name, known)}")

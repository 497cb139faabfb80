"""The shipped worlds and recorded runs (data only), and how a world is found by name or path."""

import os.path
from importlib.resources import files
from pathlib import Path

from agentsensus.base.files import check_file, is_file
from agentsensus.errors import UnknownName, did_you_mean

__all__ = ["find", "recordings", "shipped"]


def shipped() -> dict[str, Path]:
    """Return the folders of the shipped worlds by name."""
    here = Path(str(files(__name__)))
    return {path.name: path for path in sorted(here.iterdir()) if (path / "world.yaml").is_file()}


def recordings() -> dict[str, Path]:
    """Return the folders of the shipped recorded runs by name."""
    here = Path(str(files(__name__))) / "recorded"
    return {path.name: path for path in sorted(here.iterdir()) if (path / "run.json").is_file()}


def find(world: str | Path) -> Path:
    """Return the path of a world: a folder with a world.yaml, a YAML file, or a shipped world's name."""
    path = Path(world)
    if is_file(path) or is_file(path / "world.yaml"):
        return path
    known = shipped()
    if str(world) in known:
        return known[str(world)]
    if os.path.isdir(path):  # os.path accepts names that Path rejects
        raise UnknownName(f"{world}: this folder has no world.yaml; `agentsensus new NAME` makes a world")
    if os.path.exists(path):
        check_file(path)
    name = str(world) if len(str(world)) <= 80 else f"{str(world)[:80]}…"
    raise UnknownName(f"no world is called {name!r}, and no folder or file is there{did_you_mean(name, known)}")

"""Create a small commented world from the template, in English or Chinese."""

import os
import shutil
from importlib.resources import files
from pathlib import Path

from agentsensus.errors import InputError
from agentsensus.language.rules import Language
from agentsensus.worlds.scenario.reading.slugs import is_world_name, world_name_hint

__all__ = ["make_world"]


def make_world(name: str, language: Language, parent: Path) -> Path:
    """Create `parent/name` with a playable world. Raises if the path exists."""
    if not is_world_name(name):
        raise InputError(world_name_hint(name))
    to = parent / name
    if to.exists() or to.is_symlink():
        raise InputError(f"{to} already exists; choose another name or another --dir")
    unfinished = parent / f".{name}.{os.getpid()}"
    try:
        parent.mkdir(parents=True, exist_ok=True)
        unfinished.mkdir()
        for path in sorted(Path(str(files("agentsensus.worlds.scenario") / "template" / language)).iterdir()):
            (unfinished / path.name).write_text(path.read_text("utf-8").replace("__name__", name), "utf-8")
        unfinished.rename(to)
    except OSError as error:
        raise InputError(f"{to} cannot be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return to

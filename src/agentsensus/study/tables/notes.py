"""What stands below each table: how it is to be read."""

from functools import lru_cache
from importlib.resources import files

import yaml

__all__ = ["note"]


def note(table: str) -> str:
    """The note of a table by its name; nothing where it has none."""
    return _notes().get(table, "")


@lru_cache(maxsize=1)
def _notes() -> dict[str, str]:
    text = (files(__package__) / "notes.yaml").read_text("utf-8")
    return {name: " ".join(words.split()) for name, words in yaml.safe_load(text).items()}

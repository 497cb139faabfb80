"""Texts that a package has in several languages: NAME.LANGUAGE.yaml beside its code."""

from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml

__all__ = ["texts"]


@lru_cache(maxsize=64)
def texts(package: str, name: str, language: str) -> Any:
    """What such a file holds, read once."""
    return yaml.safe_load(files(package).joinpath(f"{name}.{language}.yaml").read_text("utf-8"))

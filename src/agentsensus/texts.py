"""Texts that a package has in several languages, beside its code: tables in NAME.LANGUAGE.yaml, prompts in
prompts/NAME.LANGUAGE.md.
"""

import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

__all__ = ["prompt", "prompt_text", "texts"]

_BLANK = re.compile(r"\{\{(\w+)\}\}")


@lru_cache(maxsize=64)
def texts(package: str, name: str, language: str) -> Any:
    """The content of a package's table NAME.LANGUAGE.yaml; each file is read once."""
    import yaml

    return yaml.safe_load(_read(package, f"{name}.{language}.yaml"))


@lru_cache(maxsize=64)
def prompt_text(package: str, name: str, language: str) -> str:
    """A package's prompt in a language, its `{{key}}` not filled in; each file is read once."""
    return _read(package, "prompts", f"{name}.{language}.md")


def prompt(package: str, name: str, language: str, **values: str) -> str:
    """A package's prompt in a language, with a value for each `{{key}}`."""
    return filled(prompt_text(package, name, language), **values)


def filled(text: str, /, **values: str) -> str:
    """A text with a value for each `{{key}}`."""
    # All at once, so that a value that looks like a key is left as it is.
    return _BLANK.sub(lambda match: values[match[1]], text)


def _read(package: str, *path: str) -> str:
    return files(package).joinpath(*path).read_text("utf-8")

"""Texts in several languages, stored beside the code: tables in NAME.LANGUAGE.yaml, prompts in
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
    """Return the contents of a package's table NAME.LANGUAGE.yaml. Cached."""
    import yaml

    return yaml.safe_load(_read(package, f"{name}.{language}.yaml"))


@lru_cache(maxsize=64)
def prompt_text(package: str, name: str, language: str) -> str:
    """Return a package's prompt NAME.LANGUAGE.md with its `{{key}}` placeholders. Cached."""
    return _read(package, "prompts", f"{name}.{language}.md")


def prompt(package: str, name: str, language: str, **values: str) -> str:
    """Return a package's prompt NAME.LANGUAGE.md with every `{{key}}` replaced by the value of that name."""
    return filled(prompt_text(package, name, language), **values)


def filled(text: str, /, **values: str) -> str:
    """Return the text with each `{{key}}` replaced by the value of that name."""
    # In one pass, so that placeholders inside values are not replaced.
    return _BLANK.sub(lambda match: values[match[1]], text)


def _read(package: str, *path: str) -> str:
    return files(package).joinpath(*path).read_text("utf-8")

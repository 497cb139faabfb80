"""Prompts are Markdown files beside the code that uses them, one per language."""

import re
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=64)
def _text(package: str, name: str, language: str) -> str:
    return files(package).joinpath("prompts", f"{name}.{language}.md").read_text("utf-8")


def prompt(package: str, name: str, language: str, **values: str) -> str:
    """The prompt of that name in that language, with `{{key}}` filled in."""
    # All at once, so that a value which looks like a place to fill is left as it is.
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found.group(1)], _text(package, name, language))

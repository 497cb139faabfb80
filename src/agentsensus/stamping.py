"""The words that every artefact of a world carries: the first key of its JSON, the first line of its text."""

from collections.abc import Mapping
from typing import Any

__all__ = ["stamped", "stamped_text"]


def stamped(fields: Mapping[str, Any], stamp: str) -> dict[str, Any]:
    """An object of JSON with the world's `stamp` as its first key; unchanged for a world without one."""
    return {"stamp": stamp, **fields} if stamp else dict(fields)


def stamped_text(text: str, stamp: str) -> str:
    """A text below a line that says the world's stamp; unchanged for a world without one."""
    return f"{stamp}\n{text}" if stamp else text

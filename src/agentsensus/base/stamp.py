"""Put a world's stamp on its outputs: as the first key of JSON, as the first line of text."""

from collections.abc import Mapping
from typing import Any

__all__ = ["stamped", "stamped_text"]


def stamped(fields: Mapping[str, Any], stamp: str) -> dict[str, Any]:
    """Return the fields with the world's `stamp` as first key; unchanged for a world without one."""
    return {"stamp": stamp, **fields} if stamp else dict(fields)


def stamped_text(text: str, stamp: str) -> str:
    """Return the text below a line with the world's stamp; unchanged for a world without one."""
    return f"{stamp}\n{text}" if stamp else text

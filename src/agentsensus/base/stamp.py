"""Put the stamp of a world (a line of text that its author sets) on its outputs: JSON and plain text."""

from collections.abc import Mapping
from typing import Any

__all__ = ["stamped", "stamped_text"]


def stamped(fields: Mapping[str, Any], stamp: str) -> dict[str, Any]:
    """Return `fields` with the stamp as first key; unchanged if the stamp is empty."""
    return {"stamp": stamp, **fields} if stamp else dict(fields)


def stamped_text(text: str, stamp: str) -> str:
    """Return `text` below a line with the stamp; unchanged if the stamp is empty."""
    return f"{stamp}\n{text}" if stamp else text

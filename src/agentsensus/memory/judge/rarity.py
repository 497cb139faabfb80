"""How rare a word is, and whether it is usually a name, estimated from the vocabulary of a tokenizer."""

import math

from agentsensus.language.caching import text_cache
from agentsensus.models.tokens import rank

__all__ = ["is_name", "rarity"]


@text_cache(65_536)
def rarity(word: str) -> float:
    """Return the weight of a word: the rarer its tokens are in the vocabulary, the higher."""
    return sum(math.log(10 + place) for place in rank(word)) / math.log(200_000)


@text_cache(65_536)
def is_name(word: str) -> bool:
    """Return whether a word is more common with a capital than without, as names are."""
    large, small = rank(word.capitalize()), rank(word)
    if len(large) != len(small):
        return len(large) < len(small)
    return sum(map(math.log1p, large)) < sum(map(math.log1p, small))

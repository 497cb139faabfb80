"""What a tokenizer's vocabulary tells of a word: how much it tells, and whether it is a name."""

import math

from agentsensus.language.caching import text_cache
from agentsensus.models.tokens import rank

__all__ = ["is_name", "rarity"]


@text_cache(65_536)
def rarity(word: str) -> float:
    """The weight of a word: the rarer its tokens are in the vocabulary, the more it tells."""
    return sum(math.log(10 + place) for place in rank(word)) / math.log(200_000)


@text_cache(65_536)
def is_name(word: str) -> bool:
    """Whether a word is commoner with a capital than without: then it is a name wherever it stands."""
    large, small = rank(word.capitalize()), rank(word)
    if len(large) != len(small):
        return len(large) < len(small)
    return sum(map(math.log1p, large)) < sum(map(math.log1p, small))

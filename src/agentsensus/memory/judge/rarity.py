"""The weight of a word: the rarer its tokens are in a tokenizer's vocabulary, the more informative it is."""

import math
from functools import lru_cache

from agentsensus.models.tokens import rank


@lru_cache(maxsize=65_536)
def rarity(word: str) -> float:
    """Return the weight of a word."""
    return sum(math.log(10 + place) for place in rank(word)) / math.log(200_000)

"""Two statements to be compared, and the vectors of their words."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from agentsensus.base.arrays import FloatArray
from agentsensus.language.caching import text_cache
from agentsensus.language.languages import rules_of
from agentsensus.language.reading import Reading
from agentsensus.models.tokens import rank


@dataclass(frozen=True, slots=True)
class StatementPair:
    """Two statements, the cosine of their vectors, and a vector for each of their words."""

    a: Reading
    b: Reading
    cosine: float
    words: Mapping[str, FloatArray]

    @property
    def has_capitals(self) -> bool:
        """Whether both statements are in languages that mark names by capitals."""
        return all(rules_of(reading.language).comparing.has_capitals for reading in (self.a, self.b))


def vocabulary(a: Reading, b: Reading) -> set[str]:
    """Return the words of a pair that need vectors."""
    return set(a.vocabulary | b.vocabulary)


@text_cache(65_536)
def rarity(word: str) -> float:
    """Return the weight of a word: the rarer its tokens are in the vocabulary, the higher."""
    return sum(math.log(10 + place) for place in rank(word)) / math.log(200_000)


def mass(words: frozenset[str] | set[str]) -> float:
    """Return the total weight of several words."""
    return sum(rarity(word) for word in words)


@text_cache(65_536)
def sequence(reading: Reading) -> tuple[str, ...]:
    """Return the words of a statement in order; of a Chinese statement, its characters."""
    return rules_of(reading.language).comparing.tokens(reading.text)


def low_and_high(name: str, a: float, b: float) -> dict[str, float]:
    """Return a feature that each statement has by itself, as the lower and the higher of the two values."""
    return {f"{name}_low": min(a, b), f"{name}_high": max(a, b)}

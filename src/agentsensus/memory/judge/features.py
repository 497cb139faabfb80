"""The features from which the learned judge computes the probability of a retelling."""

import math
from collections.abc import Mapping

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.language.caching import text_cache
from agentsensus.language.languages import rules_of
from agentsensus.language.reading import Reading
from agentsensus.language.units import NAME, VERB, Unit
from agentsensus.memory.judge.accounting import account
from agentsensus.memory.judge.alignment import align, covered, mass
from agentsensus.memory.judge.parts import parts
from agentsensus.memory.judge.polarity import denials_differ, plans_differ
from agentsensus.memory.judge.rarity import rarity

__all__ = ["features", "vocabulary"]

_LIKE = 0.6
"""Two words count as similar from this cosine on."""
_MOST = 4


def features(a: Reading, b: Reading, cosine: float, words: Mapping[str, FloatArray]) -> dict[str, float]:
    """Return all features of a pair in one language, by name. Symmetric in the two statements.

    `words` has a vector for each word of `vocabulary(a, b)`.
    """
    a, b = sorted((a, b), key=lambda reading: reading.text)
    alignment, of_both = align(a, b), account(a, b)
    low, high = covered(alignment)
    sides = (_nearness(a.vocabulary, b.vocabulary, words), _nearness(b.vocabulary, a.vocabulary, words))
    sizes = (len(_sequence(a)), len(_sequence(b)))
    left = (alignment.only_a, alignment.only_b)
    return {
        "cosine": cosine,
        "words_near": min(near for near, _ in sides),
        "unlike_low": min(unlike for _, unlike in sides),
        "cover_low": low,
        "cover_high": high,
        "same_tokens": of_both.same_tokens,
        "length": math.log1p(min(sizes)),
        "length_ratio": min(sizes) / max(1, *sizes),
        "deeds_low": math.log1p(min(_told(units) for units in left)),
        "names_one": float(min(max(sum(unit.kind == NAME for unit in units) for units in left), _MOST)),
        "breaks": of_both.order.breaks / max(1, len(alignment.pairs)),
        "reversals": math.log1p(of_both.order.reversals),
        "exchanged": float(parts(alignment).exchanged is not None),
        "denied": float(denials_differ(alignment)),
        "planned": float(plans_differ(alignment, a.planned, b.planned)),
    }


def vocabulary(a: Reading, b: Reading) -> set[str]:
    """Return the words of two statements for which `features` needs vectors."""
    return set(a.vocabulary | b.vocabulary)


def _nearness(words: frozenset[str], others: frozenset[str], vectors: Mapping[str, FloatArray]) -> tuple[float, float]:
    """Return how near `words` are to `others` (the weighted mean of their best cosines), and the weight of the far
    ones.
    """
    if not words:
        return 0.5, 0.0
    if not others:
        return 0.0, math.log1p(sum(map(rarity, words)))
    ordered = sorted(words)
    weights = np.array([rarity(word) for word in ordered])
    likeness = np.array([1.0 if word in others else -1.0 for word in ordered])
    unshared = [place for place, word in enumerate(ordered) if word not in others]
    if unshared:
        of_words = np.stack([vectors[ordered[place]] for place in unshared])
        likeness[unshared] = (of_words @ np.stack([vectors[word] for word in sorted(others)]).T).max(axis=1)
    unlike = float((weights * (likeness < _LIKE)).sum())
    return float((likeness * weights).sum() / weights.sum()), math.log1p(unlike)


@text_cache(65_536)
def _sequence(reading: Reading) -> tuple[str, ...]:
    """Return every word of a statement in order; every character of a Chinese statement."""
    return rules_of(reading.language).comparing.tokens(reading.text)


def _told(units: list[Unit]) -> float:
    return sum(mass(unit) for unit in units if unit.kind == VERB)

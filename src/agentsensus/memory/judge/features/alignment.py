"""Each word with the nearest word of the other statement: other words for the same thing."""

import math

import numpy as np

from agentsensus.memory.judge.features.pair import StatementPair, both, rarity

_LIKE = 0.6


def alignment(pair: StatementPair) -> dict[str, float]:
    """How well the words of each statement find a partner, and how much is left that finds none."""
    one, other = (
        aligned(pair, pair.a.vocabulary, pair.b.vocabulary),
        aligned(pair, pair.b.vocabulary, pair.a.vocabulary),
    )
    return both((one[0], other[0]), "align") | both((one[1], other[1]), "unmatched")


def aligned(pair: StatementPair, words: frozenset[str], others: frozenset[str]) -> tuple[float, float]:
    """The weighed mean of each word's best likeness, and the weight of the words that are like none."""
    if not words:
        return 0.5, 0.0
    if not others:
        return 0.0, math.log1p(sum(rarity(word) for word in words))
    ordered = sorted(words)
    weights = np.array([rarity(word) for word in ordered])
    likeness = np.array([1.0 if word in others else -1.0 for word in ordered])
    apart = [place for place, word in enumerate(ordered) if word not in others]
    if apart:
        mine = np.stack([pair.words[ordered[place]] for place in apart])
        theirs = np.stack([pair.words[word] for word in sorted(others)])
        likeness[apart] = (mine @ theirs.T).max(axis=1)
    left = float((weights * (likeness < _LIKE)).sum())
    return float((likeness * weights).sum() / weights.sum()), math.log1p(left)

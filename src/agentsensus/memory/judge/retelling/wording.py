"""Features of the words: how many are shared, similar in meaning or in the same order, and how many there are."""

import itertools
import math
import re

import numpy as np

from agentsensus.language.reading import Reading
from agentsensus.memory.judge.retelling.pair import StatementPair, low_and_high, mass, rarity, sequence

_LIKE = 0.6
_HEADLINE_WORDS, _HEADLINE_CAPITALS = 3, 0.6


def overlap(pair: StatementPair) -> dict[str, float]:
    """Return the share of each statement's words that the other contains, and the weight of the shared words."""
    shared = math.log1p(mass(pair.a.vocabulary & pair.b.vocabulary))
    return low_and_high("cover", *covered(pair.a, pair.b)) | {"shared_mass": shared}


def covered(a: Reading, b: Reading) -> tuple[float, float]:
    """Return the share of each statement's words, by weight, that the other contains: the lower and the higher
    share.
    """
    shared = mass(a.vocabulary & b.vocabulary)
    shares = [shared / whole if (whole := mass(reading.vocabulary)) else 0.5 for reading in (a, b)]
    return min(shares), max(shares)


def alignment(pair: StatementPair) -> dict[str, float]:
    """Return how similar each statement's words are to the other's, and the weight of the words without a similar
    one.
    """
    nearness_a, unmatched_a = aligned(pair, pair.a.vocabulary, pair.b.vocabulary)
    nearness_b, unmatched_b = aligned(pair, pair.b.vocabulary, pair.a.vocabulary)
    return low_and_high("align", nearness_a, nearness_b) | low_and_high("unmatched", unmatched_a, unmatched_b)


def aligned(pair: StatementPair, words: frozenset[str], others: frozenset[str]) -> tuple[float, float]:
    """Return the weighted mean of each word's best cosine with the others, and the weight of the words similar to
    none.
    """
    if not words:
        return 0.5, 0.0
    if not others:
        return 0.0, math.log1p(sum(rarity(word) for word in words))
    ordered = sorted(words)
    weights = np.array([rarity(word) for word in ordered])
    likeness = np.array([1.0 if word in others else -1.0 for word in ordered])
    unshared = [place for place, word in enumerate(ordered) if word not in others]
    if unshared:
        vectors = np.stack([pair.words[ordered[place]] for place in unshared])
        other_vectors = np.stack([pair.words[word] for word in sorted(others)])
        likeness[unshared] = (vectors @ other_vectors.T).max(axis=1)
    unmatched = float((weights * (likeness < _LIKE)).sum())
    return float((likeness * weights).sum() / weights.sum()), math.log1p(unmatched)


def order(pair: StatementPair) -> dict[str, float]:
    """Return features of order: the longest common subsequence, shared word pairs, and shared words."""
    a, b = sequence(pair.a), sequence(pair.b)
    common = _longest_common(a, b)
    shared = sum(min(a.count(word), b.count(word)) for word in set(a))
    pairs_a, pairs_b = set(itertools.pairwise(a)), set(itertools.pairwise(b))
    return {
        "in_order": 2 * common / max(1, len(a) + len(b)),
        "reordered": 1 - common / shared if shared else 0.0,
        "neighbours": len(pairs_a & pairs_b) / max(1, min(len(pairs_a), len(pairs_b))),
        "words_shared": words_shared(pair.a, pair.b),
    }


def shared(pair: StatementPair) -> dict[str, float]:
    """Return the share of words that both statements have, as a feature."""
    return {"words_shared": words_shared(pair.a, pair.b)}


def words_shared(a: Reading, b: Reading) -> float:
    """Return the share of all words of two statements that both have."""
    words_a, words_b = set(sequence(a)), set(sequence(b))
    return len(words_a & words_b) / max(1, len(words_a | words_b))


def length(pair: StatementPair) -> dict[str, float]:
    """Return features of length: the lengths, their ratio, the number of headlines, and whether a statement has no
    capitals.
    """
    sizes = (len(sequence(pair.a)), len(sequence(pair.b)))
    return low_and_high("length", math.log1p(sizes[0]), math.log1p(sizes[1])) | {
        "length_ratio": min(sizes) / max(1, *sizes),
        "headlines": float(sum(is_headline(text) for text in (pair.a.text, pair.b.text))),
        "chinese": float(not pair.has_capitals),
    }


def _longest_common(a: tuple[str, ...], b: tuple[str, ...]) -> int:
    row = [0] * (len(b) + 1)
    for word in a:
        before = 0
        for place, other in enumerate(b, 1):
            before, row[place] = row[place], before + 1 if word == other else max(row[place], row[place - 1])
    return row[-1]


def is_headline(text: str) -> bool:
    """Return whether most words of a text are capitalised."""
    words = re.findall(r"[A-Za-z]+", text)
    return len(words) > _HEADLINE_WORDS and sum(word[0].isupper() for word in words) > _HEADLINE_CAPITALS * len(words)

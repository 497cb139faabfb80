"""Word for word: how much stands in the same order."""

import itertools

from agentsensus.memory.judge.features.pair import StatementPair, sequence


def order(pair: StatementPair) -> dict[str, float]:
    """The longest common run with gaps, shared pairs of neighbours, and shared words of any kind."""
    a, b = sequence(pair.a), sequence(pair.b)
    common = _longest(a, b)
    shared = sum(min(a.count(word), b.count(word)) for word in set(a))
    pairs_a, pairs_b = set(itertools.pairwise(a)), set(itertools.pairwise(b))
    return {
        "in_order": 2 * common / max(1, len(a) + len(b)),
        "reordered": 1 - common / shared if shared else 0.0,
        "neighbours": len(pairs_a & pairs_b) / max(1, min(len(pairs_a), len(pairs_b))),
        "words_shared": len(set(a) & set(b)) / max(1, len(set(a) | set(b))),
    }


def _longest(a: tuple[str, ...], b: tuple[str, ...]) -> int:
    row = [0] * (len(b) + 1)
    for word in a:
        before = 0
        for place, other in enumerate(b, 1):
            before, row[place] = row[place], before + 1 if word == other else max(row[place], row[place - 1])
    return row[-1]

"""Shared words, weighed by how much they tell, as a part of either statement."""

import math

from agentsensus.memory.judge.features.pair import Pair, both, mass


def overlap(pair: Pair) -> dict[str, float]:
    """How much of each statement's words the other has too, and how much that is."""
    a, b = pair.a.vocabulary, pair.b.vocabulary
    shared = mass(a & b)
    parts = tuple(shared / whole if (whole := mass(words)) else 0.5 for words in (a, b))
    return both((parts[0], parts[1]), "cover") | {"shared_mass": math.log1p(shared)}

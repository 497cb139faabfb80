"""Shared words, weighed by how much they tell, as a part of either statement."""

import math

from agentsensus.memory.judge.features.pair import StatementPair, both, mass
from agentsensus.text.reading import Reading


def overlap(pair: StatementPair) -> dict[str, float]:
    """How much of each statement's words the other has too, and how much that is."""
    low, high = covered(pair.a, pair.b)
    return both((low, high), "cover") | {"shared_mass": math.log1p(mass(pair.a.vocabulary & pair.b.vocabulary))}


def covered(a: Reading, b: Reading) -> tuple[float, float]:
    """How much of each statement's words the other has too: the lower part and the higher."""
    shared = mass(a.vocabulary & b.vocabulary)
    parts = [shared / whole if (whole := mass(one.vocabulary)) else 0.5 for one in (a, b)]
    return min(parts), max(parts)

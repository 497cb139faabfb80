"""Numbers, times and places: the same, or others."""

from agentsensus.memory.judge.features.pair import StatementPair


def particulars(pair: StatementPair) -> dict[str, float]:
    """What agrees and what conflicts among them."""
    a, b = pair.a, pair.b
    return {
        "numbers_same": min(len(a.numbers & b.numbers), 2),
        "numbers_conflict": _conflict(a.numbers, b.numbers),
        "times_same": float(bool(a.times & b.times)),
        "times_conflict": _conflict(a.times, b.times),
        "places_same": float(bool(a.places & b.places)),
        "places_conflict": _conflict(a.places, b.places),
    }


def _conflict(a: frozenset[str], b: frozenset[str]) -> float:
    return float(bool(a - b) and bool(b - a))

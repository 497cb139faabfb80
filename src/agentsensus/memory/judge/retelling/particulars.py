"""Features of particulars: numbers, times, places, and whether an event was done, planned, asked or reported."""

from agentsensus.memory.judge.retelling.pair import StatementPair
from agentsensus.memory.judge.vetoes.exchanges import role


def particulars(pair: StatementPair) -> dict[str, float]:
    """Return features of numbers, times and places that agree or conflict."""
    a, b = pair.a, pair.b
    return {
        "numbers_same": min(len(a.numbers & b.numbers), 2),
        "numbers_conflict": _conflict(a.numbers, b.numbers),
        "times_same": float(bool(a.times & b.times)),
        "times_conflict": _conflict(a.times, b.times),
        "places_same": float(bool(a.places & b.places)),
        "places_conflict": _conflict(a.places, b.places),
    }


def turns(pair: StatementPair) -> dict[str, float]:
    """Return features above 0 if only one statement is negated, planned or reported."""
    a, b = pair.a, pair.b
    return {
        "negation_differs": float(a.negated != b.negated),
        "plan_differs": float(a.planned != b.planned),
        "telling_differs": float(a.reports_speech != b.reports_speech),
    }


def stance(pair: StatementPair) -> dict[str, float]:
    """Return features above 0 if only one statement is negated, planned, reported or asked, or if the doers differ."""
    a, b = pair.a, pair.b
    return turns(pair) | {
        "negations_apart": float(min(2, abs(a.negations - b.negations))),
        "asking_differs": float(a.asks != b.asks),
        "roles_exchanged": float(role(a, b) is not None),
    }


def _conflict(a: frozenset[str], b: frozenset[str]) -> float:
    return float(bool(a - b) and bool(b - a))

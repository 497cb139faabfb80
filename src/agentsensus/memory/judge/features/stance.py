"""Done or not, planned or done, told or happened, asked or stated: where the two differ."""

from agentsensus.memory.judge.features.pair import StatementPair
from agentsensus.memory.judge.vetoes.role import role


def stance(pair: StatementPair) -> dict[str, float]:
    """One where they differ, nought where they agree."""
    a, b = pair.a, pair.b
    return {
        "negation_differs": float(a.negated != b.negated),
        "negations_apart": float(min(2, abs(a.negations - b.negations))),
        "plan_differs": float(a.planned != b.planned),
        "telling_differs": float(a.told != b.told),
        "asking_differs": float(a.asks != b.asks),
        "roles_exchanged": float(role(a, b) is not None),
    }

"""What is done, by the verbs, and who does it."""

from agentsensus.memory.judge.retelling.pair import StatementPair
from agentsensus.memory.judge.retelling.wording import aligned
from agentsensus.text.languages import rules_of
from agentsensus.text.reading import Reading


def action(pair: StatementPair) -> dict[str, float]:
    """The share of verbs in both, how near the others are in meaning, and whether the same person acts."""
    a, b = _deeds(pair.a), _deeds(pair.b)
    known = bool(a) and bool(b)
    same_doer = float(pair.a.doer == pair.b.doer) if pair.a.doer and pair.b.doer else 0.5
    near = max(aligned(pair, a, b)[0], aligned(pair, b, a)[0]) if known else 0.5
    shared = len(a & b) / min(len(a), len(b)) if known else 0.5
    return {"deeds_shared": shared, "deeds_near": near, "same_doer": same_doer}


def _deeds(reading: Reading) -> frozenset[str]:
    return rules_of(reading.language).comparing.deeds(reading.text) & reading.vocabulary

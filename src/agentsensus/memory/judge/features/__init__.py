"""What the learned judge looks at: numbers that say how two statements are alike. One file a kind."""

from agentsensus.memory.judge.features.action import action
from agentsensus.memory.judge.features.alignment import alignment
from agentsensus.memory.judge.features.capitals import capitals
from agentsensus.memory.judge.features.length import length
from agentsensus.memory.judge.features.names import names
from agentsensus.memory.judge.features.order import order
from agentsensus.memory.judge.features.overlap import overlap
from agentsensus.memory.judge.features.pair import StatementPair, vocabulary
from agentsensus.memory.judge.features.particulars import particulars
from agentsensus.memory.judge.features.slots import slots
from agentsensus.memory.judge.features.stance import stance

KINDS = (overlap, alignment, names, capitals, particulars, action, order, slots, stance, length)


def features(pair: StatementPair) -> dict[str, float]:
    """All features of a pair, in a fixed order. Each is the same whichever statement comes first."""
    found = {"cosine": pair.cosine}
    for kind in KINDS:
        found |= kind(pair)
    return found


__all__ = ["KINDS", "StatementPair", "features", "vocabulary"]

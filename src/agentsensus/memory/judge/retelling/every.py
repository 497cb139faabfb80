"""All features of a pair of statements, in a fixed order."""

from agentsensus.memory.judge.retelling.deeds import action
from agentsensus.memory.judge.retelling.naming import capitals, names
from agentsensus.memory.judge.retelling.pair import StatementPair
from agentsensus.memory.judge.retelling.particulars import particulars, stance
from agentsensus.memory.judge.retelling.slots import slots
from agentsensus.memory.judge.retelling.wording import alignment, length, order, overlap

_KINDS = (overlap, alignment, names, capitals, particulars, action, order, slots, stance, length)


def features(pair: StatementPair) -> dict[str, float]:
    """All features of a pair by name. Each is the same whichever statement comes first."""
    values = {"cosine": pair.cosine}
    for kind in _KINDS:
        values |= kind(pair)
    return values

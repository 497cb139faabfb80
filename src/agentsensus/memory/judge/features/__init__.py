"""What the learned judge looks at: numbers that say how two statements are alike."""

from agentsensus.memory.judge.features.every import features
from agentsensus.memory.judge.features.pair import StatementPair, vocabulary

__all__ = ["StatementPair", "features", "vocabulary"]

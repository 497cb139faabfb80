"""Features of the learned judge: numbers that say how far two statements agree."""

from agentsensus.memory.judge.features.every import features, is_plain

__all__ = ["features", "is_plain"]

"""Retellings in quite other words, and news."""

from agentsensus.memory.judge.retelling.logistic import LogisticWeights
from agentsensus.memory.judge.retelling.news import NewsReader, NewsWeights
from agentsensus.memory.judge.retelling.reader import RetellingReader
from agentsensus.memory.judge.retelling.scored import ScoredPair

__all__ = ["LogisticWeights", "NewsReader", "NewsWeights", "RetellingReader", "ScoredPair"]

"""Features and readers for retellings (one event in very different words) and for news."""

from agentsensus.memory.judge.retelling.logistic import LogisticWeights
from agentsensus.memory.judge.retelling.news import NewsReader, NewsWeights
from agentsensus.memory.judge.retelling.reader import RetellingReader
from agentsensus.memory.judge.retelling.scored import ScoredPair

__all__ = ["LogisticWeights", "NewsReader", "NewsWeights", "RetellingReader", "ScoredPair"]

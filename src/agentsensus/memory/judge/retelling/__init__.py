"""Retellings in quite other words: of people whom a registry knows, and of news."""

from agentsensus.memory.judge.retelling.news import NewsReader, NewsWeights, ScoredPair
from agentsensus.memory.judge.retelling.reader import RetellingReader, RetellingWeights

__all__ = ["NewsReader", "NewsWeights", "RetellingReader", "RetellingWeights", "ScoredPair"]

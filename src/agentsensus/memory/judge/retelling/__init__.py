"""Retellings: whether two statements about people whom a registry knows tell one event in quite other words."""

from agentsensus.memory.judge.retelling.reader import RetellingReader, RetellingWeights

__all__ = ["RetellingReader", "RetellingWeights"]

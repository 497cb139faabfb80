"""Reasons why two statements cannot be the same event, however alike they sound."""

from agentsensus.memory.judge.vetoes.every import CONTRADICTING, vetoes

__all__ = ["CONTRADICTING", "vetoes"]

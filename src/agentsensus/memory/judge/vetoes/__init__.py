"""Reasons why two statements cannot be the same event, however alike they sound."""

from agentsensus.memory.judge.vetoes.every import CONTRADICTING, are_alike, standing, vetoes

__all__ = ["CONTRADICTING", "are_alike", "standing", "vetoes"]

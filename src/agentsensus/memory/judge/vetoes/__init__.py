"""Vetoes: reasons why two statements cannot be the same event, however similar they are."""

from agentsensus.memory.judge.vetoes.registry import CONTRADICTING, are_alike, standing, vetoes
from agentsensus.memory.judge.vetoes.veto import Veto, VetoKind

__all__ = ["CONTRADICTING", "Veto", "VetoKind", "are_alike", "standing", "vetoes"]

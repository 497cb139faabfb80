"""Chinese."""

from agentsensus.language.zh.rules import CHINESE

__all__ = ["CHINESE"]

"""Chinese."""

from agentsensus.text.languages.chinese.rules import CHINESE

__all__ = ["CHINESE"]

"""English."""

from agentsensus.language.en.rules import ENGLISH

__all__ = ["ENGLISH"]

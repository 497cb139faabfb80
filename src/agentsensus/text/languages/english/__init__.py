"""English."""

from agentsensus.text.languages.english.rules import ENGLISH

__all__ = ["ENGLISH"]

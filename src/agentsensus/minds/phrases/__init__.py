"""The phrases that players speak in: one file a language, beside this."""

from agentsensus.minds.phrases.phrases import Phrases

__all__ = ["Phrases"]

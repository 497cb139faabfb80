"""The phrases that players speak in: one file a language, beside this."""

from agentsensus.minds.players.phrases.phrases import PlayerPhrases

__all__ = ["PlayerPhrases"]

"""What happened in a run, in words of the world's language. Only reads events."""

from agentsensus.worlds.telling.teller import Teller
from agentsensus.worlds.telling.transcript import transcripts

__all__ = ["Teller", "transcripts"]

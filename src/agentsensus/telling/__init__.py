"""What happened, told in words, in the language of the world. Reads events and changes nothing."""

from agentsensus.telling.teller import Teller
from agentsensus.telling.transcript import transcripts

__all__ = ["Teller", "transcripts"]

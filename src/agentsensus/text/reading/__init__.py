"""What a statement says, read by rule: who, where, when, how many, done or not, said or happened."""

from agentsensus.text.reading.reading import Reading, read

__all__ = ["Reading", "read"]

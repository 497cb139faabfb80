"""Whether recall helps: of what an agent came to know, how much comes back when it is asked in words nobody used."""

from agentsensus.study.usefulness.answers import UsefulPoint
from agentsensus.study.usefulness.asking import usefulness

__all__ = ["UsefulPoint", "usefulness"]

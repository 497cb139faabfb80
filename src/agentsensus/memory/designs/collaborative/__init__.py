"""The design of the paper "Collaborative Memory"."""

from agentsensus.memory.designs.collaborative.design import Collaborative
from agentsensus.memory.designs.collaborative.settings import CollaborativeSettings

__all__ = ["Collaborative", "CollaborativeSettings"]

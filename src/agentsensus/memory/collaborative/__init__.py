"""The design of Collaborative Memory."""

from agentsensus.memory.collaborative.design import Collaborative
from agentsensus.memory.collaborative.settings import CollaborativeSettings

__all__ = ["Collaborative", "CollaborativeSettings"]

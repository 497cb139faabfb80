"""The design of G-Memory."""

from agentsensus.memory.g_memory.design import GMemory
from agentsensus.memory.g_memory.settings import GMemorySettings

__all__ = ["GMemory", "GMemorySettings"]

"""The design of the paper "G-Memory"."""

from agentsensus.memory.designs.g_memory.design import GMemory
from agentsensus.memory.designs.g_memory.settings import GMemorySettings

__all__ = ["GMemory", "GMemorySettings"]

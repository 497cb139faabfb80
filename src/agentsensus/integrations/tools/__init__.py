"""A memory as tools for a language model: their schemas, and a dispatcher for the calls."""

from agentsensus.integrations.tools.memory_tools import AsyncMemoryTools, MemoryTools
from agentsensus.integrations.tools.schema import ToolSchema

__all__ = ["AsyncMemoryTools", "MemoryTools", "ToolSchema"]

"""A memory as tools that a language model calls: their schemas, and a dispatcher for the calls."""

from agentsensus.doors.tools.memory_tools import AsyncMemoryTools, MemoryTools
from agentsensus.doors.tools.schema import ToolSchema

__all__ = ["AsyncMemoryTools", "MemoryTools", "ToolSchema"]

"""A memory as a toolset for agents of pydantic-ai (extra `pydantic-ai`)."""

from agentsensus.doors.extras import needing

with needing("pydantic-ai"):
    from agentsensus.doors.pydantic_ai.toolset import MemoryToolset

__all__ = ["MemoryToolset"]

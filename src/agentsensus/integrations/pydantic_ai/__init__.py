"""A memory as a toolset for pydantic-ai agents (extra `pydantic-ai`)."""

from agentsensus.integrations.common import needing

with needing("pydantic-ai"):
    from agentsensus.integrations.pydantic_ai.toolset import MemoryToolset

__all__ = ["MemoryToolset"]

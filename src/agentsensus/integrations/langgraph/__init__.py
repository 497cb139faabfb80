"""A memory as LangGraph's long-term store (extra `langgraph`)."""

from agentsensus.integrations.common import needing

with needing("langgraph"):
    from agentsensus.integrations.langgraph.store import AgentsensusStore

__all__ = ["AgentsensusStore"]

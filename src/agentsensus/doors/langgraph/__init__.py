"""A memory as LangGraph's long-term store (extra `langgraph`)."""

from agentsensus.doors.extras import needing

with needing("langgraph"):
    from agentsensus.doors.langgraph.store import AgentsensusStore

__all__ = ["AgentsensusStore"]

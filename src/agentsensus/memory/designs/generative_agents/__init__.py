"""The design of the paper "Generative Agents"."""

from agentsensus.memory.designs.generative_agents.design import GenerativeAgents
from agentsensus.memory.designs.generative_agents.settings import GenerativeAgentsSettings

__all__ = ["GenerativeAgents", "GenerativeAgentsSettings"]

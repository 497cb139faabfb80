"""The shared memory: who learned what, when, and from whom."""

from agentsensus.memory.agent import Agent, AsyncAgent
from agentsensus.memory.asking.access_graph import AccessGraph, AsyncAccessGraph
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.atoms import Context, ModelAtomizer, RuleAtomizer
from agentsensus.memory.client import Memory
from agentsensus.memory.designs.collaborative import CollaborativeSettings
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.designs.g_memory import GMemorySettings
from agentsensus.memory.designs.generative_agents import GenerativeAgentsSettings
from agentsensus.memory.designs.registry import DESIGNS
from agentsensus.memory.judge import Judge, ModelJudge, Relation, RuleJudge, Verdict
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import (
    Change,
    Close,
    Commit,
    Deposit,
    Finding,
    Hit,
    Knower,
    Original,
    Purged,
    Recall,
    Record,
    Said,
    Stats,
)
from agentsensus.memory.timing import OperationTiming
from agentsensus.text.names import Names

__all__ = [
    "DESIGNS",
    "AccessGraph",
    "Agent",
    "AsyncAccessGraph",
    "AsyncAgent",
    "AsyncMemory",
    "Change",
    "Close",
    "CollaborativeSettings",
    "Commit",
    "Context",
    "Deposit",
    "Finding",
    "GMemorySettings",
    "GenerativeAgentsSettings",
    "Hit",
    "Judge",
    "Knower",
    "Memory",
    "ModelAtomizer",
    "ModelJudge",
    "Names",
    "OperationTiming",
    "Original",
    "Purged",
    "Recall",
    "Record",
    "Relation",
    "RuleAtomizer",
    "RuleJudge",
    "Said",
    "Settings",
    "Stats",
    "Verdict",
    "Via",
]

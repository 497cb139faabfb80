"""The shared memory of many agents: records, their owners, and how each owner learned them. docs/words.md defines the
terms.
"""

from typing import Any
from warnings import warn

from agentsensus.language.names import Names
from agentsensus.memory.access_graph import AsyncAccessGraph
from agentsensus.memory.agent import AsyncAgent
from agentsensus.memory.answers import (
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
    Stats,
    to_dataframe,
)
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.designs.collaborative import CollaborativeSettings
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.designs.g_memory import GMemorySettings
from agentsensus.memory.designs.generative_agents import GenerativeAgentsSettings
from agentsensus.memory.designs.registry import DESIGNS
from agentsensus.memory.inputs import Context, DepositInput, Via
from agentsensus.memory.judge import Judge, ModelJudge, Relation, RuleJudge, Verdict
from agentsensus.memory.sync import AccessGraph, Agent, Memory
from agentsensus.memory.timing import OperationTiming
from agentsensus.memory.write.cut import ModelAtomizer, RuleAtomizer

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
    "DepositInput",
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
    "Settings",
    "Stats",
    "Verdict",
    "Via",
    "to_dataframe",
]


def __getattr__(name: str) -> Any:
    if name == "Said":
        warn("Said is now DepositInput; the old name goes in 0.3", DeprecationWarning, stacklevel=2)
        return DepositInput
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

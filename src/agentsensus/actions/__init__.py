"""The 24 things a character can do, and how what a mind proposes becomes one of them."""

from agentsensus.actions.base import Action, Edit, Outcome, Scene, StagedDeposit
from agentsensus.actions.declaration import Declaration
from agentsensus.actions.memory_view import MemoryView
from agentsensus.actions.refusals import Refused
from agentsensus.actions.registry import ACTIONS, LEARNING, actions_of, parse, parse_in, parse_under

__all__ = [
    "ACTIONS",
    "LEARNING",
    "Action",
    "Declaration",
    "Edit",
    "MemoryView",
    "Outcome",
    "Refused",
    "Scene",
    "StagedDeposit",
    "actions_of",
    "parse",
    "parse_in",
    "parse_under",
]

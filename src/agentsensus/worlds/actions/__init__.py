"""The actions that characters can take, and the parser that turns a mind's proposal into one of them."""

from agentsensus.worlds.actions.base import Action, Edit, Outcome, Scene, StagedDeposit
from agentsensus.worlds.actions.declaration import Declaration
from agentsensus.worlds.actions.memory_view import MemoryView
from agentsensus.worlds.actions.refusals import Refused
from agentsensus.worlds.actions.registry import ACTIONS, LEARNING, actions_of, parse, parse_for_world, parse_under_rules

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
    "parse_for_world",
    "parse_under_rules",
]

"""Doubles for tests: models and minds that answer at once, slowly, not at all, or with nonsense. Use them too."""

from agentsensus.testing.minds import NonsenseMind, RoutineMind, ScriptedMind, routine_company, scripted_company
from agentsensus.testing.models import FailingModel, InstantModel, MalformedModel, ScriptedModel, SlowModel

__all__ = [
    "FailingModel",
    "InstantModel",
    "MalformedModel",
    "NonsenseMind",
    "RoutineMind",
    "ScriptedMind",
    "ScriptedModel",
    "SlowModel",
    "routine_company",
    "scripted_company",
]

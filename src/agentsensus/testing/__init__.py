"""Test doubles for your tests and ours: models and minds that answer at once, slowly, never, or with nonsense."""

from agentsensus.testing.live import allow_loopback_requests, forbid_live_requests
from agentsensus.testing.minds import (
    AttentiveMind,
    NonsenseMind,
    RoutineMind,
    ScriptedMind,
    routine_company,
    scripted_company,
)
from agentsensus.testing.models import (
    FailingModel,
    FlakyModel,
    InstantModel,
    MalformedModel,
    ScriptedModel,
    SlowModel,
)
from agentsensus.testing.playing import PlayingModel
from agentsensus.testing.quality import ScoringModel
from agentsensus.testing.screenplay import RenderingModel
from agentsensus.testing.sediment import SedimentingModel
from agentsensus.testing.server import ModelServer, ServerBehaviour

__all__ = [
    "AttentiveMind",
    "FailingModel",
    "FlakyModel",
    "InstantModel",
    "MalformedModel",
    "ModelServer",
    "NonsenseMind",
    "PlayingModel",
    "RenderingModel",
    "RoutineMind",
    "ScoringModel",
    "ScriptedMind",
    "ScriptedModel",
    "SedimentingModel",
    "ServerBehaviour",
    "SlowModel",
    "allow_loopback_requests",
    "forbid_live_requests",
    "routine_company",
    "scripted_company",
]

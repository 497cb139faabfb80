"""Doubles for tests: models that answer at once, slowly, not at all, or with nonsense. Yours may use them too."""

from agentsensus.testing.live import allow_loopback_requests, forbid_live_requests
from agentsensus.testing.models import (
    FailingModel,
    FlakyModel,
    InstantModel,
    MalformedModel,
    ScriptedModel,
    SlowModel,
)
from agentsensus.testing.server import ModelServer, Turn

__all__ = [
    "FailingModel",
    "FlakyModel",
    "InstantModel",
    "MalformedModel",
    "ModelServer",
    "ScriptedModel",
    "SlowModel",
    "Turn",
    "allow_loopback_requests",
    "forbid_live_requests",
]

"""Doubles for tests: models that answer at once, slowly, not at all, or with nonsense. Yours may use them too."""

from agentsensus.testing.models import FailingModel, InstantModel, MalformedModel, ScriptedModel, SlowModel

__all__ = ["FailingModel", "InstantModel", "MalformedModel", "ScriptedModel", "SlowModel"]

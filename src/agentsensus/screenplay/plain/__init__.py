"""Scenes set by rule, without a model."""

from agentsensus.screenplay.plain.setter import PlainSetter

__all__ = ["PlainSetter"]

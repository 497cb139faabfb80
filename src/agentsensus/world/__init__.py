"""Worlds as people write them: read, checked whole, and made into a scenario."""

from agentsensus.world.cast import Carrier, Character, Place, Registered, Traits, Voice
from agentsensus.world.check import WorldCheck, check, load
from agentsensus.world.goals import (
    DeceiveIntent,
    Goal,
    Intent,
    KeepIntent,
    LearnIntent,
    MeetIntent,
    ReachIntent,
    ReadIntent,
    TellIntent,
)
from agentsensus.world.places import Map
from agentsensus.world.scenario import Kickoff, LaterEvent, Players, Reference, Scenario, SceneEvent, WorldFile

__all__ = [
    "Carrier",
    "Character",
    "DeceiveIntent",
    "Goal",
    "Intent",
    "KeepIntent",
    "Kickoff",
    "LaterEvent",
    "LearnIntent",
    "Map",
    "MeetIntent",
    "Place",
    "Players",
    "ReachIntent",
    "ReadIntent",
    "Reference",
    "Registered",
    "Scenario",
    "SceneEvent",
    "TellIntent",
    "Traits",
    "Voice",
    "WorldCheck",
    "WorldFile",
    "check",
    "load",
]

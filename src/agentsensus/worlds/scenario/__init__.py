"""Worlds as authors write them: load and check their files, and get a `Scenario`."""

from agentsensus.worlds.scenario.cast import Carrier, Character, Place, Registered, Traits, Voice
from agentsensus.worlds.scenario.check import WorldCheck, check, load
from agentsensus.worlds.scenario.goals import (
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
from agentsensus.worlds.scenario.places import Map
from agentsensus.worlds.scenario.scenario import (
    Kickoff,
    LaterEvent,
    Players,
    Reference,
    Scenario,
    SceneEvent,
    WorldFile,
)

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

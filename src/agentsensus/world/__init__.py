"""Worlds as people write them: read, checked whole, and made into a scenario."""

from agentsensus.world.cast import Carrier, Character, Place, Registered, Traits, Voice
from agentsensus.world.check import Checked, check, load
from agentsensus.world.goals import Deceive, Goal, Intent, Keep, Learn, Meet, Reach, Read, Tell
from agentsensus.world.places import Map
from agentsensus.world.scenario import Kickoff, LaterEvent, Players, Reference, Scenario, SceneEvent, WorldFile

__all__ = [
    "Carrier",
    "Character",
    "Checked",
    "Deceive",
    "Goal",
    "Intent",
    "Keep",
    "Kickoff",
    "LaterEvent",
    "Learn",
    "Map",
    "Meet",
    "Place",
    "Players",
    "Reach",
    "Read",
    "Reference",
    "Registered",
    "Scenario",
    "SceneEvent",
    "Tell",
    "Traits",
    "Voice",
    "WorldFile",
    "check",
    "load",
]

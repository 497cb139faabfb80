"""The road of a fact: who learned it, when, from which source, in which version, and who doubted it."""

from agentsensus.analysis.knowledge.road.picture import road_lines, write_road
from agentsensus.analysis.knowledge.road.road import Road, RoadLane, RoadSpan, RoadVersion, road_of
from agentsensus.analysis.knowledge.road.tellings import RoadTelling

__all__ = [
    "Road",
    "RoadLane",
    "RoadSpan",
    "RoadTelling",
    "RoadVersion",
    "road_lines",
    "road_of",
    "write_road",
]

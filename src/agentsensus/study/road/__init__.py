"""The road of one secret: who came to know a thing, when, from whom, in which version, and who doubted it."""

from agentsensus.study.road.lanes import RoadLane, RoadSpan
from agentsensus.study.road.road import Road, RoadVersion, road_of
from agentsensus.study.road.subject import RoadSubject, subject_of
from agentsensus.study.road.tellings import RoadTelling
from agentsensus.study.road.writing import road_lines, write_road

__all__ = [
    "Road",
    "RoadLane",
    "RoadSpan",
    "RoadSubject",
    "RoadTelling",
    "RoadVersion",
    "road_lines",
    "road_of",
    "subject_of",
    "write_road",
]

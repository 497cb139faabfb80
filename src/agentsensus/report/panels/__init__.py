"""The panels of a report in the order of their tabs: each a function from a run to what its script draws."""

from collections.abc import Callable
from typing import Any, TypeAlias

from agentsensus.report.material import RunMaterial
from agentsensus.report.panels.goals import goals
from agentsensus.report.panels.growth import growth
from agentsensus.report.panels.lanes import lanes
from agentsensus.report.panels.layers import layers
from agentsensus.report.panels.matrix import matrix
from agentsensus.report.panels.memory import memory
from agentsensus.report.panels.road import road
from agentsensus.report.panels.story import story

__all__ = ["PANELS", "Panel"]

Panel: TypeAlias = Callable[[RunMaterial], dict[str, Any] | None]
"""Answers with what the panel's script draws; None where a run has nothing for it, and then there is no tab."""

PANELS: dict[str, Panel] = {
    "story": story,
    "lanes": lanes,
    "matrix": matrix,
    "road": road,
    "memory": memory,
    "goals": goals,
    "layers": layers,
    "growth": growth,
}
"""By name: a panel, whose script is NAME.js beside its module."""

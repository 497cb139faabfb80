"""The panels of a report in the order of their tabs: functions from a run to the data of a script."""

from collections.abc import Callable
from typing import Any, TypeAlias

from agentsensus.analysis.report.material import RunMaterial
from agentsensus.analysis.report.panels.goals import goals
from agentsensus.analysis.report.panels.growth import growth
from agentsensus.analysis.report.panels.lanes import lanes
from agentsensus.analysis.report.panels.layers import layers
from agentsensus.analysis.report.panels.matrix import matrix
from agentsensus.analysis.report.panels.memory import memory
from agentsensus.analysis.report.panels.road import road
from agentsensus.analysis.report.panels.story import story

__all__ = ["PANELS", "Panel"]

Panel: TypeAlias = Callable[[RunMaterial], dict[str, Any] | None]
"""A function that returns the data for the panel's script, or None to leave the tab out."""

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
"""The panels by name; the script of a panel is NAME.js."""

"""A scene grid into a file, in the form that its ending says."""

import os
from pathlib import Path

from agentsensus.run_folder import replace_text
from agentsensus.screenplay.casting import Casting
from agentsensus.screenplay.grid.cells import SceneGrid
from agentsensus.screenplay.grid.page import grid_page
from agentsensus.screenplay.grid.picture import draw_grid
from agentsensus.world.scenario import Scenario

__all__ = ["PAGE", "write_grid"]

PAGE = ".html"
"""The ending of a file that is to hold the interactive grid; others are pictures."""


def write_grid(grid: SceneGrid, scenario: Scenario, where: Path) -> str:
    """Write a grid, with names in the language of the world, whole or not at all; returns a remark, or nothing."""
    casting = Casting(scenario, scenario.world.language)
    if where.suffix.lower() == PAGE:
        replace_text(where, grid_page(grid, casting))
        return ""
    draft = where.with_name(f".{where.stem}.{os.getpid()}{where.suffix}")
    try:
        remark = draw_grid(grid, casting, draft)
        draft.replace(where)
    finally:
        draft.unlink(missing_ok=True)
    return remark

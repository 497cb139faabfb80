"""The scene grid: rounds across, places down, cells by who acted, scenes outlined and numbered."""

from agentsensus.screenplay.grid.cells import GridCell, SceneFrame, SceneGrid, grid_of
from agentsensus.screenplay.grid.page import grid_page
from agentsensus.screenplay.grid.picture import PICTURES, draw_grid
from agentsensus.screenplay.grid.writing import PAGE, write_grid

__all__ = ["PAGE", "PICTURES", "GridCell", "SceneFrame", "SceneGrid", "draw_grid", "grid_of", "grid_page", "write_grid"]

"""Turn a run into a play: beats from its log, scenes, their text with or without a model, and the scene grid.

Reads logs and stores and changes nothing.
"""

from agentsensus.worlds.screenplay.beats import BEATS, BeatLog
from agentsensus.worlds.screenplay.folding import FoldedBeat, fold
from agentsensus.worlds.screenplay.forms import FORMS, fountain, html_page, markdown
from agentsensus.worlds.screenplay.grid import SceneGrid, grid_of
from agentsensus.worlds.screenplay.numbers import PlayNumbers, table
from agentsensus.worlds.screenplay.production import Production, produce, produce_run, write_play
from agentsensus.worlds.screenplay.rendering import (
    Rendered,
    RenderedScene,
    RenderEstimate,
    Rendering,
    estimate_play,
    refusals,
    render_play,
)
from agentsensus.worlds.screenplay.scenes import LONGEST, LONGEST_GAP, StagedScene, cut
from agentsensus.worlds.screenplay.script import PlayLine, Screenplay, WrittenScene

__all__ = [
    "BEATS",
    "FORMS",
    "LONGEST",
    "LONGEST_GAP",
    "BeatLog",
    "FoldedBeat",
    "PlayLine",
    "PlayNumbers",
    "Production",
    "RenderEstimate",
    "Rendered",
    "RenderedScene",
    "Rendering",
    "SceneGrid",
    "Screenplay",
    "StagedScene",
    "WrittenScene",
    "cut",
    "estimate_play",
    "fold",
    "fountain",
    "grid_of",
    "html_page",
    "markdown",
    "produce",
    "produce_run",
    "refusals",
    "render_play",
    "table",
    "write_play",
]

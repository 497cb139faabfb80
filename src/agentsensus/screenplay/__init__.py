"""What happened in a run, as a play: beats from its log, scenes, their setting by rule or by a model, and the grid.

Reads logs and stores, and changes nothing.
"""

from agentsensus.screenplay.beats import BEATS, BeatLog
from agentsensus.screenplay.folding import FoldedBeat, fold
from agentsensus.screenplay.forms import FORMS, fountain, html_page, markdown
from agentsensus.screenplay.grid import SceneGrid, grid_of
from agentsensus.screenplay.numbers import PlayNumbers, table
from agentsensus.screenplay.production import Production, produce, produce_run, write_play
from agentsensus.screenplay.rendering import (
    Rendered,
    RenderedScene,
    RenderEstimate,
    Rendering,
    estimate_play,
    refusals,
    render_play,
)
from agentsensus.screenplay.scenes import LONGEST, LONGEST_GAP, StagedScene, cut
from agentsensus.screenplay.script import PlayLine, Screenplay, WrittenScene

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

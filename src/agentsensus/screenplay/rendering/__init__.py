"""Scenes rendered by a model, held to their beats."""

from agentsensus.screenplay.rendering.check import refusals
from agentsensus.screenplay.rendering.estimate import RenderEstimate
from agentsensus.screenplay.rendering.play import Rendered, Rendering, estimate_play, render_play
from agentsensus.screenplay.rendering.render import SceneRenderer
from agentsensus.screenplay.rendering.reply import RenderedLine, RenderedScene
from agentsensus.screenplay.rendering.sheet import SceneSheet

__all__ = [
    "RenderEstimate",
    "Rendered",
    "RenderedLine",
    "RenderedScene",
    "Rendering",
    "SceneRenderer",
    "SceneSheet",
    "estimate_play",
    "refusals",
    "render_play",
]

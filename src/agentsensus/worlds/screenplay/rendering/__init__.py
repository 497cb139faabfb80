"""Scenes written by a model and checked against their beats."""

from agentsensus.worlds.screenplay.rendering.check import refusals
from agentsensus.worlds.screenplay.rendering.render import (
    Rendered,
    RenderEstimate,
    Rendering,
    SceneRenderer,
    estimate_play,
    render_play,
)
from agentsensus.worlds.screenplay.rendering.reply import RenderedLine, RenderedScene
from agentsensus.worlds.screenplay.rendering.sheet import SceneSheet

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

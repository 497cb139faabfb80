"""What the pictures of a case study have in common: a heading, names, colours, and words below."""

from collections.abc import Mapping
from typing import Any

from agentsensus.screenplay.casting import Casting
from agentsensus.screenplay.script import opened
from agentsensus.study.case.case import CaseStudy
from agentsensus.study.drawing import Drawing, Shape, Words, fitted
from agentsensus.texts import texts
from agentsensus.world.scenario import Scenario

__all__ = ["PALETTE", "CasePage"]

PALETTE = (
    *("#1f6f78", "#b3261e", "#d98a00", "#7a4fa3", "#4f8a3d", "#3f6fb0"),
    *("#b0527f", "#8a6a3b", "#5f6b73", "#2f9e8f", "#c4622d", "#6d7f1f"),
)
_LEFT = 28.0


class CasePage:
    """A page for one picture of a case study, in the language of the world."""

    def __init__(self, study: CaseStudy, scenario: Scenario) -> None:
        self.study, self.scenario = study, scenario
        self.casting = Casting(scenario, scenario.world.language)
        self.words: Mapping[str, Any] = texts("agentsensus.study.case", "words", scenario.world.language)

    def name(self, agent: str) -> str:
        """What somebody is called."""
        return opened(self.casting.name(agent))

    def colour(self, part: int) -> str:
        """The colour of a community or a cluster."""
        return PALETTE[part % len(PALETTE)]

    def sheet(self, key: str, width: float) -> Drawing:
        """An empty picture with its heading; its height is set by `finish`."""
        world = self.scenario.world
        drawing = Drawing(width, 0, f"{self.words[key]}: {self.casting.title()}", world.language)
        about = " · ".join(filter(None, (self.casting.title(), world.stamp)))
        drawing.add(Words(_LEFT, 44, str(self.words[key]), 24, drawing.ground.ink, is_bold=True))
        drawing.add(Words(_LEFT, 68, about, 14, drawing.ground.soft))
        return drawing

    def finish(self, drawing: Drawing, y: float, *lines: str) -> Drawing:
        """Write lines below a picture and end it there."""
        shapes: list[Shape] = []
        for line in lines:
            for row in fitted(line, 13, drawing.width - 2 * _LEFT, 4):
                shapes.append(Words(_LEFT, y, row, 13, drawing.ground.soft))
                y += 19
            y += 3
        drawing.add(*shapes)
        drawing.height = y + 8
        return drawing

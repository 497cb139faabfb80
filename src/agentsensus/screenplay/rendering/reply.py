"""What a model answers with: the lines of a scene, each with the beats that it tells."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["RenderedLine", "RenderedScene"]

Words = Annotated[str, Field(min_length=1, pattern=r"\S")]


class RenderedLine(BaseModel):
    """One line of a rendering: who speaks (nobody: a direction), in what manner, and the numbers of the beats."""

    model_config = ConfigDict(frozen=True, str_strip_whitespace=True)

    beats: tuple[int, ...] = Field(description="The numbers of the beats that this line tells")
    who: str = Field(description="Who speaks, as the cast has it; empty for a stage direction")
    how: str = Field(description="In a few words, to whom or in what manner; may be empty")
    text: Words = Field(description="The words, or the stage direction")


class RenderedScene(BaseModel):
    """What a model makes of a scene, and the numbers of the beats that it leaves out."""

    model_config = ConfigDict(frozen=True)

    lines: tuple[RenderedLine, ...]
    left_out: tuple[int, ...] = ()

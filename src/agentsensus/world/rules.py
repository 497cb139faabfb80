"""The rules of play, each a number or a choice, with their values under `paper` and `ours`."""

from typing import Literal

from pydantic import Field

from agentsensus.memory.presets import Presets

__all__ = ["Rules"]


class Rules(Presets):
    """How messages travel, what is seen and what is kept at hand. The defaults are the preset `ours`."""

    message_speed: int | None = Field(None, ge=1, description="Distance a message covers in a round; None: the world's")
    gesture: Literal["here", "mailed"] = Field("here", description="Whether a gesture must be seen, or can be mailed")
    place_rows: int = Field(3, ge=0, description="Rows of a place that `observe` shows")
    act_changes_place: bool = Field(True, description="Whether `act_on` leaves a trace in the place's status")
    rows_tell_source: bool = Field(True, description="Whether `recall` says how and since when one knows each row")
    notice_rounds: int = Field(3, ge=1, description="A notice shown so often wakes nobody any more")
    cache_size: int = Field(20, ge=1, description="Actions with their results that a character has at hand")
    cache: Literal["fifo", "relevance", "hybrid"] = Field("hybrid", description="Which of them leaves when one comes")
    cache_alpha: float = Field(0.5, ge=0, le=1, description="How much recency counts in `hybrid`")
    stall_after: int = Field(3, ge=2, description="So many equal actions in a row are pointed out")
    goal_cap: int = Field(8, ge=1, description="More goals than this are refused until one is popped or replaced")


Rules.presets = {
    "ours": Rules(),
    "paper": Rules(
        message_speed=1,
        gesture="mailed",
        place_rows=0,
        act_changes_place=False,
        rows_tell_source=False,
        cache="fifo",
        goal_cap=1_000_000,
    ),
}

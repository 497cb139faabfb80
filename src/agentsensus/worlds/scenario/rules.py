"""The rules of play and their values in the presets `paper` and `ours`."""

from typing import Literal

from pydantic import Field

from agentsensus.memory.settings import Presets

__all__ = ["Rules"]


class Rules(Presets):
    """How messages travel, what characters see, and what their cache holds. The defaults are the preset `ours`."""

    message_speed: int | None = Field(None, ge=1, description="Distance a message covers in a round; None: the world's")
    gesture: Literal["here", "mailed"] = Field("here", description="Whether a gesture must be seen, or can be mailed")
    place_rows: int = Field(3, ge=0, description="Rows of a place that `observe` shows")
    act_changes_place: bool = Field(True, description="Whether `act_on` leaves a trace in the place's status")
    rows_tell_source: bool = Field(True, description="Whether `recall` says how and since when one knows each row")
    notice_rounds: int = Field(3, ge=1, description="A notice shown so often wakes nobody any more")
    cache_size: int = Field(20, ge=1, description="Actions with their results that a character has at hand")
    cache: Literal["fifo", "relevance", "hybrid"] = Field("hybrid", description="Which of them leaves when one comes")
    cache_alpha: float = Field(0.5, ge=0, le=1, description="How much recency counts in `hybrid`")
    result_chars: int = Field(400, ge=1, description="An older result in the cache is shown up to so many characters")
    hints: bool = Field(True, description="Whether a prompt ends with hints: a first turn, no goal, a repeated action")
    one_language: bool = Field(
        True, description="Whether a model is told to write in the world's language, and asked again if it does not"
    )
    stall_after: int = Field(3, ge=2, description="So many equal actions in a row are pointed out")
    goal_cap: int = Field(8, ge=1, description="More goals than this are refused until one is popped or replaced")
    hearing: Literal["whole", "notices"] = Field(
        "whole", description="Whether words are heard whole the round after they are said, or announced and then read"
    )
    reading: Literal["unread", "thread"] = Field(
        "unread",
        description="What `read_thread` reads when it names nobody, all that is unread or one thread; "
        "with `unread`, one's own words do not count in `last_n`",
    )
    bystanders: bool = Field(True, description="Whether those who stand by overhear what is not said quietly")
    upkeep: Literal["free", "turn"] = Field(
        "free", description="Whether keeping a memory and changing goals goes beside a deed, or costs the turn"
    )
    keeping: Literal["together", "apart"] = Field(
        "together", description="Whether what is kept beside one deed is one deposit, or each sentence is one"
    )
    minded: int = Field(5, ge=0, description="Rows of one's own memory that come to mind unasked in a turn")
    minded_tokens: int = Field(250, ge=1, description="So many tokens they may take together")
    looks: bool = Field(True, description="Whether one sees what others look like and hold, who came and who went")
    observe: Literal["here", "anywhere"] = Field("here", description="How far one can look")
    things: bool = Field(True, description="Whether things can be given, taken, hidden, opened and searched for")
    deeds: bool = Field(True, description="Whether the deeds that a world allows can be done")
    happenings: bool = Field(True, description="Whether what a world's happenings.yaml says befalls it")
    arcs: bool = Field(True, description="Whether it is noted when a thread of the story is over")
    doors: bool = Field(True, description="Whether a place whose status says that its doors are shut keeps people")
    event_groups: bool = Field(True, description="Whether events that stand together in scenes.md are linked")
    row_floor: float = Field(
        0.45, ge=-1, le=1, description="How near a description must be to a row that is to be forgotten or revised"
    )


Rules.presets = {
    "ours": Rules(),
    "paper": Rules(
        message_speed=1,
        gesture="mailed",
        place_rows=0,
        act_changes_place=False,
        rows_tell_source=False,
        notice_rounds=1_000_000,
        cache="fifo",
        result_chars=1_000_000,
        hints=False,
        one_language=False,
        goal_cap=1_000_000,
        hearing="notices",
        reading="thread",
        bystanders=False,
        upkeep="turn",
        keeping="apart",
        minded=0,
        looks=False,
        observe="anywhere",
        things=False,
        deeds=False,
        happenings=False,
        arcs=False,
        doors=False,
        row_floor=-1.0,
    ),
}

"""What happens in a head: thinking, concluding, waiting, nothing."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from agentsensus.actions.base import Action, Outcome, Refused, Scene, Text
from agentsensus.actions.declaration import (
    ActionTeller,
    Declaration,
    Here,
    Params,
    in_order,
    teaches_nothing,
    tells_nothing,
)
from agentsensus.actions.hand import filled
from agentsensus.events.event import Waits
from agentsensus.world.character import Actor, Learnt

__all__ = ["Conclude", "Noop", "Think", "Wait"]

_ROUNDS = re.compile(r"(\d{1,6})\s*(?:rounds?|轮)?")
_LONGEST_DRAWN_WAIT = 3


class Think(Action):
    """Think about a question; the answer is at hand next round."""

    name: ClassVar[str] = "think"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("no_model",),
        free_text=(),
        names={},
        typed=in_order("question"),
        drawn=lambda hand: None,  # whoever acts at random has nobody to ask
        teaches=lambda event: [Learnt("inferred", str(event.data["reply"]))],
        tells=lambda teller, result: [" ".join(str(result["reply"]).split())],
        is_watched=False,
        asks_mind=True,
    )
    question: Text = Field(description="What you ask yourself")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        if scene.think is None:
            return scene.refuse("no_model")
        return Outcome({"reply": await scene.think(self.question)})


class Conclude(Action):
    """Put a conclusion into words. It stays at hand for a while; `remember` keeps it for good."""

    name: ClassVar[str] = "conclude"
    declared: ClassVar[Declaration] = Declaration(
        refusals=(),
        free_text=("text",),
        names={},
        typed=in_order("text"),
        drawn=lambda hand: filled(text=hand.sentence()),
        teaches=lambda event: [Learnt("inferred", str(event.data["text"]))],
        is_rare=True,
        tells=tells_nothing,
        is_watched=True,
    )
    text: Text = Field(description="Your conclusion")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return Outcome({"text": self.text})


def _typed_wait(typed: str, here: Here) -> Params | None:
    """Reads `3`, `3 rounds` or nothing."""
    number = _ROUNDS.fullmatch(typed)
    return {"timeout_rounds": int(number[1])} if number else None if typed else {}


def _tells_until(teller: ActionTeller, result: Mapping[str, Any]) -> list[str]:
    until = result["waiting_until"]
    return [teller.line("for_ever") if until is None else teller.line("until", until=until)]


class Wait(Action):
    """Wait for some rounds, or until a message comes."""

    name: ClassVar[str] = "wait"
    declared: ClassVar[Declaration] = Declaration(
        refusals=(),
        free_text=(),
        names={},
        typed=_typed_wait,
        drawn=lambda hand: {"timeout_rounds": hand.number(_LONGEST_DRAWN_WAIT)},
        teaches=teaches_nothing,
        tells=_tells_until,
        is_watched=False,
    )
    timeout_rounds: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(
        None, description="At most so many rounds; left out, until a message comes"
    )

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        until = None if self.timeout_rounds is None else scene.round + self.timeout_rounds
        return Outcome({"waiting_until": until}, [Waits(round=scene.round, agent=actor.id, until=until)])


class Noop(Action):
    """Do nothing this round."""

    name: ClassVar[str] = "noop"
    declared: ClassVar[Declaration] = Declaration(
        refusals=(),
        free_text=(),
        names={},
        typed=in_order(),
        drawn=lambda hand: {},
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=False,
    )

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return Outcome({})

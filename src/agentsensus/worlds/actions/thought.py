"""Thinking, concluding, waiting, and doing nothing."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from agentsensus.language.languages import either_language
from agentsensus.worlds.actions.base import Action, Outcome, Refused, Scene, Text
from agentsensus.worlds.actions.declaration import (
    ActionTeller,
    Declaration,
    Here,
    Params,
    parse_in_order,
    teaches_nothing,
    tells_nothing,
)
from agentsensus.worlds.actions.random_params import filled
from agentsensus.worlds.events.event import Waits
from agentsensus.worlds.state.character import Actor, Learnt

__all__ = ["Conclude", "Noop", "Think", "Wait"]

_ROUNDS = re.compile(rf"(\d{{1,6}})\s*(?:{either_language(lambda words: words.rounds)})?")
_LONGEST_DRAWN_WAIT = 3


class Think(Action):
    """Ask the mind a question. The answer is in the cache next round."""

    name: ClassVar[str] = "think"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("no_model",),
        free_text=(),
        names={},
        typed=parse_in_order("question"),
        drawn=lambda pool: None,  # a random mind has no model to ask
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
    """State a conclusion. It stays in the cache for a while; `remember` stores it permanently."""

    name: ClassVar[str] = "conclude"
    declared: ClassVar[Declaration] = Declaration(
        refusals=(),
        free_text=("text",),
        names={},
        typed=parse_in_order("text"),
        drawn=lambda pool: filled(text=pool.sentence()),
        teaches=lambda event: [Learnt("inferred", str(event.data["text"]))],
        is_rare=True,
        tells=tells_nothing,
        is_watched=True,
    )
    text: Text = Field(description="Your conclusion")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return Outcome({"text": self.text})


def _typed_wait(typed: str, here: Here) -> Params | None:
    """Parse `3`, `3 rounds` or nothing."""
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
        drawn=lambda pool: {"timeout_rounds": pool.number(_LONGEST_DRAWN_WAIT)},
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
        typed=parse_in_order(),
        drawn=lambda pool: {},
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=False,
    )

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return Outcome({})

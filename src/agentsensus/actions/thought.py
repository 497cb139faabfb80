"""What happens in a head: thinking, concluding, waiting, nothing."""

from typing import Annotated, ClassVar

from pydantic import Field

from agentsensus.actions.base import Action, Outcome, Refused, Scene, Text
from agentsensus.events.event import Waits
from agentsensus.world.character import Actor

__all__ = ["Conclude", "Noop", "Think", "Wait"]


class Think(Action):
    """Think about a question; the answer is at hand next round."""

    name: ClassVar[str] = "think"
    question: Text = Field(description="What you ask yourself")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        if scene.think is None:
            return scene.refuse("no_model")
        return Outcome({"reply": await scene.think(self.question)})


class Conclude(Action):
    """Put a conclusion into words. It stays at hand for a while; `remember` keeps it for good."""

    name: ClassVar[str] = "conclude"
    text: Text = Field(description="Your conclusion")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return Outcome({"text": self.text})


class Wait(Action):
    """Wait for some rounds, or until a message comes."""

    name: ClassVar[str] = "wait"
    timeout_rounds: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(
        None, description="At most so many rounds; left out, until a message comes"
    )

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        until = None if self.timeout_rounds is None else scene.round + self.timeout_rounds
        return Outcome({"waiting_until": until}, [Waits(round=scene.round, agent=actor.id, until=until)])


class Noop(Action):
    """Do nothing this round."""

    name: ClassVar[str] = "noop"

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return Outcome({})

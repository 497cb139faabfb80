"""What others can see of a character, except what it keeps private."""

from typing import Annotated, ClassVar

from pydantic import Field, Strict

from agentsensus.actions.base import Action, Outcome, Refused, Scene, Text
from agentsensus.events.event import StatusSet
from agentsensus.world.character import Actor

__all__ = ["RemoveStatus", "UpdateStatus"]


class UpdateStatus(Action):
    """Set a key of your status, such as dress or mood."""

    name: ClassVar[str] = "update_status"
    key: Text = Field(description="The key; not location")
    value: Text | Annotated[bool, Strict()] | Annotated[int, Strict()] = Field(description="A text, number or yes/no")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return _set(actor, scene, self.key, self.value)


class RemoveStatus(Action):
    """Remove a key of your status."""

    name: ClassVar[str] = "remove_status"
    key: Text = Field(description="The key; not location")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return _set(actor, scene, self.key, None)


def _set(actor: Actor, scene: Scene, key: str, value: str | int | bool | None) -> Outcome | Refused:
    if key.casefold() == "location":
        return scene.refuse("location")
    data = {"removed": key} if value is None else {"updated": key, "value": value}
    return Outcome(data, [StatusSet(round=scene.round, of=actor.id, key=key, value=value)])

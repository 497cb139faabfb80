"""A character's status, which others can see except for its private keys."""

import re
from typing import Annotated, ClassVar

from pydantic import Field, Strict

from agentsensus.worlds.actions.base import Action, Outcome, Refused, Scene, Text
from agentsensus.worlds.actions.declaration import (
    Declaration,
    Here,
    Params,
    parse_in_order,
    split_at_colon,
    teaches_nothing,
    tells_nothing,
)
from agentsensus.worlds.events.event import StatusSet
from agentsensus.worlds.state.character import Actor

__all__ = ["RemoveStatus", "UpdateStatus"]

_DRAWN = "mood"
_APART = re.compile(r"\s*=\s*|\s+")


def _typed_status(typed: str, here: Here) -> Params | None:
    """Parse `mood: calm`, `mood=calm` and `mood calm`."""
    parts = split_at_colon(typed) if len(split_at_colon(typed)) > 1 else _APART.split(typed, 1)
    return dict(zip(("key", "value"), parts, strict=True)) if len(parts) > 1 and all(parts) else None


class UpdateStatus(Action):
    """Set a key of your status, such as dress or mood."""

    name: ClassVar[str] = "update_status"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("location",),
        free_text=(),
        names={},
        typed=_typed_status,
        drawn=lambda pool: {"key": _DRAWN, "value": pool.number(10)},
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=False,
    )
    key: Text = Field(description="The key; not location")
    value: Text | Annotated[bool, Strict()] | Annotated[int, Strict()] = Field(description="A text, number or yes/no")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return _set_status(actor, scene, self.key, self.value)


class RemoveStatus(Action):
    """Remove a key of your status."""

    name: ClassVar[str] = "remove_status"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("location",),
        free_text=(),
        names={},
        typed=parse_in_order("key"),
        drawn=lambda pool: {"key": _DRAWN} if _DRAWN in pool.status else None,
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=False,
        is_rare=True,
    )
    key: Text = Field(description="The key; not location")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return _set_status(actor, scene, self.key, None)


def _set_status(actor: Actor, scene: Scene, key: str, value: str | int | bool | None) -> Outcome | Refused:
    if key.casefold() == "location":
        return scene.refuse("location")
    data = {"removed": key} if value is None else {"updated": key, "value": value}
    return Outcome(data, [StatusSet(round=scene.round, of=actor.id, key=key, value=value)])

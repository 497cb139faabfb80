"""Going somewhere, and doing something to where one is."""

from typing import ClassVar

from pydantic import Field

from agentsensus.actions.base import Action, Outcome, Refused, Scene, Text, found
from agentsensus.events.event import Departed, StatusSet
from agentsensus.world.character import Actor

__all__ = ["ActOn", "Move"]


class Move(Action):
    """Set out for another place. You are on the road, in no place and without a turn, until you arrive."""

    name: ClassVar[str] = "move"
    destination: Text = Field(description="The place: an id or a name")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        to = found(scene, self.destination, "place")
        if isinstance(to, Refused):
            other = scene.world.scenario.find(self.destination)
            return scene.refuse("not_a_place", id=other) if other else to
        assert actor.place is not None
        rounds = scene.world.distance(actor.place, to)
        if rounds is None:
            return scene.refuse("no_way", place=actor.place, to=to)
        if rounds == 0:
            return scene.refuse("there_already", to=to)
        event = Departed(round=scene.round, agent=actor.id, origin=actor.place, to=to, arrives=scene.round + rounds)
        return Outcome({"to": to, "arrives": event.arrives}, [event], {"destination": to})


class ActOn(Action):
    """Do something to the place you are in, or to something that can be read here."""

    name: ClassVar[str] = "act_on"
    target: Text = Field(description="The place you stand in, or a thing at hand: an id or a name")
    description: Text = Field(description="What you do")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        id_ = found(scene, self.target)
        if isinstance(id_, Refused):
            return id_
        world = scene.world
        kind = world.scenario.kind_of(id_)
        if kind == "character":
            return scene.refuse("somebody", id=id_)
        if (kind == "place" and id_ != actor.place) or (kind == "carrier" and id_ not in world.at_hand(actor.id)):
            return scene.refuse("not_at", id=id_, place=actor.place)
        done = f"{world.name(actor.id)}: {self.description}"
        events = []
        if world.rules.act_changes_place and kind == "place":
            events.append(StatusSet(round=scene.round, of=id_, key="lately", value=done))
        return Outcome({"outcome": done}, events, {"target": id_, "description": self.description})

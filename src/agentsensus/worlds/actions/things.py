"""Giving and taking things. Everyone present sees it, except a successful theft."""

from typing import Any, ClassVar

from pydantic import Field

from agentsensus.worlds.actions.base import Action, Outcome, Refused, Scene, Text, find_id, refuse_archived
from agentsensus.worlds.actions.declaration import Declaration, parse_in_order, teaches_nothing, tells_nothing
from agentsensus.worlds.actions.random_params import filled
from agentsensus.worlds.events.event import Acted, ThingMoved
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.character import Actor, Learnt

__all__ = ["Give", "Take"]

_THEFT = 0.5
"""Probability that a thing can be taken from a character without being noticed."""


def _has_things(rules: Rules, scenario: Scenario) -> bool:
    return rules.things


class Give(Action):
    """Give a held thing to a character who is present, or put it down."""

    name: ClassVar[str] = "give"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("not_held", "not_with_you", "gone_for_good"),
        free_text=(),
        names={"thing": "carrier", "target": None},
        typed=parse_in_order("target", "thing"),
        drawn=lambda pool: filled(target=pool.one_of(pool.people, "whom"), thing=pool.one_of(pool.things, "thing")),
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=True,
        is_seen=lambda event: True,
        is_there=_has_things,
    )
    target: Text = Field(description="Who gets it, or the place you are in")
    thing: Text = Field(description="What you give")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        thing, to = find_id(scene, self.thing, "carrier"), find_id(scene, self.target)
        if isinstance(thing, Refused):
            return thing
        if isinstance(to, Refused):
            return to
        world = scene.world
        if world.things.holders[thing] != actor.id:
            return scene.refuse("not_held", id=thing)
        if to in world.scenario.characters and to not in world.actors:
            return refuse_archived(scene, to, "gone_for_good")
        if to == actor.id or (to != actor.place and to not in world.present(actor.place)):
            return scene.refuse("not_with_you", id=to)
        event = ThingMoved(round=scene.round, thing=thing, holder=to, by=actor.id)
        return Outcome({"given": thing}, [event], {"target": to, "thing": thing}, claims=(thing,))


def _teaches_taking(event: Acted) -> list[Learnt]:
    return []


class Take(Action):
    """Take a thing that lies here, or steal it from a character who is present. A theft may be noticed and fail."""

    name: ClassVar[str] = "take"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("not_at_hand", "fast", "yours_already"),
        free_text=(),
        names={"thing": "carrier"},
        typed=parse_in_order("thing"),
        drawn=lambda pool: filled(thing=pool.one_of(pool.lying, "thing")),
        teaches=_teaches_taking,
        tells=lambda teller, result: [] if result["taken"] else [teller.line("noticed")],
        is_watched=True,
        is_seen=lambda event: not event.data.get("unseen"),
        is_there=_has_things,
    )
    thing: Text = Field(description="What you take")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        thing = find_id(scene, self.thing, "carrier")
        if isinstance(thing, Refused):
            return thing
        things = scene.world.things
        holder = things.holders[thing]
        if holder == actor.id:
            return scene.refuse("yours_already", id=thing)
        is_carried = holder in scene.world.present(actor.place)
        is_near = is_carried or (holder == actor.place and not things.is_hidden_from(thing, actor.id))
        if not is_near:  # whoever knows of it can reach into a coat; what is hidden in a place must be found first
            return scene.refuse("not_at_hand", id=thing)
        carrier = scene.world.scenario.carriers[thing]
        if not (carrier.portable or carrier.held_by):
            return scene.refuse("fast", id=thing)
        is_theft = holder != actor.place
        if is_theft and scene.chance(f"take {thing}") >= _THEFT:
            return Outcome({"taken": False, "from": holder}, [], {"thing": thing}, claims=(thing,))
        event = ThingMoved(round=scene.round, thing=thing, holder=actor.id, by=actor.id)
        data: dict[str, Any] = {"taken": True, "from": holder} | ({"unseen": True} if is_theft else {})
        return Outcome(data, [event], {"thing": thing}, claims=(thing,))

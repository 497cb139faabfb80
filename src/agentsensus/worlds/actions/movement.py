"""Moving to another place, and acting on the current one."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from agentsensus.language.sentences import sentences
from agentsensus.worlds.actions.base import Action, Outcome, Refused, Scene, Text, find_id
from agentsensus.worlds.actions.declaration import (
    Declaration,
    Here,
    Params,
    parse_in_order,
    split_at_colon,
    teaches_nothing,
    tells_nothing,
)
from agentsensus.worlds.actions.random_params import filled
from agentsensus.worlds.events.event import AnyEvent, Departed, StatusSet, StatusValue, ThingMade, ThingMoved
from agentsensus.worlds.state.character import Actor, Learnt
from agentsensus.worlds.state.surroundings import HIDDEN, LAID

__all__ = ["ActOn", "Move"]


class Move(Action):
    """Set out for another place. You are on the road, in no place and without a turn, until you arrive."""

    name: ClassVar[str] = "move"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("not_a_place", "no_way", "there_already", "held", "doors_shut"),
        free_text=(),
        names={"destination": "place"},
        typed=parse_in_order("destination"),
        drawn=lambda pool: filled(destination=pool.one_of(pool.destinations, "where")),
        teaches=teaches_nothing,
        tells=lambda teller, result: [teller.line("arrives", arrives=result["arrives"])],
        is_watched=True,
    )
    destination: Text = Field(description="The place")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        to = find_id(scene, self.destination, "place")
        if isinstance(to, Refused):
            other = scene.world.scenario.find(self.destination)
            return scene.refuse("not_a_place", id=other) if other else to
        assert actor.place is not None
        if actor.is_held:
            return scene.refuse("held", place=actor.place)
        for place in (actor.place, to):
            if scene.world.is_shut(place):
                return scene.refuse("doors_shut", place=place)
        rounds = scene.world.distance(actor.place, to)
        if rounds is None:
            return scene.refuse("no_way", place=actor.place, to=to)
        if rounds == 0:
            return scene.refuse("there_already", to=to)
        event = Departed(round=scene.round, agent=actor.id, origin=actor.place, to=to, arrives=scene.round + rounds)
        return Outcome({"to": to, "arrives": event.arrives}, [event], {"destination": to})


def _typed_act(typed: str, here: Here) -> Params | None:
    """Parse `the door: bar it` into a target and an act. If no thing is named, the target is the place."""
    target, *description = split_at_colon(typed)
    if typed and (not description or here.scenario.find(target) is None):
        return {"target": here.place, "description": typed}
    return parse_in_order("target", "description")(typed, here)


class ActOn(Action):
    """Do something to the current place or to a thing within reach, and set its visible status."""

    name: ClassVar[str] = "act_on"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("somebody", "not_at", "named_already"),
        free_text=("description", "makes", "writes"),
        names={"target": None},
        typed=_typed_act,
        drawn=lambda pool: filled(target=pool.place, description=pool.sentence()),
        teaches=lambda event: [Learnt("did", str(event.params["description"]))],
        tells=tells_nothing,
        is_watched=True,
        is_seen=lambda event: not event.params.get("becomes", {}).get(HIDDEN),
        only_with={"becomes": "things", "makes": "things", "writes": "things"},
    )
    target: Text = Field(description="The place you stand in, or a thing at hand")
    description: Text = Field(description="What you do")
    becomes: Annotated[dict[Text, StatusValue], Field(max_length=5)] | None = Field(
        None,
        description='What others then see of it, as {"lamp": "out"}; {"laid": true} or {"hidden": true}: it lies here',
    )

    makes: Annotated[Text, Field(max_length=80)] | None = Field(None, description="A new thing that then lies here")
    writes: Text | None = Field(None, description="What it says")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        id_ = find_id(scene, self.target)
        if isinstance(id_, Refused):
            return id_
        world = scene.world
        kind = world.scenario.kind_of(id_)
        if kind == "character":
            return scene.refuse("somebody", id=id_)
        if (kind == "place" and id_ != actor.place) or (kind == "carrier" and id_ not in world.at_hand(actor.id)):
            return scene.refuse("not_at", id=id_, place=actor.place)
        done = f"{world.name(actor.id)}: {self.description}"
        events: list[AnyEvent] = []
        if world.rules.act_changes_place and kind == "place" and not self.becomes:
            events.append(StatusSet(round=scene.round, of=id_, key="lately", value=done))
        events += self._changes(actor, scene, id_)
        params: dict[str, Any] = {"target": id_, "description": self.description}
        if self.becomes:
            params["becomes"] = dict(self.becomes)
        keys = [id_] if kind == "carrier" else [f"{id_}: {key}" for key in sorted(self.becomes or ())]
        claims = keys if self.becomes else []
        if self.makes:
            made = self._made(actor, scene)
            if isinstance(made, Refused):
                return made
            events.append(made)
            params |= {"makes": made.thing} | ({"writes": self.writes} if self.writes else {})
            claims = [*claims, made.thing.casefold()]
        return Outcome({"outcome": done}, events, params, claims=tuple(claims))

    def _made(self, actor: Actor, scene: Scene) -> ThingMade | Refused:
        """Return the event that makes the new thing, or a refusal if something has that name already."""
        assert actor.place is not None
        name = " ".join((self.makes or "").split())
        if scene.world.scenario.lookup().claimants(name):
            return scene.refuse("named_already", name=repr(name))
        text = tuple(sentences(self.writes)) if self.writes else ()
        return ThingMade(round=scene.round, thing=name, holder=actor.place, by=actor.id, text=text)

    def _changes(self, actor: Actor, scene: Scene, id_: str) -> list[AnyEvent]:
        """Return the events that set the status given in `becomes`.

        A thing that the actor lays down or hides is put down in this place.
        """
        events: list[AnyEvent] = []
        changes = sorted((self.becomes or {}).items())
        is_thing = id_ in scene.world.things.status
        is_put_down = any(value for key, value in changes if key in (HIDDEN, LAID))
        if is_put_down and is_thing and scene.world.things.holders[id_] == actor.id and actor.place:
            events.append(ThingMoved(round=scene.round, thing=id_, holder=actor.place, by=actor.id))
        for key, value in changes:
            if key == LAID and is_thing:
                continue
            if key == HIDDEN and is_thing:
                hider = actor.id if value else None
                events.append(StatusSet(round=scene.round, of=id_, key=HIDDEN, value=hider))
            else:
                events.append(StatusSet(round=scene.round, of=id_, key=key, value=value))
        return events

"""Deeds: actions that injure, kill, hold, free or banish a character, as far as the world's files allow them."""

from typing import ClassVar

from pydantic import Field

from agentsensus.errors import closest
from agentsensus.worlds.actions.base import Action, Outcome, Refused, Scene, Text, find_id, refuse_archived
from agentsensus.worlds.actions.declaration import Declaration, parse_in_order, teaches_nothing, tells_nothing
from agentsensus.worlds.actions.random_params import filled
from agentsensus.worlds.actions.refusals import hint
from agentsensus.worlds.events.event import AnyEvent, Happened, LifeChange, LifeChanged, Sent
from agentsensus.worlds.scenario.happenings import Deed, DeedEffect, KindName
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.character import Actor
from agentsensus.worlds.state.mail import WORLD, thread_id

__all__ = ["DoDeed"]

_CHANGES: dict[DeedEffect, LifeChange] = {
    "kill": "died",
    "banish": "departed",
    "hold": "held",
    "free": "freed",
    "hurt": "hurt",
}
_KINDS: dict[DeedEffect, KindName] = {
    "kill": "death",
    "banish": "loss",
    "hold": "wrong",
    "free": "gain",
    "hurt": "wrong",
}


def _has_deeds(rules: Rules, scenario: Scenario) -> bool:
    return rules.deeds and bool(scenario.world.deeds)


class DoDeed(Action):
    """Do a deed that the world's files allow to a character who is present. All witnesses see it."""

    name: ClassVar[str] = "deed"
    declared: ClassVar[Declaration] = Declaration(
        refusals=(
            "no_deed",
            "not_yours_to_do",
            "not_to_them",
            "needs_thing",
            "not_in_this_place",
            "not_here_now",
            "gone_for_good",
            "held_already",
            "not_held_now",
        ),
        free_text=(),
        names={"target": "character"},
        typed=parse_in_order("deed", "target"),
        drawn=lambda pool: filled(deed=pool.one_of(pool.deeds, "deed"), target=pool.one_of(pool.people, "whom")),
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=True,
        is_there=_has_deeds,
    )
    deed: Text = Field(description="Its id or name")
    target: Text = Field(description="To whom")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        deed = self._deed(scene)
        if isinstance(deed, Refused):
            return deed
        target = find_id(scene, self.target, "character")
        if isinstance(target, Refused):
            return target
        if target not in scene.world.actors:
            return refuse_archived(scene, target, "gone_for_good")
        wrong = _why_not(deed, actor, target, scene)
        if wrong is not None:
            return wrong
        happening = _happening(deed, actor, target, scene)
        change = LifeChanged(round=scene.round, of=target, change=_CHANGES[deed.does], place=actor.place or "")
        events: list[AnyEvent] = [change, *_word(happening, actor, scene)]
        return Outcome(
            {"outcome": happening.text[0]},
            events,
            {"deed": deed.id, "target": target},
            happening=happening,
            claims=(f"life of {target}",),
        )

    def _deed(self, scene: Scene) -> Deed | Refused:
        deeds = scene.world.scenario.world.deeds
        by_name = {deed.name.casefold(): deed for deed in deeds.values()}
        deed = deeds.get(self.deed) or by_name.get(self.deed.casefold())
        if deed is not None:
            return deed
        meant = hint(scene.language, closest(self.deed, [*deeds]), deeds)
        return scene.refuse("no_deed", name=repr(self.deed), hint=meant)


def _why_not(deed: Deed, actor: Actor, target: str, scene: Scene) -> Refused | None:
    """Return a refusal if the actor may not do the deed to the target now, otherwise None."""
    world = scene.world
    has_office = bool(world.scenario.characters[actor.id].office)
    may = deed.by == ("anyone",) or actor.id in deed.by or (deed.by == ("office",) and has_office)
    missing = [thing for thing in deed.needs if world.things.holders.get(thing) != actor.id]
    other = world.actors[target]
    if not may or actor.is_held:
        return scene.refuse("not_yours_to_do", deed=deed.name)
    if (deed.to and target not in deed.to) or target == actor.id:
        return scene.refuse("not_to_them", deed=deed.name, id=target)
    if missing:
        return scene.refuse("needs_thing", deed=deed.name, ids=missing)
    if deed.at and actor.place not in deed.at:
        return scene.refuse("not_in_this_place", deed=deed.name, ids=[*deed.at])
    if other.place is None or other.place != actor.place:
        return scene.refuse("not_here_now", id=target)
    if deed.does == "hold" and other.is_held:
        return scene.refuse("held_already", id=target)
    if deed.does == "free" and not other.is_held:
        return scene.refuse("not_held_now", id=target)
    return None


def _happening(deed: Deed, actor: Actor, target: str, scene: Scene) -> Happened:
    """Return the event that everyone present will remember for this deed."""
    world = scene.world
    assert actor.place is not None
    names = {"doer": world.name(actor.id), "target": world.name(target), "place": world.name(actor.place)}
    return Happened(
        round=scene.round,
        id=f"{deed.id}:{actor.id}:{target}:{scene.round}",
        sort="deed",
        place=actor.place,
        owners=tuple(sorted({*world.present(actor.place), actor.place})),
        text=(deed.text.format(**names),),
        tellings=tuple(telling.format(**names) for telling in deed.tellings),
        grave=deed.grave,
        event_kind=_KINDS[deed.does],
        doers=(actor.id,),
        victims=(target,),
    )


def _word(happening: Happened, actor: Actor, scene: Scene) -> list[AnyEvent]:
    """Return the message that tells the witnesses about the deed in the next round; an empty list if nobody has to
    be told.
    """
    dead = happening.victims if happening.event_kind == "death" else ()
    to = tuple(id_ for id_ in happening.owners if id_ in scene.world.actors and id_ not in (actor.id, *dead))
    if not to:
        return []
    return [
        Sent(
            round=scene.round,
            message=scene.new_id(),
            thread=thread_id([WORLD, *to]),
            sender="",
            recipients=to,
            sort="system",
            content=happening.text[0],
            due=dict.fromkeys(to, scene.round + 1),
            distance=dict.fromkeys(to, 0),
        )
    ]

"""Speaking to others, near or far."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from agentsensus.actions.base import Action, Names, Outcome, Refused, Scene, Text, found, gone
from agentsensus.actions.refusals import reason
from agentsensus.events.event import Sent
from agentsensus.world.character import Actor, Travelling
from agentsensus.world.mail import due_round, thread_id

__all__ = ["Gesture", "Say"]


class Say(Action):
    """Say something to one or several characters. Whoever is here hears it next round, whoever is far away later."""

    name: ClassVar[str] = "say"
    targets: Names = Field(description="Whom you speak to: ids or names")
    content: Text = Field(description="Your words")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return _sent(actor, scene, self.targets, "say", self.content)


class Gesture(Action):
    """Make a gesture that somebody in the same place will see."""

    name: ClassVar[str] = "gesture"
    targets: Names = Field(description="Who is to see it: ids or names")
    description: Text = Field(description="What you do, as they see it")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        hearers = _hearers(actor, scene, self.targets)
        if isinstance(hearers, Refused):
            return hearers
        away = [id_ for id_ in hearers if scene.world.actors[id_].place != actor.place]
        if away and scene.world.rules.gesture == "here":
            return scene.refuse("not_here_to_see", ids=away)
        return _sent(actor, scene, self.targets, "gesture", self.description)


def _hearers(actor: Actor, scene: Scene, targets: Sequence[str]) -> tuple[str, ...] | Refused:
    ids, wrong = [], []
    for name in targets:
        id_ = found(scene, name, "character")
        if isinstance(id_, Refused):
            wrong.append(id_.reason)
        elif id_ not in scene.world.actors:
            wrong.append(gone(scene, id_, "deaf").reason)
        elif id_ != actor.id:
            ids.append(id_)
    if wrong:
        return scene.refuse("not_sent", why=reason(scene.language, "apart").join(wrong))
    return tuple(sorted(set(ids))) or scene.refuse("only_yourself")


def _sent(
    actor: Actor, scene: Scene, targets: Sequence[str], sort: Literal["say", "gesture"], content: str
) -> Outcome | Refused:
    hearers = _hearers(actor, scene, targets)
    if isinstance(hearers, Refused):
        return hearers
    distances = {id_: _distance(actor, scene, id_) for id_ in hearers}
    far = {id_: rounds for id_, rounds in distances.items() if rounds is not None}
    if len(far) < len(hearers):
        return scene.refuse("unreachable", ids=[id_ for id_ in hearers if id_ not in far])
    due = {id_: due_round(scene.round, rounds, scene.world.message_speed) for id_, rounds in far.items()}
    event = Sent(
        round=scene.round,
        message=scene.new_id(),
        thread=thread_id([actor.id, *hearers]),
        sender=actor.id,
        recipients=hearers,
        sort=sort,
        content=content,
        due=due,
        distance=far,
    )
    key = "content" if sort == "say" else "description"
    return Outcome({"sent": True, "thread": event.thread, "due": due}, [event], {"targets": [*hearers], key: content})


def _distance(actor: Actor, scene: Scene, hearer: str) -> int | None:
    other = scene.world.actors[hearer]
    there = other.state.to if isinstance(other.state, Travelling) else other.place
    assert actor.place is not None
    assert there is not None
    return scene.world.distance(actor.place, there)

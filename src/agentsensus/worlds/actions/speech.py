"""Speech and gestures."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from pydantic import Field

from agentsensus.worlds.actions.base import Action, Names, Outcome, Refused, Scene, Text, find_id, refuse_archived
from agentsensus.worlds.actions.declaration import (
    ActionTeller,
    Declaration,
    Here,
    Params,
    TypedForm,
    parse_in_order,
    split_at_colon,
)
from agentsensus.worlds.actions.random_params import filled
from agentsensus.worlds.actions.refusals import reason
from agentsensus.worlds.events.event import Acted, Sent
from agentsensus.worlds.state.character import Actor, Learnt, Travelling
from agentsensus.worlds.state.mail import due_round, thread_id

__all__ = ["Gesture", "Say"]

_SENDING = ("deaf", "not_sent", "only_yourself", "unreachable")
_LONGEST_NAME = 3
"""Maximum number of words in a name that is typed without a colon after it."""


def _typed(field: str) -> TypedForm:
    """Return a parser for `ben: words` and, if Ben is present, `ben words`. The words go into the parameter `field`."""

    def read(typed: str, here: Here) -> Params | None:
        words = typed.split()
        if len(split_at_colon(typed)) > 1:
            return parse_in_order("targets", field)(typed, here)
        for count in range(min(_LONGEST_NAME, len(words) - 1), 0, -1):
            name = " ".join(words[:count])
            if here.scenario.find(name, "character") in here.people:
                return {"targets": name, field: " ".join(words[count:])}
        return None

    return read


def _tells_when_heard(teller: ActionTeller, result: Mapping[str, Any]) -> list[str]:
    return [teller.line("heard", due=max(result["due"].values()))]


def _how_loud(teller: ActionTeller, agent: str, params: Mapping[str, Any]) -> dict[str, str]:
    """Return the field `quietly` of the `done` phrase. It is empty for words that everyone present may hear."""
    return {"quietly": teller.line("quietly") if params.get("quietly") else ""}


class Say(Action):
    """Say something to one or several characters. Those present hear it next round, others later."""

    name: ClassVar[str] = "say"
    declared: ClassVar[Declaration] = Declaration(
        refusals=_SENDING,
        free_text=("content",),
        names={"targets": "character"},
        typed=_typed("content"),
        drawn=lambda pool: filled(targets=pool.person(), content=pool.sentence()),
        teaches=lambda event: _own_words(event, "content"),
        tells=_tells_when_heard,
        is_watched=True,
        reaches=lambda message: Learnt("told", message.content, message.sender, message.id),
        only_with={"quietly": "bystanders"},
        parts=_how_loud,
    )
    targets: Names = Field(description="Whom you speak to")
    content: Text = Field(description="Your words")
    quietly: bool | None = Field(None, description="true: nobody who stands by overhears it")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return _sent(actor, scene, self.targets, "say", self.content, quietly=bool(self.quietly))


class Gesture(Action):
    """Make a gesture that a character in the same place will see."""

    name: ClassVar[str] = "gesture"
    declared: ClassVar[Declaration] = Declaration(
        refusals=(*_SENDING, "not_here_to_see"),
        free_text=("description",),
        names={"targets": "character"},
        typed=_typed("description"),
        drawn=lambda pool: filled(targets=pool.person(), description=pool.sentence()),
        teaches=lambda event: _own_words(event, "description"),
        tells=_tells_when_heard,
        is_watched=True,
        reaches=lambda message: Learnt("witnessed", message.content, message.sender, message.id),
    )
    targets: Names = Field(description="Who is to see it")
    description: Text = Field(description="What you do, as they see it")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        hearers = _hearers(actor, scene, self.targets)
        if isinstance(hearers, Refused):
            return hearers
        away = [id_ for id_ in hearers if scene.world.actors[id_].place != actor.place]
        if away and scene.world.rules.gesture == "here":
            return scene.refuse("not_here_to_see", ids=away)
        return _sent(actor, scene, self.targets, "gesture", self.description)


def _own_words(event: Acted, field: str) -> list[Learnt]:
    return [Learnt("did", str(event.params[field]))]


def _hearers(actor: Actor, scene: Scene, targets: Sequence[str]) -> tuple[str, ...] | Refused:
    ids, wrong = [], []
    for name in targets:
        id_ = find_id(scene, name, "character")
        if isinstance(id_, Refused):
            wrong.append(id_.reason)
        elif id_ not in scene.world.actors:
            wrong.append(refuse_archived(scene, id_, "deaf").reason)
        elif id_ != actor.id:
            ids.append(id_)
    if wrong:
        return scene.refuse("not_sent", why=reason(scene.language, "apart").join(wrong))
    return tuple(sorted(set(ids))) or scene.refuse("only_yourself")


def _sent(
    actor: Actor,
    scene: Scene,
    targets: Sequence[str],
    sort: Literal["say", "gesture"],
    content: str,
    *,
    quietly: bool = False,
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
        bystanders=() if quietly else _bystanders(actor, scene, hearers),
        quietly=quietly,
    )
    key = "content" if sort == "say" else "description"
    params = {"targets": [*hearers], key: content} | ({"quietly": True} if quietly else {})
    return Outcome({"sent": True, "thread": event.thread, "due": due}, [event], params)


def _bystanders(actor: Actor, scene: Scene, hearers: Sequence[str]) -> tuple[str, ...]:
    """Return the other characters present who overhear the words.

    Empty if no hearer is present, or if the rules have no bystanders.
    """
    world = scene.world
    present = set(world.present(actor.place)) - {actor.id}
    if not world.rules.bystanders or present.isdisjoint(hearers):
        return ()
    return tuple(sorted(present - set(hearers)))


def _distance(actor: Actor, scene: Scene, hearer: str) -> int | None:
    other = scene.world.actors[hearer]
    there = other.state.to if isinstance(other.state, Travelling) else other.place
    assert actor.place is not None
    assert there is not None
    return scene.world.distance(actor.place, there)

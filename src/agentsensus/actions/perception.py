"""Looking, reading, and reading one's mail."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from agentsensus.actions.base import Action, Names, Outcome, Refused, Scene, Text, found, gone
from agentsensus.actions.refusals import reason
from agentsensus.events.event import Recalled, RecalledRow, ThreadRead
from agentsensus.memory.record import Hit, Recall
from agentsensus.world.character import Actor
from agentsensus.world.mail import WORLD, thread_id

__all__ = ["Observe", "Read", "ReadThread", "recalled", "rows"]


class Observe(Action):
    """Look at a place, at somebody who is here, or at something that can be read here."""

    name: ClassVar[str] = "observe"
    target: Text = Field(description="What you look at: an id or a name")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        id_ = found(scene, self.target)
        if isinstance(id_, Refused):
            return id_
        looked = {"place": _place, "character": _character, "carrier": _carrier}
        kind = scene.world.scenario.kind_of(id_)
        assert kind is not None
        data = looked[kind](actor, scene, id_)
        return data if isinstance(data, Refused) else Outcome(data, params={"target": id_})


def _place(actor: Actor, scene: Scene, id_: str) -> dict[str, Any] | Refused:
    world = scene.world
    there = [(other, world.actors[other].public, "character") for other in world.present(id_) if other != actor.id]
    there += [(one, dict(world.scenario.carriers[one].status), "carrier") for one in world.carriers_at(id_)]
    shown = [
        {"id": one, "name": world.name(one), "kind": kind, "status": status}
        for one, status, kind in sorted(there, key=lambda each: each[0])
    ]
    data: dict[str, Any] = {"place": id_, "status": dict(sorted(world.places[id_].items())), "present": shown}
    known = scene.shelf.recent(id_, world.rules.place_rows)
    return data | ({"happened_here": known} if known else {})


def _character(actor: Actor, scene: Scene, id_: str) -> dict[str, Any] | Refused:
    other = scene.world.actors.get(id_)
    if other is None:
        return gone(scene, id_, "unseen")
    if other.place is None or other.place != actor.place:
        return scene.refuse("not_here", id=id_)
    return {"character": id_, "status": other.public}


def _carrier(actor: Actor, scene: Scene, id_: str) -> dict[str, Any] | Refused:
    if id_ not in scene.world.at_hand(actor.id):
        return scene.refuse("not_at_hand", id=id_)
    told = scene.world.scenario.carriers[id_]
    return {"carrier": id_, "portable": bool(told.portable), "status": dict(told.status)}


class Read(Action):
    """Read in a letter, a book or the like that lies here or that you hold: what it says on a question."""

    name: ClassVar[str] = "read"
    target: Text = Field(description="What you read: an id or a name")
    query: Text = Field(description="What you want to find in it")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        id_ = found(scene, self.target, "carrier")
        if isinstance(id_, Refused):
            other = scene.world.scenario.find(self.target)
            return scene.refuse("unreadable", id=other) if other else id_
        if id_ not in scene.world.at_hand(actor.id):
            return scene.refuse("not_at_hand", id=id_)
        found_ = await scene.shelf.recall(id_, self.query)
        event = recalled(actor.id, id_, self.query, found_, scene.round)
        return Outcome({"rows": rows(found_)}, [event], {"target": id_, "query": self.query})


class ReadThread(Action):
    """Read messages: those of a thread, those you exchanged with somebody, or (with neither) the first unread ones."""

    name: ClassVar[str] = "read_thread"
    thread: Text | None = Field(None, description="The thread of a notice")
    with_: Names | None = Field(None, alias="with", description="Or whom you exchanged it with: ids or names")
    last_n: Annotated[int, Field(ge=1, le=100)] = Field(10, description="How many of the latest messages")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        thread = self._thread(actor, scene)
        if isinstance(thread, Refused):
            return thread
        mail = scene.world.mail
        messages = mail.thread(actor.id, thread)
        if not messages:
            known = [*mail.threads(actor.id)] or reason(scene.language, "none")
            return scene.refuse("no_thread", name=repr(thread), threads=known)
        shown = messages[-self.last_n :]
        unread = {message.id for message in mail.unread(actor.id)}
        event = ThreadRead(
            round=scene.round, agent=actor.id, thread=thread, messages=tuple(m.id for m in shown if m.id in unread)
        )
        told = [
            {"from": m.sender or WORLD, "round": m.sent, "kind": m.sort, "content": m.content, "id": m.id}
            for m in shown
        ]
        data = {"thread": thread, "messages": told, "earlier": len(messages) - len(shown)}
        return Outcome(data, [event], {"thread": thread, "last_n": self.last_n})

    def _thread(self, actor: Actor, scene: Scene) -> str | Refused:
        if self.thread is not None:
            return self.thread
        if self.with_ is None:
            notices = scene.world.mail.notices(actor.id)
            return notices[0].thread if notices else scene.refuse("nothing_unread")
        ids = [actor.id]
        for name in self.with_:
            id_ = WORLD if name == WORLD else found(scene, name, "character")
            if isinstance(id_, Refused):
                return id_
            ids.append(id_)
        return thread_id(ids)


def rows(found_: Recall, *, with_source: bool = False) -> list[dict[str, Any]]:
    """What a mind is shown of a recall, hits first: ids and texts and, if wanted, how and since when one knows."""
    hits = (*found_.hits, *found_.linked)
    return [{"id": hit.id, "text": hit.text} | (_known(hit) if with_source else {}) for hit in hits]


def _known(hit: Hit) -> dict[str, Any]:
    told: dict[str, Any] = {"via": hit.via.kind, "since": hit.since}
    return told | ({"from": hit.via.source} if hit.via.source else {})


def recalled(agent: str, owner: str, query: str, found_: Recall, round_: int, k: int | None = None) -> Recalled:
    """The event of a recall or a reading."""
    return Recalled(
        round=round_,
        agent=agent,
        owner=owner,
        query=query,
        k=k,
        hits=tuple(RecalledRow(id=hit.id, score=round(hit.score, 4)) for hit in found_.hits),
        linked=tuple(RecalledRow(id=hit.id, score=round(hit.score, 4)) for hit in found_.linked),
    )

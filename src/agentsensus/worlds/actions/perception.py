"""Observing, reading documents, and reading messages."""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from agentsensus.language.languages import all_rules
from agentsensus.memory.answers import Hit, Recall
from agentsensus.worlds.actions.base import Action, Names, Outcome, Refused, Scene, Text, find_id, refuse_archived
from agentsensus.worlds.actions.declaration import (
    ActionTeller,
    Declaration,
    Here,
    Params,
    parse_in_order,
    split_at_colon,
    teaches_nothing,
    tells_rows,
)
from agentsensus.worlds.actions.random_params import filled
from agentsensus.worlds.events.event import Acted, AnyEvent, Recalled, RecalledRow, StatusSet, ThreadRead
from agentsensus.worlds.state.character import Actor, Learnt
from agentsensus.worlds.state.mail import WORLD, Message, thread_id
from agentsensus.worlds.state.surroundings import HIDDEN, SEAL, SEAL_BROKEN, SEAL_WHOLE

__all__ = ["Observe", "Read", "ReadThread", "recalled", "shown_rows"]


_AROUND = frozenset({""}).union(*(rules.world_words.around for rules in all_rules()))
"""Words that a person types to look around, rather than at one thing."""


def _tells_seen(teller: ActionTeller, result: Mapping[str, Any]) -> list[str]:
    lines = [teller.line("status", key=key, value=value) for key, value in result["status"].items()]
    if "found" in result:
        found = result["found"]
        lines.append(teller.line("found", things=teller.part(found)) if found else teller.line("found_nothing"))
    if "present" in result:
        ids = [entry["id"] for entry in result["present"]]
        lines.append(teller.line("present", present=teller.part(ids)) if ids else teller.line("nobody"))
    return lines + [teller.line("happened", text=text) for text in result.get("happened_here", ())]


class Observe(Action):
    """Look at a place, at a character who is present, or at a thing within reach."""

    name: ClassVar[str] = "observe"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("unseen", "not_here", "not_at_hand", "too_far"),
        free_text=(),
        names={"target": None},
        typed=lambda typed, here: {"target": here.place if typed.casefold() in _AROUND else typed},
        drawn=lambda pool: filled(target=pool.one_of([pool.place, *pool.people, *pool.readable], "what")),
        teaches=lambda event: [Learnt("witnessed", json.dumps(event.data, ensure_ascii=False, sort_keys=True))],
        tells=_tells_seen,
        is_watched=False,
        only_with={"search": "things"},
    )
    target: Text = Field(description="What you look at")
    search: bool | None = Field(None, description="true: search this place for what is hidden")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        id_ = find_id(scene, self.target)
        if isinstance(id_, Refused):
            return id_
        world = scene.world
        views = {"place": _place, "character": _character, "carrier": _carrier}
        kind = world.scenario.kind_of(id_)
        assert kind is not None
        data = views[kind](actor, scene, id_)
        if isinstance(data, Refused):
            return data
        if not self.search or id_ != actor.place:
            return Outcome(data, params={"target": id_})
        hidden = [thing for thing in world.things.held_by(id_) if world.things.is_hidden_from(thing, actor.id)]
        events = [StatusSet(round=scene.round, of=thing, key=HIDDEN, value=None) for thing in hidden]
        return Outcome(data | {"found": hidden}, events, {"target": id_, "search": True})


def _place(actor: Actor, scene: Scene, id_: str) -> dict[str, Any] | Refused:
    world = scene.world
    if world.rules.observe == "here" and id_ != actor.place:
        return scene.refuse("too_far", id=id_)
    there = [(other, world.actors[other].public, "character") for other in world.present(id_) if other != actor.id]
    there += [(thing, world.things.looks(thing), "carrier") for thing in world.things.seen_with(id_, actor.id)]
    present = [
        {"id": other, "name": world.name(other), "kind": kind, "status": status}
        for other, status, kind in sorted(there, key=lambda entry: entry[0])
    ]
    data: dict[str, Any] = {"place": id_, "status": dict(sorted(world.places[id_].items())), "present": present}
    rows = scene.memory.recent(
        id_, world.rules.place_rows, since=(actor.arrived or 1) if world.rules.observe == "here" else 0
    )
    return data | ({"happened_here": rows} if rows else {})


def _character(actor: Actor, scene: Scene, id_: str) -> dict[str, Any] | Refused:
    other = scene.world.actors.get(id_)
    if other is None:
        return refuse_archived(scene, id_, "unseen")
    if other.place is None or other.place != actor.place:
        return scene.refuse("not_here", id=id_)
    held = scene.world.things.seen_with(id_, actor.id) if scene.world.rules.things else []
    return {"character": id_, "status": other.public} | ({"holds": held} if held else {})


def _carrier(actor: Actor, scene: Scene, id_: str) -> dict[str, Any] | Refused:
    if id_ not in scene.world.at_hand(actor.id):
        return scene.refuse("not_at_hand", id=id_)
    carrier = scene.world.scenario.carriers[id_]
    return {"carrier": id_, "portable": bool(carrier.portable), "status": scene.world.things.looks(id_)}


def _typed_read(typed: str, here: Here) -> Params | None:
    """Parse `the letter: the bridge` into a document and a query.

    Without a colon, the document's name is also the query.
    """
    if typed and len(split_at_colon(typed)) == 1:
        return {"target": typed, "query": typed}
    return parse_in_order("target", "query")(typed, here)


def _teaches_rows(event: Acted) -> list[Learnt]:
    return [Learnt("read", row["text"], str(event.params["target"])) for row in event.data["rows"]]


class Read(Action):
    """Query the text of a letter, book or the like that is within reach."""

    name: ClassVar[str] = "read"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("unreadable", "not_at_hand"),
        free_text=(),
        names={"target": "carrier"},
        typed=_typed_read,
        drawn=lambda pool: filled(target=pool.one_of(pool.readable, "what"), query=pool.question()),
        teaches=_teaches_rows,
        tells=tells_rows,
        is_watched=False,
    )
    target: Text = Field(description="What you read")
    query: Text = Field(description="What you want to find in it")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        id_ = find_id(scene, self.target, "carrier")
        if isinstance(id_, Refused):
            other = scene.world.scenario.find(self.target)
            return scene.refuse("unreadable", id=other) if other else id_
        if id_ not in scene.world.at_hand(actor.id):
            return scene.refuse("not_at_hand", id=id_)
        if not scene.world.scenario.carriers[id_].text:
            return scene.refuse("unreadable", id=id_)
        if id_ in scene.world.made:
            written = [{"id": "", "text": text} for text in scene.world.scenario.carriers[id_].text]
            return Outcome({"rows": written}, [], {"target": id_, "query": self.query})
        recall = await scene.memory.recall(id_, self.query)
        event = recalled(actor.id, id_, self.query, recall, scene.round)
        events: list[AnyEvent] = [event]
        data: dict[str, Any] = {"rows": shown_rows(recall)}
        if scene.world.rules.things and scene.world.things.status[id_].get(SEAL) == SEAL_WHOLE:
            events.append(StatusSet(round=scene.round, of=id_, key=SEAL, value=SEAL_BROKEN))
            data["seal"] = SEAL_BROKEN
        return Outcome(data, events, {"target": id_, "query": self.query})


def _tells_messages(teller: ActionTeller, result: Mapping[str, Any]) -> list[str]:
    earlier = [teller.line("more", n=result["earlier"])] if result["earlier"] else []
    return earlier + [
        teller.line(
            "message",
            sender=teller.part(message["from"]),
            round=message["round"],
            content=" ".join(message["content"].split()),
        )
        for message in result["messages"]
    ]


def _with_whom(teller: ActionTeller, agent: str, params: Mapping[str, Any]) -> dict[str, str]:
    """Return the field `thread` of the `done` phrase: the names of the other participants."""
    match params:
        case {"thread": str(thread)}:
            return {"thread": teller.part([id_ for id_ in thread.split("+") if id_ != agent])}
        case {"thread": _}:
            return {}
        case {"with": list(people)}:
            return {"thread": teller.part(people)}
    return {"thread": teller.line("anybody")}


class ReadThread(Action):
    """Read the messages of a thread, those exchanged with a character, or (by default) all unread ones."""

    name: ClassVar[str] = "read_thread"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("nothing_unread", "no_thread", "no_threads"),
        free_text=(),
        names={"with": "character"},
        typed=lambda typed, here: {"with": typed} if typed else {},
        drawn=lambda pool: filled(thread=pool.one_of(pool.threads, "thread")),
        teaches=teaches_nothing,  # each message declares what it teaches
        tells=_tells_messages,
        is_watched=False,
        is_rare=True,
        parts=_with_whom,
    )
    thread: Text | None = Field(None, description="The thread of a notice")
    with_: Names | None = Field(None, alias="with", description="Or whom you exchanged it with")
    last_n: Annotated[int, Field(ge=1, le=100)] = Field(10, description="How many of the latest messages")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        mail, reads_all = scene.world.mail, scene.world.rules.reading == "unread"
        unread = mail.unread(actor.id)
        if reads_all and unread and self.thread is None and self.with_ is None:
            events: list[AnyEvent] = [
                _read(actor, scene, thread, [message for message in unread if message.thread == thread])
                for thread in dict.fromkeys(message.thread for message in unread)
            ]
            return Outcome({"messages": _shown(unread), "earlier": 0}, events, {"last_n": self.last_n})
        thread = self._thread(actor, scene)
        if isinstance(thread, Refused):
            return thread
        messages = mail.thread(actor.id, thread)
        if not messages:
            threads = [*mail.threads(actor.id)] or self.reason(scene.language, "no_threads")
            return scene.refuse("no_thread", name=repr(thread), threads=threads)
        latest = _latest(messages, self.last_n, actor.id if reads_all else None)
        event = _read(actor, scene, thread, [message for message in latest if message in unread])
        data = {"thread": thread, "messages": _shown(latest), "earlier": len(messages) - len(latest)}
        return Outcome(data, [event], {"thread": thread, "last_n": self.last_n})

    def _thread(self, actor: Actor, scene: Scene) -> str | Refused:
        if self.thread is not None:
            return self.thread
        if self.with_ is None:
            notices = scene.world.mail.notices(actor.id)
            return notices[0].thread if notices else scene.refuse("nothing_unread")
        ids = [actor.id]
        for name in self.with_:
            id_ = WORLD if name == WORLD else find_id(scene, name, "character")
            if isinstance(id_, Refused):
                return id_
            ids.append(id_)
        return thread_id(ids)


def _latest(messages: Sequence[Message], n: int, reader: str | None) -> Sequence[Message]:
    """Return the last `n` messages of a thread. Messages sent by `reader` are included but not counted."""
    counted = [number for number, message in enumerate(messages) if message.sender != reader]
    return messages if len(counted) <= n else messages[counted[-n] :]


def _read(actor: Actor, scene: Scene, thread: str, messages: Sequence[Message]) -> ThreadRead:
    return ThreadRead(round=scene.round, agent=actor.id, thread=thread, messages=tuple(each.id for each in messages))


def _shown(messages: Sequence[Message]) -> list[dict[str, Any]]:
    return [
        {"from": m.sender or WORLD, "round": m.sent, "kind": m.sort, "content": m.content, "id": m.id} for m in messages
    ]


def shown_rows(recall: Recall, *, with_source: bool = False) -> list[dict[str, Any]]:
    """Return the rows of a recall as a mind sees them, direct hits first.

    With `with_source`, each row has its source.
    """
    hits = (*recall.hits, *recall.linked)
    return [{"id": hit.id, "text": hit.text} | (_source(hit) if with_source else {}) for hit in hits]


def _source(hit: Hit) -> dict[str, Any]:
    source: dict[str, Any] = {"via": hit.via.kind, "since": hit.since}
    return source | ({"from": hit.via.source} if hit.via.source else {})


def recalled(agent: str, owner: str, query: str, recall: Recall, round_: int, k: int | None = None) -> Recalled:
    """Return the log event for a recall, or for reading a document."""
    return Recalled(
        round=round_,
        agent=agent,
        owner=owner,
        query=query,
        k=k,
        hits=tuple(RecalledRow(id=hit.id, score=round(hit.score, 4)) for hit in recall.hits),
        linked=tuple(RecalledRow(id=hit.id, score=round(hit.score, 4)) for hit in recall.linked),
    )

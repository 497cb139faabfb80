"""What one mind may see: its goals, its status, what it did last, and what the world shows it."""

import json
from typing import Any

from pydantic import BaseModel, ConfigDict

from agentsensus.minds.hints import hints
from agentsensus.world.character import CacheEntry
from agentsensus.world.mail import WORLD, Notice
from agentsensus.world.mail import Letter as MailLetter
from agentsensus.world.world import World

__all__ = ["Near", "Noticed", "PastTurn", "Perceived", "Person", "ShownLetter", "View", "view_of"]

_PLACES_SHOWN = 12
_OLD_RESULT = 400
_LAST_RESULT = 6_000


class _Shown(BaseModel):
    model_config = ConfigDict(frozen=True)


class Person(_Shown):
    """Somebody, or something to read, that is here."""

    id: str
    name: str


class Near(_Shown):
    """A place one can get to, and how many rounds it takes."""

    id: str
    name: str
    rounds: int


class Noticed(_Shown):
    """Unread messages of one thread; `read_thread` shows them whole."""

    thread: str
    senders: tuple[str, ...]
    kind: str
    count: int
    begins: str
    sent: int


class PastTurn(_Shown):
    """One of the last actions and what it came to."""

    round: int
    action: str
    params: dict[str, Any]
    ok: bool
    result: Any


class ShownLetter(_Shown):
    """A message that one has sent or (`read`: in which round) read."""

    id: str
    sender: str
    recipients: tuple[str, ...]
    kind: str
    content: str
    sent: int
    read: int | None


class Perceived(_Shown):
    """Something seen, heard, read or thought since one last kept anything."""

    how: str
    text: str
    source: str
    detail: str


class View(_Shown):
    """Everything a mind is shown in its turn: short-term memory first, then what can be perceived.

    `letters` and `learnt` are all that was said, read and noticed; `prompt` leaves them out and shortens old results.
    """

    agent: str
    round: int
    goals: tuple[str, ...]
    status: dict[str, str | int | bool]
    cache: tuple[PastTurn, ...]
    place: Person
    place_status: dict[str, str | int | bool]
    people: tuple[Person, ...]
    readable: tuple[Person, ...]
    places: tuple[Near, ...]
    notices: tuple[Noticed, ...]
    woken_by: tuple[str, ...]
    hints: tuple[str, ...]
    letters: tuple[ShownLetter, ...] = ()
    learnt: tuple[Perceived, ...] = ()

    def prompt(self) -> dict[str, Any]:
        """What a model is shown: short-term memory and what can be perceived, old results shortened."""
        shown = self.model_dump(mode="json", exclude={"letters", "learnt"})
        for place, turn in enumerate(shown["cache"]):
            turn["result"] = _shortened(turn["result"], is_last=place == len(self.cache) - 1)
        return shown


def view_of(world: World, agent: str, round_: int, woken_by: tuple[str, ...]) -> View:
    """What a character may see at the beginning of a round."""
    actor = world.actors[agent]
    assert actor.place is not None
    cache = [PastTurn.model_construct(**_turn(pair)) for pair in actor.cache]
    return View(
        agent=agent,
        round=round_,
        goals=actor.goals,
        status=actor.register,
        cache=tuple(cache),
        place=Person(id=actor.place, name=world.name(actor.place)),
        place_status=dict(sorted(world.places[actor.place].items())),
        people=tuple(Person(id=id_, name=world.name(id_)) for id_ in world.present(actor.place) if id_ != agent),
        readable=tuple(Person(id=id_, name=world.name(id_)) for id_ in world.at_hand(agent)),
        places=_places(world, actor.place, actor.goals),
        notices=tuple(_noticed(notice) for notice in world.mail.notices(agent)),
        woken_by=woken_by,
        hints=tuple(hints(world, agent, woken_by)),
        letters=tuple(_letter(one) for one in world.mail.letters(agent)),
        learnt=tuple(
            Perceived(how=one.how, text=one.text, source=one.source, detail=one.detail) for one in actor.learnt
        ),
    )


def _turn(pair: CacheEntry) -> dict[str, Any]:
    return {
        "round": pair.round,
        "action": pair.action,
        "params": dict(pair.params),
        "ok": pair.ok,
        "result": pair.result,
    }


def _shortened(result: Any, *, is_last: bool) -> Any:
    text, limit = json.dumps(result, ensure_ascii=False), _LAST_RESULT if is_last else _OLD_RESULT
    return result if len(text) <= limit else f"{text[:limit]}…"


def _letter(one: MailLetter) -> ShownLetter:
    message = one.message
    return ShownLetter.model_construct(
        id=message.id,
        sender=message.sender or WORLD,
        recipients=message.recipients,
        kind=message.sort,
        content=message.content,
        sent=message.sent,
        read=one.read,
    )


def _places(world: World, here: str, goals: tuple[str, ...]) -> tuple[Near, ...]:
    reachable = world.scenario.map.reachable(here)
    wanted = " ".join(goals).casefold()
    near = [
        id_
        for place, id_ in enumerate(reachable)
        if place < _PLACES_SHOWN or any(name.casefold() in wanted for name in world.scenario.places[id_].called)
    ]
    return tuple(Near(id=id_, name=world.name(id_), rounds=world.distance(here, id_) or 0) for id_ in near)


def _noticed(notice: Notice) -> Noticed:
    return Noticed(
        thread=notice.thread,
        senders=tuple(sender or WORLD for sender in notice.senders),
        kind=notice.sort,
        count=notice.count,
        begins=notice.begins,
        sent=notice.sent,
    )

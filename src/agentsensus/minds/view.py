"""What one mind may see: its goals, its status, what it did last, and what the world shows it."""

import json
from typing import Any

from pydantic import BaseModel, ConfigDict

from agentsensus.minds.hints import hints
from agentsensus.world.character import Pair
from agentsensus.world.mail import WORLD, Notice
from agentsensus.world.world import World

__all__ = ["Near", "Noticed", "Person", "Turn", "View", "view_of"]

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


class Turn(_Shown):
    """One of the last actions and what it came to."""

    round: int
    action: str
    params: dict[str, Any]
    ok: bool
    result: Any


class View(_Shown):
    """Everything a mind is shown in its turn: short-term memory first, then what can be perceived."""

    agent: str
    round: int
    goals: tuple[str, ...]
    status: dict[str, str | int | bool]
    cache: tuple[Turn, ...]
    place: Person
    place_status: dict[str, str | int | bool]
    people: tuple[Person, ...]
    readable: tuple[Person, ...]
    places: tuple[Near, ...]
    notices: tuple[Noticed, ...]
    woken_by: tuple[str, ...]
    hints: tuple[str, ...]


def view_of(world: World, agent: str, round_: int, woken_by: tuple[str, ...]) -> View:
    """What a character may see at the beginning of a round."""
    actor = world.actors[agent]
    assert actor.place is not None
    cache = [_turn(pair, is_last=place == len(actor.cache) - 1) for place, pair in enumerate(actor.cache)]
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
    )


def _turn(pair: Pair, *, is_last: bool) -> Turn:
    result, limit = pair.result, _LAST_RESULT if is_last else _OLD_RESULT
    text = json.dumps(result, ensure_ascii=False)
    if len(text) > limit:
        result = f"{text[:limit]}…"
    return Turn(round=pair.round, action=pair.action, params=dict(pair.params), ok=pair.ok, result=result)


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

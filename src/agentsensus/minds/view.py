"""What one mind may see: its goals, its status, what it did last, and what the world shows it."""

import json
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from agentsensus.memory.record import Hit
from agentsensus.minds.hints import hints
from agentsensus.world.character import Actor, CacheEntry, Learnt
from agentsensus.world.mail import Letter, Notice
from agentsensus.world.rules import Rules
from agentsensus.world.sightings import Sighting
from agentsensus.world.world import World

__all__ = ["MindedRow", "Near", "Person", "View", "minded_row", "view_of"]

_PLACES_SHOWN = 12
_OLD_RESULT = 400
_LAST_RESULT = 6_000
_NOT_SHOWN = {"letters", "learnt", "things", "sightings", "minded", "is_held", "holds", "seen", "rules"}


class _Shown(BaseModel):
    model_config = ConfigDict(frozen=True)


class Person(_Shown):
    """Somebody or something that is here, and what can be seen of it: its status, and what it holds."""

    id: str
    name: str
    status: dict[str, str | int | bool] = {}
    holds: tuple[str, ...] = ()


class MindedRow(_Shown):
    """A row of one's own memory that comes to mind: what it says, how one came to know it, from whom and since when."""

    id: str
    text: str
    via: str
    source: str
    since: int


class Near(_Shown):
    """A place one can get to, and how many rounds it takes."""

    id: str
    name: str
    rounds: int


class View(_Shown):
    """Everything a mind is shown in its turn: short-term memory first, then what can be perceived.

    `letters` is every message that one has sent or read, `learnt` what one saw, heard, read or thought since one last
    kept anything, `holds` the things one has, `seen` in which place and round one last knew each other to be, `rules`
    those of play. These are for minds without a model: `prompt` leaves them out, and shortens old results.
    """

    agent: str
    round: int
    goals: tuple[str, ...]
    status: dict[str, str | int | bool]
    cache: tuple[CacheEntry, ...]
    place: Person
    place_status: dict[str, str | int | bool]
    people: tuple[Person, ...]
    readable: tuple[Person, ...]
    places: tuple[Near, ...]
    notices: tuple[Notice, ...]
    woken_by: tuple[str, ...]
    hints: tuple[str, ...]
    letters: tuple[Letter, ...] = ()
    learnt: tuple[Learnt, ...] = ()
    things: tuple[Person, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    minded: tuple[MindedRow, ...] = ()
    is_held: bool = False
    holds: tuple[str, ...] = ()
    seen: dict[str, tuple[str, int]] = {}
    rules: Rules = Rules()

    @property
    def heard(self) -> tuple[Letter, ...]:
        """What has reached one since one's last turn, oldest first."""
        return tuple(letter for letter in self.letters if letter.read == self.round)

    def prompt(self) -> dict[str, Any]:
        """What a model is shown: short-term memory and what can be perceived, old results shortened."""
        shown = self.model_dump(mode="json", exclude=_NOT_SHOWN)
        for part in (shown["place"], *shown["people"], *shown["readable"]):
            del part["status"], part["holds"]
        for place, turn in enumerate(shown["cache"]):
            turn["result"] = _shortened(turn["result"], is_last=place == len(self.cache) - 1)
        return shown


def view_of(world: World, agent: str, round_: int, woken_by: tuple[str, ...], minded: Sequence[Hit] = ()) -> View:
    """What a character may see at the beginning of a round; `minded` are the rows that come to its mind."""
    actor = world.actors[agent]
    assert actor.place is not None
    here = [id_ for id_ in world.present(actor.place) if id_ != agent]
    return View(
        agent=agent,
        round=round_,
        goals=actor.goals,
        status=actor.register,
        cache=tuple(actor.cache),
        place=Person(id=actor.place, name=world.name(actor.place)),
        place_status=dict(sorted(world.places[actor.place].items())),
        people=tuple(_person(world, id_, agent) for id_ in here),
        readable=tuple(Person(id=id_, name=world.name(id_)) for id_ in world.readable(agent)),
        places=_places(world, actor.place, actor.goals),
        notices=tuple(world.mail.notices(agent)),
        woken_by=woken_by,
        hints=tuple(hints(world, agent, woken_by)),
        letters=tuple(world.mail.letters(agent)),
        learnt=tuple(actor.learnt),
        things=tuple(_thing(world, id_) for id_ in world.at_hand(agent)) if world.rules.things else (),
        sightings=_sightings(world, actor, round_) if world.rules.looks else (),
        minded=tuple(minded_row(hit) for hit in minded),
        is_held=actor.is_held,
        holds=tuple(world.things.held_by(agent)),
        seen=dict(actor.seen),
        rules=world.rules,
    )


def _person(world: World, id_: str, viewer: str) -> Person:
    if not world.rules.looks:
        return Person(id=id_, name=world.name(id_))
    holds = tuple(world.things.seen_with(id_, viewer)) if world.rules.things else ()
    return Person(id=id_, name=world.name(id_), status=world.actors[id_].public, holds=holds)


def _thing(world: World, id_: str) -> Person:
    return Person(id=id_, name=world.name(id_), status=world.things.looks(id_))


def _sightings(world: World, actor: Actor, round_: int) -> tuple[Sighting, ...]:
    """What has changed here since one last looked, or since one came."""
    assert actor.place is not None
    since = max(actor.turn_before, actor.arrived or 0)
    return tuple(world.sightings.new_to(actor.id, actor.place, since, round_))


def minded_row(hit: Hit) -> MindedRow:
    """A row of memory as a mind is shown it."""
    return MindedRow(id=hit.id, text=hit.text, via=hit.via.kind, source=hit.via.source, since=hit.since)


def _shortened(result: Any, *, is_last: bool) -> Any:
    text, limit = json.dumps(result, ensure_ascii=False), _LAST_RESULT if is_last else _OLD_RESULT
    return result if len(text) <= limit else f"{text[:limit]}…"


def _places(world: World, here: str, goals: tuple[str, ...]) -> tuple[Near, ...]:
    """The nearest places, and those that a goal names however far they are."""
    reachable = world.scenario.map.reachable(here)
    goal_words = " ".join(goals).casefold()
    near = [
        id_
        for place, id_ in enumerate(reachable)
        if place < _PLACES_SHOWN or any(name.casefold() in goal_words for name in world.scenario.places[id_].called)
    ]
    return tuple(Near(id=id_, name=world.name(id_), rounds=world.distance(here, id_) or 0) for id_ in near)

"""What one mind may see: its goals, its status, what it did last, and what the world shows it."""

import json
from typing import Any

from pydantic import BaseModel, ConfigDict

from agentsensus.minds.hints import hints
from agentsensus.world.character import CacheEntry, Learnt
from agentsensus.world.mail import Letter, Notice
from agentsensus.world.world import World

__all__ = ["Near", "Person", "View", "view_of"]

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


class View(_Shown):
    """Everything a mind is shown in its turn: short-term memory first, then what can be perceived.

    `letters` is every message that one has sent or read, `learnt` what one saw, heard, read or thought since one last
    kept anything. Both are for minds without a model: `prompt` leaves them out, and shortens old results.
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
    return View(
        agent=agent,
        round=round_,
        goals=actor.goals,
        status=actor.register,
        cache=tuple(actor.cache),
        place=Person(id=actor.place, name=world.name(actor.place)),
        place_status=dict(sorted(world.places[actor.place].items())),
        people=tuple(Person(id=id_, name=world.name(id_)) for id_ in world.present(actor.place) if id_ != agent),
        readable=tuple(Person(id=id_, name=world.name(id_)) for id_ in world.at_hand(agent)),
        places=_places(world, actor.place, actor.goals),
        notices=tuple(world.mail.notices(agent)),
        woken_by=woken_by,
        hints=tuple(hints(world, agent, woken_by)),
        letters=tuple(world.mail.letters(agent)),
        learnt=tuple(actor.learnt),
    )


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

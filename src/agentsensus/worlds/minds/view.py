"""The view: everything a mind is shown in its turn (goals, status, recent actions, surroundings and hints)."""

import json
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from agentsensus.base.texts import texts
from agentsensus.memory.answers import Hit
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.state.character import Actor, CacheEntry, Learnt
from agentsensus.worlds.state.mail import Letter, Notice
from agentsensus.worlds.state.surroundings import Sighting
from agentsensus.worlds.state.world import World

__all__ = ["MindedRow", "NearbyPlace", "Person", "View", "hints", "minded_row", "repeat_count", "view_of"]

_PLACES_SHOWN = 12
_LAST_RESULT = 6_000
_NOT_SHOWN = {
    "letters",
    "learnt",
    "things",
    "sightings",
    "minded",
    "is_held",
    "held",
    "holds",
    "seen",
    "persons",
    "rules",
}


class _Shown(BaseModel):
    model_config = ConfigDict(frozen=True)


class Person(_Shown):
    """A character, place or thing nearby, with its visible status and the things it holds."""

    id: str
    name: str
    status: dict[str, str | int | bool] = {}
    holds: tuple[str, ...] = ()


class MindedRow(_Shown):
    """A row of the character's own memory with its source and the round it was learnt."""

    id: str
    text: str
    via: str
    source: str
    since: int


class NearbyPlace(_Shown):
    """A place within reach, and the rounds it takes to get there."""

    id: str
    name: str
    rounds: int


class View(_Shown):
    """Everything a mind is shown in its turn.

    Some fields are only for minds without a model, and `prompt` leaves them out:

    letters: every message the character has sent or read
    learnt: lessons since its last deposit
    held: the characters present who cannot leave
    holds: the things it has
    seen: the place and round in which it last knew each other character to be
    persons: the characters that a person plays
    rules: the rules of play
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
    places: tuple[NearbyPlace, ...]
    notices: tuple[Notice, ...]
    woken_by: tuple[str, ...]
    hints: tuple[str, ...]
    letters: tuple[Letter, ...] = ()
    learnt: tuple[Learnt, ...] = ()
    things: tuple[Person, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    minded: tuple[MindedRow, ...] = ()
    is_held: bool = False
    held: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    seen: dict[str, tuple[str, int]] = {}
    persons: frozenset[str] = frozenset()
    rules: Rules = Rules()

    @property
    def heard(self) -> tuple[Letter, ...]:
        """Messages that arrived since the last turn, oldest first."""
        return tuple(letter for letter in self.letters if letter.read == self.round)

    def prompt(self) -> dict[str, Any]:
        """Return what a model is shown, with old results shortened."""
        shown = self.model_dump(mode="json", exclude=_NOT_SHOWN)
        for part in (shown["place"], *shown["people"], *shown["readable"]):
            del part["status"], part["holds"]
        limit = self.rules.result_chars
        for place, turn in enumerate(shown["cache"]):
            is_last = place == len(self.cache) - 1
            turn["result"] = _shortened(turn["result"], max(_LAST_RESULT, limit) if is_last else limit)
        return shown


def view_of(
    world: World,
    agent: str,
    round_: int,
    woken_by: tuple[str, ...],
    minded: Sequence[Hit] = (),
    persons: frozenset[str] = frozenset(),
) -> View:
    """Return what a character may see at the start of a round.

    `minded` are rows from its memory, `persons` the characters that a person plays.
    """
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
        held=tuple(id_ for id_ in here if world.actors[id_].is_held),
        holds=tuple(world.things.held_by(agent)),
        seen=dict(actor.seen),
        persons=persons,
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
    """Return what others did in the place since the character's last turn or arrival."""
    assert actor.place is not None
    since = max(actor.turn_before, actor.arrived or 0)
    return tuple(world.sightings.new_to(actor.id, actor.place, since, round_))


def minded_row(hit: Hit) -> MindedRow:
    """Return a memory hit as a mind is shown it."""
    return MindedRow(id=hit.id, text=hit.text, via=hit.via.kind, source=hit.via.source, since=hit.since)


def _shortened(result: Any, limit: int) -> Any:
    text = json.dumps(result, ensure_ascii=False)
    return result if len(text) <= limit else f"{text[:limit]}…"


def _places(world: World, here: str, goals: tuple[str, ...]) -> tuple[NearbyPlace, ...]:
    """Return the closest places, and also those named in a goal, however far away."""
    reachable = world.scenario.map.reachable(here)
    goal_words = " ".join(goals).casefold()
    near = [
        id_
        for place, id_ in enumerate(reachable)
        if place < _PLACES_SHOWN or any(name.casefold() in goal_words for name in world.scenario.places[id_].called)
    ]
    return tuple(NearbyPlace(id=id_, name=world.name(id_), rounds=world.distance(here, id_) or 0) for id_ in near)


def hints(world: World, agent: str, woken_by: tuple[str, ...]) -> list[str]:
    """Return the hints that apply, in the world's language: first turn, no goals, a repeated action, too many goals."""
    patterns: dict[str, str] = texts(__package__, "hints", world.scenario.world.language)
    actor, lines = world.actors[agent], []
    if not world.rules.hints:
        return []
    if "start" in woken_by:
        lines.append(patterns["start"])
    if not actor.goals:
        lines.append(patterns["aimless"])
    repeated = repeat_count(actor)
    if repeated >= world.rules.stall_after:
        lines.append(patterns["stall"].format(n=repeated, action=actor.cache[-1].action))
    if len(actor.goals) >= world.rules.goal_cap:
        lines.append(patterns["full"].format(n=len(actor.goals)))
    return lines


def repeat_count(actor: Actor) -> int:
    """Return how many times in a row the last action was repeated with the same parameters."""
    count = 0
    for pair in reversed(actor.cache):
        if (pair.action, pair.params) != (actor.cache[-1].action, actor.cache[-1].params):
            break
        count += 1
    return count

"""What befalls a world at the beginning of a round, and which threads of the story are over by then."""

from collections.abc import Iterable
from dataclasses import dataclass

from agentsensus.chance import message_id
from agentsensus.events.event import (
    AnyEvent,
    ArcEnded,
    Arrived,
    Happened,
    LifeChange,
    LifeChanged,
    Sent,
    StatusSet,
    ThingMoved,
)
from agentsensus.world.happenings import Effect, WorldHappening
from agentsensus.world.mail import WORLD, thread_id
from agentsensus.world.when import holds
from agentsensus.world.world import World

__all__ = ["Befallen", "arcs_over", "befallen", "pending_rounds"]

_FIRST_MESSAGE = 2000
"""Messages of happenings are numbered from here, apart from all others of the world in a round."""


@dataclass(frozen=True, slots=True)
class Befallen:
    """Something that befalls the world: what its witnesses will remember, and what changes at once."""

    happened: Happened
    events: tuple[AnyEvent, ...]


def befallen(world: World, round_: int, seed: int) -> list[Befallen]:
    """Every happening whose condition holds now and that has not been yet, in order of id."""
    if not world.rules.happenings:
        return []
    due = [
        happening
        for id_, happening in world.scenario.happenings.items()
        if id_ not in world.happened and holds(happening.when, world, round_, seed, f"happening {id_}")
    ]
    return [_befalls(world, happening, round_, seed, count) for count, happening in enumerate(due)]


def arcs_over(world: World, round_: int, seed: int) -> list[ArcEnded]:
    """Every thread of the story that is over now and was not before."""
    if not world.rules.arcs:
        return []
    return [
        ArcEnded(round=round_, arc=arc.id, ending=arc.ending)
        for arc in world.scenario.world.arcs
        if arc.ends_when is not None
        and arc.id not in world.arcs_ended
        and holds(arc.ends_when, world, round_, seed, f"arc {arc.id}")
    ]


def pending_rounds(world: World, after: int) -> list[int]:
    """Rounds from `after` on in which a happening may come by the mere passing of time."""
    if not world.rules.happenings:
        return []
    rounds: list[int] = []
    for id_, happening in world.scenario.happenings.items():
        for condition in happening.when.parts() if id_ not in world.happened else ():
            rounds += [condition.round] if condition.round is not None else []
            rounds += [world.happened[past] + wait for past, wait in condition.after.items() if past in world.happened]
            rounds += [after] if condition.chance is not None else []
    return [round_ for round_ in rounds if round_ >= after]


def _befalls(world: World, happening: WorldHappening, round_: int, seed: int, count: int) -> Befallen:
    witnesses = _witnesses(world, happening)
    happened = Happened(
        round=round_,
        id=happening.id,
        sort="happening",
        place=happening.where,
        owners=tuple(sorted({*witnesses, happening.where})),
        text=(happening.text,),
        tellings=happening.tellings,
        secret=happening.secret,
        grave=happening.grave,
        event_kind=happening.kind.kind if happening.kind else "",
        doers=happening.kind.doers if happening.kind else (),
        victims=happening.kind.victims if happening.kind else (),
    )
    dying = {id_ for effect in happening.effects for id_ in effect.dies}
    hearers = tuple(sorted(id_ for id_ in witnesses if id_ in world.actors and id_ not in dying))
    events = [event for effect in happening.effects for event in _changes(world, effect, happening.where, round_)]
    if hearers:
        events.append(_word(happening.text, hearers, round_, seed, count))
    return Befallen(happened, tuple(events))


def _witnesses(world: World, happening: WorldHappening) -> Iterable[str]:
    match happening.witnesses:
        case ("present",):
            return world.present(happening.where)
        case ("everyone",):
            return list(world.actors)
        case witnesses:
            return witnesses


def _word(text: str, to: tuple[str, ...], round_: int, seed: int, count: int) -> Sent:
    """The message by which those who see it take notice at once."""
    return Sent(
        round=round_,
        message=message_id(seed, round_, WORLD, _FIRST_MESSAGE + count),
        thread=thread_id([WORLD, *to]),
        sender="",
        recipients=to,
        sort="system",
        content=text,
        due=dict.fromkeys(to, round_),
        distance=dict.fromkeys(to, 0),
    )


def _changes(world: World, effect: Effect, place: str, round_: int) -> list[AnyEvent]:
    lives: tuple[tuple[LifeChange, tuple[str, ...]], ...] = (
        ("died", effect.dies),
        ("departed", effect.banished),
        ("hurt", effect.hurt),
        ("held", effect.held),
        ("freed", effect.freed),
    )
    return [
        *(
            StatusSet(round=round_, of=id_, key=key, value=value)
            for id_, status in effect.status.items()
            for key, value in status.items()
        ),
        *(Arrived(round=round_, agent=id_, place=to) for id_, to in effect.moves.items() if id_ in world.actors),
        *(ThingMoved(round=round_, thing=thing, holder=holder) for thing, holder in effect.gives.items()),
        *(
            LifeChanged(round=round_, of=id_, change=change, place=world.actors[id_].place or place)
            for change, ids in lives
            for id_ in ids
            if id_ in world.actors
        ),
    ]

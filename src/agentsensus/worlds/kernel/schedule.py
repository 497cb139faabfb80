"""Decide who wakes in a round, which happenings are due, and which round comes next."""

from collections.abc import Iterable
from dataclasses import dataclass

from agentsensus.base.chance import message_id
from agentsensus.worlds.events.event import (
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
from agentsensus.worlds.scenario.happenings import Effect, WorldHappening
from agentsensus.worlds.state.character import Actor, Awake, Travelling, Waiting
from agentsensus.worlds.state.condition_eval import holds
from agentsensus.worlds.state.mail import WORLD, thread_id
from agentsensus.worlds.state.world import World

__all__ = ["DueHappening", "due_for", "due_happenings", "ended_arcs", "next_round", "pending_rounds", "reasons"]


FIRST = 1


def reasons(world: World, agent: str, round_: int) -> tuple[str, ...]:
    """Return the reasons why a character gets a turn, as of the round's arrivals and deliveries; empty if it gets
    none.
    """
    actor = world.actors[agent]
    if isinstance(actor.state, Travelling):
        return ()
    timed_out = isinstance(actor.state, Waiting) and actor.state.until is not None and actor.state.until <= round_
    holding = {
        "start": round_ == FIRST,
        "message": world.mail.wakes(agent, world.rules.notice_rounds),
        "arrival": actor.arrived == round_,
        "timeout": timed_out,
        "goals": isinstance(actor.state, Awake) and bool(actor.goals),
    }
    return tuple(reason for reason, holds in holding.items() if holds)


def due_for(world: World, message: str, recipient: str) -> int:
    """Return the round in which a message reaches a recipient.

    A travelling recipient gets it on arrival at the earliest.
    """
    sent = world.mail.messages[message]
    due = sent.due.get(recipient, sent.sent + 1)
    state = world.actors[recipient].state
    return max(due, state.arrives) if isinstance(state, Travelling) else due


def next_round(world: World, last: int, announced: Iterable[int] = ()) -> int | None:
    """Return the next round in which something happens, or None if nothing will ever happen."""
    after = last + 1
    if any(reasons(world, agent, after) for agent in world.actors):
        return after
    moments = [moment for actor in world.actors.values() if (moment := _own_moment(actor)) is not None]
    moments += [due_for(world, message, recipient) for recipient, message in world.mail.in_flight]
    moments += [round_ for round_ in (*announced, *pending_rounds(world, after)) if round_ >= after]
    return max(after, min(moments)) if moments else None


def _own_moment(actor: Actor) -> int | None:
    match actor.state:
        case Travelling(arrives=arrives):
            return arrives
        case Waiting(until=until):
            return until
    return None


_FIRST_MESSAGE = 2000
"""Number of the first message sent by a happening in a round, so that message ids do not collide."""


@dataclass(frozen=True, slots=True)
class DueHappening:
    """A happening of this round: the event that its witnesses remember, and its immediate effects."""

    happened: Happened
    events: tuple[AnyEvent, ...]


def due_happenings(world: World, round_: int, seed: int) -> list[DueHappening]:
    """Return the happenings whose condition holds for the first time, in order of id."""
    if not world.rules.happenings:
        return []
    due = [
        happening
        for id_, happening in world.scenario.happenings.items()
        if id_ not in world.happened and holds(happening.when, world, round_, seed, f"happening {id_}")
    ]
    return [_due_happening(world, happening, round_, seed, count) for count, happening in enumerate(due)]


def ended_arcs(world: World, round_: int, seed: int) -> list[ArcEnded]:
    """Return the story arcs that end now."""
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
    """Return the rounds from `after` on in which a happening may become due just because time passes."""
    if not world.rules.happenings:
        return []
    rounds: list[int] = []
    for id_, happening in world.scenario.happenings.items():
        for condition in happening.when.parts() if id_ not in world.happened else ():
            rounds += [condition.round] if condition.round is not None else []
            rounds += [world.happened[past] + wait for past, wait in condition.after.items() if past in world.happened]
            rounds += [after] if condition.chance is not None else []
    return [round_ for round_ in rounds if round_ >= after]


def _due_happening(world: World, happening: WorldHappening, round_: int, seed: int, count: int) -> DueHappening:
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
    events = [event for effect in happening.effects for event in _effect_events(world, effect, happening.where, round_)]
    if hearers:
        events.append(_notice(happening.text, hearers, round_, seed, count))
    return DueHappening(happened, tuple(events))


def _witnesses(world: World, happening: WorldHappening) -> Iterable[str]:
    match happening.witnesses:
        case ("present",):
            return world.present(happening.where)
        case ("everyone",):
            return list(world.actors)
        case witnesses:
            return witnesses


def _notice(text: str, to: tuple[str, ...], round_: int, seed: int, count: int) -> Sent:
    """Return the message that tells the witnesses of a happening in the same round."""
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


def _effect_events(world: World, effect: Effect, place: str, round_: int) -> list[AnyEvent]:
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

"""Who gets a turn, why, and when something next happens."""

from collections.abc import Iterable

from agentsensus.world.character import Actor, Awake, Travelling, Waiting
from agentsensus.world.world import World

__all__ = ["due_for", "next_round", "reasons"]

FIRST = 1


def reasons(world: World, agent: str, round_: int) -> tuple[str, ...]:
    """Why a character gets a turn in a round whose arrivals and deliveries have happened; empty when it gets none."""
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
    """The round in which a message reaches somebody: when it is due; for a traveller, on arrival if that is later."""
    due = world.mail.messages[message].due[recipient]
    state = world.actors[recipient].state
    return max(due, state.arrives) if isinstance(state, Travelling) else due


def next_round(world: World, last: int, announced: Iterable[int] = ()) -> int | None:
    """The next round in which anything happens; None when nothing ever will."""
    after = last + 1
    if any(reasons(world, agent, after) for agent in world.actors):
        return after
    moments = [moment for actor in world.actors.values() if (moment := _own_moment(actor)) is not None]
    moments += [due_for(world, message, recipient) for recipient, message in world.mail.in_flight]
    moments += [round_ for round_ in announced if round_ >= after]
    return max(after, min(moments)) if moments else None


def _own_moment(actor: Actor) -> int | None:
    match actor.state:
        case Travelling(arrives=arrives):
            return arrives
        case Waiting(until=until):
            return until
    return None

"""One round: wake → view → decide (all at once) → resolve → commit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agentsensus.actions import MemoryView
from agentsensus.chance import message_id
from agentsensus.events.event import Altered, AnyEvent, Arrived, Delivered, Sent, Woke
from agentsensus.events.log import Log
from agentsensus.kernel.commit import write_turns
from agentsensus.kernel.turn import propose, resolve
from agentsensus.kernel.waking import due_for, reasons
from agentsensus.loop import together
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.minds.mind import Mind
from agentsensus.minds.view import view_of
from agentsensus.run_folder.injected import Altering, AnyInjected, Happening, Injected
from agentsensus.world.character import Travelling
from agentsensus.world.mail import WORLD, thread_id
from agentsensus.world.world import World

__all__ = ["Stage", "play_round", "system_message"]


@dataclass(slots=True)
class Stage:
    """Everything a round needs."""

    world: World
    memory: AsyncMemory
    minds: Mapping[str, Mind]
    log: Log
    seed: int
    injected: Sequence[AnyInjected] = ()
    latest: list[AnyEvent] = field(default_factory=list)


async def play_round(stage: Stage, round_: int) -> int:
    """Play one round to its commit; how many characters had a turn."""
    world = stage.world
    events = _open(stage, round_)
    woken = {agent: why for agent in world.actors if (why := reasons(world, agent, round_))}
    events += _happen(world, [Woke(round=round_, agent=agent, reasons=why) for agent, why in woken.items()])
    views = [view_of(world, agent, round_, why) for agent, why in woken.items()]
    shelf = MemoryView(stage.memory)
    proposed = await together([propose(view, stage.minds[view.agent]) for view in views])
    await shelf.look_ahead(sorted({one.query for one in proposed if one.query}))
    turns = await together([resolve(world, one, shelf, stage.seed) for one in proposed])
    with stage.memory.at_once():
        seen = [one for one in stage.injected if isinstance(one, Happening) and one.at == round_]
        done = await write_turns(stage.memory, world, sorted(turns, key=lambda turn: turn.agent), round_, seen)
        stage.latest = stage.log.write([*events, *done])
    _happen(world, done)
    return len(turns)


def _open(stage: Stage, round_: int) -> list[AnyEvent]:
    """Arrivals, then what is injected, then deliveries: they are what everybody sees in this round."""
    world = stage.world
    arrivals: list[AnyEvent] = [
        Arrived(round=round_, agent=id_, place=actor.state.to)
        for id_, actor in world.actors.items()
        if isinstance(actor.state, Travelling) and actor.state.arrives <= round_
    ]
    events = _happen(world, arrivals)
    events += _happen(world, _brought(stage, round_))
    due = sorted(
        (pair for pair in world.mail.in_flight if due_for(world, pair[1], pair[0]) <= round_),
        key=lambda pair: (world.mail.messages[pair[1]].sent, pair[1], pair[0]),
    )
    return events + _happen(world, [_delivered(world, message, to, round_) for to, message in due])


def _brought(stage: Stage, round_: int) -> list[AnyEvent]:
    """What a fork brings into a round: changes of what is under way, messages, and word of what happens."""
    mine = [one for one in stage.injected if one.at == round_]
    changed = [_altered(stage.world, one) for one in mine if isinstance(one, Altering)]
    told = [word for one in mine if (word := _word(stage.world, one)) is not None]
    return [*changed, *(system_message(stage.seed, one, count) for count, one in enumerate(told))]


def _altered(world: World, change: Altering) -> Altered:
    waiting = sorted(to for to, message in world.mail.in_flight if message == change.message)
    return Altered(round=change.at, message=change.message, recipients=tuple(waiting), content=change.content)


def _word(world: World, one: AnyInjected) -> Injected | None:
    """The message by which something injected becomes known, if it does."""
    match one:
        case Injected():
            return one
        case Happening():
            to = tuple(id_ for id_ in one.witnesses if id_ in world.actors)
            return Injected(at=one.at, to=to, content=" ".join(one.event)) if to else None
        case Altering():
            return None


def _delivered(world: World, message: str, recipient: str, round_: int) -> Delivered:
    one = world.mail.messages[message]
    return Delivered(
        round=round_, message=message, thread=one.thread, sender=one.sender, recipient=recipient, sent=one.sent
    )


def system_message(seed: int, said: Injected, count: int) -> Sent:
    """What is announced, as a message that is due at once."""
    return Sent(
        round=said.at,
        message=message_id(seed, said.at, said.sender or WORLD, 1000 + count),
        thread=thread_id([said.sender or WORLD, *said.to]),
        sender=said.sender,
        recipients=tuple(sorted(said.to)),
        sort="say" if said.sender else "system",
        content=said.content,
        due=dict.fromkeys(sorted(said.to), said.at),
        distance=dict.fromkeys(sorted(said.to), 0),
    )


def _happen(world: World, events: Sequence[AnyEvent]) -> list[AnyEvent]:
    for event in events:
        world.apply(event)
    return list(events)

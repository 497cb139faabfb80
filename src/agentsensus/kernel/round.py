"""One round: wake → view → decide (all at once) → resolve → commit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agentsensus.actions import MemoryView
from agentsensus.chance import message_id
from agentsensus.errors import ModelUnreachable
from agentsensus.events.event import Altered, AnyEvent, Arrived, Delivered, Sent, Woke
from agentsensus.events.log import Log
from agentsensus.kernel.commit import write_turns
from agentsensus.kernel.turn import Proposed, propose, resolve
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
    """Play one round to its commit; how many characters had a turn.

    When no model could be reached for anybody, `ModelUnreachable` is raised and nothing is committed; the stage is then
    of no more use.
    """
    world = stage.world
    events = _open(stage, round_)
    woken = {agent: why for agent in world.actors if (why := reasons(world, agent, round_))}
    events += _happen(world, [Woke(round=round_, agent=agent, reasons=why) for agent, why in woken.items()])
    views = [view_of(world, agent, round_, why) for agent, why in woken.items()]
    memory = MemoryView(stage.memory)
    proposals = await together([propose(view, stage.minds[view.agent]) for view in views])
    _check_reached(proposals, round_)
    await memory.look_ahead(sorted({proposed.query for proposed in proposals if proposed.query}))
    turns = await together([resolve(world, proposed, memory, stage.seed) for proposed in proposals])
    with stage.memory.at_once():
        happenings = [entry for entry in stage.injected if isinstance(entry, Happening) and entry.at == round_]
        done = await write_turns(stage.memory, world, sorted(turns, key=lambda turn: turn.agent), round_, happenings)
        stage.latest = stage.log.write([*events, *done])
    _happen(world, done)
    return len(turns)


def _check_reached(proposals: Sequence[Proposed], round_: int) -> None:
    if proposals and all(proposed.unreachable for proposed in proposals):
        raise ModelUnreachable(
            f"nobody could decide in round {round_}: {proposals[-1].unreachable}; see `agentsensus models check`, then "
            "`resume`, which plays this round again"
        )


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
    entries = [entry for entry in stage.injected if entry.at == round_]
    changes = [_altered(stage.world, entry) for entry in entries if isinstance(entry, Altering)]
    words = [word for entry in entries if (word := _word(stage.world, entry)) is not None]
    return [*changes, *(system_message(stage.seed, word, count) for count, word in enumerate(words))]


def _altered(world: World, change: Altering) -> Altered:
    waiting = sorted(to for to, message in world.mail.in_flight if message == change.message)
    return Altered(round=change.at, message=change.message, recipients=tuple(waiting), content=change.content)


def _word(world: World, entry: AnyInjected) -> Injected | None:
    """The message by which something injected becomes known; None when nobody is told of it."""
    match entry:
        case Injected():
            return entry
        case Happening():
            to = tuple(id_ for id_ in entry.witnesses if id_ in world.actors)
            return Injected(at=entry.at, to=to, content=" ".join(entry.event)) if to else None
        case Altering():
            return None


def _delivered(world: World, message: str, recipient: str, round_: int) -> Delivered:
    sent = world.mail.messages[message]
    return Delivered(
        round=round_, message=message, thread=sent.thread, sender=sent.sender, recipient=recipient, sent=sent.sent
    )


def system_message(seed: int, word: Injected, count: int) -> Sent:
    """What is announced, or said by somebody in a fork, as a message that is due at once."""
    return Sent(
        round=word.at,
        message=message_id(seed, word.at, word.sender or WORLD, 1000 + count),
        thread=thread_id([word.sender or WORLD, *word.to]),
        sender=word.sender,
        recipients=tuple(sorted(word.to)),
        sort="say" if word.sender else "system",
        content=word.content,
        due=dict.fromkeys(sorted(word.to), word.at),
        distance=dict.fromkeys(sorted(word.to), 0),
    )


def _happen(world: World, events: Sequence[AnyEvent]) -> list[AnyEvent]:
    for event in events:
        world.apply(event)
    return list(events)

"""Play one round: wake → view → decide (concurrently) → resolve → commit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agentsensus.base.chance import message_id
from agentsensus.base.loop import together
from agentsensus.errors import ModelUnreachable
from agentsensus.memory.api import AsyncMemory
from agentsensus.worlds.actions import MemoryView
from agentsensus.worlds.events.event import (
    Altered,
    AnyEvent,
    Arrived,
    Delivered,
    GoalsSet,
    Happened,
    Sent,
    ThingMoved,
    Woke,
)
from agentsensus.worlds.events.log import Log
from agentsensus.worlds.kernel.commit import author_edits, write_turns
from agentsensus.worlds.kernel.reminders import collect_reminders
from agentsensus.worlds.kernel.schedule import due_for, due_happenings, ended_arcs, reasons
from agentsensus.worlds.kernel.turn import Proposed, propose, resolve, settle
from agentsensus.worlds.minds.mind import Mind, PlayedByPerson
from agentsensus.worlds.minds.view import view_of
from agentsensus.worlds.run_folder.run_file import (
    ChangedMessage,
    InjectedEdit,
    InjectedEvent,
    InjectedGoals,
    InjectedMessage,
    InjectedThing,
    Injection,
)
from agentsensus.worlds.state.character import Travelling
from agentsensus.worlds.state.mail import WORLD, thread_id
from agentsensus.worlds.state.world import World

__all__ = ["Stage", "play_round", "system_message"]


@dataclass(slots=True)
class Stage:
    """Everything a round needs: world, memory, minds, log, seed and injections."""

    world: World
    memory: AsyncMemory
    minds: Mapping[str, Mind]
    log: Log
    seed: int
    injected: Sequence[Injection] = ()
    latest: list[AnyEvent] = field(default_factory=list)


async def play_round(stage: Stage, round_: int) -> int:
    """Play and commit one round. Returns the number of characters who had a turn.

    Raises `ModelUnreachable` and commits nothing if no model answered; the stage must then be discarded.
    """
    world = stage.world
    events, happenings = _open_round(stage, round_)
    woken = {agent: why for agent in world.actors if (why := reasons(world, agent, round_))}
    events += _apply(world, [Woke(round=round_, agent=agent, reasons=why) for agent, why in woken.items()])
    memory = MemoryView(stage.memory)
    minded, reminded = await collect_reminders(world, memory, [*woken], round_)
    events += reminded
    persons = frozenset(agent for agent, mind in stage.minds.items() if isinstance(mind, PlayedByPerson))
    views = [view_of(world, agent, round_, why, minded.get(agent, ()), persons) for agent, why in woken.items()]
    proposals = await together([propose(view, stage.minds[view.agent]) for view in views])
    _check_reached(proposals, round_)
    await memory.look_ahead(sorted({(proposed.view.agent, proposed.query) for proposed in proposals if proposed.query}))
    turns = await together([resolve(world, proposed, memory, stage.seed) for proposed in proposals])
    turns.sort(key=lambda turn: turn.agent)
    settle(turns, world)
    with stage.memory.at_once():
        edits = [entry for entry in stage.injected if isinstance(entry, InjectedEdit) and entry.at == round_]
        authored = await author_edits(stage.memory, edits, round_)
        done = [*authored, *await write_turns(stage.memory, world, turns, round_, happenings)]
        stage.latest = stage.log.write([*events, *done])
    _apply(world, done)
    return len(turns)


def _check_reached(proposals: Sequence[Proposed], round_: int) -> None:
    if proposals and all(proposed.unreachable for proposed in proposals):
        raise ModelUnreachable(
            f"no model answered in round {round_}: {proposals[-1].unreachable}; see `agentsensus models check`, then "
            "`resume`, which plays this round again"
        )


def _open_round(stage: Stage, round_: int) -> tuple[list[AnyEvent], list[Happened]]:
    """Apply the events at the start of a round; all characters see them in this round.

    Order: arrivals, injections, happenings, ended arcs, deliveries. Returns all these events, and those among them that
    witnesses will remember at the commit.
    """
    world = stage.world
    arrivals: list[AnyEvent] = [
        Arrived(round=round_, agent=id_, place=actor.state.to)
        for id_, actor in world.actors.items()
        if isinstance(actor.state, Travelling) and actor.state.arrives <= round_
    ]
    events = _apply(world, arrivals)
    events += _apply(world, _injected_events(stage, round_))
    happened = [
        Happened(round=round_, owners=entry.witnesses, text=entry.event)
        for entry in stage.injected
        if isinstance(entry, InjectedEvent) and entry.at == round_
    ]
    for befalls in due_happenings(world, round_, stage.seed):
        events += _apply(world, befalls.events)
        happened.append(befalls.happened)
    events += _apply(world, ended_arcs(world, round_, stage.seed))
    due = sorted(
        (pair for pair in world.mail.in_flight if due_for(world, pair[1], pair[0]) <= round_),
        key=lambda pair: (world.mail.messages[pair[1]].sent, pair[1], pair[0]),
    )
    return events + _apply(world, [_delivered(world, message, to, round_) for to, message in due]), happened


def _injected_events(stage: Stage, round_: int) -> list[AnyEvent]:
    """Return the events of a round's injections: changed messages, goals and things, new messages, and
    announcements.
    """
    entries = [entry for entry in stage.injected if entry.at == round_]
    changes = [change for entry in entries if (change := _changed(stage.world, entry)) is not None]
    words = [word for entry in entries if (word := _announcement(stage.world, entry)) is not None]
    return [*changes, *(system_message(stage.seed, word, count) for count, word in enumerate(words))]


def _changed(world: World, entry: Injection) -> AnyEvent | None:
    """Return the event by which an injection changes the world. Returns None if the injection is only announced."""
    match entry:
        case ChangedMessage():
            waiting = sorted(to for to, message in world.mail.in_flight if message == entry.message)
            return Altered(round=entry.at, message=entry.message, recipients=tuple(waiting), content=entry.content)
        case InjectedGoals() if entry.agent in world.actors:
            return GoalsSet(round=entry.at, agent=entry.agent, goals=entry.goals)
        case InjectedThing() if entry.holder in world.actors or entry.holder in world.places:
            return ThingMoved(round=entry.at, thing=entry.thing, holder=entry.holder)
    return None


def _announcement(world: World, entry: Injection) -> InjectedMessage | None:
    """Return the message that announces an injection.

    Returns None if there is nothing to announce or nobody to tell.
    """
    match entry:
        case InjectedMessage():
            return entry
        case InjectedEvent():
            to = tuple(id_ for id_ in entry.witnesses if id_ in world.actors)
            return InjectedMessage(at=entry.at, to=to, content=" ".join(entry.event)) if to else None
        case InjectedGoals() if entry.goals and entry.agent in world.actors:
            # A character who waits would not notice a new goal, so it is also told.
            return InjectedMessage(at=entry.at, to=(entry.agent,), content=entry.goals[-1])
        case _:
            return None


def _delivered(world: World, message: str, recipient: str, round_: int) -> Delivered:
    sent = world.mail.messages[message]
    return Delivered(
        round=round_,
        message=message,
        thread=sent.thread,
        sender=sent.sender,
        recipient=recipient,
        sent=sent.sent,
        overheard=recipient not in sent.recipients,
    )


def system_message(seed: int, word: InjectedMessage, count: int) -> Sent:
    """Return the event that sends `word` for delivery in the same round.

    The sender is the world or an injected sender.
    """
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


def _apply(world: World, events: Sequence[AnyEvent]) -> list[AnyEvent]:
    for event in events:
        world.apply(event)
    return list(events)

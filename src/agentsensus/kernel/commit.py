"""The end of a round: everything staged is written in canonical order, and each turn's event is completed by it."""

from collections.abc import Sequence

from agentsensus.actions import StagedDeposit
from agentsensus.arrays import FloatArray
from agentsensus.errors import InputError
from agentsensus.events.event import Acted, AnyEvent, Byproduct, Edited, Happened, LifeChanged, Remembered, Stated
from agentsensus.kernel.turn import TurnTaken
from agentsensus.memory.asking import at_hand
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.core.snapshot import DERIVED
from agentsensus.memory.record import Deposit, Said, Statement
from agentsensus.world.cache import pair_text, victim
from agentsensus.world.character import CacheEntry
from agentsensus.world.rules import Rules
from agentsensus.world.world import World

__all__ = ["write_turns"]


async def write_turns(
    memory: AsyncMemory, world: World, turns: list[TurnTaken], round_: int, happenings: Sequence[Happened] = ()
) -> list[AnyEvent]:
    """Write what happens in a round and what its turns leave in the memory, and return the events of it all, in order.

    `happenings` are without their statements, which this fills in. Lives change after everybody has acted. The world is
    not changed: the caller applies the events.
    """
    deeds = [turn.happening for turn in turns if turn.happening is not None]
    happened = [await _witnessed(memory, happening) for happening in (*happenings, *deeds)]
    events: list[AnyEvent] = [*happened[: len(happenings)]]
    depositing = [(turn, deposit) for turn in turns for deposit in _deposits(turn)]
    receipts = await memory.remember_many(_numbered(depositing), at=round_) if depositing else []
    for (turn, deposit), receipt in zip(depositing, receipts, strict=True):
        _remembered(memory, turn, deposit, receipt)
    for turn in turns:
        if turn.edit is not None:
            await _edit(memory, turn, round_)
    if not depositing and not happened:
        await memory.advance(round_)
    lives: list[AnyEvent] = []
    for turn, drops in zip(turns, await _drops(memory, world, turns), strict=True):
        events += [turn.head.model_copy(update={"drops": drops})]
        events += [event for event in turn.events if not isinstance(event, LifeChanged)]
        lives += [event for event in turn.events if isinstance(event, LifeChanged)]
    return [*events, *happened[len(happenings) :], *lives, *_byproducts(memory, round_)]


async def _witnessed(memory: AsyncMemory, happening: Happened) -> Happened:
    metadata = ({"event": happening.id} if happening.id else {}) | ({"secret": True} if happening.secret else {})
    receipt = await memory.remember_event(
        happening.owners, happening.text, at=happening.round, metadata=metadata, truth=happening.id or None
    )
    return happening.model_copy(update={"statements": _stated(memory, receipt)})


def _deposits(turn: TurnTaken) -> list[StagedDeposit]:
    """What one turn deposits: first what its action keeps, then what is kept beside it."""
    return [*([turn.deposit] if turn.deposit is not None else []), *turn.kept]


def _numbered(depositing: Sequence[tuple[TurnTaken, StagedDeposit]]) -> list[Said]:
    """The deposits of a round, each with its number among its agent's."""
    counts: dict[str, int] = {}
    texts = []
    for turn, deposit in depositing:
        number = counts.get(turn.agent, 0)
        counts[turn.agent] = number + 1
        texts.append(Said(turn.agent, deposit.text, deposit.via, number=number, context=deposit.context))
    return texts


def _remembered(memory: AsyncMemory, turn: TurnTaken, deposit: StagedDeposit, receipt: Deposit) -> None:
    number = sum(isinstance(event, Remembered) for event in turn.events)
    if deposit is turn.deposit:
        kept_data = {"kept": [_shown(statement) for statement in receipt.statements]}
        data = turn.head.data if isinstance(turn.head, Acted) else {}
        turn.head = turn.head.model_copy(update={"data": data | kept_data})
    turn.events.append(_kept(memory, turn.head.round, deposit, receipt, number=number))


def _kept(
    memory: AsyncMemory, round_: int, deposit: StagedDeposit, receipt: Deposit, revises: str = "", number: int = 0
) -> Remembered:
    """The event of a deposit or of a revision."""
    return Remembered(
        round=round_,
        agent=receipt.agent,
        text=deposit.text,
        number=number,
        via=deposit.via.kind,
        source=deposit.via.source,
        detail=deposit.via.detail,
        place=deposit.context.place,
        participants=deposit.context.participants,
        statements=_stated(memory, receipt),
        note=receipt.note,
        revises=revises,
    )


def _shown(statement: Statement) -> dict[str, object]:
    """What the agent is told of a statement; owners and links only under open receipts."""
    shown: dict[str, object] = {"id": statement.id, "text": statement.text, "known": statement.known}
    if statement.record is not None:
        shown |= {
            "merged": statement.record != statement.id,
            "owners": [*(statement.owners or ())],
            "affiliated": [*(statement.links or ())],
        }
    return shown


def _stated(memory: AsyncMemory, receipt: Deposit) -> tuple[Stated, ...]:
    records = at_hand.record_ids(memory, receipt.ids)
    stated = []
    for statement in receipt.statements:
        name = records[statement.id]
        outcome = "new" if name == statement.id else "known" if statement.known else "merged"
        stated.append(
            Stated.model_validate({"id": statement.id, "text": statement.text, "outcome": outcome, "record": name})
        )
    return tuple(stated)


async def _edit(memory: AsyncMemory, turn: TurnTaken, round_: int) -> None:
    edit, agent = turn.edit, turn.agent
    assert edit is not None
    try:
        how = await memory.via_of(agent, edit.record) if edit.kind == "revise" else None
        receipt = await memory.edit(edit.kind, agent, edit.record, edit.others, edit.text, at=round_)
    except InputError as error:
        assert isinstance(turn.head, Acted)
        turn.head = turn.head.model_copy(update={"ok": False, "data": {}, "refusal": " ".join(str(error).split())})
        return
    if receipt is not None and how is not None:
        meant = turn.head.data if isinstance(turn.head, Acted) else {}
        data = meant | {"revised": edit.record, "kept": [_shown(statement) for statement in receipt.statements]}
        turn.head = turn.head.model_copy(update={"data": data})
        turn.events.append(_kept(memory, round_, StagedDeposit(edit.text, how), receipt, edit.record))
    turn.events.append(Edited(round=round_, agent=agent, edit=edit.kind, record=edit.record, others=edit.others))


async def _drops(memory: AsyncMemory, world: World, turns: Sequence[TurnTaken]) -> list[int | None]:
    """For each turn, the place in its character's cache of the pair that leaves; None while there is room."""
    rules = world.rules
    caches = [world.actors[turn.agent].cache for turn in turns]
    full = [len(cache) >= rules.cache_size for cache in caches]
    if rules.cache == "fifo":
        return [0 if is_full else None for is_full in full]
    texts = [
        [pair_text(pair) for pair in (*cache, CacheEntry.of(turn.head))] if is_full else []
        for turn, cache, is_full in zip(turns, caches, full, strict=True)
    ]
    flat = list(dict.fromkeys(text for pair_texts in texts for text in pair_texts))
    vectors = dict(zip(flat, await memory.vectors(flat), strict=True))
    return [_victim([vectors[text] for text in pair_texts], rules) if pair_texts else None for pair_texts in texts]


def _victim(vectors: Sequence[FloatArray], rules: Rules) -> int:
    *old, new = vectors
    return victim(old, new, rules)


def _byproducts(memory: AsyncMemory, round_: int) -> list[AnyEvent]:
    return [
        Byproduct(
            round=round_,
            agent=record.owners[0] if record.owners else "",
            id=record.id,
            text=record.text,
            sort=record.kind,
            sources=tuple(id_ for id_, kind in record.links if kind == DERIVED),
        )
        for record in at_hand.byproducts(memory, round_)
    ]

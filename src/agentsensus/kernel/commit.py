"""The end of a round: everything staged is written in canonical order, and each turn's event is completed by it."""

from collections.abc import Sequence

from agentsensus.actions import StagedDeposit
from agentsensus.arrays import FloatArray
from agentsensus.errors import InputError
from agentsensus.events.event import Acted, AnyEvent, Byproduct, Edited, Happened, Remembered, Stated
from agentsensus.kernel.turn import TurnTaken
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.core.snapshot import DERIVED
from agentsensus.memory.record import Deposit, Said, Statement
from agentsensus.run_folder.injected import Happening
from agentsensus.world.cache import pair_text, victim
from agentsensus.world.character import CacheEntry
from agentsensus.world.rules import Rules
from agentsensus.world.world import World

__all__ = ["write_turns"]


async def write_turns(
    memory: AsyncMemory, world: World, turns: list[TurnTaken], round_: int, happenings: Sequence[Happening] = ()
) -> list[AnyEvent]:
    """Write what happens in a round and what its turns leave in the memory, and return the events of it all, in order.

    The world is not changed: the caller applies the events.
    """
    events: list[AnyEvent] = [await _witnessed(memory, happening) for happening in happenings]
    depositing = [turn for turn in turns if turn.deposit is not None]
    deposits = [_deposit(turn) for turn in depositing]
    receipts = await memory.remember_many(deposits, at=round_) if deposits else []
    for turn, receipt in zip(depositing, receipts, strict=True):
        _remembered(memory, turn, receipt)
    for turn in turns:
        if turn.edit is not None:
            await _edit(memory, turn, round_)
    if not deposits and not happenings:
        await memory.advance(round_)
    for turn, drops in zip(turns, await _drops(memory, world, turns), strict=True):
        events += [turn.head.model_copy(update={"drops": drops}), *turn.events]
    return events + _byproducts(memory, round_)


async def _witnessed(memory: AsyncMemory, happening: Happening) -> Happened:
    receipt = await memory.remember_event(happening.witnesses, happening.event, at=happening.at)
    stated = _stated(memory, receipt)
    return Happened(round=happening.at, owners=happening.witnesses, text=happening.event, statements=stated)


def _deposit(turn: TurnTaken) -> Said:
    assert turn.deposit is not None
    return Said(turn.agent, turn.deposit.text, turn.deposit.via, context=turn.deposit.context)


def _remembered(memory: AsyncMemory, turn: TurnTaken, receipt: Deposit) -> None:
    deposit = turn.deposit
    assert deposit is not None
    turn.head = turn.head.model_copy(update={"data": {"kept": [_shown(statement) for statement in receipt.statements]}})
    turn.events.append(_kept(memory, turn.head.round, deposit, receipt))


def _kept(memory: AsyncMemory, round_: int, deposit: StagedDeposit, receipt: Deposit, revises: str = "") -> Remembered:
    """The event of a deposit or of a revision."""
    return Remembered(
        round=round_,
        agent=receipt.agent,
        text=deposit.text,
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
    records = memory.record_ids(receipt.ids)
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
        how = memory.via_of(agent, edit.record) if edit.kind == "revise" else None
        receipt = await memory.edit(edit.kind, agent, edit.record, edit.others, edit.text, at=round_)
    except InputError as error:
        assert isinstance(turn.head, Acted)
        turn.head = turn.head.model_copy(update={"ok": False, "data": {}, "refusal": " ".join(str(error).split())})
        return
    if receipt is not None and how is not None:
        data = {"revised": edit.record, "kept": [_shown(statement) for statement in receipt.statements]}
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
        for record in memory.byproducts(round_)
    ]

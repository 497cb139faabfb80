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
    memory: AsyncMemory, world: World, turns: list[TurnTaken], round_: int, seen: Sequence[Happening] = ()
) -> list[AnyEvent]:
    """Write what is seen to happen in a round and what its turns leave in the memory; the world is untouched.

    The events of all that come back in order.
    """
    events: list[AnyEvent] = [await _witnessed(memory, one) for one in seen]
    wanted = [turn for turn in turns if turn.deposit is not None]
    saids = [_said(turn) for turn in wanted]
    receipts = await memory.remember_many(saids, at=round_) if saids else []
    for turn, receipt in zip(wanted, receipts, strict=True):
        _remembered(memory, turn, receipt)
    for turn in turns:
        if turn.edit is not None:
            await _edit(memory, turn, round_)
    if not saids and not seen:
        await memory.advance(round_)
    for turn, drops in zip(turns, await _drops(memory, world, turns), strict=True):
        events += [turn.head.model_copy(update={"drops": drops}), *turn.events]
    return events + _byproducts(memory, round_)


async def _witnessed(memory: AsyncMemory, seen: Happening) -> Happened:
    receipt = await memory.remember_event(seen.witnesses, seen.event, at=seen.at)
    stated = _stated(memory, receipt)
    return Happened(round=seen.at, owners=seen.witnesses, text=seen.event, statements=stated)


def _said(turn: TurnTaken) -> Said:
    assert turn.deposit is not None
    return Said(turn.agent, turn.deposit.text, turn.deposit.via, context=turn.deposit.context)


def _remembered(memory: AsyncMemory, turn: TurnTaken, receipt: Deposit) -> None:
    deposit = turn.deposit
    assert deposit is not None
    turn.head = turn.head.model_copy(update={"data": {"kept": [_shown(one) for one in receipt.statements]}})
    turn.events.append(_kept(memory, turn.head.round, deposit, receipt))


def _kept(memory: AsyncMemory, round_: int, given: StagedDeposit, receipt: Deposit, revises: str = "") -> Remembered:
    """The event of a deposit or of a revision."""
    return Remembered(
        round=round_,
        agent=receipt.agent,
        text=given.text,
        via=given.via.kind,
        source=given.via.source,
        detail=given.via.detail,
        place=given.context.place,
        participants=given.context.participants,
        statements=_stated(memory, receipt),
        note=receipt.note,
        revises=revises,
    )


def _shown(one: Statement) -> dict[str, object]:
    """What the agent is told of a statement; owners and links only under open receipts."""
    told: dict[str, object] = {"id": one.id, "text": one.text, "known": one.known}
    if one.record is not None:
        told |= {"merged": one.record != one.id, "owners": [*(one.owners or ())], "affiliated": [*(one.links or ())]}
    return told


def _stated(memory: AsyncMemory, receipt: Deposit) -> tuple[Stated, ...]:
    records = memory.record_ids(receipt.ids)
    found = []
    for one in receipt.statements:
        name = records[one.id]
        outcome = "new" if name == one.id else "known" if one.known else "merged"
        found.append(Stated.model_validate({"id": one.id, "text": one.text, "outcome": outcome, "record": name}))
    return tuple(found)


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
        data = {"revised": edit.record, "kept": [_shown(one) for one in receipt.statements]}
        turn.head = turn.head.model_copy(update={"data": data})
        turn.events.append(_kept(memory, round_, StagedDeposit(edit.text, how), receipt, edit.record))
    turn.events.append(Edited(round=round_, agent=agent, edit=edit.kind, record=edit.record, others=edit.others))


async def _drops(memory: AsyncMemory, world: World, turns: Sequence[TurnTaken]) -> list[int | None]:
    """For each turn which pair leaves its character's cache; the vectors of all are asked for at once."""
    rules = world.rules
    caches = [world.actors[turn.agent].cache for turn in turns]
    full = [len(cache) >= rules.cache_size for cache in caches]
    if rules.cache == "fifo":
        return [0 if is_full else None for is_full in full]
    texts = [
        [pair_text(pair) for pair in (*cache, CacheEntry.of(turn.head))] if is_full else []
        for turn, cache, is_full in zip(turns, caches, full, strict=True)
    ]
    flat = list(dict.fromkeys(text for listed in texts for text in listed))
    vectors = dict(zip(flat, await memory.vectors(flat), strict=True))
    return [_victim([vectors[text] for text in listed], rules) if listed else None for listed in texts]


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

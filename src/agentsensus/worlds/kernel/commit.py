"""Commit a round: write all staged deposits and edits in a fixed order, and complete each turn's event."""

from collections.abc import Sequence

from agentsensus.base.arrays import FloatArray
from agentsensus.errors import InputError
from agentsensus.memory import read
from agentsensus.memory.answers import Deposit, Statement
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.core.snapshot import DERIVED
from agentsensus.memory.inputs import DepositInput
from agentsensus.worlds.actions import StagedDeposit
from agentsensus.worlds.events.event import (
    Acted,
    AnyEvent,
    Byproduct,
    Edited,
    Happened,
    LifeChanged,
    MemoryEdited,
    Remembered,
    Stated,
)
from agentsensus.worlds.kernel.turn import TurnTaken
from agentsensus.worlds.run_folder.run_file import InjectedEdit
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.state.character import CacheEntry, entry_text, victim
from agentsensus.worlds.state.world import World

__all__ = ["author_edits", "write_turns"]


async def author_edits(memory: AsyncMemory, edits: Sequence[InjectedEdit], round_: int) -> list[AnyEvent]:
    """Apply the author's edits of a round to the memory. An edit that is no longer possible is logged as refused."""
    return [await _authored(memory, entry, round_) for entry in edits]


async def _authored(memory: AsyncMemory, entry: InjectedEdit, round_: int) -> AnyEvent:
    fields = {"round": round_, "edit": entry.edit, "record": entry.record, "other": entry.other}
    try:
        match entry.edit:
            case "split":
                await memory.split(entry.record, entry.other, at=round_)
            case "merge":
                await memory.merge(entry.record, entry.other, at=round_)
            case "resolve":
                await memory.resolve(entry.record, keep=entry.other, at=round_)
            case "dismiss":
                await memory.dismiss(entry.record, at=round_)
    except InputError as error:
        fields["refusal"] = " ".join(str(error).split())
    return MemoryEdited.model_validate(fields)


async def write_turns(
    memory: AsyncMemory, world: World, turns: list[TurnTaken], round_: int, happenings: Sequence[Happened] = ()
) -> list[AnyEvent]:
    """Write the round's happenings and turns to the memory and return all events in order.

    The statements of `happenings` are filled in here. Changes of life come after all turns. The caller applies the
    events to the world.
    """
    deeds = [turn.happening for turn in turns if turn.happening is not None]
    happened = [await _witnessed(memory, happening) for happening in (*happenings, *deeds)]
    events: list[AnyEvent] = [*happened[: len(happenings)]]
    depositing = [(turn, deposit) for turn in turns for deposit in _deposits(turn)]
    receipts: list[Deposit] = []
    for batch in _batches(memory, _numbered(depositing)):
        receipts += await memory.remember_many(batch, at=round_)
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
    """Return the deposits of a turn: first the deposit of its action, then the deposits of its upkeep."""
    return [*([turn.deposit] if turn.deposit is not None else []), *turn.kept]


def _batches(memory: AsyncMemory, deposits: list[DepositInput]) -> list[list[DepositInput]]:
    """Group the deposits by write: all of the round in one write or, if the settings follow the paper, one write for
    each.
    """
    if getattr(memory.settings, "writes", "round") == "deposit":
        return [[deposit] for deposit in deposits]
    return [deposits] if deposits else []


def _numbered(depositing: Sequence[tuple[TurnTaken, StagedDeposit]]) -> list[DepositInput]:
    """Return the deposits of a round, numbered separately for each agent."""
    counts: dict[str, int] = {}
    texts = []
    for turn, deposit in depositing:
        number = counts.get(turn.agent, 0)
        counts[turn.agent] = number + 1
        texts.append(
            DepositInput(
                turn.agent, deposit.text, deposit.via, number=number, context=deposit.context, group=deposit.group
            )
        )
    return texts


def _remembered(memory: AsyncMemory, turn: TurnTaken, deposit: StagedDeposit, receipt: Deposit) -> None:
    number = sum(isinstance(event, Remembered) for event in turn.events)
    if deposit is turn.deposit:
        kept_data = {"kept": [_receipt_row(statement) for statement in receipt.statements]}
        data = turn.head.data if isinstance(turn.head, Acted) else {}
        turn.head = turn.head.model_copy(update={"data": data | kept_data})
    turn.events.append(_remembered_event(memory, turn.head.round, deposit, receipt, number=number))


def _remembered_event(
    memory: AsyncMemory, round_: int, deposit: StagedDeposit, receipt: Deposit, revises: str = "", number: int = 0
) -> Remembered:
    """Return the log event for a deposit or a revision."""
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
        group=deposit.group,
    )


def _receipt_row(statement: Statement) -> dict[str, object]:
    """Return the part of a receipt that the agent sees.

    Owners and links are included only if the settings open receipts.
    """
    shown: dict[str, object] = {"id": statement.id, "text": statement.text, "known": statement.known}
    if statement.record is not None:
        shown |= {
            "merged": statement.record != statement.id,
            "owners": [*(statement.owners or ())],
            "affiliated": [*(statement.links or ())],
        }
    return shown


def _stated(memory: AsyncMemory, receipt: Deposit) -> tuple[Stated, ...]:
    records = read.record_ids(memory.session, receipt.ids)
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
        data = meant | {
            "revised": edit.record,
            "kept": [_receipt_row(statement) for statement in receipt.statements],
        }
        turn.head = turn.head.model_copy(update={"data": data})
        turn.events.append(_remembered_event(memory, round_, StagedDeposit(edit.text, how), receipt, edit.record))
    turn.events.append(Edited(round=round_, agent=agent, edit=edit.kind, record=edit.record, others=edit.others))


async def _drops(memory: AsyncMemory, world: World, turns: Sequence[TurnTaken]) -> list[int | None]:
    """Return for each turn the index of the cache entry to evict, or None if the cache has room."""
    rules = world.rules
    caches = [world.actors[turn.agent].cache for turn in turns]
    full = [len(cache) >= rules.cache_size for cache in caches]
    if rules.cache == "fifo":
        return [0 if is_full else None for is_full in full]
    texts = [
        [entry_text(pair) for pair in (*cache, CacheEntry.of(turn.head))] if is_full else []
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
        for record in read.byproducts(memory.session, round_)
    ]

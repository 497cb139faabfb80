"""Deposits: check them, cut them into statements, embed these, and pass them to the design, which writes one commit."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from agentsensus.memory.answers import Deposit
from agentsensus.memory.core.atoms import Atom, Atomizer
from agentsensus.memory.core.checks import (
    CheckedDeposit,
    CheckedEvent,
    check_complete,
    check_truth_count,
    checked_deposits,
    checked_event,
)
from agentsensus.memory.core.drafts import DepositKey, DraftDeposit, Given, embed
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.idempotency import AlreadyWritten, check_same_size, checked_key, receipts_of
from agentsensus.memory.core.marks import written_expiry
from agentsensus.memory.core.write_batching import Written
from agentsensus.memory.inputs import DepositInput, Via
from agentsensus.memory.session import Session
from agentsensus.memory.timing import Stopwatch, measured, stage
from agentsensus.memory.write.conversation import ChatMessage, deposits_of
from agentsensus.memory.write.cut.voices import mark_unnamed
from agentsensus.memory.write.cutting import cut_all
from agentsensus.memory.write.history import PastEvent, link_sentences
from agentsensus.memory.write.superseding import mark_superseded
from agentsensus.models.chat import TapePlace
from agentsensus.store.rows import NOBODY, RetractionRow

__all__ = [
    "prepare",
    "prepare_events",
    "remember",
    "remember_event",
    "remember_history",
    "remember_many",
    "remember_messages",
    "report_remembered",
]


_SILENT = "skipped: the message has neither a letter nor a digit"


async def remember(session: Session, deposit: DepositInput, at: int | None = None) -> Deposit:
    """Write one deposit and return its receipt."""
    return (await remember_many(session, [deposit], at))[0]


async def remember_many(
    session: Session,
    deposits: Iterable[DepositInput | tuple[str, str]],
    at: int | None = None,
    key: str | None = None,
    key_of: str = "",
) -> list[Deposit]:
    """Write deposits in one commit. Returns their receipts in the order of the deposits.

    If no model is used, calls that arrive during a write share the next commit. A deposit is not written again if its
    own key was used before; if the `key` of the whole call was used before, nothing is written. `key_of` is the agent
    that the key belongs to; empty for the application.
    """
    session.writable_round(at)
    limit = session.engine.settings.max_characters
    checked = checked_deposits(deposits, limit)
    whole = checked_key(key, "many", key_of)
    hashes = [whole or checked_key(deposit.key, "one", deposit.agent) for deposit in checked]

    async def write() -> list[Deposit]:
        found = {hash_: receipts_of(session.engine, hash_) for hash_ in dict.fromkeys(hashes) if hash_ is not None}
        if whole is not None and found.get(whole):
            check_same_size(found[whole], len(checked))
            return found[whole]
        new = {
            place: replace(deposit, idempotency=DepositKey(hash_, place if whole else 0) if hash_ else None)
            for place, (deposit, hash_) in enumerate(zip(checked, hashes, strict=True))
            if hash_ is None or not found[hash_]
        }
        first = {hash_: place for place, hash_ in reversed(list(enumerate(hashes))) if hash_ and not whole}
        again = {place: first[hash_] for place, hash_ in enumerate(hashes) if hash_ in first and first[hash_] != place}
        written = dict(
            zip(
                (place for place in new if place not in again),
                await _write(session, [deposit for place, deposit in new.items() if place not in again], at),
                strict=True,
            )
        )
        known = {place: found[hash_][0] for place, hash_ in enumerate(hashes) if hash_ and place not in new}
        receipts = known | written
        return [receipts[again.get(place, place)] for place in range(len(checked))]

    return await _once(write)


async def _once(write: Callable[[], Awaitable[list[Deposit]]]) -> list[Deposit]:
    """Run `write`. If another call used the same key meanwhile, return the receipts of that call."""
    try:
        return await write()
    except AlreadyWritten:
        return await write()


async def _write(session: Session, deposits: Sequence[CheckedDeposit], at: int | None) -> list[Deposit]:
    async def write(batch: Sequence[CheckedDeposit], round_: int | None) -> Written:
        return await _write_together(session, batch, round_)

    if not deposits:
        return []
    with measured() as stopwatch:
        if session.parts.asks_model:
            written = await write(deposits, at)
        else:
            written = await session.parts.batching.take(write, deposits, at)
    report_remembered(session, stopwatch, [draft for draft, _ in written])
    return [receipt for _, receipt in written]


async def remember_messages(
    session: Session,
    agent: str,
    messages: Iterable[ChatMessage],
    at: int | None = None,
    metadata: Mapping[str, Any] | None = None,
    speakers: Mapping[str, str] | None = None,
    key: str | None = None,
) -> list[Deposit]:
    """Write a conversation in one commit. A message without text gets an empty receipt with a note."""
    deposits = deposits_of(agent, messages, metadata, speakers)
    written = await remember_many(session, [deposit for deposit in deposits if deposit is not None], at, key, agent)
    receipts = iter(written)
    silent = Deposit(agent, session.engine.round, (), note=_SILENT)
    return [silent if deposit is None else next(receipts) for deposit in deposits]


async def remember_event(
    session: Session,
    owners: Sequence[str],
    text: str | Sequence[str],
    at: int | None = None,
    via: Via | str | None = None,
    metadata: Mapping[str, Any] | None = None,
    truth: str | Sequence[str] | None = None,
    key: str | None = None,
) -> Deposit:
    """Write an event that several agents witnessed; its statements are not cut."""
    hash_ = checked_key(key, "event")

    async def write() -> list[Deposit]:
        session.writable_round(at)
        if hash_ is not None and (found := receipts_of(session.engine, hash_)):
            return found
        with measured() as stopwatch:
            event = checked_event(owners, text, via, metadata, truth, session.engine.settings.max_characters)
            check_complete(event)
            drafts = await prepare_events(session.engine, [event])
            drafts[0].idempotency = None if hash_ is None else DepositKey(hash_)
            receipts = await session.design.write(at, drafts)
        report_remembered(session, stopwatch, drafts)
        return receipts

    return (await _once(write))[0]


async def remember_history(session: Session, events: Sequence[PastEvent], at: int = 0) -> list[Deposit]:
    """Write a world's history in one commit: nothing is cut, judged or merged."""
    with measured() as stopwatch:
        session.writable_round(at)
        limit = session.engine.settings.max_characters
        drafts = await prepare_events(session.engine, [event.checked(limit) for event in events])
        receipts = await session.design.write(at, drafts)
    report_remembered(session, stopwatch, drafts)
    if session.design.has_links:
        documents = [receipt.ids for event, receipt in zip(events, receipts, strict=True) if event.is_document]
        link_sentences(session.engine, at, documents)
    return receipts


def report_remembered(session: Session, stopwatch: Stopwatch, deposits: Sequence[DraftDeposit]) -> None:
    """Report the duration of a write to the timing listeners."""
    owners = {name for deposit in deposits for name, _ in deposit.owners}
    agent = owners.pop() if len(owners) == 1 else ""
    session.engine.report(stopwatch.timing("remember", agent, session.engine.round, len(deposits)))


async def _write_together(session: Session, deposits: Sequence[CheckedDeposit], at: int | None) -> Written:
    """Write deposits in one commit, in canonical order. Returns drafts and receipts in the order given."""
    order = sorted(range(len(deposits)), key=lambda place: deposits[place].order)
    ordered = [deposits[place] for place in order]
    for deposit in ordered:
        _superseded(session, deposit)  # raise the error for another agent's record before any model is asked
    drafts = await prepare(session.engine, session.parts.atomizer, ordered, at)
    for draft, deposit in zip(drafts, ordered, strict=True):
        draft.replaces = frozenset(_superseded(session, deposit))
        draft.supersedes = max(draft.replaces, default=None)
    if session.engine.settings.supersede == "attributes":
        mark_superseded(session.engine, drafts)

    def ended(round_: int) -> list[RetractionRow]:
        lost = {(session.engine.agent(draft.agent), atom) for draft in drafts for atom in draft.replaces}
        return [RetractionRow(round_, "owner", atom, NOBODY, agent or 0) for agent, atom in sorted(lost)]

    groups = _groups(ordered)
    grouped = [_as_one([drafts[place] for place in group]) for group in groups]
    written = await session.design.write(at, grouped, ended if any(draft.replaces for draft in drafts) else None)
    receipts = _receipts(drafts, groups, written)
    pairs = sorted(zip(order, drafts, receipts, strict=True), key=lambda entry: entry[0])
    return [(draft, receipt) for _, draft, receipt in pairs]


def _superseded(session: Session, deposit: CheckedDeposit) -> list[int]:
    """Return the agent's own atoms that a deposit replaces. Raises NotOwned for a record of another agent."""
    if deposit.supersedes is None:
        return []
    number, root = session.readable(deposit.agent, deposit.supersedes)
    return session.engine.agent_view(session.engine.view(), number).atoms(root)


def _groups(deposits: Sequence[CheckedDeposit]) -> list[list[int]]:
    """Group the positions of deposits that are written as one, in the order of each group's first deposit."""
    groups: dict[object, list[int]] = {}
    for place, deposit in enumerate(deposits):
        key = (
            (deposit.agent, deposit.group, deposit.metadata) if deposit.group and deposit.supersedes is None else place
        )
        groups.setdefault(key, []).append(place)
    return list(groups.values())


def _as_one(drafts: Sequence[DraftDeposit]) -> DraftDeposit:
    """Join deposits of one agent into one. Each statement keeps its own `via`."""
    first, *others = drafts
    if not others:
        return first
    (owner,) = first.owners
    statements = []
    for deposit in drafts:
        ((_, via),) = deposit.owners
        for draft in deposit.drafts:
            draft.via = draft.via or (via if via != owner[1] else None)
            draft.tape_place = first.tape_place
            statements.append(draft)
    assert first.given is not None
    text = "\n".join(deposit.given.text for deposit in drafts if deposit.given is not None and deposit.given.text)
    one = replace(first, drafts=statements, given=replace(first.given, text=text))
    one.replaces = frozenset(chain.from_iterable(deposit.replaces for deposit in drafts))
    one.calls = sum(deposit.calls for deposit in drafts)
    one.add_notes(deposit.note for deposit in others)
    return one


def _receipts(
    drafts: Sequence[DraftDeposit], groups: Sequence[Sequence[int]], written: Sequence[Deposit]
) -> list[Deposit]:
    """Return the receipt of each deposit, made from that of its group. The first of a group gets the note and model
    calls.
    """
    receipts: dict[int, Deposit] = {}
    for group, receipt in zip(groups, written, strict=True):
        statements = iter(receipt.statements)
        for place in group:
            own = tuple(islice(statements, len(drafts[place].drafts)))
            is_first = place == group[0]
            note, calls = (receipt.note, receipt.calls) if is_first else ("", 0)
            receipts[place] = replace(receipt, statements=own, note=note, calls=calls)
    return [receipts[place] for place in range(len(drafts))]


async def prepare(
    engine: Engine, atomizer: Atomizer, deposits: Sequence[CheckedDeposit], at: int | None = None
) -> list[DraftDeposit]:
    """Cut deposits into statements (concurrently) and embed these in one batch. Returns drafts in the order of the
    deposits.
    """
    places = _tape_places(engine, at, deposits)
    drafts = [
        DraftDeposit(
            deposit.agent,
            ((deposit.agent, deposit.via),),
            deposit.metadata,
            tape_place=tape_place,
            given=given,
            idempotency=deposit.idempotency,
            expires="" if deposit.expires is None else written_expiry(deposit.expires),
        )
        for deposit, tape_place, given in zip(deposits, places, _given(deposits), strict=True)
    ]
    with stage("cut"):
        atomized = await cut_all(engine, atomizer, deposits, places, _groups(deposits))
    for draft, cut in zip(drafts, atomized, strict=True):
        draft.calls, draft.note = cut.calls, cut.note
    atoms = [
        mark_unnamed(cut.atoms, deposit.context, engine.names) for cut, deposit in zip(atomized, deposits, strict=True)
    ]
    await embed(engine, drafts, atoms)
    for draft, deposit in zip(drafts, deposits, strict=True):
        check_truth_count(deposit.truth, len(draft.drafts))
        _mark_truth(draft, deposit.truth)
    return drafts


def _given(deposits: Sequence[CheckedDeposit]) -> Iterator[Given]:
    """Yield each deposit before cutting, with the earlier deposit that asks the question it answers."""
    given: dict[tuple[str, int, str], Given] = {}
    for deposit in deposits:
        question = deposit.question
        answers = None if question is None else given.get((question.agent, question.number, question.text))
        own = Given(deposit.agent, deposit.text, deposit.number, answers)
        given[deposit.agent, deposit.number, deposit.text] = own
        yield own


async def prepare_events(engine: Engine, events: Sequence[CheckedEvent]) -> list[DraftDeposit]:
    """Embed the statements of events in one batch, without cutting. All owners of an event learned it in the
    same way.
    """
    drafts = [
        DraftDeposit(
            "",
            tuple((name, event.via) for name in event.owners),
            event.metadata,
            linked=event.linked,
            verbatim=event.verbatim,
            given=Given("", None),
        )
        for event in events
    ]
    await embed(engine, drafts, [[Atom(statement) for statement in event.statements] for event in events])
    for deposit, event in zip(drafts, events, strict=True):
        _mark_truth(deposit, event.truth)
        for draft, share in zip(deposit.drafts, event.shares, strict=False):
            draft.share = share
    return drafts


def _mark_truth(deposit: DraftDeposit, keys: Sequence[str]) -> None:
    for draft, key in zip(deposit.drafts, keys, strict=False):
        draft.truth = key


def _tape_places(engine: Engine, at: int | None, deposits: Sequence[CheckedDeposit]) -> list[TapePlace]:
    """Return the place of each deposit on a tape: agent, round, and its number among the agent's deposits of
    the round.
    """
    round_ = engine.round if at is None else at
    ordinals: dict[str, int] = {}
    places = []
    for deposit in deposits:
        agent = deposit.agent
        ordinals[agent] = ordinals.get(agent, engine.count_of(agent, round_) - 1) + 1
        places.append(TapePlace(round_, agent, ordinals[agent]))
    return places

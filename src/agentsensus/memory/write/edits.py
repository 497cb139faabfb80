"""Edits: forget, revise, link, unlink, split, review, mark. They add dated rows and erase none."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from agentsensus.embed import relevance_of
from agentsensus.errors import InputError, UnknownName
from agentsensus.memory.answers import Deposit, Hit
from agentsensus.memory.core import marks
from agentsensus.memory.core.checks import checked_deposit, checked_list
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ledger import attribute_rows
from agentsensus.memory.core.limits import When, Where, checked_limits, checked_score
from agentsensus.memory.core.lookup import find_atom, held_as, owned_record, record_number
from agentsensus.memory.core.ranking import own_hits
from agentsensus.memory.core.snapshot import JOINED, SPLIT, Snapshot
from agentsensus.memory.designs.consensus.commit import REVIEW, REVIEWED
from agentsensus.memory.inputs import DepositInput, EditKind
from agentsensus.memory.session import Session, in_turn
from agentsensus.memory.timing import measured
from agentsensus.memory.write.deposits import prepare, report_remembered
from agentsensus.store.rows import NOBODY, AttributeRow, LinkRow, MergeRow, RetractionRow

__all__ = ["advance", "edit", "forget", "forget_about", "link", "mark", "review", "revise", "split", "unlink"]


@in_turn
async def forget(session: Session, agent: str, record: str, at: int | None = None) -> None:
    """Retract one owner's wordings of a record. Other owners keep theirs."""
    writer = session.engine.writer(session.writable_round(at))
    writer.batch.retractions = _retractions(session.engine, agent, record, writer.at)
    session.engine.commit(writer)


async def forget_about(
    session: Session,
    agent: str,
    query: str,
    k: int = 100,
    min_score: float | None = None,
    where: Where | None = None,
    since: When | None = None,
    until: When | None = None,
    at: int | None = None,
    *,
    preview: bool = True,
) -> list[Hit]:
    """Return the agent's records about a query. Unless `preview`, also forget them in one commit."""
    round_, engine = session.writable_round(at), session.engine
    floor = relevance_of(engine.embedder) if min_score is None else checked_score(min_score)
    ask = session.ask(agent, query, k, limits=checked_limits(where, since, until), min_score=floor)
    vector = await engine.book.query_vector(ask.agent, ask.query)

    def forgotten() -> list[Hit]:
        hits = own_hits(engine, session.view(), ask, vector)
        if hits:
            writer = engine.writer(round_ if at is not None else engine.round)
            for hit in hits:
                writer.batch.retractions += _retractions(engine, agent, hit.id, writer.at)
            engine.commit(writer)
        return hits

    return own_hits(engine, session.view(), ask, vector) if preview else engine.turn(forgotten)


async def revise(session: Session, agent: str, record: str, text: str, at: int | None = None) -> Deposit:
    """Replace a record with a new text in one commit. Returns the receipt of the new text."""
    engine = session.engine

    def retractions(when: int) -> list[RetractionRow]:
        return _retractions(engine, agent, record, when)

    with measured() as stopwatch:
        session.writable_round(at)
        via, metadata = held_as(engine, engine.view(), *session.readable(agent, record))
        deposit = checked_deposit(DepositInput(agent, text, via, metadata), engine.settings.max_characters)
        drafts = await prepare(engine, session.parts.atomizer, [deposit], at)
        number, root = session.readable(agent, record)
        drafts[0].replaces = frozenset(engine.agent_view(engine.view(), number).atoms(root))
        drafts[0].of_sediment = False  # a revision belongs to the play, even if it replaces a row of the history
        receipts = await session.design.write(at, drafts, retractions)
    report_remembered(session, stopwatch, drafts)
    return receipts[0]


@in_turn
async def link(session: Session, agent: str, record: str, others: Iterable[str], at: int | None = None) -> None:
    """Link a record of an agent to other records that the agent owns."""
    round_ = session.writable_round(at)
    _check_links(session)
    _link(session.engine, agent, record, others, round_)


@in_turn
async def unlink(
    session: Session, agent: str, record: str, others: Iterable[str] | None = None, at: int | None = None
) -> None:
    """Stop one agent from following the links from a record to `others`; None: all its links."""
    round_ = session.writable_round(at)
    _check_links(session)
    _unlink(session.engine, agent, record, others, round_)


@in_turn
async def split(session: Session, record: str, witness: str, at: int | None = None) -> tuple[str, str]:
    """Undo a merge. Returns the ids of the record that stays and of the record that was split off."""
    return _split(session.engine, record, witness, session.writable_round(at))


@in_turn
async def review(
    session: Session, wording: str, other: str, same: bool, at: int | None = None
) -> tuple[str, str] | None:
    """Store the author's decision on a close verdict. If a merged pair is not the same event, it is split."""
    engine, round_ = session.engine, session.writable_round(at)
    numbers = engine.store.find([wording, other])
    pair = str(numbers.get(wording)), numbers.get(other)
    marks_ = (row for row in attribute_rows(engine) if row.key == REVIEW and row.subject == pair[0])
    if pair[1] is None or not any(json.loads(row.value)["atom"] == pair[1] for row in marks_):
        raise UnknownName(f"there is no close verdict on {wording!r} and {other!r}; close_calls() lists them")
    roots, writer = engine.view().roots, engine.writer(round_)
    value = json.dumps({"atom": numbers[other], "same": same}, sort_keys=True)
    writer.batch.attributes.append(AttributeRow(round_, str(numbers[wording]), REVIEWED, value))
    writer.mark_as_application()
    together = int(roots[numbers[wording]]) == int(roots[numbers[other]])
    engine.commit(writer)
    return _split(engine, wording, wording, round_) if together and not same else None


async def edit(
    session: Session,
    kind: EditKind,
    agent: str,
    record: str,
    others: Iterable[str] = (),
    text: str = "",
    at: int | None = None,
) -> Deposit | None:
    """Run the edit named by `kind`. Returns the receipt for `revise`, otherwise None."""
    match kind:
        case "forget":
            await forget(session, agent, record, at)
        case "revise":
            return await revise(session, agent, record, text, at)
        case "link":
            await link(session, agent, record, others, at)
        case "unlink":
            await unlink(session, agent, record, others, at)
        case "relink":
            await unlink(session, agent, record, None, at)
            await link(session, agent, record, others, at)
    return None


@in_turn
async def mark(
    session: Session,
    agent: str,
    record: str,
    expires: When | str | None = None,
    pinned: bool | None = None,
    importance: int | None = None,
    at: int | None = None,
) -> None:
    """Set when an agent's record expires, whether it is pinned, and its importance; None leaves a value unchanged."""
    round_ = session.writable_round(at)
    number, root = session.readable(agent, record)
    own = session.engine.view().own_wording(number, root)
    assert own is not None
    marks.mark(session.engine, number, own, round_, expires, pinned, importance)


@in_turn
async def advance(session: Session, at: int) -> None:
    """Begin round `at` without a deposit."""
    writer = session.engine.writer(session.writable_round(at))
    writer.batch.attributes.append(AttributeRow(writer.at, "clock", "round", str(writer.at)))
    session.engine.commit(writer)


def _check_links(session: Session) -> None:
    if not session.design.has_links:
        raise InputError(f"{session.design.name} keeps no links between rows; only consensus does")


def _retractions(engine: Engine, agent: str, record: str, at: int) -> list[RetractionRow]:
    """Return the retraction rows by which an agent loses a record. Other owners keep it."""
    view = engine.view()
    number, root = owned_record(engine, view, agent, record)
    own = engine.agent_view(view, number).atoms(root)
    return [RetractionRow(at, "owner", atom, NOBODY, number) for atom in own]


def _link(engine: Engine, agent: str, record: str, others: Iterable[str], at: int) -> None:
    """Link a record of an agent to other records that the agent owns."""
    view, writer = engine.view(), engine.writer(at)
    number, root = owned_record(engine, view, agent, record)
    as_agent = engine.agent_view(view, number)
    for other in checked_list(others, "others"):
        _, other_root = owned_record(engine, view, agent, other)
        if other_root == root:
            raise InputError(f"a record cannot be linked to itself: {record!r} and {other!r} are the same")
        if other_root not in as_agent.linked(root):
            a, b = as_agent.atoms(root)[-1], as_agent.atoms(other_root)[-1]
            writer.batch.links.append(LinkRow(at, a, b, "agent", number))
    if writer.batch:
        engine.commit(writer)


def _unlink(engine: Engine, agent: str, record: str, others: Iterable[str] | None, at: int) -> None:
    """Stop one agent from following the links from a record to `others` (None: all links). Other agents still follow
    them.
    """
    view, writer = engine.view(), engine.writer(at)
    number, root = owned_record(engine, view, agent, record)
    as_agent = engine.agent_view(view, number)
    if others is None:
        roots = list(as_agent.linked(root))
    else:
        roots = [owned_record(engine, view, agent, other)[1] for other in checked_list(others, "others")]
    for other in roots:
        for link_row in (*as_agent.links_between(root, other), *as_agent.links_between(other, root)):
            kind, a, b = link_row.cut_key
            row = RetractionRow(at, kind, a, b, number)
            if row not in writer.batch.retractions:
                writer.batch.retractions.append(row)
    if writer.batch:
        engine.commit(writer, reshaped=True)


def _split(engine: Engine, record: str, witness: str, at: int) -> tuple[str, str]:
    """Undo a merge: remove the wordings of a witness from a record. Returns the ids of the two records."""
    view, writer = engine.view(), engine.writer(at)
    root = record_number(engine, view, record)
    members = view.members(root)
    leaving = _wordings_of(engine, members, witness)
    staying = [atom for atom in members if atom not in leaving]
    if not leaving:
        raise UnknownName(f"no wording of {record!r} is by {witness!r}; name an agent or the id of one of its wordings")
    if not staying:
        raise InputError(f"every wording of {record!r} is by {witness!r}; there is nothing to split off")
    for group in (staying, leaving):
        for atom in group:
            if int(view.roots[atom]) != group[0]:
                writer.batch.merges.append(MergeRow(at, atom, group[0], SPLIT))
    writer.batch.merges += _split_for_owners(engine, view, (staying, leaving), at)
    writer.mark_as_application()
    engine.commit(writer, reshaped=True)
    return engine.atom(staying[0]).id, engine.atom(leaving[0]).id


def _split_for_owners(
    engine: Engine, view: Snapshot, groups: tuple[Sequence[int], Sequence[int]], at: int
) -> list[MergeRow]:
    """Return merge rows that also split the owners' private records between the two groups of wordings."""
    rows = []
    agents = engine.columns.of("owners", "agent")
    for agent in sorted({int(agents[row]) for group in groups for atom in group for row in view.born(atom)}):
        roots = view.own_roots(agent)
        own = [[atom for atom in group if agent in agents[list(view.born(atom))]] for group in groups]
        shared = {roots.get(atom, atom) for atom in own[0]} & {roots.get(atom, atom) for atom in own[1]}
        for group in own:
            of_shared = [atom for atom in group if roots.get(atom, atom) in shared]
            rows += [MergeRow(at, atom, of_shared[0], SPLIT, agent=agent) for atom in of_shared]
    return rows


def _joined_with(engine: Engine, atom: int) -> set[int]:
    """Return the atom and, if the author merged its record into another, all atoms of that earlier record."""
    roots, before = dict[int, int](), dict[int, int]()
    for row in cast("Iterator[MergeRow]", engine.store.rows("merges")):
        if row.agent != NOBODY:
            continue
        if row.cause == JOINED:
            before[row.atom] = roots.get(row.atom, row.atom)
        else:
            before.pop(row.atom, None)
        roots[row.atom] = row.record
    return {atom, *(other for other, root in before.items() if root == atom == before.get(atom))}


def _wordings_of(engine: Engine, members: Sequence[int], witness: str) -> list[int]:
    by_id = find_atom(engine, engine.view(), witness)
    if by_id is not None:
        joined = _joined_with(engine, by_id)
        return [atom for atom in members if atom in joined]
    deposits = engine.columns.of("deposits", "agent")
    number = engine.agent(witness) if isinstance(witness, str) else None
    return [atom for atom in members if int(deposits[engine.columns.of("atoms", "deposit")[atom]]) == number]

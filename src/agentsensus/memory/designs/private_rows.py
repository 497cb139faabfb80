"""The base class of the baseline designs: one private row per witness, and no merging."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Generic, TypeAlias, TypeVar

import numpy as np

from agentsensus.base.arrays import FloatArray, IntArray
from agentsensus.base.loop import PerLoop
from agentsensus.memory.answers import Deposit, Recall, Statement
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement, check_generation
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ranking import Ask
from agentsensus.memory.core.snapshot import DERIVED, Snapshot
from agentsensus.memory.core.writer import write_atom
from agentsensus.memory.designs.design import Tally, WithoutGrants
from agentsensus.memory.inputs import Via
from agentsensus.memory.judge import Relation, Verdict
from agentsensus.memory.timing import queueing, stage
from agentsensus.store.rows import NOBODY, AttributeRow, LinkRow, RetractionRow

BYPRODUCT = "byproduct"
Ref: TypeAlias = int | DraftStatement
"""A reference to a row: the number of a stored atom, or a draft that is being written."""


class Page:
    """The rows of one commit while they are collected."""

    def __init__(self, engine: Engine, at: int) -> None:
        self.at = at
        self.writer = engine.writer(at)
        self._numbers: dict[DraftStatement, int] = {}

    def deposit(self, deposit: DraftDeposit) -> Deposit:
        """Add the rows of one witness's deposit. Returns its receipt."""
        number = self.writer.deposit(deposit)
        statements = []
        for draft in deposit.drafts:
            self._numbers[draft] = write_atom(self.writer, number, deposit, draft)
            statements.append(Statement(self.writer.batch.atoms[-1].id, draft.text, known=False, flags=draft.flags))
        return Deposit(deposit.agent, self.at, tuple(statements), deposit.note, deposit.calls)

    def byproduct(
        self, agent: str, draft: DraftStatement, kind: str, evidence: Iterable[Ref], *, sediment: bool
    ) -> int:
        """Add a row that the design made itself (a reflection or an insight), with links to its evidence. Returns its
        atom.
        """
        deposit = DraftDeposit(agent, ((agent, Via(kind="inferred")),), "", [draft], linked=False, of_sediment=sediment)
        atom = write_atom(self.writer, self.writer.deposit(deposit), deposit, draft)
        self._numbers[draft] = atom
        self.keep(atom, BYPRODUCT, kind)
        for cited in dict.fromkeys(self.number(ref) for ref in evidence):
            self.writer.batch.links.append(LinkRow(self.at, atom, cited, DERIVED, NOBODY))
        return atom

    def number(self, ref: Ref) -> int:
        """Return the number of a row, whether stored or still a draft."""
        return ref if isinstance(ref, int) else self._numbers[ref]

    def keep(self, subject: int, key: str, value: str) -> None:
        """Add an attribute row about an atom or an agent."""
        self.writer.batch.attributes.append(AttributeRow(self.at, str(subject), key, value))

    def drop(self, agent: str, ref: Ref) -> None:
        """Retract an agent's ownership of a row."""
        row = RetractionRow(self.at, "owner", self.number(ref), NOBODY, self.writer.agent(agent))
        self.writer.batch.retractions.append(row)


Finish: TypeAlias = Callable[[Page], None]
"""A function that writes the rows which a design adds to a batch. It awaits nothing."""


P = TypeVar("P")


class PrivateRows(WithoutGrants, ABC, Generic[P]):
    """A design in which each witness gets its own row. Nothing is shared, linked or merged."""

    name: str
    has_links = False

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._turns: PerLoop[dict[str, asyncio.Lock]] = PerLoop(dict)

    async def write(
        self,
        at: int | None,
        deposits: Sequence[DraftDeposit],
        retractions: Callable[[int], Sequence[RetractionRow]] | None = None,
    ) -> list[Deposit]:
        """Write deposits in this order, with the rows that `retractions` returns for their round, in one commit."""
        when = self.engine.checked_round(at)
        check_generation(self.engine, deposits)
        groups = one_per_witness(deposits, linked=False)
        alone = [deposit for group in groups for deposit in group]
        with stage("judge"):
            prepared = await self.prepare(alone)
        async with AsyncExitStack() as turns:
            # One write at a time per agent, so that the agent's stream does not change before the rows are written.
            with queueing():
                for name in sorted({deposit.owners[0][0] for deposit in alone}):
                    await turns.enter_async_context(self._turns.get().setdefault(name, asyncio.Lock()))
            with stage("judge"):
                finish = await self.plan(alone, prepared, when)

            def commit() -> list[Deposit]:
                check_generation(self.engine, deposits)
                page = Page(self.engine, self.engine.checked_round(at))
                page.writer.batch.retractions.extend(retractions(page.at) if retractions else ())
                receipts = [page.deposit(deposit) for deposit in alone]
                finish(page)
                receipts = rejoined(groups, receipts)
                if page.writer.batch:
                    self.engine.commit(page.writer, receipts)
                return receipts

            with stage("commit"):
                return self.engine.turn(commit)

    def rows_of(self, agent: str, deposits: Sequence[DraftDeposit]) -> IntArray:
        """Return the atoms that an agent owns, without those that these deposits replace."""
        number = self.engine.agent(agent)
        own = self.engine.view().owned(number) if number is not None else np.empty(0, np.int64)
        replaced = [atom for deposit in deposits for atom in deposit.replaces]
        return np.setdiff1d(own, replaced) if replaced else own

    async def verdict(self, statement: DraftStatement, known: DraftStatement, cosine: float) -> Verdict:
        """Return «different», because nothing merges in these designs."""
        return Verdict(relation=Relation.DIFFERENT, score=0.0, threshold=1.0, cosine=cosine, judge=self.name)

    @abstractmethod
    async def prepare(self, deposits: Sequence[DraftDeposit]) -> P:
        """Make the model calls that depend on these deposits alone. Called before the agent's lock is taken."""

    @abstractmethod
    async def plan(self, deposits: Sequence[DraftDeposit], prepared: P, at: int) -> Finish:
        """Make the model calls that depend on the agents' records. Returns a function that writes the rows."""

    @abstractmethod
    async def recall(self, view: Snapshot, ask: Ask, vector: FloatArray) -> Recall:
        """Return the rows that fit the agent's query best."""

    @abstractmethod
    def tally(self, view: Snapshot) -> Tally:
        """Return the design's own rows, its raters and the readers of rows, as of a snapshot."""


def one_per_witness(deposits: Sequence[DraftDeposit], *, linked: bool) -> list[list[DraftDeposit]]:
    """Return, for each deposit, one copy per witness (which may be a place or a thing), in the order of its owners."""
    return [[_alone(deposit, place, linked) for place in range(len(deposit.owners))] for deposit in deposits]


def by_owner(deposits: Sequence[DraftDeposit]) -> dict[str, list[DraftDeposit]]:
    """Return deposits that have one owner each, grouped by owner."""
    groups: dict[str, list[DraftDeposit]] = {}
    for deposit in deposits:
        groups.setdefault(deposit.owners[0][0], []).append(deposit)
    return groups


def rejoined(groups: Sequence[Sequence[DraftDeposit]], receipts: Sequence[Deposit]) -> list[Deposit]:
    """Return one receipt per original deposit, joined from those of its copies for each witness."""
    joined, first = [], 0
    for group in groups:
        parts = receipts[first : first + len(group)]
        first += len(group)
        statements = tuple(statement for receipt in parts for statement in receipt.statements)
        note = "; ".join(dict.fromkeys(receipt.note for receipt in parts if receipt.note))
        calls = sum(receipt.calls for receipt in parts)
        joined.append(Deposit(parts[0].agent, parts[0].at, statements, note, calls))
    return joined


def _alone(deposit: DraftDeposit, place: int, linked: bool) -> DraftDeposit:
    witness = deposit.owners[place]
    return replace(
        deposit,
        owners=(witness,),
        drafts=[
            replace(draft) for draft in deposit.drafts if witness[0] in {name for name, _ in deposit.owners_of(draft)}
        ],
        linked=linked and deposit.linked,
        calls=deposit.calls if place == 0 else 0,
        note=deposit.note if place == 0 else "",
    )

"""What the baseline designs share: one private row per witness, rows that a design makes itself, no merging."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from typing import Generic, TypeAlias, TypeVar

import numpy as np

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.memory.core.deposit import DraftDeposit, DraftStatement, check_generation
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import DERIVED, Snapshot
from agentsensus.memory.core.writing import write_atom
from agentsensus.memory.designs.design import Tally
from agentsensus.memory.designs.witnesses import one_per_witness, rejoined
from agentsensus.memory.judge import Relation, Verdict
from agentsensus.memory.provenance import Via
from agentsensus.memory.recall import Ask
from agentsensus.memory.record import Deposit, Recall, Statement
from agentsensus.memory.timing import queueing, stage
from agentsensus.models.per_loop import PerLoop
from agentsensus.store.rows import NOBODY, AttributeRow, LinkRow, RetractionRow

BYPRODUCT = "byproduct"
Ref: TypeAlias = int | DraftStatement
"""A row: the number of an atom in the store, or a draft that is being written."""


class Page:
    """Rows of one commit under construction."""

    def __init__(self, engine: Engine, at: int) -> None:
        self.at = at
        self.writer = engine.writer(at)
        self._numbers: dict[DraftStatement, int] = {}

    def deposit(self, deposit: DraftDeposit) -> Deposit:
        """Write the rows of one witness's deposit; returns its receipt."""
        number = self.writer.deposit(deposit)
        statements = []
        for draft in deposit.drafts:
            self._numbers[draft] = write_atom(self.writer, number, deposit, draft)
            statements.append(Statement(self.writer.batch.atoms[-1].id, draft.text, known=False, flags=draft.flags))
        return Deposit(deposit.agent, self.at, tuple(statements), deposit.note, deposit.calls)

    def byproduct(
        self, agent: str, draft: DraftStatement, kind: str, evidence: Iterable[Ref], *, sediment: bool
    ) -> int:
        """Write the rows of what a design made for an agent, with its evidence; returns the atom's number."""
        deposit = DraftDeposit(agent, ((agent, Via(kind="inferred")),), "", [draft], linked=False, of_sediment=sediment)
        atom = write_atom(self.writer, self.writer.deposit(deposit), deposit, draft)
        self._numbers[draft] = atom
        self.keep(atom, BYPRODUCT, kind)
        for cited in dict.fromkeys(self.number(ref) for ref in evidence):
            self.writer.batch.links.append(LinkRow(self.at, atom, cited, DERIVED, NOBODY))
        return atom

    def number(self, ref: Ref) -> int:
        """The number of an atom, written or being written."""
        return ref if isinstance(ref, int) else self._numbers[ref]

    def keep(self, subject: int, key: str, value: str) -> None:
        """Write an attribute row about an atom or an agent."""
        self.writer.batch.attributes.append(AttributeRow(self.at, str(subject), key, value))

    def drop(self, agent: str, ref: Ref) -> None:
        """Retract an agent's ownership of an atom."""
        row = RetractionRow(self.at, "owner", self.number(ref), NOBODY, self.writer.agent(agent))
        self.writer.batch.retractions.append(row)


Finish: TypeAlias = Callable[[Page], None]
"""Writes what a design adds to the rows of a batch; nothing in it waits."""


P = TypeVar("P")


class PrivateRows(ABC, Generic[P]):
    """A design in which every witness has a row of its own: nothing is shared, linked or merged."""

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
        """Write deposits, in this order, and what `retractions` gives for their round, in one commit."""
        when = self.engine.checked_round(at)
        check_generation(self.engine, deposits)
        groups = one_per_witness(deposits, linked=False)
        alone = [deposit for group in groups for deposit in group]
        with stage("judge"):
            prepared = await self.prepare(alone)
        async with AsyncExitStack() as turns:
            # One at a time for each agent, so that what a stream has come to is still so when it is written.
            with queueing():
                for name in sorted({deposit.owners[0][0] for deposit in alone}):
                    await turns.enter_async_context(self._turns.get().setdefault(name, asyncio.Lock()))
            with stage("judge"):
                finish = await self.plan(alone, prepared, when)
            check_generation(self.engine, deposits)
            with stage("commit"):
                page = Page(self.engine, self.engine.checked_round(at))
                page.writer.batch.retractions.extend(retractions(page.at) if retractions else ())
                receipts = [page.deposit(deposit) for deposit in alone]
                finish(page)
                receipts = rejoined(groups, receipts)
                if page.writer.batch:
                    self.engine.commit(page.writer, receipts)
        return receipts

    def rows_of(self, agent: str, deposits: Sequence[DraftDeposit]) -> IntArray:
        """The atoms an agent owns, without those that these deposits of its own replace."""
        number = self.engine.agent(agent)
        own = self.engine.view().owned(number) if number is not None else np.empty(0, np.int64)
        replaced = [atom for deposit in deposits for atom in deposit.replaces]
        return np.setdiff1d(own, replaced) if replaced else own

    async def verdict(self, statement: DraftStatement, known: DraftStatement, cosine: float) -> Verdict:
        """Always different: nothing merges in these designs."""
        return Verdict(relation=Relation.DIFFERENT, score=0.0, threshold=1.0, cosine=cosine, judge=self.name)

    @abstractmethod
    async def prepare(self, deposits: Sequence[DraftDeposit]) -> P:
        """Ask models what depends on these deposits alone; called before an agent's turn to write."""

    @abstractmethod
    async def plan(self, deposits: Sequence[DraftDeposit], prepared: P, at: int) -> Finish:
        """Ask models what depends on what the agents remember; returns what writes the rows that come of it."""

    @abstractmethod
    async def recall(self, view: Snapshot, ask: Ask, vector: FloatArray) -> Recall:
        """What an agent recalls."""

    @abstractmethod
    def tally(self, view: Snapshot) -> Tally:
        """The by-products, raters and readers as of a view."""

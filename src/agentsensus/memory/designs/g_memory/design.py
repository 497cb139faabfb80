"""G-Memory: rows of interactions, and insights distilled from them. A recall returns both, up to one limit of rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agentsensus.base.arrays import FloatArray, IntArray
from agentsensus.base.loop import together
from agentsensus.memory.answers import Recall
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ids import text_key
from agentsensus.memory.core.ledger import Ledgers
from agentsensus.memory.core.ranking import Ask, RankedRecord, as_hits, nothing, own_rows, within_tokens
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.designs.design import Tally
from agentsensus.memory.designs.g_memory.distilling import Distiller
from agentsensus.memory.designs.g_memory.insights import Board, Insight
from agentsensus.memory.designs.g_memory.rule import Experience
from agentsensus.memory.designs.g_memory.settings import GMemorySettings
from agentsensus.memory.designs.g_memory.tiers import DISTILLED, QUERY, ROWS, Query, Tiers
from agentsensus.memory.designs.private_rows import Finish, Page, PrivateRows, by_owner
from agentsensus.memory.timing import stage
from agentsensus.models.chat import Chat


@dataclass(slots=True)
class _Progress:
    """How many rows an agent has had in all, and the last row of this batch that was distilled (None: none was)."""

    rows: int
    distilled: DraftStatement | None = None


class GMemory(PrivateRows[None]):
    """Distils each owner's rows, batch by batch, into insights. Later rows raise or lower the scores of insights."""

    name = "g-memory"

    def __init__(self, engine: Engine, settings: GMemorySettings, model: Chat | None = None) -> None:
        super().__init__(engine)
        self.settings = settings
        self._ledgers = Ledgers(engine, lambda: Tiers(engine))
        self._distiller = Distiller(engine, settings, model)

    async def prepare(self, deposits: Sequence[DraftDeposit]) -> None:
        """Do nothing, because models are asked only in `plan`."""

    async def plan(self, deposits: Sequence[DraftDeposit], prepared: None, at: int) -> Finish:
        """Distil every batch of rows that these deposits complete. Returns a function that writes the rows."""
        boards = await together([self._fill(agent, own_deposits) for agent, own_deposits in by_owner(deposits).items()])

        def finish(page: Page) -> None:
            for board, progress in boards:
                for write in board.written:
                    write(page)
                agent = page.writer.agent(board.agent)
                if progress.distilled is not None:
                    page.keep(agent, DISTILLED, str(page.number(progress.distilled)))
                if self.settings.merge_per == "rows":
                    page.keep(agent, ROWS, str(progress.rows))

        return finish

    async def recall(self, view: Snapshot, ask: Ask, vector: FloatArray) -> Recall:
        """Return the insights and interaction rows that fit the query best, at most `ask.k` together."""
        engine, tiers = self.engine, self._ledgers.at(view)
        agent = engine.agent(ask.agent)
        own = own_rows(engine, view, agent, ask.where)
        if agent is None or not len(own):
            return nothing(ask)
        with stage("search"):
            seeds = self._seeds(tiers, agent, vector)
            ranked = self._ranked(view, ask, vector, own, tiers.around(agent, seeds))
        answer = within_tokens(ask, as_hits(engine, view, agent, ranked))
        if self.settings.query_tier and not ask.is_past:
            rows = tuple(sorted(row.atom for row in ranked))
            if not engine.store.read_only:
                engine.book.give(text_key(ask.query), vector)  # this tier compares later queries with earlier ones
            engine.stage(agent, agent, QUERY, Query(text_key(ask.query), rows, tuple(sorted(seeds))).as_text())
        return answer

    def tally(self, view: Snapshot) -> Tally:
        """Return the insights, as rows that the design made itself."""
        return Tally(self._ledgers.at(view).insights)

    # --- internal

    def _ranked(
        self, view: Snapshot, ask: Ask, vector: FloatArray, own: IntArray, preferred: set[int]
    ) -> list[RankedRecord]:
        """Return the nearest own rows of both kinds, best first. Rows in `preferred` come before the others of their
        kind.
        """
        insights = self._ledgers.at(view).insights
        is_insight = np.array([atom in insights for atom in own.tolist()])
        above, below = own[is_insight], own[~is_insight]
        share = min(ask.k, ask.k * self.settings.insight_rows // self.settings.recall_k)
        insight_count = min(len(above), max(share, ask.k - len(below)))
        ranked = [
            *self._nearest(view, above, vector, insight_count, preferred | self._upon(view, above, preferred)),
            *self._nearest(view, below, vector, ask.k - insight_count, preferred),
        ]
        return sorted(ranked, key=lambda row: (-row.score, row.atom))

    def _seeds(self, tiers: Tiers, agent: int, vector: FloatArray) -> list[int]:
        if not self.settings.query_tier:
            return []
        return tiers.like(agent, vector, self.settings.query_neighbours, self.settings.query_cosine)

    def _upon(self, view: Snapshot, insights: IntArray, rows: set[int]) -> set[int]:
        """Return the insights that cite one of these rows as evidence."""
        return {atom for atom in insights.tolist() if rows & set(view.evidence(atom))} if rows else set()

    def _nearest(
        self, view: Snapshot, atoms: IntArray, vector: FloatArray, count: int, first: set[int]
    ) -> list[RankedRecord]:
        """Return the nearest of `atoms`. Those in `first` come before all others."""
        if count <= 0 or not len(atoms):
            return []
        ranked: list[RankedRecord] = []
        preferred = np.array([atom for atom in atoms.tolist() if atom in first], np.int64)
        for part in (preferred, np.setdiff1d(atoms, preferred)):
            near, scores = self.engine.matrix.nearest_of(part, vector, count - len(ranked), last=view.atoms)
            ranked += [RankedRecord(atom, atom, score) for atom, score in zip(near.tolist(), scores, strict=True)]
        return ranked

    async def _fill(self, agent: str, deposits: Sequence[DraftDeposit]) -> tuple[Board, _Progress]:
        """Return the insights of an agent after these deposits, and how many of its rows are distilled."""
        tiers, number, rows = self._ledgers.now, self.engine.agent(agent), self.rows_of(agent, deposits)
        progress = _Progress(tiers.rows.get(number, 0) if number is not None else 0)
        last = tiers.distilled.get(number, -1) if number is not None else -1
        waiting = self._waiting(tiers, rows, last)
        board: Board | None = None
        for deposit, draft in [(each, draft) for each in deposits for draft in each.drafts]:
            waiting.append(Experience(draft, draft))
            progress.rows += 1
            is_full = len(waiting) >= self.settings.batch
            merges = self.settings.merge_per == "rows" and progress.rows % self.settings.merge_every == 0
            if not is_full and not merges:
                continue
            board = board or Board(agent, self.settings, self._insights(tiers, rows))
            board.sediment, before = deposit.is_sediment, board.calls
            if is_full:
                await self._distiller.distil(board, waiting)
                progress.distilled, waiting = draft, []
            if merges:
                await self._distiller.merge(board)
            deposit.calls += board.calls - before
            deposit.add_notes(board.notes)
            board.notes.clear()
        return board or Board(agent, self.settings, []), progress

    def _waiting(self, tiers: Tiers, held_rows: IntArray, last: int) -> list[Experience]:
        """Return the interaction rows after the last distilled one."""
        rows = held_rows[np.searchsorted(held_rows, last, side="right") :].tolist()
        return [Experience(atom, self._draft(atom)) for atom in rows if atom not in tiers.insights]

    def _insights(self, tiers: Tiers, rows: IntArray) -> list[Insight]:
        view = self.engine.view()
        own = [atom for atom in rows.tolist() if atom in tiers.insights]
        return [
            Insight(atom, self._draft(atom), tiers.score[atom], [*view.evidence(atom), *tiers.supporters.get(atom, ())])
            for atom in own
        ]

    def _draft(self, atom: int) -> DraftStatement:
        row = self.engine.atom(atom)
        reading = self.engine.reading(row.text)
        vector = self.engine.matrix.take(np.array([atom], np.int64))[0]
        return DraftStatement(row.text, tuple(row.flags.split()), text_key(reading.text), reading, vector, row.language)

"""The author's questions of a memory, for asynchronous programs: about everybody's records, not for agents."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from agentsensus.errors import StoreError
from agentsensus.memory import counting, editing, knowledge
from agentsensus.memory.asking.contradictions import Contradiction, contradictions
from agentsensus.memory.asking.elsewhere import KnowsOtherNames
from agentsensus.memory.asking.filters import Where
from agentsensus.memory.asking.limits import When, checked_limits, checked_score
from agentsensus.memory.atoms import Atom
from agentsensus.memory.core.checks import checked_at, checked_count, checked_list, checked_name, checked_text
from agentsensus.memory.core.deposit import DraftDeposit, embed
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.off_loop import done_in_background
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.designs.design import Design
from agentsensus.memory.judge import Verdict
from agentsensus.memory.record import Change, Close, Decided, Finding, Knower, Original, Record, Stats
from agentsensus.models.embed import relevance_of
from agentsensus.store.vectors import cosine


@dataclass
class DesignInUse:
    """The design of a memory: one for everybody who has opened it, also after it was made anew."""

    design: Design


@done_in_background(lambda memory: memory._engine.home)
class AsyncAuthor(KnowsOtherNames):
    """What the application may ask of a memory, now or as of a round. Agents are given `AsyncAgent` instead."""

    def __init__(self, engine: Engine, design: Design, at: int | None = None) -> None:
        self._engine = engine
        self._in_use = DesignInUse(design)
        self._at = at
        self._is_closed = False

    @property
    def _design(self) -> Design:
        return self._in_use.design

    async def who_knows(
        self,
        query: str,
        *,
        at: int | None = None,
        agent: str | None = None,
        k: int = 5,
        min_score: float | None = None,
    ) -> list[Knower]:
        """Who knows about something: since when, how, from whom, in which words. For the author, not for agents.

        What is less like the query than `min_score` does not count; without one, what has nothing to do with it
        by the measure of the embedder.
        """
        self._view(at)
        floor = relevance_of(self._engine.embedder) if min_score is None else checked_score(min_score) or 0.0
        vector = (await self._engine.book.vectors([self._canonical_query(query, at)]))[0]
        return knowledge.who_knows(self._engine, self._view(at), vector, checked_count(k, "k"), agent, floor)

    async def knowers(self, record: str, *, at: int | None = None) -> list[Knower]:
        """Everybody who owns a record, in the order in which they came to know it. For the author, not for agents."""
        view = self._view(at)
        return knowledge.knowers(self._engine, view, editing.record_number(self._engine, view, record))

    async def search(
        self,
        query: str,
        *,
        k: int = 10,
        agents: Iterable[str] | None = None,
        at: int | None = None,
        where: Where | None = None,
        since: When | None = None,
        until: When | None = None,
        min_score: float | None = None,
    ) -> list[Finding]:
        """The records nearest to a query, whoever owns them, best first: for the application, not for agents.

        `agents` searches only what these own; `where`, `since` and `until` only wordings that meet them, and
        `min_score` only what is near enough, as in `recall`. A record is found once, by its nearest wording. `at`
        searches as after that round. Nothing is written.
        """
        self._view(at)
        names = None if agents is None else [checked_name(name) for name in checked_list(agents, "agents")]
        limits, floor = checked_limits(where, since, until), checked_score(min_score)
        count = checked_count(k, "k")
        vector = (await self._engine.book.vectors([self._canonical_query(query, at)]))[0]
        view = self._view(at)
        scope = knowledge.search_scope(self._engine, view, names, limits, -1.0 if floor is None else floor)
        return knowledge.search(self._engine, view, vector, count, scope, self._design.tally(view))

    async def get(self, record: str, *, at: int | None = None) -> Record:
        """A record with all its owners, wordings and links. For the author, not for agents."""
        view = self._view(at)
        number = editing.record_number(self._engine, view, record)
        return knowledge.whole_record(self._engine, view, number, self._design.tally(view))

    async def history(self, record: str, *, at: int | None = None) -> list[Change]:
        """Everything that happened to a record: who said it when, what the judge saw and said, merges and splits."""
        view = self._view(at)
        return knowledge.history(self._engine, view, editing.record_number(self._engine, view, record))

    async def original(self, record: str) -> Original | None:
        """The deposit that a wording came with (a record's first one), as it was given; None where nothing was given.

        That is so of what a design made itself, and of rows that were written before originals were kept. For the
        author, not for agents: the deposit of an event holds what others witnessed too.
        """
        return knowledge.original(self._engine, editing.atom_number(self._engine, self._view(None), record))

    async def records(
        self,
        *,
        agent: str | None = None,
        at: int | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> list[Record]:
        """All records that somebody (or this agent) owns, oldest first.

        In pages: at most `limit` of them, those that come `after` the record of that id.
        """
        return self._records(agent=agent, at=at, limit=limit, after=after)

    async def byproducts(self, at: int) -> list[Record]:
        """The records that the design itself made in round `at` (reflections, insights), oldest first."""
        return self._byproducts(at)

    async def record_ids(self, ids: Sequence[str]) -> dict[str, str]:
        """For each id of a wording, the id of the record that it belongs to now; unknown ids are left out."""
        return self._record_ids(ids)

    async def why(self, a: str, b: str) -> Verdict:
        """Would these two statements (or records, by id) merge, and why? Nothing is written."""
        view, drafts = self._view(None), []
        limit = self._engine.settings.max_characters
        numbers = self._engine.store.find([checked_text(statement, limit) for statement in (a, b)])
        for statement in (a, b):
            number = numbers.get(statement)
            text = self._engine.shown(int(view.roots[number]), view) if number is not None else statement
            holder = DraftDeposit("", (), "")
            await embed(self._engine, [holder], [[Atom(text)]])
            drafts.append(holder.drafts[0])
        first, second = drafts
        return await self._design.verdict(second, first, cosine(first.vector, second.vector))

    async def close_calls(self, *, at: int | None = None) -> list[Close]:
        """Verdicts that were near the operating point, oldest first: what a person should look at and may `split`."""
        return knowledge.close_calls(self._engine, self._view(at))

    async def conflicts(self, *, at: int | None = None) -> list[Contradiction]:
        """Pairs of records that contradict each other, oldest first. For the author, not for agents."""
        return contradictions(self._engine, self._view(at))

    async def decided(self, *, at: int | None = None) -> list[Decided]:
        """Every statement on which the judge decided, with the wordings it was compared with; for measurements."""
        return self._decided(at=at)

    async def stats(self, *, at: int | None = None) -> Stats:
        """How many records there are, how many are shared and linked, and what was merged."""
        view = self._view(at)
        return counting.count(self._engine, view, self._design.name, self._design.tally)

    # --- inside

    def _records(
        self,
        *,
        agent: str | None = None,
        at: int | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> list[Record]:
        view = self._view(at)
        count = None if limit is None else checked_count(limit, "limit")
        start = None if after is None else editing.record_number(self._engine, view, after)
        return list(islice(knowledge.records(self._engine, view, agent, self._design.tally(view), start), count))

    def _byproducts(self, at: int) -> list[Record]:
        view = self._view(None)
        tally, rounds = self._design.tally(view), self._engine.columns.of("atoms", "at")
        atoms = sorted(atom for atom in tally.byproducts if rounds[atom] == at)
        return [knowledge.whole_record(self._engine, view, atom, tally) for atom in atoms]

    def _record_ids(self, ids: Sequence[str]) -> dict[str, str]:
        view = self._view(None)
        numbers = self._engine.store.find(list(ids))
        return {id_: self._engine.atom(int(view.roots[number])).id for id_, number in numbers.items()}

    def _decided(self, *, at: int | None = None) -> list[Decided]:
        return list(knowledge.decided(self._engine, self._view(at)))

    def _until(self, at: int | None) -> int | None:
        """The earlier of round `at` and the round this memory is a view of; None for the present."""
        return min((checked_at(limit) for limit in (at, self._at) if limit is not None), default=None)

    def _view(self, at: int | None, *, without_lost: bool = False) -> Snapshot:
        self._check_open()
        return self._engine.view(self._until(at), without_lost=without_lost)

    def _canonical_query(self, query: str, at: int | None = None) -> str:
        self._view(None)  # a reader learns here what names the writer has added
        names = self._engine.names_at(self._until(at))
        return names.canonical(checked_text(query, self._engine.settings.max_characters, "query"))

    def _check_open(self) -> None:
        if self._is_closed or self._engine.closed:
            raise StoreError("this memory is closed; open it again")
        self._engine.home.check()

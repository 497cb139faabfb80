"""What a memory can be asked, for asynchronous programs. `AsyncMemory` adds what is deposited and edited."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from agentsensus.arrays import FloatArray
from agentsensus.errors import InputError, NotOwned
from agentsensus.memory import editing, knowledge, transfer
from agentsensus.memory.asking.async_author import AsyncAuthor
from agentsensus.memory.asking.contradictions import Contradiction, own_contradictions
from agentsensus.memory.asking.filters import Where, checked_where, fits
from agentsensus.memory.asking.limits import AskLimits, When, checked_limits, checked_score
from agentsensus.memory.core.checks import checked_count, checked_name
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.off_loop import done_in_background
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.core.vector_book import KeptVectors
from agentsensus.memory.designs.collaborative import Collaborative
from agentsensus.memory.designs.common_settings import CommonSettings
from agentsensus.memory.designs.design import Design
from agentsensus.memory.provenance import Via
from agentsensus.memory.recall import Ask, RankedRecord, as_hits, own_hits
from agentsensus.memory.record import (
    Change,
    Commit,
    Hit,
    Recall,
)
from agentsensus.memory.timing import TimingListener, measured, stage
from agentsensus.models.embed import Embedder, relevance_of
from agentsensus.store.sqlite import SqliteStore
from agentsensus.text.names import Names


@done_in_background(lambda memory: memory._engine.home)
class AsyncReading(AsyncAuthor):
    """The questions of a memory, now or as of a round.

    No question deposits or edits anything. What a recall changes under some designs (when a row was last recalled,
    which query led to it) waits for the next commit; `fork`, `export` and `sha256` of the present commit it first.
    """

    # --- asking as an agent

    async def recall(
        self,
        agent: str,
        query: str,
        *,
        k: int | None = None,
        max_tokens: int | None = None,
        at: int | None = None,
        where: Where | None = None,
        since: When | None = None,
        until: When | None = None,
        min_score: float | None = None,
    ) -> Recall:
        """What an agent recalls: its `k` nearest records, and those linked to them that it owns too.

        `.text()` is ready for a prompt, and has at most `max_tokens` tokens. `at` recalls as after that round. `where`
        filters by the agent's own metadata, before ranking: equal values, or `{"$in": […]}`, `{"$gte": 3}`, `$and`,
        `$or`, `$not` (see `agentsensus.memory.asking.filters`). `since` and `until` keep to what the agent came to
        know from and up to a round (a number) or a time (a `datetime`). `min_score` leaves out what is less like the
        query. An agent that owns nothing recalls nothing.
        """
        limits = checked_limits(where, since, until)
        return await self._answer(self._ask(agent, query, k, max_tokens, at, limits, checked_score(min_score)), at)

    async def links(self, agent: str, record: str, *, at: int | None = None) -> list[Hit]:
        """Records one hop from this one that the agent owns, with the kind of link in `.link`."""
        return self._links(agent, record, self._view(at))

    async def latest(self, agent: str, count: int, *, where: Where | None = None) -> list[str]:
        """An agent's own latest wordings, newest first, at most `count`; `where` is as in `recall`."""
        return self._latest(agent, count, where)

    async def owns(self, agent: str, record: str) -> bool:
        """Whether `record` is the id of one of the agent's own wordings."""
        return self._owns(agent, record)

    async def via_of(self, agent: str, record: str) -> Via:
        """How an agent came to know a record that it owns: what a revision of it keeps."""
        self._check_open()
        return editing.held_as(self._engine, self._engine.view(), *self._readable(agent, record))[0]

    def noted_log(self, *, at: int | None = None) -> tuple[int, str] | None:
        """The last round (not after `at`) for which the hash of a run's log was kept, and that hash; else None."""
        self._check_open()
        return self._engine.store.log_hash(self._until(at))

    # --- what it was made with

    @property
    def settings(self) -> CommonSettings:
        """The numbers and choices of the design."""
        return self._engine.settings

    @property
    def names(self) -> Names:
        """Who and what is called how: now, or in the round that this is a view of."""
        self._view(None)
        return self._engine.names_at(self._at)

    @property
    def embedder(self) -> Embedder:
        """What makes vectors of texts."""
        return self._engine.embedder

    @property
    def has_links(self) -> bool:
        """Whether agents of this design can link their rows."""
        return self._design.has_links

    def stored_embedder(self) -> Embedder:
        """An embedder that gives the vectors this memory holds, and computes only those of other texts."""
        self._check_open()
        return KeptVectors(self._engine.embedder, self._engine.store)

    async def vectors(self, texts: Sequence[str]) -> FloatArray:
        """The vector of each text, a row a text; a new one is computed once and kept with the next commit."""
        self._check_open()
        return await self._engine.book.vectors(texts)

    # --- the whole

    @property
    def round(self) -> int:
        """The last committed round; 0 in an empty memory."""
        return self.last_round or 0

    @property
    def stamp(self) -> str:
        """The words that everything made of this memory carries, such as: simulated fiction; often empty."""
        self._check_open()
        return self._engine.header.stamp

    def set_stamp(self, words: str) -> None:
        """Set the words that everything made of this memory carries."""
        self._engine.stamp(words)

    @property
    def last_round(self) -> int | None:
        """The last committed round; None in an empty memory."""
        self._view(None)
        last = self._engine.columns.last_round
        return last if last is None or self._at is None else min(self._at, last)

    @property
    def agents(self) -> tuple[str, ...]:
        """All agents that ever deposited or owned anything, by first appearance."""
        self._view(None)
        last = len(self._engine.columns.agents) if self._at is None else self._engine.columns.agents_at(self._at)
        return tuple(name.rstrip() for name in self._engine.columns.agents[:last] if name)

    async def fork(self, to: str | Path, *, at: int | None = None) -> Path:
        """Copy the memory, as it stood after round `at`, to a new file that goes its own way."""
        self._check_open()
        until = self._until(at)
        target = transfer.new_file(to)
        if at is None or at >= self._engine.round:
            self._flush()
        self._engine.store.copy(target, at=until)
        return target

    async def export(self, to: str | Path) -> Path:
        """Write everything, vectors included, to a new file of JSON lines."""
        self._check_open()
        target = transfer.new_file(to)
        self._flush()
        transfer.write_export(self._engine.store, target, self._at)
        return target

    async def sha256(self, *, authors: bool = True) -> str:
        """The hash of all rows, vectors left out: equal for memories that hold the same.

        Without `authors`, the author's rows (splits, purges, reviews) are left out. What recalls have changed is
        committed first, as by `export`, `fork` and `close`.
        """
        self._check_open()
        self._flush()
        return transfer.sha256(self._engine.store, self._at, authors=authors)

    def subscribe(self, listener: Callable[[Commit], None]) -> Callable[[], None]:
        """Call `listener` after every commit; returns a function that unsubscribes.

        `Memory` calls it in the thread that made the commit, `AsyncMemory` on its event loop.
        """
        self._engine.listeners.append(listener)
        return lambda: self._engine.listeners.remove(listener)

    def on_timing(self, listener: TimingListener) -> Callable[[], None]:
        """Call `listener` with the stages of every `remember` and `recall`; returns a function that unsubscribes.

        It is called after the operation has succeeded, in the same place as a listener of `subscribe`. Remembering an
        event or many deposits and revising are reported as `remember`, once a call.
        """
        self._engine.timing_listeners.append(listener)
        return lambda: self._engine.timing_listeners.remove(listener)

    # --- for `AsyncAgent`

    def _ask(
        self,
        agent: str,
        query: str,
        k: int | None,
        max_tokens: int | None,
        at: int | None,
        limits: AskLimits | None,
        min_score: float | None = None,
    ) -> Ask:
        """A question after all checks."""
        self._check_open()
        count = checked_count(self._engine.settings.recall_k if k is None else k, "k")
        if max_tokens is not None:
            checked_count(max_tokens, "max_tokens")
        is_past = at is not None or self._at is not None
        return Ask(checked_name(agent), self._canonical_query(query, at), count, max_tokens, limits, min_score, is_past)

    async def _answer(self, ask: Ask, at: int | None) -> Recall:
        """What is recalled, now or as of a round."""
        with measured() as stopwatch:
            with stage("embed"):
                vector = (await self._engine.book.vectors([ask.query]))[0]
            view = self._view(at, without_lost=ask.by_agent)
            answer = await self._design.recall(view, ask, vector)
        self._engine.recalls.take(answer)
        self._engine.report(stopwatch.timing("recall", ask.agent, self._engine.round if view.at is None else view.at))
        return answer

    async def _links_as_agent(self, agent: str, record: str, *, at: int | None = None) -> list[Hit]:
        """As `links`, but of the past only what the agent has not lost since."""
        return self._links(agent, record, self._view(at, without_lost=True))

    def _latest(self, agent: str, count: int, where: Where | None) -> list[str]:
        view, number = self._view(None), self._engine.agent(agent)
        if number is None:
            return []
        newest_first = reversed(self._engine.standpoint(view, number).latest().tolist())
        checked_where(where)
        fitting = (atom for atom in newest_first if where is None or fits(where, self._engine.metadata(atom)))
        return [self._engine.atom(atom).text for atom, _ in zip(fitting, range(count), strict=False)]

    def _owns(self, agent: str, record: str) -> bool:
        try:
            self._check_own(agent, [record])
        except NotOwned:
            return False
        return True

    async def _knows_as_agent(self, agent: str, query: str, k: int, at: int | None) -> list[Hit]:
        """The agent's own records that have to do with a query; of the past, what it has not lost since."""
        ask = self._ask(agent, query, k, None, at, None, relevance_of(self._engine.embedder))
        vector = (await self._engine.book.vectors([ask.query]))[0]
        return own_hits(self._engine, self._view(at, without_lost=True), ask, vector)

    def _conflicts_as_agent(self, agent: str, at: int | None) -> list[Contradiction]:
        """Pairs of the agent's own wordings that contradict each other; of the past, what it has not lost since."""
        view, number = self._view(at, without_lost=True), self._engine.agent(agent)
        return [] if number is None else own_contradictions(self._engine, view, number)

    def _history_as_agent(self, agent: str, record: str) -> list[Change]:
        """What `history` may tell the agent of its own wording."""
        return knowledge.own_history(self._engine, self._view(None), agent, record)

    def _check_own(self, agent: str, records: Iterable[object]) -> None:
        """Refuse ids that are not of the agent's own wordings, in the words used for ids that nothing has."""
        self._check_open()
        for record in records:
            editing.check_own(self._engine, self._engine.view(), agent, record)

    # --- inside

    def _links(self, agent: str, record: str, view: Snapshot) -> list[Hit]:
        number, root = editing.owned_record(self._engine, view, agent, record)
        linked = [
            RankedRecord(other, other, link=", ".join(sorted(kinds)))
            for other, kinds in sorted(self._engine.standpoint(view, number).linked(root).items())
        ]
        return as_hits(self._engine, view, number, linked)

    def _readable(self, agent: str, record: str) -> tuple[int, int]:
        """Numbers of an agent and of a record that it owns and may read."""
        number, root = editing.owned_record(self._engine, self._engine.view(), agent, record)
        if isinstance(self._design, Collaborative) and not self._design.may_read(number, root):
            raise InputError(f"{agent} may not read {record!r} any more, so it cannot revise it; forget it, or connect")
        return number, root

    @property
    def _path(self) -> Path | None:
        return self._engine.store.path if isinstance(self._engine.store, SqliteStore) else None

    def _flush(self) -> None:
        """Commit what reads have changed, as closing would, so that a copy goes on as the original does."""
        if self._at is None:
            self._engine.flush()


def engine_of(memory: AsyncReading) -> Engine:
    """What a memory stands on: for measurements and tests of the memory itself, not for agents or worlds."""
    return memory._engine


def design_of(memory: AsyncReading) -> Design:
    """What writes deposits and answers recalls: for other ways to deposit, not for agents or worlds."""
    return memory._design

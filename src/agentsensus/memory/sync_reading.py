"""What a memory can be asked, for programs that wait for the answer. `Memory` adds what is deposited and edited."""

from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from agentsensus.arrays import FloatArray
from agentsensus.errors import InputError
from agentsensus.loop import wait_for as on_background_loop
from agentsensus.memory.asking.contradictions import Contradiction
from agentsensus.memory.asking.elsewhere import KnowsOtherNames
from agentsensus.memory.asking.filters import Where
from agentsensus.memory.asking.limits import When
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.designs.common_settings import CommonSettings
from agentsensus.memory.judge import Verdict
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import (
    Change,
    Close,
    Commit,
    Decided,
    Finding,
    Hit,
    Knower,
    Original,
    Recall,
    Record,
    Stats,
)
from agentsensus.memory.timing import TimingListener, handing_over
from agentsensus.models.embed import Embedder
from agentsensus.text.names import Names

T = TypeVar("T")


class _Relay(Generic[T]):
    """Hands what the background loop reports to listeners in the thread that waits for it."""

    def __init__(self, subscribe: Callable[[Callable[[T], None]], object]) -> None:
        self._subscribe = subscribe
        self._reports: deque[T] = deque()
        self._listeners: list[Callable[[T], None]] = []
        self._is_subscribed = False

    def add(self, listener: Callable[[T], None]) -> Callable[[], None]:
        """Call `listener` with every report from now on; returns a function that unsubscribes."""
        if not self._is_subscribed:
            self._subscribe(self._reports.append)
            self._is_subscribed = True
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def pass_on(self) -> None:
        """Call the listeners with all reports that have come in."""
        while self._reports:
            report = self._reports.popleft()
            for listener in list(self._listeners):
                listener(report)


class SyncReading(KnowsOtherNames):
    """The questions of a memory, now or as of a round.

    No question deposits or edits anything. What a recall changes under some designs (when a row was last recalled,
    which query led to it) waits for the next commit; `fork`, `export` and `sha256` of the present commit it first.
    """

    def __init__(self, inner: AsyncMemory | None = None) -> None:
        if not isinstance(inner, AsyncMemory):
            what = "" if inner is None else repr(inner)
            raise InputError(f"a memory is opened with Memory.open({what}), not made with Memory({what})")
        self._inner = inner
        self._commits = _Relay(inner.subscribe)
        self._timings = _Relay(inner.on_timing)

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Let the background loop do the work and return its result; listeners are called in this thread."""
        try:
            with handing_over():
                return on_background_loop(work)
        finally:
            self._commits.pass_on()
            self._timings.pass_on()

    @property
    def asynchronous(self) -> AsyncMemory:
        """The memory that this one waits for."""
        return self._inner

    # --- asking as an agent

    def recall(
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
        limits: dict[str, Any] = {"k": k, "max_tokens": max_tokens, "at": at, "where": where, "min_score": min_score}
        return self.wait_for(self._inner.recall(agent, query, since=since, until=until, **limits))

    def links(self, agent: str, record: str, *, at: int | None = None) -> list[Hit]:
        """Records one hop from this one that the agent owns, with the kind of link in `.link`."""
        return self.wait_for(self._inner.links(agent, record, at=at))

    def latest(self, agent: str, count: int, *, where: Where | None = None) -> list[str]:
        """An agent's own latest wordings, newest first, at most `count`; `where` is as in `recall`."""
        return self.wait_for(self._inner.latest(agent, count, where=where))

    def owns(self, agent: str, record: str) -> bool:
        """Whether `record` is the id of one of the agent's own wordings."""
        return self.wait_for(self._inner.owns(agent, record))

    def via_of(self, agent: str, record: str) -> Via:
        """How an agent came to know a record that it owns: what a revision of it keeps."""
        return self.wait_for(self._inner.via_of(agent, record))

    # --- asking as the author

    def who_knows(
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
        return self.wait_for(self._inner.who_knows(query, at=at, agent=agent, k=k, min_score=min_score))

    def knowers(self, record: str, *, at: int | None = None) -> list[Knower]:
        """Everybody who owns a record, in the order in which they came to know it. For the author, not for agents."""
        return self.wait_for(self._inner.knowers(record, at=at))

    def search(
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
        limits: dict[str, Any] = {"k": k, "agents": agents, "at": at, "where": where, "min_score": min_score}
        return self.wait_for(self._inner.search(query, since=since, until=until, **limits))

    def get(self, record: str, *, at: int | None = None) -> Record:
        """A record with all its owners, wordings and links. For the author, not for agents."""
        return self.wait_for(self._inner.get(record, at=at))

    def history(self, record: str, *, at: int | None = None) -> list[Change]:
        """Everything that happened to a record: who said it when, what the judge saw and said, merges and splits."""
        return self.wait_for(self._inner.history(record, at=at))

    def original(self, record: str) -> Original | None:
        """The deposit that a wording came with (a record's first one), as it was given; None where nothing was given.

        That is so of what a design made itself, and of rows that were written before originals were kept. For the
        author, not for agents: the deposit of an event holds what others witnessed too.
        """
        return self.wait_for(self._inner.original(record))

    def noted_log(self, *, at: int | None = None) -> tuple[int, str] | None:
        """The last round (not after `at`) for which the hash of a run's log was kept, and that hash; else None."""
        return self._on_loop(lambda: self._inner.noted_log(at=at))

    def records(
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
        return self.wait_for(self._inner.records(agent=agent, at=at, limit=limit, after=after))

    def byproducts(self, at: int) -> list[Record]:
        """The records that the design itself made in round `at` (reflections, insights), oldest first."""
        return self.wait_for(self._inner.byproducts(at))

    def record_ids(self, ids: Sequence[str]) -> dict[str, str]:
        """For each id of a wording, the id of the record that it belongs to now; unknown ids are left out."""
        return self.wait_for(self._inner.record_ids(ids))

    def why(self, a: str, b: str) -> Verdict:
        """Would these two statements (or records, by id) merge, and why? Nothing is written."""
        return self.wait_for(self._inner.why(a, b))

    def close_calls(self, *, at: int | None = None) -> list[Close]:
        """Verdicts that were near the operating point, oldest first: what a person should look at and may `split`."""
        return self.wait_for(self._inner.close_calls(at=at))

    def conflicts(self, *, at: int | None = None) -> list[Contradiction]:
        """Pairs of records that contradict each other, oldest first. For the author, not for agents."""
        return self.wait_for(self._inner.conflicts(at=at))

    def decided(self, *, at: int | None = None) -> list[Decided]:
        """Every statement on which the judge decided, with the wordings it was compared with; for measurements."""
        return self.wait_for(self._inner.decided(at=at))

    def stats(self, *, at: int | None = None) -> Stats:
        """How many records there are, how many are shared and linked, and what was merged."""
        return self.wait_for(self._inner.stats(at=at))

    # --- what it was made with

    @property
    def settings(self) -> CommonSettings:
        """The numbers and choices of the design."""
        return self._inner.settings

    @property
    def names(self) -> Names:
        """Who and what is called how: now, or in the round that this is a view of."""
        return self._inner.names

    @property
    def embedder(self) -> Embedder:
        """What makes vectors of texts."""
        return self._inner.embedder

    @property
    def has_links(self) -> bool:
        """Whether agents of this design can link their rows."""
        return self._inner.has_links

    def stored_embedder(self) -> Embedder:
        """An embedder that gives the vectors this memory holds, and computes only those of other texts."""
        return self._inner.stored_embedder()

    def vectors(self, texts: Sequence[str]) -> FloatArray:
        """The vector of each text, a row a text; a new one is computed once and kept with the next commit."""
        return self.wait_for(self._inner.vectors(texts))

    # --- the whole

    @property
    def round(self) -> int:
        """The last committed round; 0 in an empty memory."""
        return self._inner.round

    @property
    def stamp(self) -> str:
        """The words that everything made of this memory carries, such as: simulated fiction; often empty."""
        return self._inner.stamp

    @property
    def last_round(self) -> int | None:
        """The last committed round; None in an empty memory."""
        return self._inner.last_round

    @property
    def agents(self) -> tuple[str, ...]:
        """All agents that ever deposited or owned anything, by first appearance."""
        return self._inner.agents

    def fork(self, to: str | Path, *, at: int | None = None) -> Path:
        """Copy the memory, as it stood after round `at`, to a new file that goes its own way."""
        return self.wait_for(self._inner.fork(to, at=at))

    def export(self, to: str | Path) -> Path:
        """Write everything, vectors included, to a new file of JSON lines."""
        return self.wait_for(self._inner.export(to))

    def sha256(self, *, authors: bool = True) -> str:
        """The hash of all rows, vectors left out: equal for memories that hold the same.

        Without `authors`, the author's rows (splits, purges, reviews) are left out. What recalls have changed is
        committed first, as by `export`, `fork` and `close`.
        """
        return self.wait_for(self._inner.sha256(authors=authors))

    def subscribe(self, listener: Callable[[Commit], None]) -> Callable[[], None]:
        """Call `listener` after every commit; returns a function that unsubscribes.

        `Memory` calls it in the thread that made the commit, `AsyncMemory` on its event loop.
        """
        return self._commits.add(listener)

    def on_timing(self, listener: TimingListener) -> Callable[[], None]:
        """Call `listener` with the stages of every `remember` and `recall`; returns a function that unsubscribes.

        It is called after the operation has succeeded, in the same place as a listener of `subscribe`. Remembering an
        event or many deposits and revising are reported as `remember`, once a call.
        """
        return self._timings.add(listener)

    # --- inside

    def _on_loop(self, work: Callable[[], T]) -> T:
        async def run() -> T:
            return work()

        return self.wait_for(run())

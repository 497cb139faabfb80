"""What a memory can be asked, for asynchronous programs. `AsyncMemory` adds what is deposited and edited."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from agentsensus.arrays import FloatArray
from agentsensus.errors import InputError, NotOwned, StoreError
from agentsensus.memory import counting, editing, knowledge, transfer
from agentsensus.memory.atoms import Atom
from agentsensus.memory.core.checks import checked_at, checked_count, checked_list, checked_name, checked_text
from agentsensus.memory.core.deposit import DraftDeposit, embed
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.core.vector_book import KeptVectors
from agentsensus.memory.designs.collaborative import Collaborative
from agentsensus.memory.designs.common_settings import CommonSettings
from agentsensus.memory.designs.design import Design
from agentsensus.memory.judge import Verdict
from agentsensus.memory.provenance import Via
from agentsensus.memory.recall import Ask, RankedRecord, Where, as_hits, checked_where, fits
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
from agentsensus.memory.timing import TimingListener, measured, stage
from agentsensus.models.embed import Embedder
from agentsensus.store.sqlite import SqliteStore
from agentsensus.store.vectors import cosine
from agentsensus.text.names import Names


class AsyncReading:
    """The questions of a memory, now or as of a round.

    No question deposits or edits anything. What a recall changes under some designs (when a row was last recalled,
    which query led to it) waits for the next commit; `fork`, `export` and `sha256` of the present commit it first.
    """

    def __init__(self, engine: Engine, design: Design, at: int | None = None) -> None:
        self._engine = engine
        self._design = design
        self._at = at

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
    ) -> Recall:
        """What an agent recalls: its `k` nearest records, and those linked to them that it owns too.

        `.text()` is ready for a prompt. `at` recalls as after that round. `where` filters by the agent's own metadata,
        before ranking. An agent that owns nothing recalls nothing.
        """
        return await self._answer(self._ask(agent, query, k, max_tokens, at, where), at)

    async def links(self, agent: str, record: str, *, at: int | None = None) -> list[Hit]:
        """Records one hop from this one that the agent owns, with the kind of link in `.link`."""
        return self._links(agent, record, self._view(at))

    def latest(self, agent: str, count: int, *, where: Where | None = None) -> list[str]:
        """An agent's own latest wordings, newest first, at most `count`; `where` is as in `recall`."""
        view, number = self._view(None), self._engine.agent(agent)
        if number is None:
            return []
        newest_first = reversed(self._engine.standpoint(view, number).latest().tolist())
        fitting = (atom for atom in newest_first if where is None or fits(where, self._engine.metadata(atom)))
        return [self._engine.atom(atom).text for atom, _ in zip(fitting, range(count), strict=False)]

    def owns(self, agent: str, record: str) -> bool:
        """Whether `record` is the id of one of the agent's own wordings."""
        try:
            self._check_own(agent, [record])
        except NotOwned:
            return False
        return True

    def via_of(self, agent: str, record: str) -> Via:
        """How an agent came to know a record that it owns: what a revision of it keeps."""
        self._check_open()
        return editing.held_as(self._engine, self._engine.view(), *self._readable(agent, record))[0]

    # --- asking as the author

    async def who_knows(
        self, query: str, *, at: int | None = None, agent: str | None = None, k: int = 5
    ) -> list[Knower]:
        """Who knows about something: since when, how, from whom, in which words. For the author, not for agents."""
        self._view(at)
        vector = (await self._engine.book.vectors([self._canonical_query(query)]))[0]
        return knowledge.who_knows(self._engine, self._view(at), vector, checked_count(k, "k"), agent)

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
    ) -> list[Finding]:
        """The records nearest to a query, whoever owns them, best first: for the application, not for agents.

        `agents` searches only what these own; `where` only wordings whose metadata meets it, as in `recall`. A record
        is found once, by its nearest wording. `at` searches as after that round. Nothing is written.
        """
        self._view(at)
        names = None if agents is None else [checked_name(name) for name in checked_list(agents, "agents")]
        checked_where(where)
        count = checked_count(k, "k")
        vector = (await self._engine.book.vectors([self._canonical_query(query)]))[0]
        view = self._view(at)
        scope = knowledge.search_scope(self._engine, view, names, where)
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

    def original(self, record: str) -> Original | None:
        """The deposit that a wording came with (a record's first one), as it was given; None where nothing was given.

        That is so of what a design made itself, and of rows that were written before originals were kept. For the
        author, not for agents: the deposit of an event holds what others witnessed too.
        """
        return knowledge.original(self._engine, editing.atom_number(self._engine, self._view(None), record))

    def noted_log(self, *, at: int | None = None) -> tuple[int, str] | None:
        """The last round (not after `at`) for which the hash of a run's log was kept, and that hash; else None."""
        self._check_open()
        return self._engine.store.log_hash(self._until(at))

    def records(self, *, agent: str | None = None, at: int | None = None) -> list[Record]:
        """All records that somebody (or this agent) owns, oldest first."""
        view = self._view(at)
        return list(knowledge.records(self._engine, view, agent, self._design.tally(view)))

    def byproducts(self, at: int) -> list[Record]:
        """The records that the design itself made in round `at` (reflections, insights), oldest first."""
        view = self._view(None)
        tally, rounds = self._design.tally(view), self._engine.columns.of("atoms", "at")
        atoms = sorted(atom for atom in tally.byproducts if rounds[atom] == at)
        return [knowledge.whole_record(self._engine, view, atom, tally) for atom in atoms]

    def record_ids(self, ids: Sequence[str]) -> dict[str, str]:
        """For each id of a wording, the id of the record that it belongs to now; unknown ids are left out."""
        view = self._view(None)
        numbers = self._engine.store.find(list(ids))
        return {id_: self._engine.atom(int(view.roots[number])).id for id_, number in numbers.items()}

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

    def decided(self, *, at: int | None = None) -> list[Decided]:
        """Every statement on which the judge decided, with the wordings it was compared with; for measurements."""
        return list(knowledge.decided(self._engine, self._view(at)))

    async def stats(self, *, at: int | None = None) -> Stats:
        """How many records there are, how many are shared and linked, and what was merged."""
        view = self._view(at)
        return counting.count(self._engine, view, self._design.name, self._design.tally)

    # --- what it was made with

    @property
    def settings(self) -> CommonSettings:
        """The numbers and choices of the design."""
        return self._engine.settings

    @property
    def names(self) -> Names:
        """Who and what is called how."""
        return self._engine.names

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
        """The hash of all rows (without `authors`, the author's left out), vectors left out; recalls count too."""
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
        self, agent: str, query: str, k: int | None, max_tokens: int | None, at: int | None, where: Where | None
    ) -> Ask:
        """A question after all checks."""
        self._check_open()
        count = checked_count(self._engine.settings.recall_k if k is None else k, "k")
        if max_tokens is not None:
            checked_count(max_tokens, "max_tokens")
        checked_where(where)
        is_past = at is not None or self._at is not None
        return Ask(checked_name(agent), self._canonical_query(query), count, max_tokens, where, is_past)

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

    def _until(self, at: int | None) -> int | None:
        """The earlier of round `at` and the round this memory is a view of; None for the present."""
        return min((checked_at(limit) for limit in (at, self._at) if limit is not None), default=None)

    def _view(self, at: int | None, *, without_lost: bool = False) -> Snapshot:
        self._check_open()
        return self._engine.view(self._until(at), without_lost=without_lost)

    def _flush(self) -> None:
        """Commit what reads have changed, as closing would, so that a copy goes on as the original does."""
        if self._at is None:
            self._engine.flush()

    def _canonical_query(self, query: str) -> str:
        return self._engine.names.canonical(checked_text(query, self._engine.settings.max_characters, "query"))

    def _check_open(self) -> None:
        if self._engine.closed:
            raise StoreError("this memory is closed; open it again")
        self._engine.home.check()


def engine_of(memory: AsyncReading) -> Engine:
    """What a memory stands on: for measurements and tests of the memory itself, not for agents or worlds."""
    return memory._engine


def design_of(memory: AsyncReading) -> Design:
    """What writes deposits and answers recalls: for other ways to deposit, not for agents or worlds."""
    return memory._design

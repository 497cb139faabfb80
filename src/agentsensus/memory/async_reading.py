"""Everything a memory can be asked without changing it. `AsyncMemory` adds what changes it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from agentsensus.errors import InputError, StoreError
from agentsensus.memory import counting, editing, knowledge, transfer
from agentsensus.memory.core.checks import checked_at, checked_count, checked_name, checked_text
from agentsensus.memory.core.deposit import DraftDeposit, embed
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.designs.design import Design
from agentsensus.memory.judge import Verdict
from agentsensus.memory.recall import Ask, RankedRecord, Where, as_hits, followed
from agentsensus.memory.record import Change, Close, Commit, Decided, Hit, Knower, Recall, Record, Stats
from agentsensus.memory.timing import OperationTiming, TimingListener, measured, stage
from agentsensus.store.sqlite import SqliteStore
from agentsensus.store.vectors import cosine


class AsyncReading:
    """The questions of a memory, now or as of a round. `Memory`'s docstrings say what each gives."""

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
        """See `Memory.recall`."""
        return await self.answer(self.asked(agent, query, k, max_tokens, at, where), at)

    async def answer(self, ask: Ask, at: int | None) -> Recall:
        """What is recalled, now or as of a round."""
        with measured() as stopwatch:
            with stage("embed"):
                vector = (await self._engine.book.vectors([ask.query]))[0]
            view = self._view(at, without_lost=ask.by_agent)
            answer = await self._design.recall(view, ask, vector)
        self._engine.recalls.take(answer)
        self._report(stopwatch.timing("recall", ask.agent, self._engine.round if view.at is None else view.at))
        return answer

    def asked(
        self, agent: str, query: str, k: int | None, max_tokens: int | None, at: int | None, where: Where | None
    ) -> Ask:
        """A question as it will be answered, if it can be asked."""
        wanted = self._engine.settings.recall_k if k is None else k
        self._check_open()
        checked_count(wanted, "k")
        if max_tokens is not None:
            checked_count(max_tokens, "max_tokens")
        if where is not None and not callable(where) and not isinstance(where, Mapping):
            raise InputError(f"where is {where!r}: give a dict of metadata keys and values, or a function")
        is_past = at is not None or self._at is not None
        return Ask(checked_name(agent), self._query(query), wanted, max_tokens, where, is_past)

    async def links(self, agent: str, record: str, *, at: int | None = None) -> list[Hit]:
        """See `Memory.links`."""
        return self._links(agent, record, self._view(at))

    async def links_as_agent(self, agent: str, record: str, *, at: int | None = None) -> list[Hit]:
        """See `Agent.links`: as `links`, but of the past only what the agent has not lost since."""
        return self._links(agent, record, self._view(at, without_lost=True))

    def _links(self, agent: str, record: str, view: Snapshot) -> list[Hit]:
        number, root = editing.owned_record(self._engine, view, agent, record)
        found = [
            RankedRecord(other, other, link=", ".join(sorted(kinds)))
            for other, kinds in sorted(followed(self._engine, view, number, root).items())
            if view.own_wording(number, other) is not None
        ]
        return as_hits(self._engine, view, number, found)

    def check_own(self, agent: str, records: Iterable[object]) -> None:
        """Refuse ids that are not of the agent's own wordings, in the words used for ids that nothing has."""
        self._check_open()
        for record in records:
            editing.check_own(self._engine, self._engine.view(), agent, record)

    # --- asking as the author

    async def who_knows(
        self, query: str, *, at: int | None = None, agent: str | None = None, k: int = 5
    ) -> list[Knower]:
        """See `Memory.who_knows`."""
        self._view(at)
        vector = (await self._engine.book.vectors([self._query(query)]))[0]
        return knowledge.who_knows(self._engine, self._view(at), vector, checked_count(k, "k"), agent)

    async def get(self, record: str, *, at: int | None = None) -> Record:
        """See `Memory.get`."""
        view = self._view(at)
        return knowledge.whole_record(
            self._engine, view, editing.record_number(self._engine, view, record), self._design.tally(view)
        )

    async def history(self, record: str, *, at: int | None = None) -> list[Change]:
        """See `Memory.history`."""
        view = self._view(at)
        return knowledge.history(self._engine, view, editing.record_number(self._engine, view, record))

    def records(self, *, agent: str | None = None, at: int | None = None) -> Iterator[Record]:
        """See `Memory.records`."""
        view = self._view(at)
        return knowledge.records(self._engine, view, agent, self._design.tally(view))

    def made_since(self, atoms: int) -> list[Record]:
        """What the design itself has made since there were so many atoms."""
        view = self._view(None)
        tally = self._design.tally(view)
        made = sorted(atom for atom in tally.byproducts if atom >= atoms)
        return [knowledge.whole_record(self._engine, view, atom, tally) for atom in made]

    async def why(self, a: str, b: str) -> Verdict:
        """See `Memory.why`."""
        view, drafts = self._view(None), []
        limit = self._engine.settings.max_characters
        found = self._engine.store.find([checked_text(given, limit) for given in (a, b)])
        for given in (a, b):
            known = found.get(given)
            text = self._engine.shown(int(view.roots[known]), view) if known is not None else given
            holder = DraftDeposit("", (), "")
            await embed(self._engine, [holder], [[(text, ())]])
            drafts.append(holder.drafts[0])
        first, second = drafts
        return await self._design.verdict(second, first, cosine(first.vector, second.vector))

    async def close_calls(self, *, at: int | None = None) -> list[Close]:
        """See `Memory.close_calls`."""
        return knowledge.close_calls(self._engine, self._view(at))

    def decided(self, *, at: int | None = None) -> Iterator[Decided]:
        """Every statement on which the judge has decided, with what it was compared with; for measurements."""
        return knowledge.decided(self._engine, self._view(at))

    async def stats(self, *, at: int | None = None) -> Stats:
        """See `Memory.stats`."""
        return counting.count(self._engine, self._view(at), self._design.name, self._design.tally)

    # --- the whole

    @property
    def has_links(self) -> bool:
        """Whether agents of this design can link their rows."""
        return self._design.has_links

    @property
    def engine(self) -> Engine:
        """What this stands on: for designs and measurements, not for agents."""
        return self._engine

    @property
    def round(self) -> int:
        """The last committed round."""
        self._view(None)
        return self._engine.round if self._at is None else min(self._at, self._engine.round)

    @property
    def agents(self) -> tuple[str, ...]:
        """All agents that ever deposited or owned anything, by first appearance."""
        self._view(None)
        last = len(self._engine.columns.agents) if self._at is None else self._engine.columns.agents_at(self._at)
        return tuple(name for name in self._engine.columns.agents[:last] if name)

    async def fork(self, to: str | Path, *, at: int | None = None) -> Path:
        """See `Memory.fork`."""
        self._check_open()
        rounds = [checked_at(one) for one in (at, self._at) if one is not None]
        target = transfer.new_file(to)
        if at is None or at >= self._engine.round:
            self._flush()
        self._engine.store.copy(target, at=min(rounds) if rounds else None)
        return target

    async def export(self, to: str | Path) -> Path:
        """See `Memory.export`."""
        self._check_open()
        target = transfer.new_file(to)
        self._flush()
        transfer.write_export(self._engine.store, target, self._at)
        return target

    async def sha256(self) -> str:
        """See `Memory.sha256`."""
        self._check_open()
        self._flush()
        return transfer.sha256(self._engine.store, self._at)

    def subscribe(self, listener: Callable[[Commit], None]) -> Callable[[], None]:
        """See `Memory.subscribe`."""
        self._engine.listeners.append(listener)
        return lambda: self._engine.listeners.remove(listener)

    def on_timing(self, listener: TimingListener) -> Callable[[], None]:
        """See `Memory.on_timing`."""
        self._engine.timing_listeners.append(listener)
        return lambda: self._engine.timing_listeners.remove(listener)

    # --- inside

    def _report(self, timing: OperationTiming) -> None:
        for listener in list(self._engine.timing_listeners):
            listener(timing)

    @property
    def _path(self) -> Path | None:
        return self._engine.store.path if isinstance(self._engine.store, SqliteStore) else None

    def _view(self, at: int | None, *, without_lost: bool = False) -> Snapshot:
        self._check_open()
        rounds = [checked_at(one) for one in (at, self._at) if one is not None]
        return self._engine.view(min(rounds) if rounds else None, without_lost=without_lost)

    def _flush(self) -> None:
        """Commit what reads have changed, as closing would, so that a copy goes on as the original does."""
        if self._at is None:
            self._engine.flush()

    def _query(self, query: str) -> str:
        return self._engine.names.canonical(checked_text(query, self._engine.settings.max_characters, "query"))

    def _check_open(self) -> None:
        if self._engine.closed:
            raise StoreError("this memory is closed; open it again")

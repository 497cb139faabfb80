"""The memory for asynchronous programs. `client.Memory` is the same, waited for; its docstrings say what each does."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError, StoreError, StoreReadOnly, UnknownName, nearest
from agentsensus.memory import editing, knowledge, transfer
from agentsensus.memory.async_agent import AsyncAgent
from agentsensus.memory.atoms import Atomizer, Context, ModelAtomizer, RuleAtomizer
from agentsensus.memory.consensus import Consensus
from agentsensus.memory.design import Design
from agentsensus.memory.draft import (
    DraftDeposit,
    as_said,
    checked_at,
    checked_count,
    checked_metadata,
    checked_name,
    checked_round,
    checked_text,
    embed,
    in_order,
    listed,
    prepare,
)
from agentsensus.memory.engine import Engine
from agentsensus.memory.judge import Judge, LearnedJudge, ModelJudge, RuleJudge, Verdict
from agentsensus.memory.names import Names
from agentsensus.memory.opening import NamesLike, SettingsLike, as_settings, open_engine
from agentsensus.memory.provenance import Via
from agentsensus.memory.recall import Ask, Found, Where, as_hits, followed, recall
from agentsensus.memory.record import Change, Close, Commit, Deposit, Hit, Knower, Purged, Recall, Record, Said, Stats
from agentsensus.memory.reembed import reembed
from agentsensus.memory.view import View
from agentsensus.models.embed import Embedder, by_name
from agentsensus.models.opening import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.store.rows import AttributeRow, RetractionRow
from agentsensus.store.sqlite import MEMORY, SqliteStore
from agentsensus.store.vectors import cosine

JUDGES = ("rule", "learned")


class AsyncMemory:
    """One shared memory for many agents, in one file, for asynchronous programs.

    Everything here is what `Memory` offers, awaited.
    """

    def __init__(
        self, engine: Engine, judge: Judge | str | None, atomizer: Atomizer | None, at: int | None = None
    ) -> None:
        self._judge = judge
        self._atomizer = atomizer or RuleAtomizer()
        self._at = at
        self._take(engine)

    def _take(self, engine: Engine) -> None:
        by_rule = RuleJudge(engine.header.embedder)
        if isinstance(self._judge, ModelJudge):
            self._judge.fallback = by_rule
        judge = by_rule if self._judge in (None, "rule") else self._judge
        self._engine = engine
        self._design: Design = Consensus(engine, LearnedJudge(engine.embedder) if isinstance(judge, str) else judge)

    @classmethod
    def open(
        cls,
        where: str | Path = MEMORY,
        *,
        space: str = "main",
        settings: SettingsLike | None = None,
        embedder: Embedder | str | None = None,
        judge: Judge | str | None = None,
        atomizer: Atomizer | None = None,
        model: ModelLike | Roles | None = None,
        names: NamesLike | None = None,
        seed: int | None = None,
        read_only: bool = False,
    ) -> "AsyncMemory":
        """Open the memory in a file, or make it. See `Memory.open`."""
        if model is not None:
            roles = model if isinstance(model, Roles) else Roles(model)
            judge = ModelJudge(roles.of("judge")) if judge is None else judge
            atomizer = ModelAtomizer(roles.of("atomizer")) if atomizer is None else atomizer
        if isinstance(judge, str) and judge not in JUDGES:
            raise UnknownName(f"no judge is called {judge!r}{nearest(judge, JUDGES)}")
        engine = open_engine(where, checked_name(space, "space"), settings, embedder, names, seed, read_only)
        return cls(engine, judge, atomizer)

    # --- writing

    async def remember(
        self,
        agent: str,
        text: str,
        *,
        at: int | None = None,
        via: Via | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        context: Context | None = None,
    ) -> Deposit:
        """See `Memory.remember`."""
        said = Said(agent, text, via, metadata, context=context or Context())
        return (await self.remember_many([said], at=at))[0]

    async def remember_many(
        self, deposits: Iterable[Said | tuple[str, str]], *, at: int | None = None
    ) -> list[Deposit]:
        """See `Memory.remember_many`."""
        self._check_writable(at)
        saids = [as_said(one) for one in deposits]
        order = in_order(saids)
        drafts = await prepare(self._engine, self._atomizer, [saids[place] for place in order], at)
        receipts = await self._design.write(at, drafts)
        return [receipt for _, receipt in sorted(zip(order, receipts, strict=True), key=lambda pair: pair[0])]

    async def remember_event(
        self,
        owners: Sequence[str],
        text: str | Sequence[str],
        *,
        at: int | None = None,
        via: Via | str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Deposit:
        """See `Memory.remember_event`."""
        self._check_writable(at)
        named = sorted({checked_name(owner, "owner") for owner in listed(owners, "owners")})
        if not named:
            raise InputError("an event needs a list of owners, one at least")
        how = Via.of(via)
        limit = self._engine.settings.max_characters
        given = text if isinstance(text, list | tuple) else [text]
        statements = [checked_text(one, limit) for one in given]
        if not statements:
            raise InputError("an event needs a text")
        deposit = DraftDeposit("", tuple((name, how) for name in named), checked_metadata(metadata))
        await embed(self._engine, [deposit], [[(one, ()) for one in statements]])
        return (await self._design.write(at, [deposit]))[0]

    async def forget(self, agent: str, record: str, *, at: int | None = None) -> None:
        """See `Memory.forget`."""
        self._check_writable(at)
        writer = self._engine.writer(checked_round(at, self._engine))
        writer.batch.retractions = editing.forgetting(self._engine, agent, record, writer.at)
        self._engine.commit(writer)

    async def revise(self, agent: str, record: str, text: str, *, at: int | None = None) -> Deposit:
        """See `Memory.revise`."""
        self._check_writable(at)
        editing.owned_record(self._engine, self._engine.view(), agent, record)
        drafts = await prepare(self._engine, self._atomizer, [as_said(Said(agent, text))], at)
        _, drafts[0].replaces = editing.owned_record(self._engine, self._engine.view(), agent, record)

        def gone(when: int) -> list[RetractionRow]:
            return editing.forgetting(self._engine, agent, record, when)

        return (await self._design.write(at, drafts, gone))[0]

    async def link(self, agent: str, record: str, others: Iterable[str], *, at: int | None = None) -> None:
        """See `Memory.link`."""
        self._check_writable(at)
        editing.link(self._engine, agent, record, others, checked_round(at, self._engine))

    async def unlink(
        self, agent: str, record: str, others: Iterable[str] | None = None, *, at: int | None = None
    ) -> None:
        """See `Memory.unlink`."""
        self._check_writable(at)
        editing.unlink(self._engine, agent, record, others, checked_round(at, self._engine))

    async def split(self, record: str, witness: str, *, at: int | None = None) -> tuple[str, str]:
        """See `Memory.split`."""
        self._check_writable(at)
        return editing.split(self._engine, record, witness, checked_round(at, self._engine))

    async def advance(self, at: int) -> None:
        """See `Memory.advance`."""
        self._check_writable(at)
        writer = self._engine.writer(checked_round(at, self._engine))
        writer.batch.attributes.append(AttributeRow(writer.at, "clock", "round", str(writer.at)))
        self._engine.commit(writer)

    async def purge(self, *, agent: str | None = None, record: str | None = None) -> Purged:
        """See `Memory.purge`."""
        self._check_writable(None)
        return editing.purge(self._engine, self._path, agent, record, self._engine.round)

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
        wanted = self._engine.settings.recall_k if k is None else k
        self._check_open()
        checked_count(wanted, "k")
        if max_tokens is not None:
            checked_count(max_tokens, "max_tokens")
        if where is not None and not callable(where) and not isinstance(where, Mapping):
            raise InputError(f"where is {where!r}: give a dict of metadata keys and values, or a function")
        ask = Ask(checked_name(agent), self._query(query), wanted, max_tokens, where)
        vector = (await self._engine.book.vectors([ask.query]))[0]
        found = recall(self._engine, self._view(at), ask, vector)
        for name, count in (("n", 1), ("hits", len(found.hits)), ("linked", len(found.linked))):
            self._engine.recalls[name] += count
        return found

    async def links(self, agent: str, record: str, *, at: int | None = None) -> list[Hit]:
        """See `Memory.links`."""
        view = self._view(at)
        number, root = editing.owned_record(self._engine, view, agent, record)
        found = [
            Found(other, other, link=", ".join(sorted(kinds)))
            for other, kinds in sorted(followed(self._engine, view, number, root).items())
            if view.own_wording(number, other) is not None
        ]
        return as_hits(self._engine, view, number, found)

    def agent(self, name: str) -> "AsyncAgent":
        """See `Memory.agent`."""
        return AsyncAgent(self, checked_name(name))

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
        return knowledge.whole_record(self._engine, view, editing.record_number(self._engine, view, record))

    async def history(self, record: str, *, at: int | None = None) -> list[Change]:
        """See `Memory.history`."""
        view = self._view(at)
        return knowledge.history(self._engine, view, editing.record_number(self._engine, view, record))

    def records(self, *, agent: str | None = None, at: int | None = None) -> Iterator[Record]:
        """See `Memory.records`."""
        return knowledge.records(self._engine, self._view(at), agent)

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

    async def stats(self, *, at: int | None = None) -> Stats:
        """See `Memory.stats`."""
        return knowledge.stats(self._engine, self._view(at), self._design.name)

    # --- the whole

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

    def as_of(self, at: int) -> "AsyncMemory":
        """See `Memory.as_of`."""
        checked_at(at)
        return AsyncMemory(self._engine, self._judge, self._atomizer, at if self._at is None else min(at, self._at))

    async def fork(self, to: str | Path, *, at: int | None = None) -> Path:
        """See `Memory.fork`."""
        self._check_open()
        rounds = [checked_at(one) for one in (at, self._at) if one is not None]
        target = transfer.new_file(to)
        self._engine.store.copy(target, at=min(rounds) if rounds else None)
        return target

    async def export(self, to: str | Path) -> Path:
        """See `Memory.export`."""
        self._check_open()
        target = transfer.new_file(to)
        transfer.write_export(self._engine.store, target, self._at)
        return target

    async def import_(self, source: str | Path) -> None:
        """See `Memory.import_`."""
        self._check_writable(None)
        if any(self._engine.columns.counts(0).rows.values()):
            raise InputError("import needs an empty memory; open a new file or space")
        header, batch, vectors = transfer.read_export(Path(source))
        settings = as_settings(header.settings)
        mine = self._engine.header
        if (header.embedder, header.dim) != (mine.embedder, mine.dim):
            raise InputError(f"{source}: made with embedder {header.embedder}, this memory has {mine.embedder}")
        transfer.fill(self._engine.store, header, batch, vectors)
        self._engine.remake(header, settings, self._engine.embedder, Names(header.names))
        self._take(self._engine)

    async def reembed(self, embedder: Embedder | str, *, names: NamesLike | None = None) -> None:
        """See `Memory.reembed`."""
        self._check_writable(None)
        model = by_name(embedder) if isinstance(embedder, str) else embedder
        await reembed(self._engine, model, names)
        self._take(self._engine)

    async def sha256(self) -> str:
        """The hash of everything committed, vectors left out."""
        self._check_open()
        return transfer.sha256(self._engine.store, self._at)

    def subscribe(self, listener: Callable[[Commit], None]) -> Callable[[], None]:
        """See `Memory.subscribe`."""
        self._engine.listeners.append(listener)
        return lambda: self._engine.listeners.remove(listener)

    async def close(self) -> None:
        """Let go of the file; harmless twice, and for a view of the past."""
        for part in (self._judge, self._atomizer):
            if isinstance(part, ModelJudge | ModelAtomizer):
                await part.close()
        if self._at is None:
            self._engine.close()

    async def __aenter__(self) -> "AsyncMemory":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # --- inside

    @property
    def _path(self) -> Path | None:
        return self._engine.store.path if isinstance(self._engine.store, SqliteStore) else None

    def _view(self, at: int | None) -> View:
        self._check_open()
        rounds = [checked_at(one) for one in (at, self._at) if one is not None]
        return self._engine.view(min(rounds) if rounds else None)

    def _query(self, query: str) -> str:
        return self._engine.names.canonical(checked_text(query, self._engine.settings.max_characters, "query"))

    def _check_open(self) -> None:
        if self._engine.closed:
            raise StoreError("this memory is closed; open it again")

    def _check_writable(self, at: int | None) -> None:
        self._check_open()
        if self._at is not None:
            raise StoreReadOnly(f"this is the memory as of round {self._at}; the past takes no writes, fork it instead")
        if self._engine.store.read_only:
            raise StoreReadOnly("this memory was opened with read_only=True; open it for writing")
        checked_round(at, self._engine)

"""The memory for asynchronous programs. `client.Memory` is the same, waited for; its docstrings say what each does."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError, StoreMismatch, StoreReadOnly
from agentsensus.memory import editing, transfer
from agentsensus.memory.async_agent import AsyncAgent
from agentsensus.memory.async_reading import AsyncReading
from agentsensus.memory.atoms import Atomizer, Context, ModelAtomizer, RuleAtomizer
from agentsensus.memory.core.draft import (
    DraftDeposit,
    as_said,
    checked_at,
    checked_metadata,
    checked_name,
    checked_round,
    checked_text,
    checked_truth,
    embed,
    in_order,
    listed,
    prepare,
    with_truth,
)
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.designs.collaborative import Collaborative
from agentsensus.memory.designs.collaborative.access import AGENT, RESOURCE
from agentsensus.memory.designs.registry import check_helpers, make
from agentsensus.memory.history import PastEvent, chain
from agentsensus.memory.judge import Judge, ModelJudge
from agentsensus.memory.opening import NamesLike, SettingsLike, Wanted, as_settings, open_engine
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import Deposit, EditKind, Purged, Said
from agentsensus.memory.reembed import reembed
from agentsensus.memory.timing import Stopwatch, measured
from agentsensus.models.embed import Embedder, by_name
from agentsensus.models.providers.opening import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.store.rows import AttributeRow, RetractionRow
from agentsensus.store.sqlite import MEMORY
from agentsensus.text.names import Names


class AsyncMemory(AsyncReading):
    """One shared memory for many agents, in one file, for asynchronous programs.

    Everything here is what `Memory` offers, awaited.
    """

    def __init__(
        self,
        engine: Engine,
        judge: Judge | str | None = None,
        atomizer: Atomizer | None = None,
        roles: Roles | None = None,
        design: str | None = None,
    ) -> None:
        super().__init__(engine, make(engine, judge, roles))
        self._judge = judge
        self._atomizer = atomizer or RuleAtomizer()
        self._roles = roles
        self._opened: Roles | None = None
        self._wanted = design

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
    ) -> "AsyncMemory":
        """Open the memory in a file, or make it. See `Memory.open`."""
        roles = None if model is None else model if isinstance(model, Roles) else Roles(model)
        wanted = Wanted(design, settings, embedder, names, seed, judge)
        engine = open_engine(where, checked_name(space, "space"), wanted, read_only=read_only)
        try:
            if roles is not None and atomizer is None and "atomizer" in roles.ids:
                atomizer = ModelAtomizer(roles.of("atomizer"))
            memory = cls(engine, judge, atomizer, roles, design)
            memory._opened = None if roles is model else roles
            return memory
        except BaseException:
            engine.close()
            raise

    @property
    def atomizer(self) -> Atomizer:
        """What cuts deposits into statements."""
        return self._atomizer

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
        truth: str | Sequence[str] | None = None,
    ) -> Deposit:
        """See `Memory.remember`."""
        said = Said(agent, text, via, metadata, context=context or Context(), truth=truth)
        return (await self.remember_many([said], at=at))[0]

    async def remember_many(
        self, deposits: Iterable[Said | tuple[str, str]], *, at: int | None = None
    ) -> list[Deposit]:
        """See `Memory.remember_many`."""
        with measured() as stopwatch:
            self._check_writable(at)
            saids = [as_said(one) for one in deposits]
            order = in_order(saids)
            drafts = await prepare(self._engine, self._atomizer, [saids[place] for place in order], at)
            receipts = await self._design.write(at, drafts)
        self._report_remembered(stopwatch, drafts)
        return [receipt for _, receipt in sorted(zip(order, receipts, strict=True), key=lambda pair: pair[0])]

    async def remember_event(
        self,
        owners: Sequence[str],
        text: str | Sequence[str],
        *,
        at: int | None = None,
        via: Via | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        truth: str | Sequence[str] | None = None,
    ) -> Deposit:
        """See `Memory.remember_event`."""
        with measured() as stopwatch:
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
            keys = checked_truth(truth)
            await embed(self._engine, [deposit], [[(one, ()) for one in statements]])
            with_truth(deposit, keys)
            receipts = await self._design.write(at, [deposit])
        self._report_remembered(stopwatch, [deposit])
        return receipts[0]

    async def remember_history(self, events: Sequence[PastEvent], *, at: int = 0) -> list[Deposit]:
        """Take a world's history as it stands, in one commit: nothing is cut, judged or merged."""
        with measured() as stopwatch:
            self._check_writable(at)
            limit = self._engine.settings.max_characters
            deposits = [one.draft() for one in events]
            texts = [[(checked_text(text, limit), ()) for text in one.statements] for one in events]
            await embed(self._engine, deposits, texts)
            for deposit, one in zip(deposits, events, strict=True):
                with_truth(deposit, checked_truth(one.truth))
            receipts = await self._design.write(at, deposits)
        self._report_remembered(stopwatch, deposits)
        if self._design.has_links:
            chain(self._engine, at, [r.ids for one, r in zip(events, receipts, strict=True) if one.is_document])
        return receipts

    async def forget(self, agent: str, record: str, *, at: int | None = None) -> None:
        """See `Memory.forget`."""
        self._check_writable(at)
        writer = self._engine.writer(checked_round(at, self._engine))
        writer.batch.retractions = editing.forgetting(self._engine, agent, record, writer.at)
        self._engine.commit(writer)

    async def revise(self, agent: str, record: str, text: str, *, at: int | None = None) -> Deposit:
        """See `Memory.revise`."""

        def gone(when: int) -> list[RetractionRow]:
            return editing.forgetting(self._engine, agent, record, when)

        with measured() as stopwatch:
            self._check_writable(at)
            old = self._readable(agent, record)
            how, metadata = editing.held_as(self._engine, self._engine.view(), *old)
            drafts = await prepare(self._engine, self._atomizer, [as_said(Said(agent, text, how, metadata))], at)
            _, drafts[0].replaces = self._readable(agent, record)
            drafts[0].of_sediment = False  # it came to be in the play, however old what it replaces is
            receipts = await self._design.write(at, drafts, gone)
        self._report_remembered(stopwatch, drafts)
        return receipts[0]

    async def link(self, agent: str, record: str, others: Iterable[str], *, at: int | None = None) -> None:
        """See `Memory.link`."""
        self._check_writable(at)
        self._check_links()
        editing.link(self._engine, agent, record, others, checked_round(at, self._engine))

    async def unlink(
        self, agent: str, record: str, others: Iterable[str] | None = None, *, at: int | None = None
    ) -> None:
        """See `Memory.unlink`."""
        self._check_writable(at)
        self._check_links()
        editing.unlink(self._engine, agent, record, others, checked_round(at, self._engine))

    async def split(self, record: str, witness: str, *, at: int | None = None) -> tuple[str, str]:
        """See `Memory.split`."""
        self._check_writable(at)
        return editing.split(self._engine, record, witness, checked_round(at, self._engine))

    async def edit(
        self,
        kind: EditKind,
        agent: str,
        record: str,
        others: Iterable[str] = (),
        text: str = "",
        *,
        at: int | None = None,
    ) -> Deposit | None:
        """Make an edit by its kind: forget, revise, link, unlink, or relink to no others; the receipt of a revision."""
        match kind:
            case "forget":
                await self.forget(agent, record, at=at)
            case "revise":
                return await self.revise(agent, record, text, at=at)
            case "link":
                await self.link(agent, record, others, at=at)
            case "unlink":
                await self.unlink(agent, record, others, at=at)
            case "relink":
                await self.unlink(agent, record, at=at)
                await self.link(agent, record, others, at=at)
        return None

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

    # --- access, under the collaborative design

    async def grant(self, record: str, reader: str, *, at: int | None = None) -> None:
        """See `Memory.grant`."""
        self._check_writable(at)
        design, atom = self._collaborative(), self._live(record)
        design.grant(atom, checked_name(reader, "reader"), checked_round(at, self._engine))

    async def revoke(self, record: str, reader: str, *, at: int | None = None) -> None:
        """See `Memory.revoke`."""
        self._check_writable(at)
        design, atom = self._collaborative(), editing.record_number(self._engine, self._engine.view(), record)
        design.revoke(atom, checked_name(reader, "reader"), checked_round(at, self._engine))

    async def connect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """See `Memory.connect`."""
        self._edge(reader, agent, resource, at, is_open=True)

    async def disconnect(
        self, reader: str, *, agent: str | None = None, resource: str | None = None, at: int | None = None
    ) -> None:
        """See `Memory.disconnect`."""
        self._edge(reader, agent, resource, at, is_open=False)

    def _edge(self, reader: str, agent: str | None, resource: str | None, at: int | None, *, is_open: bool) -> None:
        self._check_writable(at)
        design = self._collaborative()
        if (agent is None) == (resource is None):
            raise InputError("connect to one thing: agent=… or resource=…")
        kind, to = (AGENT, checked_name(agent)) if resource is None else (RESOURCE, checked_name(resource, "resource"))
        when = checked_round(at, self._engine)
        design.connect(checked_name(reader, "reader"), kind, to, when, is_open=is_open)

    def _collaborative(self) -> Collaborative:
        if not isinstance(self._design, Collaborative):
            raise InputError(f"{self._design.name} has no access to grant; open a memory with design='collaborative'")
        return self._design

    def held_as(self, agent: str, record: str) -> Via:
        """How an agent came to know a record of its own: what a revision of it keeps."""
        return editing.held_as(self._engine, self._engine.view(), *self._readable(agent, record))[0]

    def _readable(self, agent: str, record: str) -> tuple[int, int]:
        """Numbers of an agent and of a record that it owns and may read."""
        number, root = editing.owned_record(self._engine, self._engine.view(), agent, record)
        if isinstance(self._design, Collaborative) and not self._design.may_read(number, root):
            raise InputError(f"{agent} may not read {record!r} any more, so it cannot revise it; forget it, or connect")
        return number, root

    def _live(self, record: str) -> int:
        view = self._engine.view()
        number = editing.record_number(self._engine, view, record)
        if not view.is_live(number):
            raise InputError(f"nobody owns {record!r} any more; there is nothing to read in it")
        return number

    # --- the whole

    def agent(self, name: str) -> "AsyncAgent":
        """See `Memory.agent`."""
        return AsyncAgent(self, checked_name(name))

    def as_of(self, at: int) -> "AsyncMemory":
        """See `Memory.as_of`."""
        checked_at(at)
        past = copy(self)
        past._at = at if self._at is None else min(at, self._at)
        return past

    async def import_(self, source: str | Path) -> None:
        """See `Memory.import_`."""
        self._check_writable(None)
        if any(self._engine.columns.counts(0).rows.values()):
            raise InputError("import needs an empty memory; open a new file or space")
        header, batch, vectors = transfer.read_export(Path(source))
        settings = as_settings(header.settings, header.design)
        mine = self._engine.header
        if self._wanted not in (None, header.design):
            raise StoreMismatch(f"{source}: made with the design {header.design}, this memory has {self._wanted}")
        check_helpers(header.design, self._judge)
        if (header.embedder, header.dim) != (mine.embedder, mine.dim):
            raise InputError(f"{source}: made with embedder {header.embedder}, this memory has {mine.embedder}")
        transfer.fill(self._engine.store, header, batch, vectors)
        self._engine.remake(header, settings, self._engine.embedder, Names(header.names, header.places))
        self._design = make(self._engine, self._judge, self._roles)

    async def reembed(self, embedder: Embedder | str, *, names: NamesLike | None = None) -> None:
        """See `Memory.reembed`."""
        self._check_writable(None)
        model = by_name(embedder) if isinstance(embedder, str) else embedder
        await reembed(self._engine, model, names)
        self._design = make(self._engine, self._judge, self._roles)

    async def close(self) -> None:
        """Let go of the file; harmless twice, and for a view of the past."""
        for part in (self._judge, self._atomizer, self._opened):
            if isinstance(part, ModelJudge | ModelAtomizer | Roles):
                await part.close()
        if self._at is None:
            self._engine.close()

    async def __aenter__(self) -> "AsyncMemory":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _report_remembered(self, stopwatch: Stopwatch, deposits: Sequence[DraftDeposit]) -> None:
        owners = {name for deposit in deposits for name, _ in deposit.owners}
        agent = owners.pop() if len(owners) == 1 else ""
        self._report(stopwatch.timing("remember", agent, self._engine.round, len(deposits)))

    def _check_links(self) -> None:
        if not self._design.has_links:
            raise InputError(f"{self._design.name} keeps no links between rows; only consensus does")

    def _check_writable(self, at: int | None) -> None:
        self._check_open()
        if self._at is not None:
            raise StoreReadOnly(f"this is the memory as of round {self._at}; the past takes no writes, fork it instead")
        if self._engine.store.read_only:
            raise StoreReadOnly("this memory was opened with read_only=True; open it for writing")
        checked_round(at, self._engine)

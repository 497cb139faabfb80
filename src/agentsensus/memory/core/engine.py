"""What every memory design stands on: one open store, and the one place that commits.

Each job has its file: `mirror` (columns and vectors in memory), `timeline` (present and past), `wordings` (texts),
`search`, `writing` (rows of a commit), `counters`.
"""

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from agentsensus.errors import StoreBusy, StoreMismatch, StoreReadOnly
from agentsensus.loop import tell_caller
from agentsensus.memory.core.counters import RecallCounter, StatementCounter
from agentsensus.memory.core.home import Home
from agentsensus.memory.core.mirror import StoreMirror
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.core.standpoint import Standpoint, standpoint
from agentsensus.memory.core.timeline import Timeline
from agentsensus.memory.core.vector_book import VectorBook
from agentsensus.memory.core.wordings import Wordings, reading_of
from agentsensus.memory.core.writing import StagedReads, Writer
from agentsensus.memory.designs.common_settings import CommonSettings
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import Commit, Deposit
from agentsensus.memory.timing import OperationTiming, TimingListener
from agentsensus.models.embed import Embedder
from agentsensus.store import Batch, Header, Store
from agentsensus.store.columns import Columns
from agentsensus.store.matrix import Matrix
from agentsensus.store.rows import AddedName, AtomRow, AttributeRow
from agentsensus.text.caching import text_cache
from agentsensus.text.names import Names
from agentsensus.text.reading import Reading

_log = logging.getLogger("agentsensus.memory")
_EVERY_ATOM = 2**62
Spellings: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Who is called what, in an order."""


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
        self.timing_listeners: list[TimingListener] = []
        self.closed = False
        self.home = Home(is_file=store.beside is not None)
        self.recalls = RecallCounter()
        self._staged = StagedReads()
        self.reset()

    def report(self, timing: OperationTiming) -> None:
        """Tell whoever asked for it how long an operation took."""
        for listener in list(self.timing_listeners):
            tell_caller(listener, timing)

    # --- opening and closing

    def reset(self) -> None:
        """Forget everything held in memory and read the store anew."""
        self.header = self.store.header() or self.header
        self.book = VectorBook(self.embedder, self.store)
        self._mirror = StoreMirror(self.store, self.header.dim)
        self._mirror.columns.own_from = _EVERY_ATOM if self.header.own_from is None else self.header.own_from
        self._timeline = Timeline(self._mirror.columns)
        self._wordings = Wordings(self.store, self.settings)
        self._statements = StatementCounter()
        self._reload()

    def remake(self, header: Header, settings: CommonSettings, embedder: Embedder) -> None:
        """Go on with a store that was made anew with something else."""
        self.header, self.settings, self.embedder, self.names = header, settings, embedder, names_of(header)
        self.reset()

    def stamp(self, words: str) -> None:
        """Keep words in the store that every export of it carries; they are no part of its hash."""
        self.header = self.header.model_copy(update={"stamp": words})
        self.store.write_header(self.header)

    def close(self) -> None:
        """Let go of the store and of the files beside it; harmless twice."""
        if self.closed:
            return
        if not self.home.is_here:  # a fork has no right to what its parent has staged, nor to its connection
            self.closed = True
            return
        try:
            self.flush()
        finally:
            self.closed = True
            self.matrix.close()
            self.store.close()

    def _reload(self) -> None:
        """Learn what the store holds beyond what is known here."""
        with self.store.one_state():
            self._mirror.load()
            self._timeline.reload()
            self._statements.load(self.columns)

    def _follow(self) -> None:
        """Take in what another process has written; begin anew when it rewrote what was there."""
        header = self.store.header()
        assert header is not None
        if header.generation == self.header.generation:
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
        """The whole-number columns of the store."""
        return self._mirror.columns

    @property
    def matrix(self) -> Matrix:
        """The vector of each atom."""
        return self._mirror.matrix

    @property
    def round(self) -> int:
        """The last committed round; 0 in an empty store."""
        return self._timeline.round

    @property
    def now(self) -> Snapshot:
        """The memory as of the last commit that is known here."""
        return self._timeline.now

    def view(self, at: int | None = None, *, without_lost: bool = False) -> Snapshot:
        """The memory now, or after round `at`; `without_lost` leaves out of the past what was forgotten since."""
        if self.store.read_only and not self.closed and self.store.changed():
            self._follow()
        return self._timeline.view(at, without_lost=without_lost)

    def atom(self, number: int) -> AtomRow:
        """One atom with its text."""
        return self._wordings.atom(number)

    def atoms(self, numbers: Sequence[int]) -> list[AtomRow]:
        """Atoms with their texts, in the order of the numbers."""
        return self._wordings.atoms(numbers)

    def metadata(self, atom: int) -> Mapping[str, Any]:
        """What the caller attached to a wording."""
        return self._wordings.metadata(atom)

    def reading(self, text: str) -> Reading:
        """What a wording says under the canonical names of today."""
        return reading_of(text, self.names)

    def shown(self, record: int, view: Snapshot) -> str:
        """The text a record shows to the author, by the text rule."""
        return self._wordings.shown(record, view, self.names_at(view.at))

    def shown_atom(self, record: int, view: Snapshot) -> int:
        """The atom whose wording a record shows; its first one where the text was put together from two."""
        return self._wordings.shown_atom(record, view, self.names_at(view.at))

    def names_at(self, at: int | None) -> Names:
        """Who and what is called how as of a round, or by now."""
        if at is None or all(added.at <= at for added in self.header.added_names):
            return self.names
        return names_of(self.header, at)

    def via(self, ownership: int) -> Via:
        """How the owner of that ownership row came to know."""
        return self._wordings.via(ownership)

    def standpoint(self, view: Snapshot, agent: int) -> Standpoint:
        """Records as one agent knows them: what its answers are made of."""
        return standpoint(view, agent, self.settings.showing)

    def agent(self, name: str) -> int | None:
        """The number of an agent; None when nobody of that name is known here."""
        return self.columns.number_of.get(name)

    def agent_name(self, number: int) -> str:
        """The name of an agent by number; empty for nobody."""
        return self.columns.agent_name(number)

    def count_of(self, agent: str, at: int) -> int:
        """How many atoms an agent has deposited in round `at`, the current one or a later one."""
        return self._statements.count_of(agent, at)

    # --- writing

    def checked_round(self, at: object) -> int:
        """The round of a write: the current one when None, never an earlier one."""
        return self._timeline.checked_round(at)

    def writer(self, at: int) -> Writer:
        """A collection of rows to be committed together at round `at`."""
        if self.store.read_only:
            raise StoreReadOnly("this memory was opened with read_only=True; open it for writing")
        return Writer(self, at)

    def time_of_writing(self) -> int:
        """The time of a write in microseconds UTC since 1970; 0 where this memory takes no notice of clocks."""
        return time.time_ns() // 1_000 if self.has_stamps else 0

    def stage(self, agent: int, subject: int, key: str, value: str) -> None:
        """Keep what an agent's read changes until its next commit, or the next round's; a reader keeps nothing."""
        if not self.store.read_only:
            self._staged.add(agent, subject, key, value)

    def unstage(self) -> None:
        """Drop what reads have changed since the last commit."""
        self._staged.clear()

    def add_names(self, added: Sequence[AddedName], at: int) -> None:
        """Let agents be called something else too from round `at` on; nothing that was written before is changed."""
        writer = self.writer(at)
        header = self.header.model_copy(update={"added_names": (*self.header.added_names, *added)})
        names_of(header)  # refuses two agents of one name before anything is written
        writer.batch.attributes.append(AttributeRow(writer.at, "clock", "round", str(writer.at)))
        self.commit(writer, header=header)
        self._take_names(header)

    def _take_names(self, header: Header) -> None:
        self.header, self.names = header, names_of(header)

    def flush(self) -> None:
        """Commit what reads have changed, if anything, in the current round."""
        if self._staged:
            self.commit(self.writer(self.round), every_read=True)

    def commit(
        self,
        writer: Writer,
        deposits: Iterable[Deposit] = (),
        *,
        reshaped: bool = False,
        every_read: bool = False,
        header: Header | None = None,
    ) -> None:
        """Make the rows durable and visible, all at once; `reshaped` when records were split or links cut.

        A `header` that is given is written with them.

        What an agent's reads have changed comes with a commit of its own, with the first one of a new round and with
        `every_read`: never with another agent's, or what it recalls next would depend on that one.
        """
        readers = None if every_read or writer.at > self.round else _touched(writer.batch)
        vectors = self.book.take_pending()
        expected = self._mirror.counts()
        numbers = {key: expected.vectors + place for place, key in enumerate(vectors.keys)}
        numbers |= self.store.find_vectors([key for key in writer.keys if key not in numbers])
        if any(key not in numbers for key in writer.keys):
            raise StoreBusy("the store was rewritten while this was on its way; remember it again")
        batch = writer.batch
        batch.attributes[:0] = self._staged.rows(writer.at, readers)
        batch.atoms = [row._replace(vector=numbers[key]) for row, key in zip(batch.atoms, writer.keys, strict=True)]
        self.store.append(expected, batch, vectors, header)
        self._staged.clear(readers)
        self.book.committed(vectors)
        self._learn(writer, len(vectors.keys), reshaped)
        commit = Commit(writer.at, tuple(deposits))
        _log.debug("round %d: %d statements, %d rows committed", writer.at, len(batch.atoms), batch.size)
        for listener in list(self.listeners):
            tell_caller(listener, commit)

    def _learn(self, writer: Writer, new_vectors: int, reshaped: bool) -> None:
        batch = writer.batch
        self._wordings.take(self.now.atoms, batch.atoms)
        self._mirror.take(batch, writer.vectors, new_vectors)
        self._timeline.renew(None if reshaped else _touched(batch))
        self._statements.take(writer.at, writer.counts)


def names_of(header: Header, at: int | None = None) -> Names:
    """The names that a header holds, as of a round or by now."""
    return _names(*(tuple(of.items()) for of in (header.names_at(at), header.places, header.parts)))


@text_cache(32)
def _names(people: Spellings, places: Spellings, parts: Spellings) -> Names:
    # Names are costly to make and the same for every question about a round.
    return Names(dict(people), dict(places), dict(parts))


def _touched(batch: Batch) -> set[int]:
    """The agents whose own rows a batch adds or takes away."""
    return {row.agent for rows in (batch.owners, batch.retractions, batch.links) for row in rows}

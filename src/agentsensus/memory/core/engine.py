"""What every memory design stands on: one store, its columns and vectors, names, and one place that commits."""

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.errors import StoreBusy, StoreMismatch, StoreReadOnly
from agentsensus.memory.core.ids import atom_id
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.core.vector_book import VectorBook
from agentsensus.memory.designs.common_settings import CommonSettings
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import Commit, Deposit
from agentsensus.memory.text_rules import TEXT_RULES
from agentsensus.memory.timing import TimingListener
from agentsensus.models.embed import Embedder
from agentsensus.store import Batch, Header, Store
from agentsensus.store.columns import Columns
from agentsensus.store.matrix import Matrix
from agentsensus.store.rows import NOBODY, AgentRow, AtomRow, AttributeRow, OwnerRow
from agentsensus.text.names import Names
from agentsensus.text.reading import Reading, read

_TEXTS_KEPT = 100_000
_VECTORS_AT_ONCE = 32_768
_SAMPLES = 32


@dataclass(frozen=True, slots=True)
class Match:
    """A known wording that is near a vector."""

    atom: int
    record: int
    score: float


class Engine:
    """The open store of one space. Designs read through it and write rows through `commit`."""

    def __init__(
        self, store: Store, header: Header, settings: CommonSettings, embedder: Embedder, names: Names
    ) -> None:
        self.store = store
        self.header = header
        self.settings = settings
        self.names = names
        self.embedder = embedder
        self.listeners: list[Callable[[Commit], None]] = []
        self.timing_listeners: list[TimingListener] = []
        self.closed = False
        self.recalls = {"n": 0, "hits": 0, "linked": 0}
        self._staged: set[tuple[str, str, str]] = set()
        self.reset()

    def reset(self) -> None:
        """Forget everything held in memory and read the store anew."""
        self.header = self.store.header() or self.header
        self.book = VectorBook(self.embedder, self.store)
        self.columns = Columns()
        self.matrix = Matrix(self.header.dim, self.store.beside, read_only=self.store.read_only)
        self._texts: OrderedDict[int, AtomRow] = OrderedDict()
        self._counters: dict[str, int] = {}
        self._counted_round = 0
        self._shown: dict[int, tuple[tuple[int, ...], str]] = {}
        self._past: OrderedDict[tuple[int, int | None], Snapshot] = OrderedDict()
        self.now = Snapshot(self.columns)
        self.reload()

    # --- time

    @property
    def round(self) -> int:
        """The last committed round; 0 in an empty store."""
        return self.columns.last_round or 0

    def view(self, at: int | None = None, *, without_lost: bool = False) -> Snapshot:
        """The memory as it stands now, or as it stood after round `at` (without what was forgotten since, if asked)."""
        if self.store.read_only and not self.closed and self.store.changed():
            self._follow()
        if at is None or at >= self.round:
            return self.now
        key = (at, len(self.columns.retractions) if without_lost else None)
        if key not in self._past:
            self._past[key] = Snapshot(self.columns, at, without_lost=without_lost)
            if len(self._past) > 8:
                self._past.popitem(last=False)
        self._past.move_to_end(key)
        return self._past[key]

    def _follow(self) -> None:
        """Take in what another process has written; begin anew when it rewrote what was there."""
        header = self.store.header()
        assert header is not None
        if header.generation == self.header.generation:
            self.reload()
            return
        if header.embedder != self.header.embedder:
            raise StoreMismatch(f"the store was embedded anew with {header.embedder}; open it again")
        self.header, self.names = header, Names(header.names, header.places)
        self.reset()

    def remake(self, header: Header, settings: CommonSettings, embedder: Embedder, names: Names) -> None:
        """Go on with a store that was made anew with something else."""
        self.header, self.settings, self.embedder, self.names = header, settings, embedder, names
        self.reset()

    def reload(self) -> None:
        """Learn what the store holds beyond what is known here."""
        with self.store.one_state():
            self._load()

    def _load(self) -> None:
        self.columns.load(self.store)
        self._vectors = self.store.counts().vectors
        numbers = self.columns.of("atoms", "vector")
        if not len(self.matrix):
            held = self.matrix.adopt(len(numbers))
            if not self._is_true(numbers[:held]):
                self.matrix.distrust()
        for start in range(len(self.matrix), len(numbers), _VECTORS_AT_ONCE):
            wanted = numbers[start : start + _VECTORS_AT_ONCE]
            first = int(wanted.min())
            block = self.store.vectors(first, int(wanted.max()) - first + 1)
            self.matrix.extend(block[wanted - first])
        self.now = self.now.renewed(None)
        self._past.clear()
        self._count_this_round()

    def _is_true(self, numbers: IntArray) -> bool:
        """Whether the vectors in the file beside the store are the store's: some all over it, and the last."""
        if not len(numbers):
            return True
        some = np.unique(np.linspace(0, len(numbers) - 1, _SAMPLES).astype(np.int64))
        held = self.matrix.take(some)
        return all(
            np.array_equal(self.store.vectors(int(numbers[place]), 1)[0], row)
            for place, row in zip(some.tolist(), held, strict=True)
        )

    # --- texts

    def atom(self, number: int) -> AtomRow:
        """One atom with its text."""
        return self.atoms([number])[0]

    def atoms(self, numbers: Sequence[int]) -> list[AtomRow]:
        """Atoms with their texts, in the order asked for."""
        wanted = sorted({int(n) for n in numbers if int(n) not in self._texts})
        for number, row in zip(wanted, self.store.rows("atoms", wanted), strict=True):
            self._texts[number] = cast(AtomRow, row)
        found = [self._texts[int(n)] for n in numbers]
        while len(self._texts) > _TEXTS_KEPT:
            self._texts.popitem(last=False)
        return found

    def reading(self, text: str) -> Reading:
        """What a wording says under canonical names."""
        return read(self.names.canonical(text), self.names)

    def shown(self, record: int, view: Snapshot) -> str:
        """The text a record shows to the author, by the text rule."""
        wordings = tuple(view.wordings(record)) or (record,)
        if len(wordings) == 1:
            return self.atom(wordings[0]).text
        kept = self._shown.get(record)
        if kept is None or kept[0] != wordings:
            texts = dict.fromkeys(row.text for row in self.atoms(wordings))
            worded = [(text, self.reading(text)) for text in texts]
            kept = wordings, TEXT_RULES[self.settings.showing.text_rule](worded, self.settings.token_cap)
            self._shown[record] = kept
        return kept[1]

    def shown_atom(self, record: int, view: Snapshot) -> int:
        """The atom whose wording a record shows; its first one where the text was put together from two."""
        text = self.shown(record, view)
        wordings = view.wordings(record) or [record]
        return next((n for n, row in zip(wordings, self.atoms(wordings), strict=True) if row.text == text), wordings[0])

    # --- search

    def nearest(
        self,
        vector: FloatArray,
        count: int,
        view: Snapshot,
        *,
        floor: float = -1.0,
        since: int = 0,
        skip: int | None = None,
        upper: FloatArray | None = None,
        among: IntArray | None = None,
    ) -> list[Match]:
        """The `count` nearest records among atoms numbered from `since` on, each by its best wording."""
        pool = self._shown_only(view, since) if among is None else among[np.searchsorted(among, since) :]
        size = view.atoms - since if pool is None else len(pool)
        found: dict[int, Match] = {}
        asked = count + 3
        while True:
            if pool is None:
                atoms, scores = self.matrix.nearest(vector, asked, first=since, last=view.atoms, upper=upper)
            else:
                atoms, scores = self.matrix.nearest_of(pool, vector, asked, last=view.atoms)
            found.clear()
            for atom, score in zip(atoms.tolist(), scores, strict=True):
                record = int(view.roots[atom])
                if score >= floor and record != skip and atom not in view.dead:
                    found.setdefault(record, Match(atom, record, score))
            ended = asked >= size or (bool(scores) and scores[-1] < floor)
            if len(found) >= count or ended:
                return list(found.values())[:count]
            asked *= 4

    def _shown_only(self, view: Snapshot, since: int) -> IntArray | None:
        if self.settings.showing.search == "wording":
            return None
        hidden = [a for r, members in view.merged().items() for a in members if a != self.shown_atom(r, view)]
        pool = np.setdiff1d(np.arange(view.atoms), hidden)
        return pool[np.searchsorted(pool, since) :]

    # --- who

    def agent(self, name: str) -> int | None:
        """The number of an agent that is known here."""
        return self.columns.number_of.get(name)

    def agent_name(self, number: int) -> str:
        """The name of an agent by number."""
        return "" if number == NOBODY else self.columns.agents[number]

    def via(self, ownership: int) -> Via:
        """How the owner of that ownership row came to know."""
        row = cast(OwnerRow, next(self.store.rows("owners", [ownership])))
        return Via.kept(row.via, row.source, row.detail)

    def metadata(self, atom: int) -> Mapping[str, Any]:
        """What the caller attached to a wording."""
        kept = self.atom(atom).metadata
        loaded: dict[str, Any] = json.loads(kept) if kept else {}
        return loaded

    def close(self) -> None:
        """Let go of the store and of the files beside it; harmless twice."""
        if self.closed:
            return
        try:
            self.flush()
        finally:
            self.closed = True
            self.matrix.close()
            self.store.close()

    # --- writing

    def writer(self, at: int) -> "Writer":
        """Rows to be committed together at round `at`."""
        if self.store.read_only:
            raise StoreReadOnly("this memory was opened with read_only=True; open it for writing")
        return Writer(self, at)

    def stage(self, subject: int, key: str, value: str) -> None:
        """Keep what a read changes until the next commit; a store that takes no writes keeps nothing."""
        if not self.store.read_only:
            self._staged.add((str(subject), key, value))

    def unstage(self) -> None:
        """Let go of what reads have changed since the last commit."""
        self._staged.clear()

    def flush(self) -> None:
        """Commit what reads have changed, if anything, in the current round."""
        if self._staged:
            self.commit(self.writer(self.round))

    def commit(self, writer: "Writer", deposits: Iterable[Deposit] = (), *, reshaped: bool = False) -> None:
        """Make the rows durable and visible, all at once; `reshaped` when records were split."""
        vectors = self.book.take_pending()
        expected = self.columns.counts(self._vectors)
        numbers = {key: expected.vectors + place for place, key in enumerate(vectors.keys)}
        numbers |= self.store.find_vectors([key for key in writer.keys if key not in numbers])
        if any(key not in numbers for key in writer.keys):
            raise StoreBusy("the store was rewritten while this was on its way; remember it again")
        batch = writer.batch
        batch.attributes[:0] = [AttributeRow(writer.at, *read) for read in sorted(self._staged)]
        batch.atoms = [row._replace(vector=numbers[key]) for row, key in zip(batch.atoms, writer.keys, strict=True)]
        self.store.append(expected, batch, vectors)
        self._staged.clear()
        self._vectors += len(vectors.keys)
        self.book.committed(vectors)
        self._learn(writer, reshaped)
        commit = Commit(writer.at, tuple(deposits))
        for listener in list(self.listeners):
            listener(commit)

    def _learn(self, writer: "Writer", reshaped: bool) -> None:
        batch = writer.batch
        first = self.now.atoms
        self.columns.take(batch)
        if writer.vectors:
            self.matrix.extend(np.stack(writer.vectors))
        for number, row in enumerate(batch.atoms, first):
            self._texts[number] = row
        touched = {row.agent for row in batch.owners} | {row.agent for row in batch.retractions}
        self.now = self.now.renewed(None if reshaped else touched)
        if writer.at != self._counted_round:
            self._counters, self._counted_round = {}, writer.at
        self._counters |= writer.counts

    def count_of(self, agent: str, at: int) -> int:
        """How many atoms an agent has deposited in round `at`, the current one or a later one."""
        return self._counters.get(agent, 0) if at == self._counted_round else 0

    def _count_this_round(self) -> None:
        first = int(np.searchsorted(self.columns.of("atoms", "at"), self.round))
        deposits = self.columns.of("atoms", "deposit")[first:]
        agents, counts = np.unique(self.columns.of("deposits", "agent")[deposits], return_counts=True)
        named = (self.agent_name(number) for number in agents.tolist())
        self._counters = dict(zip(named, counts.tolist(), strict=True))
        self._counted_round = self.round


class Writer:
    """Rows under construction; numbers run on from what the engine knows."""

    def __init__(self, engine: Engine, at: int) -> None:
        self._engine = engine
        self.at = at
        self.batch = Batch()
        self.keys: list[str] = []
        self.vectors: list[FloatArray] = []
        self._agents: dict[str, int] = {}
        self.counts: dict[str, int] = {}
        self._known = engine.columns.counts(0).rows

    def next(self, table: str) -> int:
        """The number that the next row of a table gets."""
        return self._known[table] + len(getattr(self.batch, table))

    def agent(self, name: str) -> int:
        """The number of an agent, new or known."""
        known = self._engine.agent(name)
        if known is None and name not in self._agents:
            self._agents[name] = self.next("agents")
            self.batch.agents.append(AgentRow(self.at, name))
        return self._agents[name] if known is None else known

    def atom(self, row: AtomRow, key: str, vector: FloatArray) -> int:
        """Add an atom with its vector; the number it gets."""
        number = self.next("atoms")
        self.batch.atoms.append(row)
        self.keys.append(key)
        self.vectors.append(vector)
        return number

    def new_id(self, agent: str) -> str:
        """A fresh id for an atom of this agent in this round."""
        engine = self._engine
        count = self.counts.get(agent, engine.count_of(agent, self.at))
        # Whoever was purged and speaks again in the same round must not be given an id that was given before.
        while engine.header.generation and engine.store.find([atom_id(engine.header.seed, self.at, agent, count)]):
            count += 1
        self.counts[agent] = count + 1
        return atom_id(engine.header.seed, self.at, agent, count)

"""The caches of an open store: its columns and vectors, snapshots by round, texts of records, and counters."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, cast

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.base.heap import release_freed_memory
from agentsensus.errors import Backdated
from agentsensus.language.languages import rules_of
from agentsensus.language.names import Names
from agentsensus.language.reading import Reading, read
from agentsensus.memory.answers import Recall
from agentsensus.memory.core.checks import checked_at
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.inputs import Via
from agentsensus.memory.settings import CommonSettings
from agentsensus.models.tokens import tokens
from agentsensus.store import Batch, RowCounts, Store
from agentsensus.store.checksums import vector_sums
from agentsensus.store.columns import Columns
from agentsensus.store.integrity import damaged, stored_json
from agentsensus.store.rows import AtomRow, OwnerRow
from agentsensus.store.search.matrix import Matrix
from agentsensus.store.search.served_matrix import ServedMatrix

_VECTORS_AT_ONCE = 32_768
_MANY_LOADED = 100_000


class StoreMirror:
    """A copy in memory of the store's integer columns and of the vector of each atom."""

    def __init__(self, store: Store, dim: int) -> None:
        self._store = store
        self._vectors = 0
        self.columns = Columns()
        self._matrix: Matrix | ServedMatrix
        if store.served is None:
            self._matrix = Matrix(dim, store.beside, read_only=store.read_only)
        else:
            self._matrix = ServedMatrix(dim, store.served, lambda: self.columns.of("atoms", "vector"))

    @property
    def matrix(self) -> Matrix | ServedMatrix:
        """The vector of each atom. If the vector files were found to be damaged, they are rebuilt first."""
        if self._matrix.is_damaged():
            self._matrix.clear()
            self._load_vectors()
        return self._matrix

    def counts(self) -> RowCounts:
        """Return how many rows and vectors are loaded."""
        return self.columns.counts(self._vectors)

    def load(self) -> None:
        """Read rows of the store that are not in memory yet."""
        before = len(self.columns.of("atoms", "at"))
        self.columns.load(self._store)
        self._vectors = self._store.counts().vectors
        if not len(self._matrix) and len(self.columns.of("atoms", "vector")) >= self._matrix.many:
            self._adopt()
        self._load_vectors()
        if len(self.columns.of("atoms", "vector")) - before >= _MANY_LOADED:
            release_freed_memory()

    def _adopt(self) -> None:
        """Load the saved search index: sign bits from the server, or the vector files beside the store if they match
        it.
        """
        numbers = self.columns.of("atoms", "vector")
        if isinstance(self._matrix, ServedMatrix):
            self._matrix.adopt(len(numbers))
            return
        sums = self._store.vector_sums()
        if len(sums) > int(numbers.max()):
            self._matrix.adopt(sums[numbers])

    def _load_vectors(self) -> None:
        """Read the vectors of the atoms that have none in memory yet."""
        matrix, numbers = self.matrix, self.columns.of("atoms", "vector")
        for start in range(len(matrix), len(numbers), _VECTORS_AT_ONCE):
            chunk = numbers[start : start + _VECTORS_AT_ONCE]
            first = int(chunk.min())
            block = self._store.vectors(first, int(chunk.max()) - first + 1)[chunk - first]
            matrix.extend(block, vector_sums(chunk, block))

    def take(self, batch: Batch, atom_vectors: Sequence[FloatArray], new_vectors: int) -> None:
        """Add committed rows and the vector of each new atom. `new_vectors` counts the vectors that are new to the
        store.
        """
        matrix = self.matrix
        self._vectors += new_vectors
        self.columns.take(batch)
        if atom_vectors:
            block = np.stack(atom_vectors)
            matrix.extend(block, vector_sums(np.array([row.vector for row in batch.atoms]), block))
            if isinstance(matrix, ServedMatrix):
                matrix.save()


_PAST_SNAPSHOTS = 8


class Timeline:
    """The current snapshot, and a cache of snapshots of earlier rounds."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._past: OrderedDict[tuple[int | None, ...], Snapshot] = OrderedDict()
        self.now = Snapshot(columns)

    @property
    def round(self) -> int:
        """The last committed round; 0 in an empty store."""
        return self._columns.last_round or 0

    def checked_round(self, at: object) -> int:
        """Return the round of a write: `at`, or the current round if None. Raises Backdated for an earlier round."""
        if at is None:
            return self.round
        at = checked_at(at)
        last = self._columns.last_round
        if last is not None and at < last:
            raise Backdated(f"at is {at}, but round {last} is already committed; rounds never go back")
        return at

    def view(self, at: int | None, *, without_lost: bool, moment: int | None = None) -> Snapshot:
        """Return the snapshot of now, or after round `at`. `without_lost` removes everything that was forgotten later.

        If `moment` is given, return the snapshot as of that time.
        """
        at = None if at is not None and at >= self.round else at
        if at is None and moment is None:
            return self.now
        if moment is not None and moment >= self._columns.last_stamp:
            # Not cached: later rows may belong to this view.
            return Snapshot(self._columns, at, without_lost=without_lost, moment=moment)
        key = (at, moment, len(self._columns.retractions) if without_lost else None)
        if key not in self._past:
            self._past[key] = Snapshot(self._columns, at, without_lost=without_lost, moment=moment)
            if len(self._past) > _PAST_SNAPSHOTS:
                self._past.popitem(last=False)
        self._past.move_to_end(key)
        return self._past[key]

    def renew(self, touched: Iterable[int] | None) -> None:
        """Make a new current snapshot after a commit that changed rows of these agents (None: possibly of any
        agent).
        """
        self.now = self.now.renewed(touched)

    def reload(self, touched: Iterable[int] | None) -> None:
        """Drop all snapshots after rows were read from the store. `touched` are the agents with changed rows (None: any
        agent).
        """
        self._past.clear()
        self.renew(touched)


class StatementCounter:
    """The number of atoms of each agent in the current round. Ids and tape positions are made from it."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._round = 0

    def count_of(self, agent: str, at: int) -> int:
        """Return how many atoms an agent has deposited in round `at`, which must not be before the current round."""
        return self._counts.get(agent, 0) if at == self._round else 0

    def load(self, columns: Columns) -> None:
        """Count the atoms of the last committed round."""
        self._round = columns.last_round or 0
        first = int(np.searchsorted(columns.of("atoms", "at"), self._round))
        deposits = columns.of("atoms", "deposit")[first:]
        agents, counts = np.unique(columns.of("deposits", "agent")[deposits], return_counts=True)
        names = (columns.agent_name(number) for number in agents.tolist())
        self._counts = dict(zip(names, counts.tolist(), strict=True))

    def take(self, at: int, counts: Mapping[str, int]) -> None:
        """Update the counts of some agents after a commit in round `at`."""
        if at != self._round:
            self._counts, self._round = {}, at
        self._counts |= counts


class RecallCounter:
    """How many recalls were answered since the memory was opened, and how many rows they returned."""

    def __init__(self) -> None:
        self._counts = {"n": 0, "hits": 0, "linked": 0}

    def take(self, answer: Recall) -> None:
        """Count one recall and its rows."""
        self._counts["n"] += 1
        self._counts["hits"] += len(answer.hits)
        self._counts["linked"] += len(answer.linked)

    def as_dict(self) -> dict[str, int]:
        """Return the counts by name: recalls (`n`), `hits` and `linked`."""
        return dict(self._counts)


Worded: TypeAlias = tuple[str, Reading]
"""A wording as it was deposited, and its reading with aliases replaced by canonical names."""

TextRule: TypeAlias = Callable[[Sequence[Worded], int], str]
"""A function that chooses the text shown for a record, given its wordings (oldest first) and the token cap."""


def shorter(wordings: Sequence[Worded], cap: int) -> str:
    """Return the shortest wording by characters; the first one on a tie. This is the rule of the paper."""
    return min((text for text, _ in wordings), key=len)


def longer(wordings: Sequence[Worded], cap: int) -> str:
    """Return the longest wording by characters; the first one on a tie."""
    return max((text for text, _ in wordings), key=len)


def role_preserving(wordings: Sequence[Worded], cap: int) -> str:
    """Return the shortest wording that has all particulars; if none has, two wordings joined, if they fit the cap."""
    whole = frozenset[str]().union(*(_particulars(reading) for _, reading in wordings))
    covering = [text for text, reading in wordings if _particulars(reading) == whole]
    if covering:
        return min(covering, key=len)
    fullest, its_reading = max(wordings, key=lambda worded: len(_particulars(worded[1])))
    for text, reading in wordings:
        pair = rules_of(reading.language).writing.sentences([fullest, text])
        if _particulars(its_reading) | _particulars(reading) == whole and tokens(pair) <= cap:
            return pair
    return fullest


def _particulars(reading: Reading) -> frozenset[str]:
    """Return the facts that the shown text must keep: persons, places, numbers, times, and who gave an order."""
    ordered = {f"ordered by {reading.doer}"} if reading.orders and reading.doer else set()
    return frozenset({*reading.persons, *reading.places, *reading.numbers, *reading.times, *ordered})


TEXT_RULES: dict[str, TextRule] = {"shorter": shorter, "longer": longer, "role-preserving": role_preserving}


def stored_metadata(store: Store, text: str) -> dict[str, Any]:
    """Parse the metadata of a row. Raises StoreDamaged if it is not a JSON object."""
    metadata = stored_json(store, text, "metadata") if text else {}
    if not isinstance(metadata, dict):
        raise damaged(store, "metadata is not a JSON object")
    return metadata


_ROWS_CACHED = 100_000
_ROWS_CACHED_OF_SERVER = 10_000
"""Fewer rows are cached if the store is on a server, which has its own cache; this keeps worker processes small."""


class Wordings:
    """The texts of atoms, and the text that is shown for each record. Cached."""

    def __init__(self, store: Store, settings: CommonSettings) -> None:
        self._store = store
        self._settings = settings
        self._most = _ROWS_CACHED if store.served is None else _ROWS_CACHED_OF_SERVER
        self._rows: OrderedDict[int, AtomRow] = OrderedDict()
        self._shown: dict[int, tuple[tuple[int, ...], Names, str]] = {}

    def atom(self, number: int) -> AtomRow:
        """Return one atom with its text."""
        return self.atoms([number])[0]

    def atoms(self, numbers: Sequence[int]) -> list[AtomRow]:
        """Return atoms with their texts, in the order of the numbers."""
        missing = sorted({int(number) for number in numbers if int(number) not in self._rows})
        for number, row in zip(missing, self._store.rows("atoms", missing), strict=True):
            self._rows[number] = cast(AtomRow, row)
        rows = [self._rows[int(number)] for number in numbers]
        while len(self._rows) > self._most:
            self._rows.popitem(last=False)
        return rows

    def take(self, first: int, rows: Iterable[AtomRow]) -> None:
        """Add committed atoms. `first` is the number of the first one."""
        self._rows.update(enumerate(rows, first))

    def metadata(self, atom: int) -> Mapping[str, Any]:
        """Return the metadata of a wording."""
        return stored_metadata(self._store, self.atom(atom).metadata)

    def via(self, ownership: int) -> Via:
        """Return how the owner in row `ownership` of the table `owners` learned the atom."""
        row = cast(OwnerRow, next(self._store.rows("owners", [ownership])))
        return Via.stored(row.via, row.source, row.detail, row.place, row.telling)

    def shown(self, record: int, view: Snapshot, names: Names) -> str:
        """Return the text that is shown for a record. The setting's text rule chooses it among the wordings."""
        wordings = tuple(view.wordings(record)) or (record,)
        if len(wordings) == 1:
            return self.atom(wordings[0]).text
        cached = self._shown.get(record)
        if cached is not None and cached[:2] == (wordings, names):
            return cached[2]
        texts = dict.fromkeys(row.text for row in self.atoms(wordings))
        rule = TEXT_RULES[self._settings.showing.text_rule]
        text = rule([(text, reading_of(text, names)) for text in texts], self._settings.token_cap)
        self._shown[record] = wordings, names, text
        return text

    def shown_atom(self, record: int, view: Snapshot, names: Names) -> int:
        """Return the atom with the text that is shown for a record; the first atom if the shown text joins two
        wordings.
        """
        text = self.shown(record, view, names)
        wordings = view.wordings(record) or [record]
        rows = zip(wordings, self.atoms(wordings), strict=True)
        return next((atom for atom, row in rows if row.text == text), wordings[0])


def reading_of(text: str, names: Names) -> Reading:
    """Return the reading (the facts that rules find) of a wording, with aliases replaced by canonical names."""
    return read(names.canonical(text), names)

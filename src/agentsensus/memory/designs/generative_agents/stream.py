"""One agent's stream during a reflection: its stored rows, and rows that are not written yet."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agentsensus.base.arrays import FloatArray, IntArray
from agentsensus.memory.core.drafts import DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.designs.generative_agents.ratings import Ratings
from agentsensus.memory.designs.generative_agents.scoring import Floats, best, scored
from agentsensus.memory.designs.generative_agents.settings import GenerativeAgentsSettings
from agentsensus.memory.designs.private_rows import Ref
from agentsensus.store.search.similarity import scores


@dataclass(frozen=True, slots=True)
class StreamRow:
    """One row of a stream, as a reflection sees it."""

    ref: Ref
    text: str
    importance: int
    depth: int


def last_access(engine: Engine, ratings: Ratings, atoms: IntArray) -> IntArray:
    """Return the round in which each row was last recalled, or created if it was never recalled."""
    created = engine.columns.of("atoms", "at")[atoms]
    return np.maximum(ratings.accessed.of(atoms), created)


def importance_of(ratings: Ratings, atoms: IntArray) -> IntArray:
    """Return the importance of each row."""
    return np.maximum(ratings.importance.of(atoms), 1)


class Stream:
    """Rows in the order of creation. Position 0 is the oldest row."""

    def __init__(self, engine: Engine, settings: GenerativeAgentsSettings, atoms: IntArray, ratings: Ratings) -> None:
        self._engine = engine
        self._settings = settings
        self._atoms = atoms
        self._importance = importance_of(ratings, self._atoms)
        self._last = last_access(engine, ratings, self._atoms).copy()
        self._depth = np.maximum(ratings.depth.of(self._atoms), 0)
        self._fresh: list[tuple[DraftStatement, int, int]] = []
        self.touched: set[int] = set()

    def __len__(self) -> int:
        return len(self._atoms) + len(self._fresh)

    def add(self, draft: DraftStatement, importance: int, depth: int = 0) -> None:
        """Append a row."""
        self._fresh.append((draft, importance, depth))

    def rows(self, places: Sequence[int]) -> list[StreamRow]:
        """Return rows by position."""
        old = [int(self._atoms[place]) for place in places if place < len(self._atoms)]
        texts = {atom: row.text for atom, row in zip(old, self._engine.atoms(old), strict=True)}
        return [self._row(place, texts) for place in places]

    def latest(self, count: int) -> list[StreamRow]:
        """Return the last rows, oldest first."""
        return self.rows(range(max(0, len(self) - count), len(self)))

    def vector(self, row: StreamRow) -> FloatArray:
        """Return the vector of a row."""
        if isinstance(row.ref, DraftStatement):
            return row.ref.vector
        vector: FloatArray = self._engine.matrix.take(np.array([row.ref], np.int64))[0]
        return vector

    def recalled(self, vector: FloatArray, now: int) -> list[StreamRow]:
        """Return the highest-scoring rows for a question, best first, and mark them as accessed now."""
        fresh = len(self._fresh)
        importance = np.concatenate([self._importance, np.array([value for _, value, _ in self._fresh], np.int64)])
        last = np.concatenate([self._last, np.full(fresh, now, np.int64)])
        total = scored(self._relevance(vector), importance, last, now, self._settings)
        places = best(total, self._settings.evidence_rows).tolist()
        old = [place for place in places if place < len(self._atoms)]
        self._last[old] = now
        self.touched.update(int(self._atoms[place]) for place in old)
        return self.rows(places)

    def _relevance(self, vector: FloatArray) -> Floats:
        old = self._engine.matrix.scores_of(self._atoms, vector)
        if not self._fresh:
            return old
        return np.concatenate([old, scores(np.stack([draft.vector for draft, _, _ in self._fresh]), vector)])

    def _row(self, place: int, texts: dict[int, str]) -> StreamRow:
        if place < len(self._atoms):
            atom = int(self._atoms[place])
            return StreamRow(atom, texts[atom], int(self._importance[place]), int(self._depth[place]))
        draft, importance, depth = self._fresh[place - len(self._atoms)]
        return StreamRow(draft, draft.text, importance, depth)

"""The state of G-Memory: insights and their scores, how far rows are distilled, and earlier queries."""

import json
from dataclasses import dataclass

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.designs.g_memory.insights import SCORE, SUPPORTERS
from agentsensus.memory.designs.private_rows import BYPRODUCT
from agentsensus.store.rows import AttributeRow
from agentsensus.store.search.similarity import scores

DISTILLED, ROWS, QUERY = "distilled", "rows", "query"


@dataclass(frozen=True, slots=True)
class Query:
    """An earlier query: the hash of its text, the rows it found, and the earlier queries similar to it."""

    key: str
    rows: tuple[int, ...]
    near: tuple[int, ...]

    def as_text(self) -> str:
        """Return the query as the value of an attribute row."""
        return json.dumps({"key": self.key, "near": self.near, "rows": self.rows}, sort_keys=True)


def query_of(row: AttributeRow) -> Query:
    """Return the query that an attribute row holds."""
    fields = json.loads(row.value)
    return Query(str(fields["key"]), tuple(fields["rows"]), tuple(fields["near"]))


class Tiers:
    """Insights, scores, progress and queries, computed from the attribute rows of a store."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.insights: dict[int, str] = {}
        self.score: dict[int, int] = {}
        self.supporters: dict[int, list[int]] = {}
        self.distilled: dict[int, int] = {}
        self.rows: dict[int, int] = {}
        self.queries: dict[int, list[Query]] = {}
        self._vectors: dict[str, FloatArray] = {}

    def take(self, row: AttributeRow) -> None:
        """Update the state if the row is about an insight, a score, the progress or a query."""
        if row.key == BYPRODUCT:
            self.insights[int(row.subject)] = row.value
        elif row.key == SCORE:
            self.score[int(row.subject)] = int(row.value)
        elif row.key == SUPPORTERS:
            self.supporters.setdefault(int(row.subject), []).extend(map(int, row.value.split()))
        elif row.key == DISTILLED:
            self.distilled[int(row.subject)] = int(row.value)
        elif row.key == ROWS:
            self.rows[int(row.subject)] = int(row.value)
        elif row.key == QUERY:
            self.queries.setdefault(int(row.subject), []).append(query_of(row))

    def like(self, agent: int, vector: FloatArray, count: int, floor: float) -> list[int]:
        """Return the positions of an agent's earlier queries that are similar to a new one, most similar first."""
        vectors = {place: self._vector(query.key) for place, query in enumerate(self.queries.get(agent, ()))}
        known = [(place, its_vector) for place, its_vector in vectors.items() if its_vector is not None]
        if not known:
            return []
        near = scores(np.stack([its_vector for _, its_vector in known]), vector)
        order = np.lexsort((np.arange(len(near)), -near))[:count].tolist()
        return [known[number][0] for number in order if near[number] >= floor]

    def around(self, agent: int, seeds: list[int]) -> set[int]:
        """Return the rows found by the queries at these positions and by the queries linked to them."""
        queries = self.queries.get(agent, [])
        places = set(seeds) | {other for seed in seeds for other in queries[seed].near if other < len(queries)}
        places |= {place for place, query in enumerate(queries) if set(query.near) & set(seeds)}
        return {row for place in places for row in queries[place].rows}

    def _vector(self, key: str) -> FloatArray | None:
        """Return the vector of a query; None if it is not stored, for example after `reembed`, which keeps no query
        vectors.
        """
        if key not in self._vectors:
            number = self._engine.store.find_vectors([key]).get(key)
            if number is None:
                return None
            self._vectors[key] = self._engine.store.vectors(number, 1)[0]
        return self._vectors[key]

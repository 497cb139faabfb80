"""The insights and their scores, the progress of each batch, and the queries so far."""

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
    """A query that was asked: the hash of its text, the rows it found, and the earlier queries it is joined to."""

    key: str
    rows: tuple[int, ...]
    near: tuple[int, ...]

    def as_text(self) -> str:
        """The stored form of the query: the hash of its text."""
        return json.dumps({"key": self.key, "near": self.near, "rows": self.rows}, sort_keys=True)


def query_of(row: AttributeRow) -> Query:
    """The query that an attribute row describes."""
    fields = json.loads(row.value)
    return Query(str(fields["key"]), tuple(fields["rows"]), tuple(fields["near"]))


class Tiers:
    """Insights, scores, progress and queries, as the attribute rows of a store leave them."""

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
        """Learn one row."""
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
        """Places of an agent's earlier queries that are like a new one, the most similar first."""
        vectors = {place: self._vector(query.key) for place, query in enumerate(self.queries.get(agent, ()))}
        known = [(place, its_vector) for place, its_vector in vectors.items() if its_vector is not None]
        if not known:
            return []
        near = scores(np.stack([its_vector for _, its_vector in known]), vector)
        order = np.lexsort((np.arange(len(near)), -near))[:count].tolist()
        return [known[number][0] for number in order if near[number] >= floor]

    def around(self, agent: int, seeds: list[int]) -> set[int]:
        """Rows that the queries at these places, and those joined to them, have found."""
        queries = self.queries.get(agent, [])
        places = set(seeds) | {other for seed in seeds for other in queries[seed].near if other < len(queries)}
        places |= {place for place, query in enumerate(queries) if set(query.near) & set(seeds)}
        return {row for place in places for row in queries[place].rows}

    def _vector(self, key: str) -> FloatArray | None:
        """The vector of a query; None where the store lacks it, as after `reembed`, which keeps those of rows only."""
        if key not in self._vectors:
            number = self._engine.store.find_vectors([key]).get(key)
            if number is None:
                return None
            self._vectors[key] = self._engine.store.vectors(number, 1)[0]
        return self._vectors[key]

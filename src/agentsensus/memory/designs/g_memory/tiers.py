"""Which rows are insights and what they score, how far a batch has come, and which queries were asked."""

import json
from dataclasses import dataclass

import numpy as np

from agentsensus.arrays import FloatArray
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.designs.g_memory.insights import SCORE, SUPPORTERS
from agentsensus.memory.designs.private_rows import BYPRODUCT
from agentsensus.store.rows import AttributeRow
from agentsensus.store.vectors import scores

DISTILLED, ROWS, QUERY = "distilled", "rows", "query"


@dataclass(frozen=True, slots=True)
class Query:
    """A query that was asked: the hash of its text, the rows it found, and the earlier queries it is joined to."""

    key: str
    rows: tuple[int, ...]
    near: tuple[int, ...]

    def as_text(self) -> str:
        """The query as a store keeps it: not in its words."""
        return json.dumps({"key": self.key, "near": self.near, "rows": self.rows}, sort_keys=True)


def query_of(row: AttributeRow) -> Query:
    """The query that a row keeps."""
    kept = json.loads(row.value)
    return Query(str(kept["key"]), tuple(kept["rows"]), tuple(kept["near"]))


class Tiers:
    """What the attribute rows of a store come to: the ledger of this design."""

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
        """An agent's queries that are like a new one, the likest first."""
        known = [
            (place, held) for place, one in enumerate(self.queries.get(agent, ())) if (held := self._held(one.key))
        ]
        if not known:
            return []
        near = scores(np.stack([held[0] for _, held in known]), vector)
        order = np.lexsort((np.arange(len(near)), -near))[:count].tolist()
        return [known[n][0] for n in order if near[n] >= floor]

    def around(self, agent: int, seeds: list[int]) -> set[int]:
        """Rows that these queries and those one hop from them have found."""
        asked = self.queries.get(agent, [])
        wanted = set(seeds) | {other for seed in seeds for other in asked[seed].near if other < len(asked)}
        wanted |= {place for place, one in enumerate(asked) if set(one.near) & set(seeds)}
        return {row for place in wanted for row in asked[place].rows}

    def _held(self, key: str) -> tuple[FloatArray] | None:
        """The vector of a query, while the store has it: another embedder leaves only those of rows."""
        if key not in self._vectors:
            number = self._engine.store.find_vectors([key]).get(key)
            if number is None:
                return None
            self._vectors[key] = self._engine.store.vectors(number, 1)[0]
        return (self._vectors[key],)

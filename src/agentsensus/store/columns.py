"""The whole-number columns of a store in memory: enough to answer who owns what, and which records are one."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from agentsensus.arrays import IntArray
from agentsensus.store.rows import NOBODY, Batch, RowCounts
from agentsensus.store.store import Store


class Column:
    """Whole numbers that are only ever added at the end."""

    def __init__(self) -> None:
        self._block: IntArray = np.empty(16, np.int64)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def values(self) -> IntArray:
        """All numbers so far, as one array."""
        return self._block[: self._size]

    def extend(self, numbers: IntArray | list[int]) -> None:
        """Add numbers at the end."""
        needed = self._size + len(numbers)
        if needed > len(self._block):
            grown = np.empty(max(needed, len(self._block) * 2), np.int64)
            grown[: self._size] = self.values
            self._block = grown
        self._block[self._size : needed] = numbers
        self._size = needed


_FEW = 32
INT_COLUMNS: dict[str, tuple[str, ...]] = {
    "deposits": ("at", "agent", "first", "size", "linked"),
    "atoms": ("at", "deposit", "vector", "origin"),
    "owners": ("at", "atom", "agent"),
    "merges": ("at", "atom", "record"),
}


@dataclass(frozen=True, slots=True)
class Link:
    """A link that is not one of a single deposit."""

    at: int
    a: int
    b: int
    kind: str
    agent: int


@dataclass(frozen=True, slots=True)
class Retraction:
    """Something that holds no longer from round `at` on."""

    at: int
    kind: str
    a: int
    b: int
    agent: int


class Columns:
    """Everything about atoms that is a number, kept in step with the store by `take`."""

    def __init__(self) -> None:
        self._tables = {table: {name: Column() for name in names} for table, names in INT_COLUMNS.items()}
        self._sizes = {"agents": 0, "decisions": 0, "attributes": 0}
        self.agents: list[str] = []
        self._agent_rounds: list[int] = []
        self.number_of: dict[str, int] = {}
        self.links: list[Link] = []
        self.links_of: dict[int, list[int]] = {}
        self.retractions: list[Retraction] = []
        self.last_round: int | None = None
        self._postings: dict[int, Column] = {}
        self._owner_starts = Column()

    def of(self, table: str, name: str) -> IntArray:
        """One column of one table."""
        return self._tables[table][name].values

    def counts(self, vectors: int) -> RowCounts:
        """How many rows are known here."""
        sizes = {table: len(columns["at"]) for table, columns in self._tables.items()}
        sizes |= self._sizes | {"links": len(self.links), "retractions": len(self.retractions)}
        return RowCounts(sizes, vectors)

    def sizes(self, at: int | None) -> dict[str, int]:
        """How many rows of each table belong to rounds up to `at`; all of them when None."""
        if at is None:
            return self.counts(0).rows
        found = {t: int(np.searchsorted(c["at"].values, at, side="right")) for t, c in self._tables.items()}
        listed: tuple[tuple[str, Sequence[Link | Retraction]], ...] = (
            ("links", self.links),
            ("retractions", self.retractions),
        )
        for name, rows in listed:
            found[name] = bisect_right(rows, at, key=lambda row: row.at)
        return found

    def agent_name(self, number: int) -> str:
        """The name of an agent by number; empty for nobody."""
        return "" if number == NOBODY else self.agents[number]

    def agents_at(self, at: int) -> int:
        """How many agents had appeared by the end of round `at`."""
        return bisect_right(self._agent_rounds, at)

    def owner_rows(self, atom: int) -> range:
        """Numbers of the ownership rows an atom was born with."""
        starts = self._owner_starts.values
        end = int(starts[atom + 1]) if atom + 1 < len(starts) else len(self.of("owners", "atom"))
        return range(int(starts[atom]), end)

    def posting(self, agent: int) -> IntArray:
        """Numbers of the ownership rows of an agent, oldest first."""
        column = self._postings.get(agent)
        return column.values if column is not None else np.empty(0, np.int64)

    def load(self, store: Store) -> None:
        """Read from the store whatever is not known yet."""
        known = self.counts(0).rows
        for table, names in INT_COLUMNS.items():
            self._extend(table, store.columns(table, names, known[table]))
        latest = store.counts().rows
        fresh = Batch()
        for table in ("agents", "links", "retractions"):
            getattr(fresh, table).extend(store.rows(table, range(known[table], latest[table])))
        self._take_objects(fresh)
        for table in ("decisions", "attributes"):
            self._sizes[table] = latest[table]
            for at in store.columns(table, ["at"], known[table])[-1:]:
                self._advance(at)

    def take(self, batch: Batch) -> None:
        """Learn rows that were just committed."""
        for table, names in INT_COLUMNS.items():
            if rows := getattr(batch, table):
                self._extend(table, [np.array([getattr(r, name) for r in rows], np.int64) for name in names])
        self._take_objects(batch)
        for table in ("decisions", "attributes"):
            rows = getattr(batch, table)
            self._sizes[table] += len(rows)
            self._advance([row.at for row in rows])

    def _extend(self, table: str, arrays: list[IntArray]) -> None:
        first = len(self.of(table, "at"))
        for name, numbers in zip(INT_COLUMNS[table], arrays, strict=True):
            self._tables[table][name].extend(numbers)
        self._advance(arrays[0])
        if table == "owners" and len(arrays[0]):
            self._post(arrays[2], first)
            # Owners are born with their atom, so their rows lie in the order of the atoms.
            fresh = np.arange(len(self._owner_starts), len(self.of("atoms", "at")))
            self._owner_starts.extend(np.searchsorted(arrays[1], fresh) + first)

    def _post(self, agents: IntArray, first: int) -> None:
        if len(agents) < _FEW:
            for place, agent in enumerate(agents.tolist(), first):
                self._postings.setdefault(agent, Column()).extend([place])
            return
        order = np.argsort(agents, kind="stable")
        owners, starts = np.unique(agents[order], return_index=True)
        for owner, numbers in zip(owners.tolist(), np.split(order, starts[1:]), strict=True):
            self._postings.setdefault(owner, Column()).extend(numbers + first)

    def _take_objects(self, batch: Batch) -> None:
        for agent in batch.agents:
            self.number_of[agent.name] = len(self.agents)
            self.agents.append(agent.name)
            self._agent_rounds.append(agent.at)
        self._sizes["agents"] = len(self.agents)
        for link in batch.links:
            self.links_of.setdefault(link.a, []).append(len(self.links))
            self.links_of.setdefault(link.b, []).append(len(self.links))
            self.links.append(Link(*link))
        self.retractions.extend(Retraction(*row) for row in batch.retractions)
        for rows in (batch.agents, batch.links, batch.retractions):
            self._advance([row.at for row in rows])

    def _advance(self, rounds: Iterable[int] | IntArray) -> None:
        # Rounds never decrease along a table, so the last one is the greatest.
        last = rounds[-1:] if isinstance(rounds, list | np.ndarray) else list(rounds)[-1:]
        if len(last):
            self.last_round = max(int(last[0]), self.last_round if self.last_round is not None else int(last[0]))

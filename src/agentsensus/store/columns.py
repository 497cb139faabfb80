"""The integer columns of a store, held in memory. Owners and merges are computed from them without reading texts.

Terms: an *atom* is one statement of a deposit, a *record* is a set of merged atoms, an *owner* is an agent that knows
an atom.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from agentsensus.base.arrays import IntArray, IntColumn
from agentsensus.store.integrity import damaged, wrong_numbers
from agentsensus.store.protocol import Store
from agentsensus.store.rows import NOBODY, ROW_TYPES, Batch, LinkRow, RetractionRow, RowCounts, column_names

_FEW = 32
_IN_COLUMNS = ("deposits", "atoms", "owners", "merges")
"""Tables whose integer columns are all held as arrays."""

_SMALL = frozenset({"origin", "linked", "author", "size"})
"""Columns whose numbers nearly always fit one byte."""

_COUNTED = ("originals", "decisions", "attributes")
"""Tables of which only the row count is held; for `attributes` also the round and time of each row."""


class Columns:
    """All integer columns of the tables about atoms. `load` reads them from a store; `take` adds rows that were just
    committed.
    """

    def __init__(self) -> None:
        self._tables = {table: {name: _column(name) for name in column_names(table, int)} for table in _IN_COLUMNS}
        self._sizes = dict.fromkeys(("agents", *_COUNTED), 0)
        self._attributes = {name: _column() for name in ("at", "stamp")}
        self.agents: list[str] = []
        self._agent_rounds: list[int] = []
        self._original_rounds = _column()
        self.number_of: dict[str, int] = {}
        self.links: list[LinkRow] = []
        self.links_of: dict[int, list[int]] = {}
        self.retractions: list[RetractionRow] = []
        self.own_merges: dict[int, list[int]] = {}
        self.own_from = 0
        self.last_round: int | None = None
        self.last_stamp = 0
        self._postings: dict[int, IntColumn] = {}
        self._owner_starts = _column()

    def of(self, table: str, name: str) -> IntArray:
        return self._tables[table][name].values

    def counts(self, vectors: int) -> RowCounts:
        """Return how many rows of each table are loaded. `vectors` is put into the result unchanged."""
        sizes = {table: len(columns["at"]) for table, columns in self._tables.items()}
        sizes |= self._sizes | {"links": len(self.links), "retractions": len(self.retractions)}
        return RowCounts(sizes, vectors)

    def sizes(self, at: int | None, moment: int | None = None) -> dict[str, int]:
        """Return how many rows of each table were written in rounds up to `at` and by the time `moment`.

        None sets no limit. `moment` is in microseconds since 1970; rows without a time count as earlier.
        """
        sizes = self.counts(0).rows
        if at is not None:
            sizes |= self._sizes_by_round(at)
        if moment is not None:
            sizes |= {table: min(size, sizes[table]) for table, size in self._sizes_by_time(moment).items()}
        return sizes

    def _sizes_by_round(self, at: int) -> dict[str, int]:
        sizes = {table: int(np.searchsorted(self.of(table, "at"), at, side="right")) for table in self._tables}
        sizes["links"] = bisect_right(self.links, at, key=lambda row: row.at)
        sizes["retractions"] = bisect_right(self.retractions, at, key=lambda row: row.at)
        sizes["attributes"] = int(np.searchsorted(self._attributes["at"].values, at, side="right"))
        sizes["agents"] = bisect_right(self._agent_rounds, at)
        return sizes

    def _sizes_by_time(self, moment: int) -> dict[str, int]:
        deposits = _written_by(self.of("deposits", "stamp"), moment)
        atoms = int(np.searchsorted(self.of("atoms", "deposit"), deposits))
        owners = int(np.searchsorted(self.of("owners", "atom"), atoms))
        speakers = [self.of("deposits", "agent")[:deposits], self.of("owners", "agent")[:owners]]
        return {
            "deposits": deposits,
            "atoms": atoms,
            "owners": owners,
            "merges": _written_by(self.of("merges", "stamp"), moment),
            "links": _written_by(np.array([row.stamp for row in self.links], np.int64), moment),
            "retractions": _written_by(np.array([row.stamp for row in self.retractions], np.int64), moment),
            "attributes": _written_by(self._attributes["stamp"].values, moment),
            "agents": max((int(agents.max()) + 1 for agents in speakers if len(agents)), default=0),
        }

    def round_of(self, sizes: Mapping[str, int]) -> int:
        """Return the last round among the first `sizes[table]` rows of each table; 0 if there are none."""
        rounds = {table: self.of(table, "at") for table in self._tables} | {"attributes": self._attributes["at"].values}
        last = [int(rounds[table][sizes[table] - 1]) for table in rounds if sizes[table]]
        objects = [rows[size - 1].at for rows, size in self._objects(sizes) if size]
        return max([*last, *objects], default=0)

    def _objects(self, sizes: Mapping[str, int]) -> Iterator[tuple[Sequence[LinkRow | RetractionRow], int]]:
        yield self.links, sizes["links"]
        yield self.retractions, sizes["retractions"]

    def merged_for(self, agent: int, size: int) -> dict[int, int]:
        """Return the agent's private merges in the first `size` merge rows: atom → the record it belongs to for this
        agent.
        """
        rows = [row for row in self.own_merges.get(agent, ()) if row < size]
        atoms, records = (self.of("merges", name)[rows].tolist() for name in ("atom", "record"))
        return dict(zip(atoms, records, strict=True))

    def agent_name(self, number: int) -> str:
        """Return the name of the agent with this number; "" for -1, which means no agent."""
        return "" if number == NOBODY else self.agents[number].rstrip()

    def agents_at(self, at: int) -> int:
        """Return how many agents had appeared by the end of round `at`."""
        return bisect_right(self._agent_rounds, at)

    def owner_rows(self, atom: int) -> range:
        """Return the row numbers of the owners that were written together with an atom."""
        starts = self._owner_starts.values
        end = int(starts[atom + 1]) if atom + 1 < len(starts) else len(self.of("owners", "atom"))
        return range(int(starts[atom]), end)

    def posting(self, agent: int) -> IntArray:
        """Return the row numbers of everything an agent owns (rows of the table `owners`), oldest first."""
        column = self._postings.get(agent)
        return column.values if column is not None else np.empty(0, np.int64)

    def load(self, store: Store) -> None:
        """Read the rows of the store that are not loaded yet. Raises StoreDamaged if a row refers to a missing row."""
        known, latest = self.counts(0).rows, store.counts()
        numbers = {table: store.columns(table, column_names(table, int), known[table]) for table in ROW_TYPES}
        fresh = Batch()
        for table in ("agents", "links", "retractions"):
            fresh.rows(table).extend(store.rows(table, range(known[table], latest.rows[table])))
        kinds = [row.kind for row in fresh.retractions]
        wrong = wrong_numbers(numbers, kinds, latest.vectors, self._rounds()) or self._wrong_names(fresh)
        if wrong is not None:
            raise damaged(store, wrong)
        for table in self._tables:
            self._extend(table, numbers[table])
        self._take_objects(fresh)
        self._original_rounds.extend(numbers["originals"]["at"])
        for table in _COUNTED:
            self._sizes[table] = latest.rows[table]
            self._take_times(table, numbers[table])

    def _rounds(self) -> dict[str, IntArray]:
        """Return the round of every loaded row of each table that other rows refer to."""
        return {
            "agents": np.array(self._agent_rounds, np.int64),
            "originals": self._original_rounds.values,
            "deposits": self.of("deposits", "at"),
            "atoms": self.of("atoms", "at"),
            "links": np.array([row.at for row in self.links], np.int64),
        }

    def _wrong_names(self, fresh: Batch) -> str | None:
        names = [agent.name for agent in fresh.agents]
        is_twice = len(set(names)) < len(names) or any(name in self.number_of for name in names)
        return "two agents have one name" if is_twice else None

    def take(self, batch: Batch) -> None:
        """Add the rows of a batch that was just committed."""
        for table, columns in self._tables.items():
            if rows := batch.rows(table):
                numbers = {name: np.array([getattr(row, name) for row in rows], np.int64) for name in columns}
                self._extend(table, numbers)
        self._take_objects(batch)
        self._original_rounds.extend([row.at for row in batch.originals])
        for table in _COUNTED:
            rows = batch.rows(table)
            self._sizes[table] += len(rows)
            names = tuple(self._attributes) if table == "attributes" else ("at",)
            self._take_times(table, {name: np.array([getattr(row, name) for row in rows], np.int64) for name in names})

    def touched_since(self, before: Mapping[str, int]) -> set[int] | None:
        """Return the agents that the rows after the counts `before` concern; None if they may concern every agent."""
        causes = self.links[before["links"] :], self.retractions[before["retractions"] :]
        merged = self.of("merges", "atom")[before["merges"] :]
        if not before["atoms"] or any(row.kind != "owner" for row in causes[1]) or (merged < before["atoms"]).any():
            return None
        touched = {row.agent for rows in causes for row in rows}
        return touched | set(self.of("owners", "agent")[before["owners"] :].tolist())

    def _extend(self, table: str, fresh: Mapping[str, IntArray]) -> None:
        first = len(self.of(table, "at"))
        for name, numbers in fresh.items():
            self._tables[table][name].extend(numbers)
        self._advance(fresh["at"], fresh.get("stamp", ()))
        if table == "merges":
            for place in np.flatnonzero(fresh["agent"] != NOBODY).tolist():
                self.own_merges.setdefault(int(fresh["agent"][place]), []).append(first + place)
        if table == "owners" and len(fresh["at"]):
            self._post(fresh["agent"], first)
            # Owner rows are written together with their atom, so they are in the order of the atoms.
            new_atoms = np.arange(len(self._owner_starts), len(self.of("atoms", "at")))
            self._owner_starts.extend(np.searchsorted(fresh["atom"], new_atoms) + first)

    def _post(self, agents: IntArray, first: int) -> None:
        """Add owner rows, the first with the number `first`, to the lists that `posting` returns."""
        if len(agents) < _FEW:
            for row, agent in enumerate(agents.tolist(), first):
                self._postings.setdefault(agent, _column()).extend([row])
            return
        order = np.argsort(agents, kind="stable")
        owners, starts = np.unique(agents[order], return_index=True)
        for owner, places in zip(owners.tolist(), np.split(order, starts[1:]), strict=True):
            self._postings.setdefault(owner, _column()).extend(places + first)

    def _take_objects(self, batch: Batch) -> None:
        for agent in batch.agents:
            self.number_of[agent.name] = len(self.agents)
            self.agents.append(agent.name)
            self._agent_rounds.append(agent.at)
        self._sizes["agents"] = len(self.agents)
        for link in batch.links:
            self.links_of.setdefault(link.a, []).append(len(self.links))
            self.links_of.setdefault(link.b, []).append(len(self.links))
            self.links.append(link)
        self.retractions.extend(batch.retractions)
        self._advance([row.at for row in batch.agents])
        for rows in (batch.links, batch.retractions):
            self._advance([row.at for row in rows], [row.stamp for row in rows])

    def _take_times(self, table: str, fresh: Mapping[str, IntArray]) -> None:
        if table == "attributes":
            for name, column in self._attributes.items():
                column.extend(fresh[name])
        self._advance(fresh["at"], fresh.get("stamp", ()))

    def _advance(self, rounds: Sequence[int] | IntArray, stamps: Sequence[int] | IntArray = ()) -> None:
        # Rounds and times never decrease along a table, so the last one is the greatest.
        if len(rounds):
            last = int(rounds[-1])
            self.last_round = last if self.last_round is None else max(last, self.last_round)
        if len(stamps):
            self.last_stamp = max(int(stamps[-1]), self.last_stamp)


def _written_by(stamps: IntArray, moment: int) -> int:
    """Return how many rows, from the first on, were written by the time `moment`.

    If the clock was set back, later rows count as written at the latest time before.
    """
    return int(np.searchsorted(np.maximum.accumulate(stamps), moment, side="right")) if len(stamps) else 0


def _column(name: str = "") -> IntColumn:
    return IntColumn(np.int8 if name in _SMALL else np.int32)

"""The state of the store after a round: the owners of each wording, and the record of each atom.

Present and past are computed in the same way: from the rows that existed in that round, minus those retracted by then.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from agentsensus.base.arrays import IntArray
from agentsensus.store.columns import Columns
from agentsensus.store.rows import ERASED, NOBODY, LinkRow, RetractionRow

DEPOSIT = "deposit"
CONFLICT = "conflicts_with"
DERIVED = "derived_from"
"""Kind of link from a reflection or insight to its evidence. Agents do not follow it, and it is not counted."""

SUPERSEDES = "supersedes"
"""Kind of link from a new statement to the one that it replaces for its owner. Agents do not follow it."""

SPLIT = "split"
"""The cause of a merge row that undoes a merge."""

JOINED = "joined"
"""The cause of a merge row by which the author merged two records."""

ONE_WAY = frozenset({"agent", "document_next"})
"""Kinds of link that are followed only forward."""


@dataclass(frozen=True, slots=True)
class AtomLink:
    """A link between two atoms. `number` is its link row; None for the implicit links between atoms of one deposit."""

    of: int
    to: int
    kind: str
    maker: int
    number: int | None

    @property
    def cut_key(self) -> tuple[str, int, int]:
        """The key by which a retraction row removes this link."""
        if self.number is not None:
            return "link", self.number, NOBODY
        return "pair", min(self.of, self.to), max(self.of, self.to)


class Snapshot:
    """Owners, records and links after round `at`, or (None) at the time of creation. Later commits do not change it.

    Atoms are given by number; the number of a record is that of its first atom. With `without_lost`, everything that
    was forgotten or unlinked later is left out too. `moment`, in microseconds since 1970, limits the snapshot to rows
    written by that time; `at` is then the round of that time.
    """

    def __init__(
        self, columns: Columns, at: int | None = None, *, without_lost: bool = False, moment: int | None = None
    ) -> None:
        self.columns = columns
        self._sizes = columns.sizes(at, moment)
        self.at = at if moment is None else columns.round_of(self._sizes)
        self.moment = moment
        if without_lost:
            self._sizes["retractions"] = len(columns.retractions)
        self.atoms = self._sizes["atoms"]
        self._owned: dict[int, IntArray] = {}
        self._latest: dict[int, IntArray] = {}
        self._own_roots: dict[int, dict[int, int]] = {}

    def renewed(self, touched: Iterable[int] | None) -> "Snapshot":
        """Return the snapshot after a commit that changed rows of the agents `touched` (None: perhaps of all
        agents).
        """
        fresh = Snapshot(self.columns, self.at)
        if touched is not None:
            skip = set(touched)
            fresh.__dict__["_members"] = self._grown_members(fresh.roots)
            fresh._owned = {agent: atoms for agent, atoms in self._owned.items() if agent not in skip}
            fresh._latest = {agent: atoms for agent, atoms in self._latest.items() if agent not in skip}
            fresh._own_roots = {agent: roots for agent, roots in self._own_roots.items() if agent not in skip}
        return fresh

    def size(self, table: str) -> int:
        """Return how many rows of a table, from the first on, belong to this snapshot."""
        return self._sizes[table]

    # --- records

    @cached_property
    def roots(self) -> IntArray:
        """For each atom, the number of its record."""
        roots: IntArray = np.arange(self.atoms, dtype=np.int32 if self.atoms < 2**31 else np.int64)
        atoms, records = self._merges
        # Later rows for the same atom win, because a split is a later row.
        roots[atoms] = records
        return roots

    @cached_property
    def _merges(self) -> tuple[IntArray, IntArray]:
        """Return the atoms and records of the merge rows, without merges that are private to one owner."""
        atoms, records, agents = (self.columns.of("merges", name) for name in ("atom", "record", "agent"))
        rows = np.flatnonzero(agents[: self._sizes["merges"]] == NOBODY)
        return atoms[rows], records[rows]

    @cached_property
    def _members(self) -> dict[int, list[int]]:
        moved = np.unique(self._merges[0])
        members: dict[int, list[int]] = {}
        for atom, root in zip(moved.tolist(), self.roots[moved].tolist(), strict=True):
            if atom != root:
                members.setdefault(root, [root]).append(atom)
        return members

    def _grown_members(self, roots: IntArray) -> dict[int, list[int]]:
        """Return the atoms of each record after a commit that only added atoms. Older snapshots ignore the new
        atoms.
        """
        members = self._members
        for atom in range(self.atoms, len(roots)):
            if roots[atom] != atom:
                root = int(roots[atom])
                members.setdefault(root, [root]).append(atom)
        return members

    def members(self, record: int) -> list[int]:
        """Return all atoms of a record, oldest first."""
        members = self._members.get(record)
        if members is None:
            return [record]
        # The lists are shared with newer views; atoms after the end of this view do not belong to it.
        return members if members[-1] < self.atoms else [atom for atom in members if atom < self.atoms]

    def merged(self) -> dict[int, list[int]]:
        """Return every record of more than one atom, with its atoms."""
        known = ((record, self.members(record)) for record in self._members if record < self.atoms)
        return {record: atoms for record, atoms in known if len(atoms) > 1}

    def wordings(self, record: int) -> list[int]:
        """Return the atoms of a record that still have an owner, oldest first."""
        return [atom for atom in self.members(record) if atom not in self.dead]

    @cached_property
    def apart(self) -> dict[int, set[int]]:
        """For each record, the records that the author split from it."""
        agents = self.columns.of("merges", "agent")[: self._sizes["merges"]]
        return self._split_pairs(np.flatnonzero(agents == NOBODY), lambda atom: int(self.roots[atom]))

    def own_apart(self, agent: int) -> dict[int, set[int]]:
        """Return, for each record of an agent, the agent's records that the author split from it."""
        roots = self.own_roots(agent)
        rows = [row for row in self.columns.own_merges.get(agent, ()) if row < self._sizes["merges"]]
        return self._split_pairs(np.array(rows, np.int64), lambda atom: roots.get(atom, atom))

    def _split_pairs(self, rows: IntArray, root_of: Callable[[int], int]) -> dict[int, set[int]]:
        """Return the records that the author split and did not merge again, found in these merge rows: record → records
        apart from it.
        """
        apart: dict[int, set[int]] = {}
        if not self.columns.of("merges", "author")[rows].any():
            return apart
        pairs, roots = set(), dict[int, int]()
        columns = [self.columns.of("merges", name)[rows].tolist() for name in ("atom", "record", "author")]
        for atom, record, author in zip(*columns, strict=True):
            before = roots.get(atom, atom)
            if author and before != record and roots.get(record, record) == before:
                pairs.add((before, record))
            roots[atom] = record
        for a, b in pairs:
            one, other = root_of(a), root_of(b)
            if one != other:
                apart.setdefault(one, set()).add(other)
                apart.setdefault(other, set()).add(one)
        return apart

    def is_live(self, record: int) -> bool:
        """Return whether the record has an owner."""
        return bool(self.wordings(record))

    # --- owners

    @cached_property
    def _retracted(self) -> dict[int, set[int]]:
        lost: dict[int, set[int]] = {}
        for row in self.columns.retractions[: self._sizes["retractions"]]:
            if row.kind == "owner":
                lost.setdefault(row.a, set()).add(row.agent)
        return lost

    @cached_property
    def dead(self) -> frozenset[int]:
        """Atoms without an owner."""
        ownerless = (atom for atom, lost in self._retracted.items() if len(lost) == len(self.born(atom)))
        return frozenset(ownerless) | self._erased

    @cached_property
    def _erased(self) -> frozenset[int]:
        return frozenset(np.flatnonzero(self.columns.of("atoms", "origin")[: self.atoms] & ERASED).tolist())

    def ownerships(self, atom: int) -> list[int]:
        """Return the rows of the table `owners` for an atom that have not been retracted."""
        if atom in self._erased:
            return []
        lost = self._retracted.get(atom)
        if not lost:
            return list(self.born(atom))
        agents = self.columns.of("owners", "agent")
        return [row for row in self.born(atom) if int(agents[row]) not in lost]

    def owners(self, record: int) -> dict[int, int]:
        """Return the owners of a record: each agent with its first owner row that has not been retracted."""
        agents = self.columns.of("owners", "agent")
        owners: dict[int, int] = {}
        for atom in self.members(record):
            for row in self.ownerships(atom):
                owners.setdefault(int(agents[row]), row)
        return owners

    def ownership(self, agent: int, atom: int) -> int | None:
        """Return the owner row by which an agent owns exactly this atom; None if the agent does not own it."""
        agents = self.columns.of("owners", "agent")
        return next((row for row in self.ownerships(atom) if int(agents[row]) == agent), None)

    def owned(self, agent: int) -> IntArray:
        """Return the atoms that an agent owns, oldest first."""
        if agent not in self._owned:
            rows = self.columns.posting(agent)
            rows = rows[: np.searchsorted(rows, self._sizes["owners"])]
            atoms = self.columns.of("owners", "atom")[rows]
            lost = [*self._erased, *(atom for atom, losers in self._retracted.items() if agent in losers)]
            self._owned[agent] = np.setdiff1d(atoms, lost) if lost else atoms
        return self._owned[agent]

    def latest(self, agent: int) -> IntArray:
        """Return the agent's latest atom of each record that it owns, ascending."""
        if agent not in self._latest:
            atoms = self.owned(agent)
            _, last = np.unique(self.roots[atoms][::-1], return_index=True)
            self._latest[agent] = np.sort(atoms[len(atoms) - 1 - last])
        return self._latest[agent]

    def own_roots(self, agent: int) -> dict[int, int]:
        """Return the agent's private merges: atom → the agent's earlier atom that it merged into. Independent of other
        agents.

        Atoms from before the first private merge row use the shared records instead.
        """
        if agent not in self._own_roots:
            roots = self._roots_before_own(agent) | self.columns.merged_for(agent, self._sizes["merges"])
            self._own_roots[agent] = {atom: root for atom, root in roots.items() if atom != root}
        return self._own_roots[agent]

    def _roots_before_own(self, agent: int) -> dict[int, int]:
        rows = self.columns.posting(agent)
        atoms = self.columns.of("owners", "atom")[rows[: np.searchsorted(rows, self._sizes["owners"])]]
        old = atoms[atoms < self.columns.own_from]
        records, first = np.unique(self.roots[old], return_index=True)
        first_of = dict(zip(records.tolist(), old[first].tolist(), strict=True))
        return {atom: first_of[record] for atom, record in zip(old.tolist(), self.roots[old].tolist(), strict=True)}

    def own_wording(self, agent: int, record: int) -> int | None:
        """Return the agent's last atom of a record; None if the agent does not own the record."""
        return next((atom for atom in reversed(self.members(record)) if self.owns_atom(agent, atom)), None)

    # --- links

    def linked(self, record: int, agent: int | None = None, *, own: bool = False) -> dict[int, set[str]]:
        """Return the records one link away, each with the kinds of those links. With `agent`, only links that it
        follows count.

        With `own`, only links of the agent's own wordings count, so that the answer reveals no deposit of another
        agent.
        """
        linked: dict[int, set[str]] = {}
        for atom in self.members(record):
            if own and agent is not None and not self.owns_atom(agent, atom):
                continue
            for link in self.atom_links(atom):
                other = int(self.roots[link.to])
                if other == record or not self.is_live(other) or self._is_cut(link, agent):
                    continue
                if self._is_for(link, agent):
                    linked.setdefault(other, set()).add(link.kind)
        return linked

    def _is_for(self, link: "AtomLink", agent: int | None) -> bool:
        """Return whether this agent (None: the application) follows a link."""
        if link.kind == CONFLICT:
            return link.maker == NOBODY
        return link.kind != "agent" or agent in (None, link.maker)

    def links_between(self, record: int, other: int) -> list["AtomLink"]:
        """Return every link from an atom of one record to an atom of another."""
        every = (link for atom in self.members(record) for link in self.atom_links(atom))
        return [link for link in every if int(self.roots[link.to]) == other]

    def superseded(self, record: int) -> list[int]:
        """Return the atoms that were superseded by wordings of a record."""
        rows = [n for atom in self.members(record) for n in self.columns.links_of.get(atom, ())]
        links = (self.columns.links[number] for number in sorted(set(rows)) if number < self._sizes["links"])
        return [link.b for link in links if link.kind == SUPERSEDES and int(self.roots[link.a]) == record]

    def evidence(self, atom: int) -> list[int]:
        """Return the atoms that this atom was derived from, in the order of citation; empty for deposits."""
        rows = [n for n in self.columns.links_of.get(atom, ()) if n < self._sizes["links"]]
        cited = (self.columns.links[number] for number in rows)
        return [link.b for link in cited if link.kind == DERIVED and link.a == atom]

    def atom_links(self, atom: int) -> Iterator["AtomLink"]:
        """Yield the links from an atom to other atoms, of all agents."""
        columns = self.columns
        deposit = int(columns.of("atoms", "deposit")[atom])
        if columns.of("deposits", "linked")[deposit]:
            first, size = (int(columns.of("deposits", name)[deposit]) for name in ("first", "size"))
            yield from (AtomLink(atom, o, DEPOSIT, NOBODY, None) for o in range(first, first + size) if o != atom)
        for number in columns.links_of.get(atom, ()):
            if number >= self._sizes["links"]:
                continue
            link = columns.links[number]
            if link.kind in (DERIVED, SUPERSEDES):
                continue
            if link.a == atom:
                yield AtomLink(atom, link.b, link.kind, link.agent, number)
            elif link.kind not in ONE_WAY:
                yield AtomLink(atom, link.a, link.kind, link.agent, number)

    def links(self) -> Sequence[LinkRow]:
        """Return all link rows of this snapshot, oldest first."""
        return self.columns.links[: self._sizes["links"]]

    def cuts(self) -> list[RetractionRow]:
        """Return the retractions that remove links in this snapshot."""
        rows = self.columns.retractions[: self._sizes["retractions"]]
        return [row for row in rows if row.kind == "link" or (row.kind == "pair" and max(row.a, row.b) < self.atoms)]

    @cached_property
    def _cuts(self) -> dict[tuple[str, int, int], set[int]]:
        cuts: dict[tuple[str, int, int], set[int]] = {}
        for row in self.cuts():
            cuts.setdefault(self._cut_of(row.kind, row.a, row.b), set()).add(row.agent)
        return cuts

    def _cut_of(self, kind: str, a: int, b: int) -> tuple[str, int, int]:
        """Return the key of a removed link: its link row, or the pair of records that it connects.

        Because of the pair, repeating a statement does not restore a removed link.
        """
        if kind == "link":
            return kind, a, b
        low, high = sorted((int(self.roots[a]), int(self.roots[b])))
        return kind, low, high

    def _is_cut(self, link: "AtomLink", agent: int | None) -> bool:
        cut_by = self._cuts.get(self._cut_of(*link.cut_key), ()) if self._cuts else ()
        return NOBODY in cut_by or agent in cut_by

    # --- internal

    def born(self, atom: int) -> range:
        """Return the row numbers of the owners that were written together with an atom."""
        return self.columns.owner_rows(atom)

    def owns_atom(self, agent: int, atom: int) -> bool:
        """Return whether an agent owns exactly this atom, and not only another atom of its record."""
        return self.ownership(agent, atom) is not None

"""The records of one agent, computed from its own wordings only or (under the preset `paper`) from all wordings.

An atom is one stored statement. A wording is the text of an atom. A record is a set of merged atoms.
"""

from functools import cached_property
from typing import Protocol

import numpy as np

from agentsensus.base.arrays import IntArray
from agentsensus.memory.core.snapshot import CONFLICT, AtomLink, Snapshot
from agentsensus.memory.settings import Showing
from agentsensus.store.rows import NOBODY

__all__ = ["AgentView", "agent_view", "last_wording"]


class AgentView(Protocol):
    """The records, wordings and links of an agent. The number of a record is the number of one of its atoms."""

    def record_of(self, atom: int) -> int:
        """Return the number of the record to which one of the agent's atoms belongs."""
        ...

    def atoms(self, record: int) -> list[int]:
        """Return the agent's own atoms of a record that it still owns, oldest first."""
        ...

    def latest(self) -> IntArray:
        """Return the agent's latest atom of each record that it owns, ascending."""
        ...

    def linked(self, record: int) -> dict[int, set[str]]:
        """Return the agent's records one link away from this one, each with the kinds of those links."""
        ...

    def links_between(self, record: int, other: int) -> list[AtomLink]:
        """Return every link from one record to another that the agent may follow."""
        ...


def agent_view(view: Snapshot, agent: int, showing: Showing) -> AgentView:
    """Return the agent's private records, or the shared records if the settings show those."""
    if showing.is_private:
        return OwnRecords(view, agent)
    return SharedRecords(view, agent, own_links=showing.receipts == "private")


def last_wording(as_agent: AgentView, record: int) -> int | None:
    """Return the agent's last wording of a record; None if it does not own the record."""
    atoms = as_agent.atoms(record)
    return atoms[-1] if atoms else None


class OwnRecords:
    """Records computed from one agent's wordings and links only, so that they reveal nothing about other agents.

    Two statements of the agent are one record if they would merge in a memory without other agents.
    """

    def __init__(self, view: Snapshot, agent: int) -> None:
        self._view = view
        self._agent = agent
        self._roots = view.own_roots(agent)

    def record_of(self, atom: int) -> int:
        return self._roots.get(atom, atom)

    def atoms(self, record: int) -> list[int]:
        return [atom for atom in self._members.get(record, [record]) if self._view.owns_atom(self._agent, atom)]

    @cached_property
    def _members(self) -> dict[int, list[int]]:
        members: dict[int, list[int]] = {}
        for atom, root in sorted(self._roots.items()):
            members.setdefault(root, [root]).append(atom)
        return members

    def latest(self) -> IntArray:
        atoms = self._view.owned(self._agent)
        if not self._roots:
            return atoms
        last = {self.record_of(atom): atom for atom in atoms.tolist()}
        return np.array(sorted(last.values()), np.int64)

    def linked(self, record: int) -> dict[int, set[str]]:
        linked: dict[int, set[str]] = {}
        for link in self._links(record):
            if not self._is_cut(link):
                linked.setdefault(self.record_of(link.to), set()).add(link.kind)
        return linked

    def links_between(self, record: int, other: int) -> list[AtomLink]:
        return [link for link in self._links(record) if self.record_of(link.to) == other]

    def _links(self, record: int) -> list[AtomLink]:
        """Return the links from a record to the agent's other records that this agent may follow."""
        every = (link for atom in self.atoms(record) for link in self._view.atom_links(atom))
        return [
            link
            for link in every
            if self._is_own(link) and self.record_of(link.to) != record and self._view.owns_atom(self._agent, link.to)
        ]

    def _is_own(self, link: AtomLink) -> bool:
        if link.kind == CONFLICT and max(link.of, link.to) < self._view.columns.own_from:
            return link.maker == NOBODY
        return link.maker == self._agent if link.kind in ("agent", CONFLICT) else True

    def _is_cut(self, link: AtomLink) -> bool:
        return self._cut_key(*link.cut_key) in self._cuts

    @cached_property
    def _cuts(self) -> set[tuple[str, int, int]]:
        own = (row for row in self._view.cuts() if row.agent in (NOBODY, self._agent))
        return {self._cut_key(row.kind, row.a, row.b) for row in own}

    def _cut_key(self, kind: str, a: int, b: int) -> tuple[str, int, int]:
        """Return the key of a removed link: its link row, or the pair of records that it connects.

        Because of the pair, repeating a statement does not restore a removed link.
        """
        if kind == "link":
            return kind, a, b
        low, high = sorted((self.record_of(a), self.record_of(b)))
        return kind, low, high


class SharedRecords:
    """Records shared by all owners; with `own_links`, only links of the agent's own wordings are followed."""

    def __init__(self, view: Snapshot, agent: int, *, own_links: bool) -> None:
        self._view = view
        self._agent = agent
        self._own_links = own_links

    def record_of(self, atom: int) -> int:
        return int(self._view.roots[atom])

    def atoms(self, record: int) -> list[int]:
        return [atom for atom in self._view.members(record) if self._view.owns_atom(self._agent, atom)]

    def latest(self) -> IntArray:
        return self._view.latest(self._agent)

    def linked(self, record: int) -> dict[int, set[str]]:
        linked = self._view.linked(record, self._agent, own=self._own_links)
        return {other: kinds for other, kinds in linked.items() if self.atoms(other)}

    def links_between(self, record: int, other: int) -> list[AtomLink]:
        return self._view.links_between(record, other)

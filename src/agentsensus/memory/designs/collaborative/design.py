"""Collaborative Memory: private and shared rows, with access checked on every read."""

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np

from agentsensus.base.arrays import FloatArray, IntArray
from agentsensus.errors import InputError
from agentsensus.memory.answers import Hit, Recall
from agentsensus.memory.core.checks import checked_name
from agentsensus.memory.core.drafts import DraftDeposit
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.hybrid import nearest_rows
from agentsensus.memory.core.ledger import Ledgers
from agentsensus.memory.core.ranking import Ask, RankedRecord, as_hits, nothing, own_rows, within_tokens
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.designs.collaborative.access import (
    AGENT,
    CLOSED,
    GRANT,
    OPEN,
    READ_POLICIES,
    RESOURCE,
    REVOKE,
    SHARED,
    TIER,
    WRITE_POLICIES,
    Access,
    Graph,
    Provenance,
    Reader,
    edge_key,
)
from agentsensus.memory.designs.collaborative.settings import CollaborativeSettings
from agentsensus.memory.designs.design import Grant, Tally
from agentsensus.memory.designs.private_rows import Finish, Page, PrivateRows
from agentsensus.memory.inputs import Via
from agentsensus.memory.timing import stage
from agentsensus.store.rows import OwnerRow


class Collaborative(PrivateRows[None]):
    """The design of Collaborative Memory: one row per witness. Grants and open edges add readers, never owners."""

    name = "collaborative"
    has_access_graph = True

    def __init__(self, engine: Engine, settings: CollaborativeSettings) -> None:
        super().__init__(engine)
        self.settings = settings
        self._ledgers = Ledgers(engine, Access)
        self._provenance: dict[int, Provenance] = {}
        self._generation = engine.header.generation

    async def prepare(self, deposits: Sequence[DraftDeposit]) -> None:
        """Do nothing, because this design asks no model."""

    async def plan(self, deposits: Sequence[DraftDeposit], prepared: None, at: int) -> Finish:
        """Decide by the write policy which rows are shared. Returns a function that writes the rows."""
        shares = WRITE_POLICIES[self.settings.write_policy]

        def finish(page: Page) -> None:
            for deposit in deposits:
                for draft in deposit.drafts if shares(deposit) else ():
                    page.keep(page.number(draft), TIER, SHARED)

        return finish

    async def recall(self, view: Snapshot, ask: Ask, vector: FloatArray) -> Recall:
        """Return the rows that fit the query best among those that the agent may read now."""
        agent = self.engine.agent(ask.agent)
        if agent is None:
            return nothing(ask)
        access = self._ledgers.at(view)
        with stage("search"):
            readable = self._readable(view, access, agent, ask)
            if ask.by_agent and ask.is_past:
                readable = np.intersect1d(readable, self._readable(view, self._ledgers.now, agent, ask))
            own_rows_ = set(view.owned(agent).tolist())
            lent = {atom for atom in readable.tolist() if atom not in own_rows_}
            query = ask.with_vector(vector)
            atoms, near = nearest_rows(self.engine, view, readable, query, ask.k, ask.floor, lent)
        if not len(readable):
            return nothing(ask)
        ranked = [RankedRecord(atom, atom, score) for atom, score in zip(atoms.tolist(), near, strict=True)]
        own = {row.atom for row in ranked if view.owns_atom(agent, row.atom)}
        own_hits = iter(as_hits(self.engine, view, agent, [row for row in ranked if row.atom in own]))
        hits = [next(own_hits) if row.atom in own else self._lent(access, agent, row) for row in ranked]
        return within_tokens(ask, hits)

    def tally(self, view: Snapshot) -> Tally:
        """Return the readers of each row. This design adds no rows besides deposits."""
        return Tally(readers=lambda atom: self._readers(view, atom))

    def may_read(self, agent: int, record: int) -> bool:
        """Return whether an agent may read a row now."""
        return self._policy(self.engine.view(), self._ledgers.now, agent)(record)

    # --- access

    def grant(self, grant: Grant, at: int) -> None:
        """Let another agent read a row. The agent does not become an owner."""
        atom, reader = grant.record, _reader_of(grant)
        page, number = Page(self.engine, at), self.engine.agent(reader)
        if number is not None and self.engine.view().owns_atom(number, atom):
            raise InputError(f"{reader} owns {self.engine.atom(atom).id} already; a grant is for others")
        if number is not None and atom in self._ledgers.now.grants.get(number, {}):
            return
        page.keep(atom, GRANT, str(page.writer.agent(reader)))
        self.engine.commit(page.writer)

    def revoke(self, grant: Grant, at: int) -> None:
        """Take a grant back. The reader no longer finds the row, even in recalls of earlier rounds."""
        atom, reader = grant.record, _reader_of(grant)
        page, number = Page(self.engine, at), self.engine.agent(reader)
        if number is None or atom not in self._ledgers.now.grants.get(number, {}):
            raise InputError(f"{reader} holds no grant on {self.engine.atom(atom).id}")
        page.keep(atom, REVOKE, str(number))
        self.engine.commit(page.writer)

    def connect(self, reader: str, kind: str, to: str, at: int, *, is_open: bool) -> None:
        """Open or close an edge of the access graphs."""
        page = Page(self.engine, at)
        number, other = page.writer.agent(reader), page.writer.agent(to)
        page.keep(number, edge_key(kind, OPEN if is_open else CLOSED), str(other))
        self.engine.commit(page.writer)

    # --- internal

    def _readable(self, view: Snapshot, access: Access, agent: int, ask: Ask) -> IntArray:
        own = own_rows(self.engine, view, agent, ask.where)
        graph = access.graphs.get(agent, Graph())
        others: set[int] = set()
        if ask.where is None:  # filters match the reader's own metadata, which rows of others lack
            others = set(access.grants.get(agent, {})) - set(own.tolist())
            for other, state in graph.agent.items():
                if state == OPEN and other != agent:
                    others |= access.shared & set(view.owned(other).tolist())
        may = self._policy(view, access, agent)
        lent = [atom for atom in sorted(others) if may(atom)]
        if graph.has_closed:
            own = np.array([atom for atom in own.tolist() if may(atom)], np.int64)
        return np.union1d(own, np.array(lent, np.int64))

    def _policy(self, view: Snapshot, access: Access, agent: int) -> Callable[[int], bool]:
        """Return a function that tells whether an agent may read a row, its own or another's, under the read policy."""
        name, graph, granted = self._name, access.graphs.get(agent, Graph()), access.grants.get(agent, {})
        agents, resources = ({name(to): state for to, state in graph.of(kind).items()} for kind in (AGENT, RESOURCE))
        reader, may = Reader(agent, name(agent), agents, resources), READ_POLICIES[self.settings.read_policy]

        def allows(atom: int) -> bool:
            if atom >= view.atoms or atom in view.dead:
                return False
            return may(reader._replace(is_granted=atom in granted), self._from(view, atom), atom in access.shared)

        return allows

    def _readers(self, view: Snapshot, atom: int) -> list[int]:
        access = self._ledgers.at(view)
        others = [agent for agent in sorted({*access.grants, *access.graphs}) if not view.owns_atom(agent, atom)]
        return [agent for agent in others if self._policy(view, access, agent)(atom)]

    def _from(self, view: Snapshot, atom: int) -> Provenance:
        """Return the provenance of a row, read from its first owner row."""
        if self._generation != self.engine.header.generation:
            self._provenance, self._generation = {}, self.engine.header.generation
        if atom not in self._provenance:
            row = cast(OwnerRow, next(self.engine.store.rows("owners", list(view.born(atom)))))
            agents = {self._name(row.agent), *([row.source] if row.via == "told" else [])}
            resources = [row.source] if row.via == "read" and row.source else []
            self._provenance[atom] = Provenance(row.agent, frozenset(agents), frozenset(resources))
        return self._provenance[atom]

    def _name(self, agent: int) -> str:
        """Return the stored name of an agent. A purged agent has a unique placeholder."""
        return self.engine.columns.agents[agent]

    def _lent(self, access: Access, agent: int, ranked: RankedRecord) -> Hit:
        """Return a row as a reader sees it who does not own it: without the owner's metadata and source."""
        row = self.engine.atom(ranked.atom)
        since = access.grants.get(agent, {}).get(ranked.atom, row.at)
        return Hit(row.id, row.text, ranked.score, since, Via(kind="read"), {})


def _reader_of(grant: Grant) -> str:
    if grant.reader is None:
        raise InputError("the collaborative design has no groups; name a reader")
    return checked_name(grant.reader, "reader")

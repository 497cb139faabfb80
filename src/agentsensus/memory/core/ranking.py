"""Recall: the records of an agent that fit a query best, and its records one link away from these."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from agentsensus.base.arrays import FloatArray, IntArray
from agentsensus.memory.answers import Hit, Recall, line_of
from agentsensus.memory.core.agent_view import AgentView
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.grants import Granted, granted_to
from agentsensus.memory.core.hybrid import RankedQuery, nearest_rows
from agentsensus.memory.core.limits import AskLimits, time_of
from agentsensus.memory.core.marks import unexpired
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.inputs import Via
from agentsensus.models.tokens import tokens
from agentsensus.store.rows import OwnerRow


@dataclass(frozen=True, slots=True)
class Ask:
    """A checked recall: the agent, the query and the limits."""

    agent: str
    query: str
    k: int
    max_tokens: int | None = None
    where: AskLimits | None = None
    min_score: float | None = None
    is_past: bool = False
    """Whether the recall is about an earlier round. Such a recall writes nothing."""

    by_agent: bool = False
    """Whether the agent itself asks. If so, a recall of an earlier round returns only records that the agent may still
    read.
    """

    said: str = ""
    """The query as given, before aliases were replaced by canonical names."""

    def with_vector(self, vector: FloatArray) -> RankedQuery:
        """Return the query with its vector, ready for ranking."""
        return RankedQuery(f"{self.query}\n{self.said}", vector)

    @property
    def floor(self) -> float:
        """The lowest cosine that a hit may have."""
        return -1.0 if self.min_score is None else self.min_score


@dataclass(frozen=True, slots=True)
class RankedRecord:
    """A record to show: the atom that ranked it, its score, and the kind of link that led to it."""

    record: int
    atom: int
    score: float = 0.0
    link: str = ""


def granted_rows(engine: Engine, view: Snapshot, agent: int | None, ask: Ask) -> dict[int, Granted]:
    """Return the wordings granted to the agent. Empty for a recall with a filter, because filters match own metadata
    only.
    """
    if agent is None or ask.where is not None:
        return {}
    return granted_to(engine, view, agent, only_now=ask.by_agent and ask.is_past)


def granted_hit(engine: Engine, atom: int, score: float, granted: Granted) -> Hit:
    """Return a granted wording as its reader sees it: the text and the granter, without the owner's source."""
    row = engine.atom(atom)
    name = engine.agent_name(granted.granter)
    return Hit(row.id, row.text, score, granted.at, Via(kind="read", source=name), {}, shared_by=name)


def own_hits(engine: Engine, view: Snapshot, ask: Ask, vector: FloatArray) -> list[Hit]:
    """Return the agent's own records above the minimum score, best first, without linked and granted ones."""
    agent = engine.agent(ask.agent)
    own = own_rows(engine, view, agent, ask.where)
    if agent is None or not len(own):
        return []
    atoms, near = nearest_rows(engine, view, own, ask.with_vector(vector), ask.k, ask.floor)
    ranked, as_agent = zip(atoms.tolist(), near, strict=True), engine.agent_view(view, agent)
    rows = [RankedRecord(as_agent.record_of(atom), atom, score) for atom, score in ranked]
    return as_hits(engine, view, agent, rows)


def nothing(ask: Ask) -> Recall:
    """Return an empty recall."""
    return Recall(ask.agent, ask.query, (), (), f"{ask.agent} owns no record that could be recalled here")


def as_hits(engine: Engine, view: Snapshot, agent: int, ranked: Sequence[RankedRecord]) -> list[Hit]:
    """Return records in the form in which their owner sees them. All are read in one batch."""
    as_record, as_agent = engine.settings.showing.wording == "record", engine.agent_view(view, agent)
    own = [as_agent.atoms(row.record) for row in ranked]
    wordings = [atoms[-1] for atoms in own]
    firsts = [cast(int, view.ownership(agent, atoms[0])) for atoms in own]
    ownerships = cast("Iterator[OwnerRow]", engine.store.rows("owners", firsts))
    owner_rows = dict(zip(sorted(set(firsts)), ownerships, strict=True))
    engine.atoms([*wordings, *(row.record for row in ranked if as_record)])
    hits = []
    for row, wording, first in zip(ranked, wordings, firsts, strict=True):
        owner = owner_rows[first]
        hits.append(
            Hit(
                id=engine.atom(row.record if as_record else wording).id,
                text=engine.shown(row.record, view) if as_record else engine.atom(wording).text,
                score=row.score,
                since=owner.at,
                via=Via.stored(owner.via, owner.source, owner.detail, owner.place, owner.telling),
                metadata=engine.metadata(wording),
                link=row.link,
                time=time_of(engine, owner.atom),
            )
        )
    return hits


def own_rows(engine: Engine, view: Snapshot, agent: int | None, where: AskLimits | None) -> IntArray:
    """Return the atoms by which an agent's records are ranked, ascending. `where` filters them."""
    if agent is None:
        return np.empty(0, np.int64)
    as_agent = engine.agent_view(view, agent)
    own = unexpired(engine, view, agent, as_agent.latest())
    if engine.settings.showing.wording == "record":
        merged = view.merged()
        shown = {engine.shown_atom(int(r), view) if int(r) in merged else int(r) for r in view.roots[own]}
        own = np.array(sorted(shown), np.int64)
    if where is None:
        return own
    engine.atoms(own.tolist())
    fitting = [atom for atom in own.tolist() if record_fits(engine, as_agent, as_agent.record_of(atom), where)]
    return np.array(fitting, np.int64)


def record_fits(engine: Engine, as_agent: AgentView, record: int, where: AskLimits) -> bool:
    """Return whether any of the agent's own wordings of a record meets the conditions."""
    return any(where.allows(engine, atom) for atom in as_agent.atoms(record))


def within_tokens(ask: Ask, hits: Sequence[Hit], linked: Sequence[Hit] = (), budget: int | None = None) -> Recall:
    """Return the hits above the minimum score and the linked records, cut to at most `ask.max_tokens` tokens.

    Without `ask.max_tokens` the limit is `budget`, and the nearest record is returned even if it is longer.
    """
    rows = [hit for hit in (*hits, *linked) if ask.min_score is None or hit.score >= ask.min_score]
    shown = _strictly(rows, ask.max_tokens) if ask.max_tokens is not None else _about(rows, budget)
    cut = len(rows) - len(shown)
    note = f"{cut} rows over the token limit" if cut else ""
    own = {id(hit) for hit in hits}
    apart = [tuple(hit for hit in shown if (id(hit) in own) == is_hit) for is_hit in (True, False)]
    return Recall(ask.agent, ask.query, apart[0], apart[1], note)


def _about(rows: Sequence[Hit], budget: int | None) -> Sequence[Hit]:
    """Return the leading rows that fit into a token budget; always at least the first row."""
    spent = 0
    for count, row in enumerate(rows):
        spent += tokens(row.text) + 2
        if budget is not None and spent > budget and count:
            return rows[:count]
    return rows


def _strictly(rows: Sequence[Hit], budget: int) -> Sequence[Hit]:
    """Return the leading rows that fit into a token budget. A first row that alone exceeds the budget is skipped."""
    first = next((place for place, row in enumerate(rows) if tokens(line_of(row)) <= budget), len(rows))
    shown = list(_about(rows[first:], budget))
    while shown and tokens("\n".join(map(line_of, shown))) > budget:
        shown.pop()
    return shown

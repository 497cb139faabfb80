"""Recall: the nearest records an agent owns, then one hop along links into others that it owns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.memory.asking.life import nearest_wanted, unexpired
from agentsensus.memory.asking.limits import AskLimits
from agentsensus.memory.asking.sharing import Granted, lent_to
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import CONFLICT, Snapshot
from agentsensus.memory.core.standpoint import Standpoint, last_wording
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import Hit, Recall, line_of
from agentsensus.memory.timing import stage
from agentsensus.models.tokens import tokens
from agentsensus.store.rows import OwnerRow
from agentsensus.store.vectors import scores


@dataclass(frozen=True, slots=True)
class Ask:
    """A recall after all checks: whose memory is asked, for how much, under which condition."""

    agent: str
    query: str
    k: int
    max_tokens: int | None = None
    where: AskLimits | None = None
    min_score: float | None = None
    is_past: bool = False
    """Whether it is a look at a round gone by, which leaves no trace."""

    by_agent: bool = False
    """Whether the agent itself asks: of a round gone by it gets only what it may read now."""


@dataclass(frozen=True, slots=True)
class RankedRecord:
    """A record that will be shown: by which atom it was ranked, how near it is, and which link led to it."""

    record: int
    atom: int
    score: float = 0.0
    link: str = ""


def recall(engine: Engine, settings: Settings, view: Snapshot, ask: Ask, vector: FloatArray) -> Recall:
    """What an agent recalls. Owner scope comes before ranking, so it is exact."""
    agent = engine.agent(ask.agent)
    with stage("search"):
        own, lent = own_rows(engine, view, agent, ask.where), lent_rows(engine, view, agent, ask)
        readable = np.union1d(own, np.array(list(lent), np.int64)) if lent else own
        atoms, near = nearest_wanted(engine, view, agent, readable, vector, ask.k)
    if agent is None or not len(readable):
        return nothing(ask)
    stand = engine.standpoint(view, agent)
    if lent:
        return _with_lent(engine, settings, view, ask, vector, lent, dict(zip(atoms.tolist(), near, strict=True)))
    nearest = zip(atoms.tolist(), near, strict=True)
    ranked = [RankedRecord(stand.record_of(atom), atom, score) for atom, score in nearest]
    linked = _expand(engine, settings, view, stand, ranked, vector, ask)
    shown = as_hits(engine, view, agent, [*ranked, *linked])
    budget = settings.expansion_tokens if settings.expansion == "ranked" else None
    return within_tokens(ask, shown[: len(ranked)], shown[len(ranked) :], budget)


def lent_rows(engine: Engine, view: Snapshot, agent: int | None, ask: Ask) -> dict[int, Granted]:
    """Wordings that others let the asker read, by grant; none under a condition, which is on the asker's own."""
    if agent is None or ask.where is not None:
        return {}
    return lent_to(engine, view, agent, only_now=ask.by_agent and ask.is_past)


def _with_lent(
    engine: Engine,
    settings: Settings,
    view: Snapshot,
    ask: Ask,
    vector: FloatArray,
    lent: Mapping[int, Granted],
    near: Mapping[int, float],
) -> Recall:
    """What an agent recalls when some of what is nearest is lent to it: only its own rows lead to others."""
    agent = cast(int, engine.agent(ask.agent))
    stand = engine.standpoint(view, agent)
    ranked = [RankedRecord(stand.record_of(atom), atom, score) for atom, score in near.items() if atom not in lent]
    linked = _expand(engine, settings, view, stand, ranked, vector, ask)
    shown = as_hits(engine, view, agent, [*ranked, *linked])
    own_hits = iter(shown[: len(ranked)])
    hits = [
        lent_hit(engine, atom, score, lent[atom]) if atom in lent else next(own_hits) for atom, score in near.items()
    ]
    budget = settings.expansion_tokens if settings.expansion == "ranked" else None
    return within_tokens(ask, hits, shown[len(ranked) :], budget)


def lent_hit(engine: Engine, atom: int, score: float, granted: Granted) -> Hit:
    """A wording as its reader sees it: the words, and who lets it read them; not how others came to know."""
    row = engine.atom(atom)
    name = engine.agent_name(granted.granter)
    return Hit(row.id, row.text, score, granted.at, Via(kind="read", source=name), {}, shared_by=name)


def own_hits(engine: Engine, view: Snapshot, ask: Ask, vector: FloatArray) -> list[Hit]:
    """The asker's own records that are near enough, nearest first, without what is linked or lent."""
    agent = engine.agent(ask.agent)
    own = own_rows(engine, view, agent, ask.where)
    if agent is None or not len(own):
        return []
    atoms, near = engine.matrix.nearest_of(own, vector, ask.k, last=view.atoms)
    floor = -1.0 if ask.min_score is None else ask.min_score
    ranked, stand = zip(atoms.tolist(), near, strict=True), engine.standpoint(view, agent)
    rows = [RankedRecord(stand.record_of(atom), atom, score) for atom, score in ranked if score >= floor]
    return as_hits(engine, view, agent, rows)


def nothing(ask: Ask) -> Recall:
    """The empty answer to an agent that owns nothing that fits."""
    return Recall(ask.agent, ask.query, (), (), f"{ask.agent} owns no record that could be recalled here")


def as_hits(engine: Engine, view: Snapshot, agent: int, ranked: Sequence[RankedRecord]) -> list[Hit]:
    """Records as their owner knows them, all looked up at once."""
    as_record, stand = engine.settings.showing.wording == "record", engine.standpoint(view, agent)
    own = [stand.atoms(row.record) for row in ranked]
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
            )
        )
    return hits


def own_rows(engine: Engine, view: Snapshot, agent: int | None, where: AskLimits | None) -> IntArray:
    """The atoms by which an agent's records are ranked, of those that fit the condition; ascending."""
    if agent is None:
        return np.empty(0, np.int64)
    stand = engine.standpoint(view, agent)
    own = unexpired(engine, view, agent, stand.latest())
    if engine.settings.showing.wording == "record":
        merged = view.merged()
        shown = {engine.shown_atom(int(r), view) if int(r) in merged else int(r) for r in view.roots[own]}
        own = np.array(sorted(shown), np.int64)
    if where is None:
        return own
    engine.atoms(own.tolist())
    fitting = [atom for atom in own.tolist() if _record_fits(engine, stand, stand.record_of(atom), where)]
    return np.array(fitting, np.int64)


def _record_fits(engine: Engine, stand: Standpoint, record: int, where: AskLimits) -> bool:
    """Whether any of the agent's own wordings of a record meets the conditions."""
    return any(where.allows(engine, atom) for atom in stand.atoms(record))


def _expand(
    engine: Engine,
    settings: Settings,
    view: Snapshot,
    stand: Standpoint,
    hits: Sequence[RankedRecord],
    vector: FloatArray,
    ask: Ask,
) -> list[RankedRecord]:
    if settings.expansion == "off":
        return []
    kinds: dict[int, set[str]] = {}
    for hit in hits:
        for other, ways in sorted(stand.linked(hit.record).items()):
            if ways == {CONFLICT}:
                continue  # what contradicts a hit is no company of it
            kinds.setdefault(other, set()).update(ways)
    for hit in hits:
        kinds.pop(hit.record, None)
    linked = []
    for record, ways in kinds.items():
        wording = last_wording(stand, record)
        if wording is not None and (ask.where is None or _record_fits(engine, stand, record, ask.where)):
            atom = engine.shown_atom(record, view) if settings.wording == "record" else wording
            linked.append(RankedRecord(record, atom, link=", ".join(sorted(ways))))
    near = scores(engine.matrix.take(np.array([row.atom for row in linked], np.int64)), vector)
    scored = [
        RankedRecord(row.record, row.atom, float(score), row.link) for row, score in zip(linked, near, strict=True)
    ]
    if settings.expansion == "append":
        return scored
    scored.sort(key=lambda row: (-row.score, row.atom))
    return scored[: max(0, settings.expansion_rows - len(hits))]


def within_tokens(ask: Ask, hits: Sequence[Hit], linked: Sequence[Hit] = (), budget: int | None = None) -> Recall:
    """An answer of hits that are near enough, then linked records, whose text has at most `ask.max_tokens` tokens.

    Without `ask.max_tokens` the limit is `budget`, and the nearest record is given however long it is.
    """
    rows = [hit for hit in (*hits, *linked) if ask.min_score is None or hit.score >= ask.min_score]
    shown = _strictly(rows, ask.max_tokens) if ask.max_tokens is not None else _about(rows, budget)
    cut = len(rows) - len(shown)
    note = f"{cut} rows over the token limit" if cut else ""
    own = {id(hit) for hit in hits}
    apart = [tuple(hit for hit in shown if (id(hit) in own) == is_hit) for is_hit in (True, False)]
    return Recall(ask.agent, ask.query, apart[0], apart[1], note)


def _about(rows: Sequence[Hit], budget: int | None) -> Sequence[Hit]:
    """The rows, the first in any case, that a budget of tokens lasts for."""
    spent = 0
    for count, row in enumerate(rows):
        spent += tokens(row.text) + 2
        if budget is not None and spent > budget and count:
            return rows[:count]
    return rows


def _strictly(rows: Sequence[Hit], budget: int) -> Sequence[Hit]:
    """The rows that a budget of tokens lasts for, without those before them that alone are too long for it."""
    first = next((place for place, row in enumerate(rows) if tokens(line_of(row)) <= budget), len(rows))
    shown = list(_about(rows[first:], budget))
    while shown and tokens("\n".join(map(line_of, shown))) > budget:
        shown.pop()
    return shown

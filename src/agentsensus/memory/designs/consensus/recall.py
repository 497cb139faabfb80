"""Recall under consensus: the agent's records that fit a query best, and its records one link away."""

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.memory.answers import Recall
from agentsensus.memory.core.agent_view import AgentView, last_wording
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.grants import Granted
from agentsensus.memory.core.marks import nearest_with_marks
from agentsensus.memory.core.ranking import (
    Ask,
    RankedRecord,
    as_hits,
    granted_hit,
    granted_rows,
    nothing,
    own_rows,
    record_fits,
    within_tokens,
)
from agentsensus.memory.core.snapshot import CONFLICT, Snapshot
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.timing import stage
from agentsensus.store.search.similarity import scores


def recall(engine: Engine, settings: Settings, view: Snapshot, ask: Ask, vector: FloatArray) -> Recall:
    """Return the recall of an agent. Only its own records are ranked, so the ranking is exact."""
    agent = engine.agent(ask.agent)
    with stage("search"):
        own, lent = own_rows(engine, view, agent, ask.where), granted_rows(engine, view, agent, ask)
        readable = np.union1d(own, np.array(list(lent), np.int64)) if lent else own
        atoms, near = nearest_with_marks(engine, view, agent, readable, ask.with_vector(vector), ask.k, ask.floor, lent)
    if agent is None or not len(readable):
        return nothing(ask)
    as_agent = engine.agent_view(view, agent)
    if lent:
        return _with_granted(engine, settings, view, ask, vector, lent, dict(zip(atoms.tolist(), near, strict=True)))
    nearest = zip(atoms.tolist(), near, strict=True)
    ranked = [RankedRecord(as_agent.record_of(atom), atom, score) for atom, score in nearest]
    linked = _expand(engine, settings, view, as_agent, ranked, vector, ask)
    shown = as_hits(engine, view, agent, [*ranked, *linked])
    budget = settings.expansion_tokens if settings.expansion == "ranked" else None
    return within_tokens(ask, shown[: len(ranked)], shown[len(ranked) :], budget)


def _with_granted(
    engine: Engine,
    settings: Settings,
    view: Snapshot,
    ask: Ask,
    vector: FloatArray,
    lent: Mapping[int, Granted],
    near: Mapping[int, float],
) -> Recall:
    """Return a recall in which some hits are granted by other agents. Links are followed from own records only."""
    agent = cast(int, engine.agent(ask.agent))
    as_agent = engine.agent_view(view, agent)
    ranked = [RankedRecord(as_agent.record_of(atom), atom, score) for atom, score in near.items() if atom not in lent]
    linked = _expand(engine, settings, view, as_agent, ranked, vector, ask)
    shown = as_hits(engine, view, agent, [*ranked, *linked])
    own_hits = iter(shown[: len(ranked)])
    hits = [
        granted_hit(engine, atom, score, lent[atom]) if atom in lent else next(own_hits) for atom, score in near.items()
    ]
    budget = settings.expansion_tokens if settings.expansion == "ranked" else None
    return within_tokens(ask, hits, shown[len(ranked) :], budget)


def _expand(
    engine: Engine,
    settings: Settings,
    view: Snapshot,
    as_agent: AgentView,
    hits: Sequence[RankedRecord],
    vector: FloatArray,
    ask: Ask,
) -> list[RankedRecord]:
    if settings.expansion == "off":
        return []
    kinds: dict[int, set[str]] = {}
    for hit in hits:
        for other, ways in sorted(as_agent.linked(hit.record).items()):
            if ways == {CONFLICT}:
                continue  # do not show a linked record that contradicts a hit
            kinds.setdefault(other, set()).update(ways)
    for hit in hits:
        kinds.pop(hit.record, None)
    linked = []
    for record, ways in kinds.items():
        wording = last_wording(as_agent, record)
        if wording is not None and (ask.where is None or record_fits(engine, as_agent, record, ask.where)):
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

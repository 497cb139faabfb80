"""Recall: the nearest records an agent owns, then one hop along links into others that it owns."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.errors import InputError
from agentsensus.memory.engine import Engine
from agentsensus.memory.record import Hit, Recall
from agentsensus.memory.view import View
from agentsensus.models.tokens import tokens
from agentsensus.store.vectors import best_of, cosine

Where: TypeAlias = Mapping[str, Any] | Callable[[Mapping[str, Any]], bool]
"""Keys and values that the asker's own metadata must have, or a test of it."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked for: whose memory, how much of it, under which condition."""

    agent: str
    query: str
    k: int
    max_tokens: int | None = None
    where: Where | None = None


def recall(engine: Engine, view: View, ask: Ask, vector: FloatArray) -> Recall:
    """What an agent recalls. Owner scope comes before ranking, so it is exact."""
    agent = engine.agent(ask.agent)
    own = _own(engine, view, agent, ask.where) if agent is not None else np.empty(0, np.int64)
    if agent is None or not len(own):
        return Recall(ask.agent, ask.query, (), (), f"{ask.agent} owns no record that could be recalled here")
    atoms, scores = best_of(engine.matrix.rows[: view.atoms], own, vector, ask.k)
    hits = [_hit(engine, view, agent, int(atom), score) for atom, score in zip(atoms, scores, strict=True)]
    linked = _expand(engine, view, agent, [int(a) for a in atoms], vector, ask)
    return _capped(engine, ask, hits, linked)


def own_hit(engine: Engine, view: View, agent: int, record: int, kind: str = "") -> Hit | None:
    """A record as its owner knows it; None when the agent does not own it."""
    atom = _own_atom(engine, view, agent, record)
    return None if atom is None else _hit(engine, view, agent, atom, 0.0, kind)


def _own(engine: Engine, view: View, agent: int, where: Where | None) -> IntArray:
    own = view.latest(agent)
    if engine.settings.wording == "record":
        shown = {engine.shown_atom(int(r), view) if int(r) in view.merged() else int(r) for r in view.roots[own]}
        own = np.array(sorted(shown), np.int64)
    if where is None:
        return own
    return np.array([atom for atom in own.tolist() if _fits(engine, view, agent, atom, where)], np.int64)


def _fits(engine: Engine, view: View, agent: int, atom: int, where: Where) -> bool:
    mine = view.own_wording(agent, int(view.roots[atom]))
    metadata = engine.metadata(mine) if mine is not None else {}
    if callable(where):
        return bool(where(metadata))
    if not isinstance(where, Mapping):
        raise InputError(f"where is {where!r}: give a dict of metadata keys and values, or a function")
    return all(key in metadata and metadata[key] == value for key, value in where.items())


def _own_atom(engine: Engine, view: View, agent: int, record: int) -> int | None:
    mine = view.own_wording(agent, record)
    if mine is not None and engine.settings.wording == "record":
        return engine.shown_atom(record, view)
    return mine


def _hit(engine: Engine, view: View, agent: int, atom: int, score: float, kind: str = "") -> Hit:
    record = int(view.roots[atom])
    own = view.own_wording(agent, record)
    assert own is not None
    ownership = view.owners(record)[agent]
    as_record = engine.settings.wording == "record"
    return Hit(
        id=engine.atom(record if as_record else own).id,
        text=engine.shown(record, view) if as_record else engine.atom(own).text,
        score=score,
        since=int(engine.columns.of("owners", "at")[ownership]),
        via=engine.via(ownership),
        metadata=engine.metadata(own),
        link=kind,
    )


def _expand(engine: Engine, view: View, agent: int, atoms: list[int], vector: FloatArray, ask: Ask) -> list[Hit]:
    if engine.settings.expansion == "off":
        return []
    records = [int(view.roots[atom]) for atom in atoms]
    found: dict[int, str] = {}
    for record in records:
        for other, kinds in sorted(view.linked(record, agent).items()):
            found.setdefault(other, ", ".join(sorted(kinds)))
    linked = []
    for other, kind in found.items():
        atom = _own_atom(engine, view, agent, other)
        if other in records or atom is None:
            continue
        if ask.where is None or _fits(engine, view, agent, atom, ask.where):
            score = cosine(engine.matrix.rows[atom], vector)
            linked.append(_hit(engine, view, agent, atom, score, kind))
    return linked


def _capped(engine: Engine, ask: Ask, hits: list[Hit], linked: list[Hit]) -> Recall:
    settings = engine.settings
    budget = ask.max_tokens
    if settings.expansion == "ranked":
        linked = sorted(linked, key=lambda hit: (-hit.score, hit.id))
        linked = linked[: max(0, settings.expansion_rows - len(hits))]
        budget = settings.expansion_tokens if budget is None else budget
    kept_hits, spent = _within(hits, budget, 0)
    kept_linked, _ = _within(linked, budget, spent)
    cut = len(hits) + len(linked) - len(kept_hits) - len(kept_linked)
    return Recall(
        ask.agent, ask.query, tuple(kept_hits), tuple(kept_linked), f"{cut} rows over the token limit" if cut else ""
    )


def _within(hits: list[Hit], budget: int | None, spent: int) -> tuple[list[Hit], int]:
    """The best that fit the budget; the first row always does when nothing is spent yet."""
    kept: list[Hit] = []
    for hit in hits:
        cost = tokens(hit.text) + 2
        if budget is not None and spent + cost > budget and (kept or spent):
            spent = budget + 1
            break
        kept.append(hit)
        spent += cost
    return kept, spent

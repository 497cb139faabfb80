"""Recall: the nearest records an agent owns, then one hop along links into others that it owns."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import numpy as np

from agentsensus.arrays import FloatArray, IntArray
from agentsensus.errors import InputError
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.core.standpoint import Standpoint, last_wording
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import Hit, Recall
from agentsensus.memory.timing import stage
from agentsensus.models.tokens import tokens
from agentsensus.store.rows import OwnerRow
from agentsensus.store.vectors import scores

Where: TypeAlias = Mapping[str, Any] | Callable[[Mapping[str, Any]], bool]
"""Keys and values that the asker's own metadata must have, or a test of it."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A recall after all checks: whose memory is asked, for how much, under which condition."""

    agent: str
    query: str
    k: int
    max_tokens: int | None = None
    where: Where | None = None
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
        own = own_rows(engine, view, agent, ask.where)
        atoms, near = engine.matrix.nearest_of(own, vector, ask.k, last=view.atoms)
    if agent is None or not len(own):
        return nothing(ask)
    stand = engine.standpoint(view, agent)
    nearest = zip(atoms.tolist(), near, strict=True)
    ranked = [RankedRecord(stand.record_of(atom), atom, score) for atom, score in nearest]
    linked = _expand(engine, settings, view, stand, ranked, vector, ask)
    shown = as_hits(engine, view, agent, [*ranked, *linked])
    budget = settings.expansion_tokens if settings.expansion == "ranked" else None
    return within_tokens(ask, shown[: len(ranked)], shown[len(ranked) :], budget)


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


def own_rows(engine: Engine, view: Snapshot, agent: int | None, where: Where | None) -> IntArray:
    """The atoms by which an agent's records are ranked, of those that fit the condition; ascending."""
    if agent is None:
        return np.empty(0, np.int64)
    stand = engine.standpoint(view, agent)
    own = stand.latest()
    if engine.settings.showing.wording == "record":
        merged = view.merged()
        shown = {engine.shown_atom(int(r), view) if int(r) in merged else int(r) for r in view.roots[own]}
        own = np.array(sorted(shown), np.int64)
    if where is None:
        return own
    engine.atoms(own.tolist())
    fitting = [atom for atom in own.tolist() if _record_fits(engine, stand, stand.record_of(atom), where)]
    return np.array(fitting, np.int64)


def _record_fits(engine: Engine, stand: Standpoint, record: int, where: Where) -> bool:
    wording = last_wording(stand, record)
    return fits(where, engine.metadata(wording) if wording is not None else {})


def checked_where(where: object) -> None:
    """Refuse what is no condition on metadata."""
    if where is not None and not callable(where) and not isinstance(where, Mapping):
        raise InputError(f"where is {where!r}: give a dict of metadata keys and values, or a function")


def fits(where: Where, metadata: Mapping[str, Any]) -> bool:
    """Whether metadata meets a condition."""
    if callable(where):
        return bool(where(metadata))
    return all(key in metadata and metadata[key] == value for key, value in where.items())


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
    """An answer of at most `ask.max_tokens` (or else `budget`) tokens, hits before linked records."""
    budget = ask.max_tokens if ask.max_tokens is not None else budget
    if budget is None:
        return Recall(ask.agent, ask.query, tuple(hits), tuple(linked))
    count, spent = 0, 0
    for hit in (*hits, *linked):
        spent += tokens(hit.text) + 2
        # The nearest record is always given, however long it is.
        if spent > budget and count:
            break
        count += 1
    cut = len(hits) + len(linked) - count
    note = f"{cut} rows over the token limit" if cut else ""
    return Recall(ask.agent, ask.query, tuple(hits[:count]), tuple(linked[: max(0, count - len(hits))]), note)

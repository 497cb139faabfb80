"""Hybrid ranking: combine the ranking by vectors with the ranking by words (reciprocal rank fusion).

A row gets 1 / (10 + rank) for its place in the ranking by vectors, and 3.5 c / (10 + rank) for its place in the ranking
by words; only the first 40 places of each ranking count. c is the share of the query's words that the row contains,
weighted by rarity. All other rows follow in the order of their vectors, questions last. The returned scores are
cosines.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from agentsensus.base.arrays import FloatArray, IntArray
from agentsensus.language.terms import terms
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.search import SearchHit, SearchScope, nearest
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.core.word_index import QUESTION, VAGUE, WordIndex

__all__ = ["Preference", "RankedQuery", "nearest_records", "nearest_rows"]

_DEPTH = 40
_OFFSET = 10
_WORDS = 3.5
_UNCLEAR = 0.8
"""The factor on the score of a statement with an unresolved subject."""


@dataclass(frozen=True, slots=True)
class RankedQuery:
    """A query to rank by: its text as given, its text with canonical names, and its vector."""

    words: str
    vector: FloatArray

    @property
    def terms(self) -> list[str]:
        """Return the distinct terms of the query."""
        return sorted(set(terms(self.words)))


@dataclass(frozen=True, slots=True)
class Preference:
    """An owner's preferences among its rows: pinned rows, which come first, and factors on the scores of other rows."""

    first: Collection[int] = frozenset()
    factors: Mapping[int, float] = field(default_factory=dict)


NO_PREFERENCE = Preference()


def nearest_rows(
    engine: Engine,
    view: Snapshot,
    rows: IntArray,
    query: RankedQuery,
    count: int,
    floor: float = -1.0,
    lent: Collection[int] = (),
    preference: Preference = NO_PREFERENCE,
) -> tuple[IntArray, list[float]]:
    """Return the `count` best of `rows` (ascending) with a cosine of at least `floor`, best first, and their cosines.

    `lent` are rows that the agent may read but does not own. With the setting `recall="dense"`, only vectors count, and
    `preference` is ignored.
    """
    if engine.settings.recall == "dense":
        atoms, cosines = engine.matrix.nearest_of(rows, query.vector, count, last=view.atoms)
        kept = [place for place, score in enumerate(cosines) if score >= floor]
        return atoms[kept], [cosines[place] for place in kept]
    index = engine.words(view)
    plain = rows[index.kinds(rows) != QUESTION]
    near, cosines = engine.matrix.nearest_of(plain, query.vector, _DEPTH, last=view.atoms)
    known = dict(zip(near.tolist(), cosines, strict=True))
    own = plain[~np.isin(plain, list(lent))] if lent else plain
    strangers = [(atom, engine.atom(atom).text) for atom in plain.tolist() if atom in lent] if lent else []
    fused = _fused(index, near.tolist(), index.best(own, query.terms, _DEPTH, strangers))
    fused |= {atom: fused[atom] * factor for atom, factor in preference.factors.items() if atom in fused}
    fused |= {atom: fused.get(atom, 0.0) for atom in preference.first if _holds(rows, atom)}
    order = sorted(fused, key=lambda atom: (atom not in preference.first, -round(fused[atom], 9), atom))
    for part in (plain, rows):
        if len(order) < min(count, len(part)):
            rest = np.setdiff1d(part, order)
            more, cosines = engine.matrix.nearest_of(rest, query.vector, count - len(order), last=view.atoms)
            order += more.tolist()
            known |= dict(zip(more.tolist(), cosines, strict=True))
    # Without a floor only the rows that are returned need a cosine.
    may = order[:count] if floor <= -1 else order
    scores = _cosines(engine, query, may, known)
    best = [atom for atom in may if scores[atom] >= floor][:count]
    return np.array(best, np.int64), [scores[atom] for atom in best]


def nearest_records(
    engine: Engine, query: RankedQuery, count: int, view: Snapshot, scope: SearchScope
) -> list[SearchHit]:
    """Return the `count` best records in scope, each ranked by its best wording. For the application."""
    if engine.settings.recall == "dense":
        return nearest(engine, query.vector, count, view, scope)
    index = engine.words(view)
    pool = np.arange(view.atoms) if scope.among is None else scope.among
    pool = np.setdiff1d(pool, sorted(view.dead)) if view.dead else pool
    if scope.among is None:
        near, cosines = engine.matrix.nearest(query.vector, _DEPTH, first=0, last=view.atoms)
    else:
        near, cosines = engine.matrix.nearest_of(pool, query.vector, _DEPTH, last=view.atoms)
    usable = [atom for atom in near.tolist() if atom not in view.dead]
    plain = pool[index.kinds(pool) != QUESTION]
    asked = index.kinds(np.array(usable, np.int64)) == QUESTION
    statements = [atom for atom, is_question in zip(usable, asked.tolist(), strict=True) if not is_question]
    fused = _fused(index, statements, index.best(plain, query.terms, _DEPTH))
    scores = _cosines(engine, query, fused, dict(zip(near.tolist(), cosines, strict=True)))
    found: dict[int, SearchHit] = {}
    for atom in sorted(fused, key=lambda atom: (-round(fused[atom], 9), atom)):
        record = int(view.roots[atom])
        if scores[atom] >= scope.floor and record not in scope.skip:
            found.setdefault(record, SearchHit(atom, record, scores[atom]))
    hits = list(found.values())[:count]
    if len(hits) < count:
        rest = replace(scope, skip=scope.skip | found.keys())
        hits += nearest(engine, query.vector, count - len(hits), view, rest)
    return hits


def _cosines(
    engine: Engine, query: RankedQuery, atoms: Collection[int], known: Mapping[int, float]
) -> Mapping[int, float]:
    """Return the cosine of each atom to the query. Cosines in `known` are not computed again."""
    missing = np.array(sorted(atom for atom in atoms if atom not in known), np.int64)
    if not len(missing):
        return known
    scores = engine.matrix.scores_of(missing, query.vector).tolist()
    return {**known, **dict(zip(missing.tolist(), scores, strict=True))}


def _fused(index: WordIndex, near: Sequence[int], worded: Sequence[tuple[int, float]]) -> dict[int, float]:
    """Return the combined score of every row that is in at least one of the two rankings."""
    fused = {atom: 1 / (_OFFSET + rank) for rank, atom in enumerate(near)}
    for rank, (atom, share) in enumerate(worded):
        fused[atom] = fused.get(atom, 0.0) + _WORDS * share / (_OFFSET + rank)
    kinds = index.kinds(np.array(list(fused), np.int64)).tolist()
    return {
        atom: score * (_UNCLEAR if kind == VAGUE else 1.0)
        for (atom, score), kind in zip(fused.items(), kinds, strict=True)
    }


def _holds(rows: IntArray, atom: int) -> bool:
    place = int(np.searchsorted(rows, atom))
    return place < len(rows) and int(rows[place]) == atom

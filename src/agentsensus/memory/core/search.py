"""Search for the records nearest to a vector. Each record is ranked by its nearest wording."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from agentsensus.base.arrays import FloatArray, IntArray
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A wording that a search found, with its score."""

    atom: int
    record: int
    score: float


@dataclass(frozen=True, slots=True)
class SearchScope:
    """The atoms that a search may find: those with number `since` or higher, and only those in `among` (ascending) if
    given.

    A record is returned if its score is at least `floor` and it is not in `skip`. `record_of` replaces the default
    function that returns the record of an atom.
    """

    floor: float = -1.0
    since: int = 0
    skip: frozenset[int] = frozenset()
    among: IntArray | None = None
    record_of: Callable[[int], int] | None = None


EVERYTHING = SearchScope()


def nearest(
    engine: Engine,
    vector: FloatArray,
    count: int,
    view: Snapshot,
    scope: SearchScope = EVERYTHING,
    upper: FloatArray | None = None,
) -> list[SearchHit]:
    """Return the `count` nearest records in scope, best first. `upper` is the vector's row of `Matrix.upper`, if
    known.
    """
    pool = _pool(engine, view, scope)
    size = view.atoms - scope.since if pool is None else len(pool)
    depth = count + 3
    while True:
        if pool is None:
            atoms, scores = engine.matrix.nearest(vector, depth, first=scope.since, last=view.atoms, upper=upper)
        else:
            atoms, scores = engine.matrix.nearest_of(pool, vector, depth, last=view.atoms, upper=upper)
        matches: dict[int, SearchHit] = {}
        roots = view.roots[atoms].tolist() if scope.record_of is None else map(scope.record_of, atoms.tolist())
        for atom, record, score in zip(atoms.tolist(), roots, scores, strict=True):
            if record in matches:
                continue
            if score >= scope.floor and record not in scope.skip and atom not in view.dead:
                matches[record] = SearchHit(atom, record, score)
        is_exhausted = depth >= size or (bool(scores) and scores[-1] < scope.floor)
        if len(matches) >= count or is_exhausted:
            return list(matches.values())[:count]
        depth *= 4


def _pool(engine: Engine, view: Snapshot, scope: SearchScope) -> IntArray | None:
    """Return the atoms to search, ascending; None for all atoms from number `since` on."""
    if scope.among is not None:
        pool = scope.among
    elif engine.settings.showing.search == "wording":
        return None
    else:
        hidden = [
            atom
            for record, members in view.merged().items()
            for atom in members
            if atom != engine.shown_atom(record, view)
        ]
        pool = np.setdiff1d(np.arange(view.atoms), hidden)
    return pool[np.searchsorted(pool, scope.since) :]

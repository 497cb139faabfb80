"""The three pairwise relations, each a ratio with a bootstrap interval, a permutation p, and co-location held fixed.

P1  rows shared by pairs of agents who speak with each other, against pairs who do not
P2  the chance that two rows have a witness in common, if they are linked and if they are not
P3  the share of links between rows of two agents that run between pairs who speak, against the share of such pairs
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agentsensus.study.case.matter import CaseMatter, CaseRow

__all__ = ["PairRelation", "contrast", "relations_of", "strata"]

_DRAWS = 999
_UNLINKED = 20_000
"""Pairs of rows without a link that are drawn to be compared with."""
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PairRelation:
    """One contrast: its two means with how many pairs each is of, their ratio with a 95 % interval, and p.

    `controlled` is the ratio within pairs who met equally often, `controlled_p` its p with labels shuffled among these
    only. A ratio without a denominator, or a contrast without one of its sides, is None.
    """

    name: str
    first: float
    second: float
    first_n: int
    second_n: int
    ratio: float | None
    low: float | None
    high: float | None
    p: float | None
    controlled: float | None
    controlled_p: float | None


def relations_of(matter: CaseMatter, seed: int = 0) -> list[PairRelation]:
    """The three relations of a run's rows made in play."""
    return [_speaking(matter, seed), _witnesses(matter, seed), _links(matter, seed)]


def contrast(
    name: str, values: Sequence[float], is_first: Sequence[bool], layers: Sequence[int], seed: int
) -> PairRelation:
    """The contrast of values of two kinds; `layers` says which of them are alike in what is held fixed."""
    numbers, labels = np.asarray(values, np.float64), np.asarray(is_first, bool)
    layer, chance = np.asarray(layers, np.int64), np.random.default_rng(seed)
    first, second = numbers[labels], numbers[~labels]
    if not len(first) or not len(second):
        means = (float(first.mean()) if len(first) else 0.0, float(second.mean()) if len(second) else 0.0)
        return PairRelation(name, *means, len(first), len(second), *(None,) * 6)
    ratio, held = _ratio(first.mean(), second.mean()), _within(numbers, labels, layer)
    low, high = _interval(first, second, chance)
    null = [_difference(numbers, chance.permutation(labels)) for _ in range(_DRAWS)]
    held_null = [_within(numbers, _shuffled(labels, layer, chance), layer) for _ in range(_DRAWS)]
    p = _share(_difference(numbers, labels), null)
    held_p = None if held is None else _share(held, [value for value in held_null if value is not None])
    means = (round(float(first.mean()), 4), round(float(second.mean()), 4))
    return PairRelation(name, *means, len(first), len(second), ratio, low, high, p, held, held_p)


def strata(met: Sequence[int]) -> list[int]:
    """Pairs by how often they met: never, up to the median of those who did, more often."""
    some = sorted(count for count in met if count)
    median = some[len(some) // 2] if some else 0
    return [0 if not count else 1 if count <= median else 2 for count in met]


def _speaking(matter: CaseMatter, seed: int) -> PairRelation:
    shared, pairs = matter.shared(matter.sim), matter.pairs
    values, speaks = [float(shared[pair]) for pair in pairs], [matter.spoken.get(pair, 0) > 0 for pair in pairs]
    return contrast("P1", values, speaks, strata([matter.met.get(pair, 0) for pair in pairs]), seed)


def _witnesses(matter: CaseMatter, seed: int) -> PairRelation:
    """Rows of one place are the layer: there, whoever is present sees both."""
    rows = {row.id: row for row in matter.sim if row.owners}
    linked = [(rows[id_], rows[other]) for id_, other in matter.links if id_ in rows and other in rows]
    others = _unlinked(list(rows.values()), {frozenset((row.id, other.id)) for row, other in linked}, seed)
    pairs = [*linked, *others]
    values = [float(bool({*row.owners} & {*other.owners})) for row, other in pairs]
    layers = [int(bool({*row.places} & {*other.places})) for row, other in pairs]
    return contrast("P2", values, [place < len(linked) for place in range(len(pairs))], layers, seed)


def _unlinked(rows: Sequence[CaseRow], linked: set[frozenset[str]], seed: int) -> list[tuple[CaseRow, CaseRow]]:
    if len(rows) < 2:
        return []
    draws = np.random.default_rng(seed + 1).integers(0, len(rows), (_UNLINKED, 2)).tolist()
    distinct = dict.fromkeys((min(place, other), max(place, other)) for place, other in draws if place != other)
    return [(rows[a], rows[b]) for a, b in distinct if frozenset((rows[a].id, rows[b].id)) not in linked]


def _links(matter: CaseMatter, seed: int) -> PairRelation:
    """Links between rows of two agents, counted for each pair of agents, as a mean over speaking and other pairs."""
    rows, counts = {row.id: row for row in matter.sim}, dict.fromkeys(matter.pairs, 0)
    for row_id, other in matter.links:
        if row_id in rows and other in rows:
            for pair in {(min(a, b), max(a, b)) for a in rows[row_id].owners for b in rows[other].owners if a != b}:
                counts[pair] += 1
    values, speaks = [float(count) for count in counts.values()], [matter.spoken.get(pair, 0) > 0 for pair in counts]
    return contrast("P3", values, speaks, strata([matter.met.get(pair, 0) for pair in counts]), seed)


def _ratio(first: float, second: float) -> float | None:
    return round(float(first / second), 4) if second else None


def _interval(first: Numbers, second: Numbers, chance: np.random.Generator) -> tuple[float | None, float | None]:
    ratios = []
    for _ in range(_DRAWS):
        top = first[chance.integers(0, len(first), len(first))].mean()
        below = second[chance.integers(0, len(second), len(second))].mean()
        if below:
            ratios.append(top / below)
    if len(ratios) < _DRAWS // 2:
        return None, None
    low, high = np.percentile(ratios, (2.5, 97.5))
    return round(float(low), 4), round(float(high), 4)


def _difference(numbers: Numbers, labels: NDArray[np.bool_]) -> float:
    return float(numbers[labels].mean() - numbers[~labels].mean())


def _within(numbers: Numbers, labels: NDArray[np.bool_], layer: NDArray[np.int64]) -> float | None:
    """The ratio of means over layers that have both kinds, each weighed by how many of the first kind it has."""
    top = below = 0.0
    for value in np.unique(layer).tolist():
        first, second = numbers[(layer == value) & labels], numbers[(layer == value) & ~labels]
        if len(first) and len(second):
            top, below = top + float(first.sum()), below + len(first) * float(second.mean())
    return _ratio(top, below)


def _shuffled(labels: NDArray[np.bool_], layer: NDArray[np.int64], chance: np.random.Generator) -> NDArray[np.bool_]:
    shuffled = labels.copy()
    for value in np.unique(layer).tolist():
        places = np.flatnonzero(layer == value)
        shuffled[places] = labels[chance.permutation(places)]
    return shuffled


def _share(value: float, null: Sequence[float]) -> float:
    return round((1 + sum(other >= value - 1e-9 for other in null)) / (1 + len(null)), 4)

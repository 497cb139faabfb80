"""Statistics of a case study: three relations between pairs, and the agreement of two partitions.

P1: rows shared by pairs of agents who speak with each other, against pairs who do not. P2: the chance that two rows
have a common witness, linked against unlinked. P3: links between rows of two agents, for pairs who speak against pairs
who do not. Each is a ratio with a bootstrap interval, a permutation p-value, and a version with co-location held fixed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, log

import numpy as np
from numpy.typing import NDArray

from agentsensus.analysis.study.case.data import CaseData, CaseRow

__all__ = [
    "PairRelation",
    "PartitionAgreement",
    "adjusted_rand",
    "agreement_of",
    "contrast",
    "mutual_information",
    "relations_of",
    "strata",
]


@dataclass(frozen=True, slots=True)
class PartitionAgreement:
    """Two measures of agreement, each with its null: the mean over shuffled labels, and the share of shuffles that
    reach the measured value."""

    nmi: float
    nmi_null: float
    nmi_p: float
    ari: float
    ari_null: float
    ari_p: float
    things: int
    parts: tuple[int, int]


def mutual_information(labels: Sequence[int], others: Sequence[int]) -> float:
    """Return the mutual information of two labellings over the mean of their entropies; 1 if both have one label
    only."""
    count = len(labels)
    first, second, both = Counter(labels), Counter(others), Counter(zip(labels, others, strict=True))
    entropies = _entropy(first, count) + _entropy(second, count)
    if not entropies:
        return 1.0
    shared = sum(
        size / count * log(size * count / (first[label] * second[other]))
        for (label, other), size in sorted(both.items())
    )
    return round(2 * shared / entropies, 6) + 0.0


def _entropy(sizes: Counter[int], count: int) -> float:
    return -sum(size / count * log(size / count) for _, size in sorted(sizes.items()))


def adjusted_rand(labels: Sequence[int], others: Sequence[int]) -> float:
    """Return the Rand index adjusted for chance: 0 for shuffled labels, 1 for equal partitions."""
    pairs = comb(len(labels), 2)
    together = sum(comb(size, 2) for size in Counter(zip(labels, others, strict=True)).values())
    first = sum(comb(size, 2) for size in Counter(labels).values())
    second = sum(comb(size, 2) for size in Counter(others).values())
    expected = first * second / pairs if pairs else 0.0
    most = (first + second) / 2
    return 1.0 if most == expected else round((together - expected) / (most - expected), 6)


def agreement_of(
    labels: Sequence[int], others: Sequence[int], shuffles: int = 1999, seed: int = 0
) -> PartitionAgreement:
    """Return the agreement of two partitions, compared with shuffled labels."""
    nmi, ari = mutual_information(labels, others), adjusted_rand(labels, others)
    chance, second = np.random.default_rng(seed), list(others)
    null_nmi, null_ari = [], []
    for _ in range(shuffles):
        shuffled = [second[place] for place in chance.permutation(len(second))]
        null_nmi.append(mutual_information(labels, shuffled))
        null_ari.append(adjusted_rand(labels, shuffled))
    return PartitionAgreement(
        nmi,
        _mean(null_nmi),
        _p(nmi, null_nmi),
        ari,
        _mean(null_ari),
        _p(ari, null_ari),
        len(labels),
        (len(set(labels)), len(set(others))),
    )


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0


def _p(value: float, null: Sequence[float]) -> float:
    """Return the p-value: the share of shuffles that reach a value, counting the value itself."""
    return round((1 + sum(other >= value - 1e-9 for other in null)) / (1 + len(null)), 4)


_DRAWS = 999
_UNLINKED = 20_000
"""The number of unlinked pairs of rows drawn for comparison."""
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PairRelation:
    """One contrast: two means with their numbers of pairs, the ratio with a 95 % interval, and the p-value.

    `controlled` is the ratio among pairs that met equally often, and `controlled_p` its p-value with labels shuffled
    within these strata. Values are None without a denominator or if one side is empty.
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


def relations_of(data: CaseData, seed: int = 0) -> list[PairRelation]:
    """Return the three relations (P1, P2, P3) among a run's rows made in play."""
    return [_speaking(data, seed), _witnesses(data, seed), _links(data, seed)]


def contrast(
    name: str, values: Sequence[float], is_first: Sequence[bool], layers: Sequence[int], seed: int
) -> PairRelation:
    """Contrast the values where `is_first` is true with the others; `layers` gives the stratum of each value."""
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
    """Return the stratum of each pair by number of meetings: none, up to the median, above the median."""
    some = sorted(count for count in met if count)
    median = some[len(some) // 2] if some else 0
    return [0 if not count else 1 if count <= median else 2 for count in met]


def _speaking(data: CaseData, seed: int) -> PairRelation:
    shared, pairs = data.shared(data.sim), data.pairs
    values, speaks = [float(shared[pair]) for pair in pairs], [data.spoken.get(pair, 0) > 0 for pair in pairs]
    return contrast("P1", values, speaks, strata([data.met.get(pair, 0) for pair in pairs]), seed)


def _witnesses(data: CaseData, seed: int) -> PairRelation:
    """Return P2. Its strata are same place and different places, since people at one place witness both rows."""
    rows = {row.id: row for row in data.sim if row.owners}
    linked = [(rows[id_], rows[other]) for id_, other in data.links if id_ in rows and other in rows]
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


def _links(data: CaseData, seed: int) -> PairRelation:
    """Return P3: the links between rows of two agents, for each pair of agents."""
    rows, counts = {row.id: row for row in data.sim}, dict.fromkeys(data.pairs, 0)
    for row_id, other in data.links:
        if row_id in rows and other in rows:
            for pair in {(min(a, b), max(a, b)) for a in rows[row_id].owners for b in rows[other].owners if a != b}:
                counts[pair] += 1
    values, speaks = [float(count) for count in counts.values()], [data.spoken.get(pair, 0) > 0 for pair in counts]
    return contrast("P3", values, speaks, strata([data.met.get(pair, 0) for pair in counts]), seed)


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
    """Return the ratio of means over strata with both kinds, weighted by the number of the first kind; None if no
    stratum has both."""
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

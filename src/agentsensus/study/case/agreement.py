"""How far two partitions of the same things agree: normalised mutual information and the adjusted Rand index."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, log

import numpy as np

__all__ = ["PartitionAgreement", "adjusted_rand", "agreement_of", "mutual_information"]


@dataclass(frozen=True, slots=True)
class PartitionAgreement:
    """Both measures with what chance gives: the mean over shuffled labels and the share of these that reach it."""

    nmi: float
    nmi_null: float
    nmi_p: float
    ari: float
    ari_null: float
    ari_p: float
    things: int
    parts: tuple[int, int]


def mutual_information(labels: Sequence[int], others: Sequence[int]) -> float:
    """The mutual information of two labellings over the mean of their entropies; 1 when both put all together."""
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
    """The Rand index with chance taken out: 0 is what shuffling gives, 1 is the same partition."""
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
    """How far two partitions agree, against a null in which the labels of one are shuffled."""
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
    """The share of shuffles that reach a value, the value itself counted with them."""
    return round((1 + sum(other >= value - 1e-9 for other in null)) / (1 + len(null)), 4)

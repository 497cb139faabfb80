"""Statistics over seeds (mean, interval, paired test) and the derived figures of the paper."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

__all__ = [
    "ENOUGH",
    "Seeds",
    "amplification_of",
    "factor",
    "headroom",
    "led",
    "mean",
    "median",
    "paired_test",
    "percent",
    "relative_difference",
    "saving",
    "seeds_of",
    "spread",
]


ENOUGH = 10
"""The least number of seeds for an interval; with fewer, the range is given."""
_DRAWS = 2000
_EXACT = 14


@dataclass(frozen=True, slots=True)
class Seeds:
    """The values of a figure over seeds, with their mean and an interval or range."""

    values: tuple[float, ...]
    mean: float
    low: float
    high: float

    @property
    def has_interval(self) -> bool:
        """Whether `low` and `high` are a 95 % interval of the mean rather than the range."""
        return len(self.values) >= ENOUGH


def seeds_of(values: Sequence[float | None]) -> Seeds | None:
    """Summarise the values that are not None. Returns None if all are None."""
    there = tuple(float(value) for value in values if value is not None)
    if not there:
        return None
    middle = sum(there) / len(there)
    low, high = _bootstrap(there) if len(there) >= ENOUGH else (min(there), max(there))
    return Seeds(there, middle, low, high)


def paired_test(differences: Sequence[float]) -> float | None:
    """Return the two-sided p-value of a sign-flip test of the mean difference; None below five pairs.

    Exact up to fourteen pairs, with random signs beyond.
    """
    if len(differences) < 5:
        return None
    seen = abs(sum(differences)) - 1e-12
    signs = _signs(len(differences))
    as_large = [abs(sum(sign * value for sign, value in zip(row, differences, strict=True))) >= seen for row in signs]
    return sum(as_large) / len(as_large)


def _signs(count: int) -> list[tuple[int, ...]]:
    if count <= _EXACT:
        return list(product((-1, 1), repeat=count))
    chance = random.Random(count)  # noqa: S311 - a test of chance, no secret
    return [tuple(chance.choice((-1, 1)) for _ in range(count)) for _ in range(_DRAWS * 5)]


def _bootstrap(values: Sequence[float]) -> tuple[float, float]:
    chance = random.Random(len(values))  # noqa: S311 - a resampling, no secret
    means = sorted(sum(chance.choices(values, k=len(values))) / len(values) for _ in range(_DRAWS))
    return means[round(0.025 * (_DRAWS - 1))], means[round(0.975 * (_DRAWS - 1))]


def saving(rows: float, baselines: Sequence[float]) -> float | None:
    """Return the percentage of rows saved against the closest baseline; None without a baseline."""
    closest = min(baselines, default=0)
    return 100 * (1 - rows / closest) if closest else None


def amplification_of(hits: float, linked_per_call: float, expanded: int, recalls: int) -> float:
    """Return the rows per hit, given the mean number of linked rows over the recalls that have any."""
    return (hits + linked_per_call * expanded / recalls) / hits


def headroom(best: float, top: float, bottom: float = 0.0) -> float:
    """Return the part of a scale above the best score, in per cent."""
    return 100 * (top - best) / (top - bottom)


def spread(worlds: Mapping[str, Sequence[float]]) -> float:
    """Return the largest difference between designs within one world."""
    return max(max(values) - min(values) for values in worlds.values())


def factor(more: float, fewer: float) -> float | None:
    """Return the ratio of two counts; None if the second is 0."""
    return more / fewer if fewer else None


def relative_difference(a: float, b: float) -> float | None:
    """Return the difference of two values in per cent of the larger; None if both are 0."""
    return 100 * abs(a - b) / max(abs(a), abs(b)) if a or b else None


def led(cells: Mapping[str, Mapping[str, float]], design: str) -> list[str]:
    """Return the cells in which the design alone is best; ties do not count."""
    return [
        name
        for name, values in cells.items()
        if design in values and all(values[design] > value for other, value in values.items() if other != design)
    ]


def percent(part: float, whole: float) -> float | None:
    """Return a share in per cent; None if the whole is 0."""
    return 100 * part / whole if whole else None


def median(values: Sequence[float]) -> float | None:
    """Return the median; None for an empty sequence."""
    if not values:
        return None
    ordered, half = sorted(values), len(values) // 2
    return float(ordered[half]) if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def mean(values: Sequence[float]) -> float | None:
    """Return the mean; None for an empty sequence."""
    return sum(values) / len(values) if values else None

"""Several seeds as one figure: mean and range, a bootstrap interval from ten on, and a paired test."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

__all__ = ["ENOUGH", "Seeds", "paired_test", "seeds_of"]

ENOUGH = 10
"""From so many seeds on an interval is given; below, the range."""
_DRAWS = 2000
_EXACT = 14


@dataclass(frozen=True, slots=True)
class Seeds:
    """The values of a figure, one a seed, with their mean and an interval or the range."""

    values: tuple[float, ...]
    mean: float
    low: float
    high: float

    @property
    def has_interval(self) -> bool:
        """Whether `low` and `high` are a 95 % interval of the mean rather than the range of the values."""
        return len(self.values) >= ENOUGH


def seeds_of(values: Sequence[float | None]) -> Seeds | None:
    """The figure of several seeds, of those that have it; None where none has."""
    there = tuple(float(value) for value in values if value is not None)
    if not there:
        return None
    middle = sum(there) / len(there)
    low, high = _bootstrap(there) if len(there) >= ENOUGH else (min(there), max(there))
    return Seeds(there, middle, low, high)


def paired_test(differences: Sequence[float]) -> float | None:
    """How often the mean difference would be as large if signs were chance: a two-sided p; None below five pairs.

    Exact up to fourteen pairs, by drawn signs beyond.
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

"""The figures that a comparison sets side by side."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

__all__ = ["FIGURES", "means"]

Stats: TypeAlias = Mapping[str, Any]


def _truth(name: str) -> Callable[[Stats], float | None]:
    return lambda stats: (stats["merge_truth"] or {}).get(name)


FIGURES: dict[str, Callable[[Stats], float | None]] = {
    "sim": lambda stats: stats["sim"],
    "shared_pct": lambda stats: stats["shared_pct"],
    "linked_pct": lambda stats: stats["linked_pct"],
    "conflicts": lambda stats: stats["conflicts"],
    "grown": lambda stats: stats["grown"],
    "shared_statements_pct": lambda stats: stats["shared_statements_pct"],
    "max_owners": lambda stats: stats["max_owners"],
    "wordings": lambda stats: stats["wordings"],
    "bytes": lambda stats: stats["bytes"],
    "merges": lambda stats: sum(stats["merges"].values()),
    "cross_merges": lambda stats: stats["merges"]["cross_sim"] + stats["merges"]["cross_sediment"],
    "recalls": lambda stats: stats["recalls"]["n"],
    "readings": lambda stats: stats["recalls"]["read"],
    "precision": _truth("precision"),
    "recall": _truth("recall"),
}
"""Each figure of a run's statistics by name; None where it cannot be had."""


def means(seeds: Sequence[Stats]) -> dict[str, float | None]:
    """The mean of every figure over seeds, of those that have it."""
    return {name: _mean([figure(stats) for stats in seeds]) for name, figure in FIGURES.items()}


def _mean(values: Sequence[float | None]) -> float | None:
    there = [value for value in values if value is not None]
    return round(sum(there) / len(there), 4) if there else None

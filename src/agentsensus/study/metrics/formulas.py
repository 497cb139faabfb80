"""The derived figures of the paper as formulas: savings, amplification, headroom, spread, factors, cells led."""

from collections.abc import Mapping, Sequence

__all__ = ["amplification_of", "factor", "headroom", "led", "relative_difference", "saving", "spread"]


def saving(rows: float, baselines: Sequence[float]) -> float | None:
    """How much less than the closest baseline, in per cent; None without a baseline."""
    closest = min(baselines, default=0)
    return 100 * (1 - rows / closest) if closest else None


def amplification_of(hits: float, linked_per_call: float, expanded: int, recalls: int) -> float:
    """Rows returned for each hit, from the mean of linked rows over the recalls that have any."""
    return (hits + linked_per_call * expanded / recalls) / hits


def headroom(best: float, top: float, bottom: float = 0.0) -> float:
    """How much of a scale is left above the best cell, in per cent."""
    return 100 * (top - best) / (top - bottom)


def spread(worlds: Mapping[str, Sequence[float]]) -> float:
    """The largest difference between the designs within one world."""
    return max(max(values) - min(values) for values in worlds.values())


def factor(more: float, fewer: float) -> float | None:
    """How many times as many; None of nothing."""
    return more / fewer if fewer else None


def relative_difference(a: float, b: float) -> float | None:
    """How far two runs are apart, in per cent of the larger."""
    return 100 * abs(a - b) / max(abs(a), abs(b)) if a or b else None


def led(cells: Mapping[str, Mapping[str, float]], design: str) -> list[str]:
    """The cells in which a design alone is best; a tie leads nothing."""
    return [
        name
        for name, values in cells.items()
        if design in values and all(values[design] > value for other, value in values.items() if other != design)
    ]

"""How long remembering and recalling took, in bins of rounds and stage by stage; waiting for others is left out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["BIN", "LatencyBin", "latency"]

BIN = 5


@dataclass(frozen=True, slots=True)
class LatencyBin:
    """The mean seconds of a deposit or a recall in these rounds, and the part of each stage in that."""

    operation: str
    first: int
    last: int
    calls: int
    seconds: float
    stages: Mapping[str, float]


def latency(timings: Iterable[Mapping[str, Any]], size: int = BIN) -> list[LatencyBin]:
    """The bins of a run's timings, remember before recall; the past and whole rounds do not count."""
    bins: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for row in timings:
        if row.get("operation") in ("remember", "recall") and row["at"] > 0:
            bins.setdefault((row["operation"], (row["at"] - 1) // size), []).append(row)
    ordered = sorted(bins.items(), key=lambda entry: (entry[0][0] != "remember", entry[0][1]))
    return [_bin(operation, place, rows, size) for (operation, place), rows in ordered]


def _bin(operation: str, place: int, rows: Sequence[Mapping[str, Any]], size: int) -> LatencyBin:
    calls = sum(row.get("deposits", 1) for row in rows)
    stages: dict[str, float] = {}
    for row in rows:
        for name, seconds in row.get("stages", {}).items():
            stages[name] = stages.get(name, 0.0) + seconds / calls
    spent = sum(row["seconds"] - row.get("queued", 0.0) for row in rows)
    return LatencyBin(operation, place * size + 1, (place + 1) * size, calls, spent / calls, stages)

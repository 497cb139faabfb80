"""The rows of a memory, split and dated: which were made in play, and who owned each after which round."""

from collections.abc import Iterable, Sequence

from agentsensus.memory.record import Record

__all__ = ["DEPOSITED", "in_play", "mean", "median", "own_since", "owners_at", "percent"]

DEPOSITED = "deposit"
"""The kind of link between statements that were deposited together."""


def in_play(records: Iterable[Record]) -> list[Record]:
    """The records that were made after the past was laid down."""
    return [record for record in records if record.origin != "sediment"]


def owners_at(record: Record, at: int) -> frozenset[str]:
    """Who owned a record after a round, of those who own it now; nobody before it was made."""
    return frozenset(owner for wording in record.wordings if wording.at <= at for owner in wording.owners)


def own_since(record: Record) -> dict[str, int]:
    """For each owner of a record, the round from which it owned it."""
    since: dict[str, int] = {}
    for wording in sorted(record.wordings, key=lambda wording: wording.at):
        for owner in wording.owners:
            since.setdefault(owner, wording.at)
    return since


def percent(part: float, whole: float) -> float | None:
    """A share in per cent; None of nothing."""
    return 100 * part / whole if whole else None


def median(values: Sequence[float]) -> float | None:
    """The middle value, or the mean of the two in the middle; None of nothing."""
    if not values:
        return None
    ordered, half = sorted(values), len(values) // 2
    return float(ordered[half]) if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def mean(values: Sequence[float]) -> float | None:
    """The mean; None of nothing."""
    return sum(values) / len(values) if values else None

"""Rows by how many own them: how many there are, how long their text is, and how many others they are linked with."""

from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.memory.record import Record
from agentsensus.study.metrics.rows import DEPOSITED, median

__all__ = ["DEPTHS", "Depth", "deepest", "depths"]

DEPTHS = ("1", "2", "3", "4+")


@dataclass(frozen=True, slots=True)
class Depth:
    """Rows with so many owners: how many, the median of the characters of their text and of their linked rows."""

    owners: str
    rows: int
    characters: float | None
    siblings: float | None


def depths(records: Sequence[Record]) -> list[Depth]:
    """The records by number of owners: one, two, three, four and more."""
    return [_of(name, [record for record in records if _depth(record) == name]) for name in DEPTHS]


def deepest(records: Sequence[Record]) -> Record | None:
    """The record with most owners, the first of equals; None where none has two."""
    several = [record for record in records if len(record.owners) >= 2]
    return max(several, key=lambda record: len(record.owners), default=None)


def _of(name: str, records: Sequence[Record]) -> Depth:
    siblings = [len({other for other, kind in record.links if kind == DEPOSITED}) for record in records]
    return Depth(name, len(records), median([len(record.text) for record in records]), median(siblings))


def _depth(record: Record) -> str:
    return DEPTHS[min(max(len(record.owners), 1), len(DEPTHS)) - 1]

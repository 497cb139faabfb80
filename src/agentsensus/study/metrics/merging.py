"""Merges by class: an agent's statement into a row of its own or of others, made in play or laid down before."""

from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.memory.record import Record

__all__ = ["MergeClasses", "merge_classes"]


@dataclass(slots=True)
class MergeClasses:
    """How many statements became part of a row that was there already."""

    self_sim: int = 0
    self_sediment: int = 0
    cross_sim: int = 0
    cross_sediment: int = 0

    @property
    def total(self) -> int:
        """All merges."""
        return self.self_sim + self.self_sediment + self.cross_sim + self.cross_sediment

    @property
    def cross(self) -> int:
        """Merges into a row that the depositor did not own."""
        return self.cross_sim + self.cross_sediment


def merge_classes(records: Sequence[Record]) -> MergeClasses:
    """The merges by which the records became what they are."""
    classes = MergeClasses()
    for record in records:
        owners: set[str] = set()
        for place, wording in enumerate(record.wordings):
            if place:
                whose = "self" if owners.issuperset(wording.owners) else "cross"
                name = f"{whose}_{'sediment' if record.origin == 'sediment' else 'sim'}"
                setattr(classes, name, getattr(classes, name) + 1)
            owners.update(wording.owners)
    return classes

"""How many rows of the play have several owners, and how many are linked with others of the same deposit."""

from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.memory.record import Record
from agentsensus.study.metrics.rows import DEPOSITED, in_play, percent

__all__ = ["Sharing", "shared_at", "sharing"]


@dataclass(frozen=True, slots=True)
class Sharing:
    """Rows of the play: how many there are, have two owners, have three or more, and are linked.

    `grown` counts the rows, of the past too, that somebody came to own later; `statements` what was deposited in play,
    and `shared_statements` how much of that ended in a row of several owners.
    """

    sim: int
    shared: int
    three_plus: int
    max_owners: int
    linked: int
    grown: int
    statements: int
    shared_statements: int

    @property
    def shared_share(self) -> float | None:
        """Rows with several owners, in per cent."""
        return percent(self.shared, self.sim)

    @property
    def linked_share(self) -> float | None:
        """Linked rows, in per cent."""
        return percent(self.linked, self.sim)

    @property
    def shared_statement_share(self) -> float | None:
        """Statements that ended in a row of several owners, in per cent."""
        return percent(self.shared_statements, self.statements)


def sharing(records: Sequence[Record]) -> Sharing:
    """Sharing and linking among the records of a memory."""
    made = in_play(records)
    statements = [record for record in records for wording in record.wordings if _is_deposited(record, wording.at)]
    return Sharing(
        sim=len(made),
        shared=sum(len(record.owners) >= 2 for record in made),
        three_plus=sum(len(record.owners) >= 3 for record in made),
        max_owners=max((len(record.owners) for record in made), default=0),
        linked=sum(any(kind == DEPOSITED for _, kind in record.links) for record in made),
        grown=sum(_has_grown(record) for record in records),
        statements=len(statements),
        shared_statements=sum(len(record.owners) >= 2 for record in statements),
    )


def shared_at(records: Sequence[Record], owners: Sequence[frozenset[str]]) -> float | None:
    """The share of rows with several owners in per cent, given who owned each; rows without an owner do not count."""
    there = [who for _, who in zip(records, owners, strict=True) if who]
    return percent(sum(len(who) >= 2 for who in there), len(there))


def _is_deposited(record: Record, at: int) -> bool:
    return not record.kind and (record.origin != "sediment" or at > record.created)


def _has_grown(record: Record) -> bool:
    first = set(record.wordings[0].owners) if record.wordings else set()
    return not first.issuperset(record.owners)

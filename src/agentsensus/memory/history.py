"""A world's history on its way into a memory: events with their witnesses, and documents, taken as they stand."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from agentsensus.memory.core.draft import DraftDeposit, checked_metadata, checked_name
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.provenance import Via
from agentsensus.store.rows import NOBODY, LinkRow

__all__ = ["DOCUMENT_NEXT", "PastEvent", "chain"]

DOCUMENT_NEXT = "document_next"


@dataclass(frozen=True, slots=True)
class PastEvent:
    """Something of a world's history: who owns it, its statements, and what is known of it.

    The statements of a document are linked forward, each to the next; those of an event to each other.
    """

    owners: Sequence[str]
    statements: Sequence[str]
    metadata: dict[str, Any] = field(default_factory=dict)
    truth: str | Sequence[str] | None = None
    is_document: bool = False

    def draft(self) -> DraftDeposit:
        """The deposit to be filled with the statements."""
        via = Via(kind="sediment")
        owners = tuple((name, via) for name in sorted({checked_name(owner, "owner") for owner in self.owners}))
        kept = checked_metadata(self.metadata)
        return DraftDeposit("", owners, kept, linked=not self.is_document, verbatim=True)


def chain(engine: Engine, at: int, documents: Sequence[Sequence[str]]) -> None:
    """Link the sentences of each document forward."""
    writer = engine.writer(at)
    for ids in documents:
        numbers = engine.store.find(list(ids))
        for one, after in pairwise(ids):
            writer.batch.links.append(LinkRow(at, numbers[one], numbers[after], DOCUMENT_NEXT, NOBODY))
    if writer.batch:
        engine.commit(writer)

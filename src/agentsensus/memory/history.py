"""A world's history on its way into a memory: events with their witnesses, and documents, taken as they stand."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from agentsensus.memory.core.checks import CheckedEvent, checked_event
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.provenance import Via
from agentsensus.store.rows import NOBODY, LinkRow

__all__ = ["DOCUMENT_NEXT", "PastEvent", "link_sentences"]

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

    def checked(self, limit: int) -> CheckedEvent:
        """The event if it can be stored, with statements of at most `limit` characters."""
        via = Via(kind="sediment")
        event = checked_event(self.owners, list(self.statements), via, self.metadata, self.truth, limit)
        return replace(event, linked=not self.is_document, verbatim=True)


def link_sentences(engine: Engine, at: int, documents: Sequence[Sequence[str]]) -> None:
    """Link the sentences of each document forward, given their ids in order."""
    writer = engine.writer(at)
    for ids in documents:
        numbers = engine.store.find(list(ids))
        for sentence, following in pairwise(ids):
            writer.batch.links.append(LinkRow(at, numbers[sentence], numbers[following], DOCUMENT_NEXT, NOBODY))
    if writer.batch:
        engine.commit(writer)

"""The history of a world (its past before round 1) as input to a memory: events with witnesses, and documents.
Not cut.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from agentsensus.errors import InputError
from agentsensus.memory.core.checks import (
    CheckedEvent,
    OwnShare,
    checked_event,
    checked_list,
    checked_metadata,
    checked_owners,
)
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.inputs import Via
from agentsensus.store.rows import NOBODY, LinkRow

__all__ = ["DOCUMENT_NEXT", "PastEvent", "PastStatement", "grouped", "link_sentences"]

DOCUMENT_NEXT = "document_next"


@dataclass(frozen=True, slots=True)
class PastStatement:
    """One statement of a past event, with its own owners and metadata."""

    text: str
    owners: Sequence[str]
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PastEvent:
    """An event or document of a world's history: owners, statements, metadata.

    The statements of an event are linked to each other; those of a document each to the next. Events that happened
    together are one event with several `PastStatement`s, each with its own owners: see `grouped`.
    """

    owners: Sequence[str]
    statements: Sequence[str | PastStatement]
    metadata: dict[str, Any] = field(default_factory=dict)
    truth: str | Sequence[str] | None = None
    is_document: bool = False

    def checked(self, limit: int) -> CheckedEvent:
        """Check the event and return it. Raises InputError if it cannot be stored or a statement exceeds `limit`
        characters.
        """
        own = [self._own(statement) for statement in self.statements]
        owners = [name for statement in own for name in checked_list(statement.owners, "owners")]
        texts = [statement.text for statement in own]
        event = checked_event(owners, texts, Via(kind="sediment"), self.metadata, self.truth, limit)
        shares = tuple(OwnShare(checked_owners(each.owners), checked_metadata(each.metadata)) for each in own)
        if not all(share.owners for share in shares):
            raise InputError("a statement of the past needs a list of owners, one at least")
        return replace(event, linked=not self.is_document, verbatim=True, shares=shares)

    def _own(self, statement: str | PastStatement) -> PastStatement:
        if isinstance(statement, PastStatement):
            return statement
        return PastStatement(statement, self.owners, self.metadata)


def grouped(events: Sequence[PastEvent]) -> PastEvent:
    """Join events of one statement each into one event. Its statements are linked; each keeps its owners and
    metadata.
    """
    statements = [
        PastStatement(str(text), event.owners, event.metadata) for event in events for text in event.statements
    ]
    truth = [event.truth if isinstance(event.truth, str) else "" for event in events]
    owners = sorted({name for event in events for name in event.owners})
    return PastEvent(owners, statements, truth=truth if any(truth) else None)


def link_sentences(engine: Engine, at: int, documents: Sequence[Sequence[str]]) -> None:
    """Link each sentence of a document to the next. `documents` holds the ids of each document's sentences in order."""
    engine.turn(lambda: _link_sentences(engine, at, documents))


def _link_sentences(engine: Engine, at: int, documents: Sequence[Sequence[str]]) -> None:
    writer = engine.writer(at)
    for ids in documents:
        numbers = engine.store.find(list(ids))
        for sentence, following in pairwise(ids):
            writer.batch.links.append(LinkRow(at, numbers[sentence], numbers[following], DOCUMENT_NEXT, NOBODY))
    if writer.batch:
        engine.commit(writer)

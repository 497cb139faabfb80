"""The messages and pages that told the fact of a road."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agentsensus.worlds.events.event import AnyEvent, Remembered, Sent
from agentsensus.worlds.runs.acquisitions import Hearing
from agentsensus.worlds.runs.subjects import OWN_WORDS, SubjectReader

__all__ = ["RoadTelling", "doubts_of", "kept_versions", "tellings_of"]


@dataclass(frozen=True, slots=True)
class RoadTelling:
    """One telling to one hearer: the rounds of saying and hearing, the version, and whether it was hedged.

    `by` is empty for an announcement of the world and for a page; `version` is empty for the original.
    """

    said: int
    heard: int
    by: str
    to: str
    version: str
    text: str
    message: str
    how: str
    is_hedged: bool = False


def tellings_of(reader: SubjectReader, heard: Iterable[Hearing]) -> list[RoadTelling]:
    """Return every telling of the subject that reached an agent, in the order of hearing."""
    tellings = [telling for hearing in heard if (telling := _told(reader, hearing)) is not None]
    return sorted(tellings, key=lambda telling: (telling.heard, telling.said, telling.by, telling.to))


def _told(reader: SubjectReader, hearing: Hearing) -> RoadTelling | None:
    said, round_, agent, text = hearing.said, hearing.round, hearing.agent, hearing.text
    if hearing.how == "read":
        version = reader.reads(text)
        return None if version is None else RoadTelling(said, round_, "", agent, version, text, "", "read")
    version = reader.hears(text, hearing.sender, hearing.to)
    if version is None:
        return None
    is_hedged = version == OWN_WORDS and reader.is_hedged(text)
    return RoadTelling(said, round_, hearing.sender, agent, version, text, hearing.message, hearing.how, is_hedged)


def kept_versions(reader: SubjectReader, events: Sequence[AnyEvent]) -> Iterator[tuple[int, str, str]]:
    """Yield the versions that agents stored: round, agent, version."""
    for event in events:
        if isinstance(event, Remembered) and (version := reader.reads(event.text)) is not None:
            yield event.round, event.agent, version


def doubts_of(reader: SubjectReader, events: Sequence[AnyEvent]) -> Iterator[tuple[int, str]]:
    """Yield the round and agent of each question whether the subject is true."""
    for event in events:
        if isinstance(event, Sent) and event.sender and reader.asks(event.content, event.sender, event.recipients[0]):
            yield event.round, event.sender

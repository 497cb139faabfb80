"""A run's deposits, recalls and edits as a stream that any memory can be fed."""

from collections.abc import Iterable, Iterator

from agentsensus.events.event import AnyEvent, Edited, Happened, Recalled, Remembered
from agentsensus.memory.stream import DepositLine, EditLine, EventLine, RecallLine, RoundLine, StreamLine

__all__ = ["stream_of"]


def stream_of(events: Iterable[AnyEvent]) -> Iterator[StreamLine]:
    """The stream of a log; the world's past is not in it."""
    latest, revised = 0, ""
    for event in events:
        if event.round > latest:
            latest = event.round
            yield RoundLine(at=latest)
        match event:
            case Remembered(revises=""):
                yield DepositLine(
                    agent=event.agent,
                    text=event.text,
                    number=event.number,
                    via=f"{event.via}:{event.source}" if event.source else event.via,
                    detail=event.detail,
                    place=event.place,
                    participants=[*event.participants],
                )
            case Remembered():
                revised = event.text
            case Edited():
                text = revised if event.edit == "revise" else ""
                yield EditLine(
                    agent=event.agent, edit=event.edit, record=event.record, others=[*event.others], text=text
                )
            case Happened():
                yield EventLine(owners=[*event.owners], text=[*event.text])
            case Recalled():
                yield RecallLine(agent=event.owner, query=event.query, k=event.k)
            case _:
                pass

"""A run's deposits, recalls and edits as a stream that any memory can be fed."""

from collections.abc import Callable, Iterable, Iterator

from agentsensus.events.event import AnyEvent, Edited, Happened, Recalled, Remembered
from agentsensus.memory.stream import DepositLine, EditLine, EventLine, RecallLine, RoundLine, StreamLine

__all__ = ["stream_of"]


def stream_of(
    events: Iterable[AnyEvent], keys_of: Callable[[Remembered], list[str] | None] | None = None
) -> Iterator[StreamLine]:
    """The stream of a log; the world's past is not in it.

    `keys_of` gives for each statement of a deposit a key of what it tells, for memories that merge by the truth.
    """
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
                    truth=keys_of(event) if keys_of else None,
                )
            case Remembered():
                revised = event.text
            case Edited():
                text = revised if event.edit == "revise" else ""
                yield EditLine(
                    agent=event.agent, edit=event.edit, record=event.record, others=[*event.others], text=text
                )
            case Happened():
                key = event.id if len(event.text) == 1 else ""
                yield EventLine(owners=[*event.owners], text=[*event.text], truth=key or None)
            case Recalled():
                yield RecallLine(agent=event.owner, query=event.query, k=event.k)
            case _:
                pass

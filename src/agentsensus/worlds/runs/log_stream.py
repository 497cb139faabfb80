"""Convert a run's log into a stream of deposits, recalls and edits for another memory."""

from collections.abc import Callable, Iterable, Iterator

from agentsensus.memory.stream import DepositLine, EditLine, EventLine, RecallLine, RoundLine, StreamLine
from agentsensus.worlds.events.event import AnyEvent, Edited, Happened, Recalled, Remembered

__all__ = ["memory_stream"]


def memory_stream(
    events: Iterable[AnyEvent], keys_of: Callable[[Remembered], list[str] | None] | None = None
) -> Iterator[StreamLine]:
    """Yield the deposits, recalls and edits of a log. The world's past is not included.

    `keys_of` returns a key for each statement of a deposit, for memories that merge by the truth.
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
                    group=event.group,
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

"""The lines of a run in which somebody may use what it knows: words, gestures, thoughts and what it keeps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agentsensus.events.event import Acted, AnyEvent, Remembered, Sent

__all__ = ["ROW", "SpokenLine", "lines_of"]

ROW = "row"
"""The kind of a line that is one statement of what somebody keeps, cut out and made to stand for itself."""

_INWARD = {"think": "text", "conclude": "text"}


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """Somebody's words in one round; `hearer` is the first it is said to, none for what is thought or kept."""

    round: int
    agent: str
    kind: str
    text: str
    hearer: str = ""
    seq: int = -1


def lines_of(events: Sequence[AnyEvent]) -> Iterator[SpokenLine]:
    """Every line of a run in order; what somebody keeps is its line too."""
    for event in events:
        match event:
            case Sent() if event.sender:
                yield SpokenLine(event.round, event.sender, event.sort, event.content, event.recipients[0], event.seq)
            case Acted() if event.ok and event.action in _INWARD:
                text = str(event.params.get(_INWARD[event.action], ""))
                yield SpokenLine(event.round, event.agent, event.action, text, "", event.seq)
            case Remembered():
                yield SpokenLine(event.round, event.agent, "kept", event.text, "", event.seq)
                for stated in event.statements:
                    yield SpokenLine(event.round, event.agent, ROW, stated.text, "", event.seq)
            case _:
                pass

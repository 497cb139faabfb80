"""The messages of a log: which turn sent which, and what became of them on the way."""

from collections.abc import Mapping, Sequence
from typing import Any

from agentsensus.events.event import Acted, Altered, AnyEvent, Sent, Sort
from agentsensus.screenplay.beat import OtherWording

__all__ = ["LogMessages", "names_of", "text_of"]


class LogMessages:
    """The messages of a log: which turn sent which, and what became of them on the way."""

    def __init__(self, events: Sequence[AnyEvent]) -> None:
        self.by_id: dict[str, Sent] = {}
        self._sent: dict[tuple[int, str, Sort], list[Sent]] = {}
        self._altered: dict[str, dict[str, str | None]] = {}
        self._of_turns: dict[int, Sent] = {}
        for event in events:
            match event:
                case Sent():
                    self.by_id[event.message] = event
                    self._sent.setdefault((event.round, event.sender, event.sort), []).append(event)
                case Altered():
                    changed = dict.fromkeys(event.recipients, event.content)
                    self._altered.setdefault(event.message, {}).update(changed)
        self._match(events)

    def _match(self, events: Sequence[AnyEvent]) -> None:
        for event in events:
            if isinstance(event, Acted) and event.ok and event.action in ("say", "gesture"):
                sort: Sort = "say" if event.action == "say" else "gesture"
                sent = self._sent.get((event.round, event.agent, sort), [])
                words = text_of(event.params, "content" if sort == "say" else "description")
                own = next((message for message in sent if message.content == words), sent[0] if sent else None)
                if own is not None:
                    self._of_turns[event.seq] = own
        self._sent_in_turns = {sent.message for sent in self._of_turns.values()}

    def of(self, event: Acted, sort: Sort) -> Sent | None:
        """The message that a turn has sent."""
        sent = self._of_turns.get(event.seq)
        return sent if sent and sent.sort == sort else None

    def recipients(self, event: Acted, sort: Sort) -> tuple[str, ...]:
        """Whom a turn was meant for."""
        sent = self.of(event, sort)
        return sent.recipients if sent else names_of(event.params, "targets")

    def is_injected(self, event: Sent) -> bool:
        """Whether no turn has sent it, and the play had begun."""
        return event.round > 0 and event.message not in self._sent_in_turns

    def arrived(self, sent: Sent) -> tuple[str, tuple[OtherWording, ...]]:
        """A message as it arrived: the wording that most got as it was said, or the one that all got instead."""
        altered = self._altered.get(sent.message, {})
        groups: dict[str | None, list[str]] = {}
        for hearer in sent.recipients:
            groups.setdefault(altered.get(hearer, sent.content), []).append(hearer)
        text = sent.content
        if text not in groups:
            text = next((wording for wording in groups if wording is not None), text)
        others = {wording: hearers for wording, hearers in groups.items() if wording != text}
        return text, tuple(OtherWording(tuple(hearers), wording) for wording, hearers in others.items())


def text_of(fields: Mapping[str, Any], key: str) -> str:
    """A field that is a text; empty where there is none."""
    value = fields.get(key)
    return value if isinstance(value, str) else ""


def names_of(fields: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """A field that is a name or several; none where there is none."""
    value = fields.get(key)
    return (value,) if isinstance(value, str) else tuple(map(str, value)) if isinstance(value, list) else ()

"""Messages: threads by participants, delivery by distance, messages in transit and unread."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from agentsensus.worlds.events.event import Altered, Delivered, Sent, Sort, ThreadRead

__all__ = ["WORLD", "Letter", "Mail", "Message", "Notice", "due_round", "thread_id"]

WORLD = "@world"
"""Sender id of the world itself. No character can have this id."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message in its original form."""

    id: str
    thread: str
    sender: str
    recipients: tuple[str, ...]
    sort: Sort
    content: str
    sent: int
    due: Mapping[str, int]
    distance: Mapping[str, int] = field(default_factory=dict)
    bystanders: tuple[str, ...] = ()
    quietly: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """Announces the unread messages of one thread: senders, count, and the start of the latest.

    `read_thread` shows them in full. The world appears as sender `WORLD`.
    """

    thread: str
    senders: tuple[str, ...]
    kind: Sort
    count: int
    begins: str
    sent: int


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as its sender or a reader has it; `read` is the round of reading.

    bystanders: characters who overheard it, as far as this reader was present to see them
    afar: the message came from another place
    """

    id: str
    sender: str
    recipients: tuple[str, ...]
    kind: Sort
    content: str
    sent: int
    read: int | None = None
    overheard: bool = False
    bystanders: tuple[str, ...] = ()
    afar: bool = False
    quietly: bool = False

    @classmethod
    def of(cls, message: Message, read: int | None = None, overheard: bool = False, *, afar: bool = False) -> "Letter":
        """Return a message as its sender has it or, with `read`, as a reader has it who read or heard it in that
        round.
        """
        return cls(
            message.id,
            message.sender or WORLD,
            message.recipients,
            message.sort,
            message.content,
            message.sent,
            read,
            overheard,
            () if afar else message.bystanders,
            afar,
            message.quietly,
        )


@dataclass(slots=True)
class Mail:
    """All messages of a world. Only events change it."""

    messages: dict[str, Message] = field(default_factory=dict)
    in_flight: set[tuple[str, str]] = field(default_factory=set)
    _threads: dict[str, list[str]] = field(default_factory=dict)
    _has: dict[str, set[str]] = field(default_factory=dict)
    _unread: dict[str, dict[str, int]] = field(default_factory=dict)
    _altered: dict[tuple[str, str], Message] = field(default_factory=dict)
    _letters: dict[str, list[Letter]] = field(default_factory=dict)
    _overheard: dict[str, set[str]] = field(default_factory=dict)

    def send(self, event: Sent) -> None:
        """Put a message in transit."""
        self.messages[event.message] = Message(
            event.message,
            event.thread,
            event.sender,
            event.recipients,
            event.sort,
            event.content,
            event.round,
            event.due,
            event.distance,
            event.bystanders,
            event.quietly,
        )
        self._threads.setdefault(event.thread, []).append(event.message)
        self._has.setdefault(event.sender, set()).add(event.message)
        own = Letter.of(self.messages[event.message], afar=any(event.distance.values()))
        self._letters.setdefault(event.sender, []).append(own)
        self.in_flight |= {(hearer, event.message) for hearer in (*event.recipients, *event.bystanders)}

    def alter(self, event: Altered) -> None:
        """Change a message for recipients it has not reached, or cancel it. Others keep the original."""
        for recipient in event.recipients:
            if event.content is None:
                self.in_flight.discard((recipient, event.message))
            else:
                changed = replace(self.messages[event.message], content=event.content)
                self._altered[recipient, event.message] = changed

    def read_by(self, agent: str, message: str) -> Message:
        """Return a message as an agent reads it."""
        return self._altered.get((agent, message)) or self.messages[message]

    def deliver(self, event: Delivered) -> None:
        """Deliver a message to a recipient."""
        self.in_flight.discard((event.recipient, event.message))
        self._has.setdefault(event.recipient, set()).add(event.message)
        self._unread.setdefault(event.recipient, {})[event.message] = 0
        if event.overheard:
            self._overheard.setdefault(event.recipient, set()).add(event.message)

    def hear(self, agent: str, round_: int) -> list[Message]:
        """Mark all delivered messages of an agent as read and return them."""
        messages = self.unread(agent)
        self._unread[agent] = {}
        letters = self._letters.setdefault(agent, [])
        letters += [self._letter(agent, message, round_) for message in messages]
        return messages

    def _letter(self, agent: str, message: Message, round_: int) -> Letter:
        is_overheard = self.is_overheard(agent, message.id)
        return Letter.of(message, round_, is_overheard, afar=message.distance.get(agent, 0) > 0)

    def is_overheard(self, agent: str, message: str) -> bool:
        """Return whether an agent has a message only as a bystander."""
        return message in self._overheard.get(agent, ())

    def drop(self, agent: str) -> None:
        """Stop all deliveries to an agent."""
        self.in_flight = {pair for pair in self.in_flight if pair[0] != agent}

    def stop_overhearing(self, agent: str) -> None:
        """Stop deliveries of words that an agent would only overhear, because it left while they were spoken."""
        self.in_flight -= {
            pair for pair in self.in_flight if pair[0] == agent and agent in self.messages[pair[1]].bystanders
        }

    def show(self, agent: str) -> None:
        """Count one more turn in which an agent was shown its notices."""
        self._unread[agent] = {message: shown + 1 for message, shown in self._unread.get(agent, {}).items()}

    def mark_read(self, event: ThreadRead) -> None:
        """Remove read messages from the notices and add them to the reader's letters."""
        for message in event.messages:
            self._unread.get(event.agent, {}).pop(message, None)
            letter = self._letter(event.agent, self.read_by(event.agent, message), event.round)
            self._letters.setdefault(event.agent, []).append(letter)

    def wakes(self, agent: str, notice_rounds: int) -> bool:
        """Return whether an agent has an unread message that was shown in fewer than `notice_rounds` turns."""
        return any(
            shown < notice_rounds and not self.is_overheard(agent, message)
            for message, shown in self._unread.get(agent, {}).items()
        )

    def unread(self, agent: str) -> list[Message]:
        """Return the messages an agent has not read yet, oldest first."""
        return [self.read_by(agent, message) for message in self._unread.get(agent, {})]

    def letters(self, agent: str) -> list[Letter]:
        """Return every message an agent has sent or read, in that order."""
        return self._letters.get(agent, [])

    def notices(self, agent: str) -> list[Notice]:
        """Return one notice for each thread with unread messages, in order of arrival."""
        by_thread: dict[str, list[Message]] = {}
        for message in self.unread(agent):
            by_thread.setdefault(message.thread, []).append(message)
        return [_notice(thread, messages) for thread, messages in by_thread.items()]

    def threads(self, agent: str) -> list[str]:
        """Return the threads in which an agent has sent or received a message."""
        has = self._has.get(agent, set())
        return sorted(thread for thread, messages in self._threads.items() if not has.isdisjoint(messages))

    def thread(self, agent: str, thread: str) -> list[Message]:
        """Return the messages of a thread that an agent has, in order; empty if the agent is no participant."""
        has = self._has.get(agent, set())
        return [self.read_by(agent, message) for message in self._threads.get(thread, []) if message in has]


def _notice(thread: str, messages: Sequence[Message]) -> Notice:
    last = messages[-1]
    text = " ".join(last.content.split())
    begins = text if len(text) <= 80 else f"{text[:80]}…"
    senders = tuple(dict.fromkeys(message.sender or WORLD for message in messages))
    return Notice(thread, senders, last.sort, len(messages), begins, last.sent)


def thread_id(participants: Sequence[str]) -> str:
    """Return the id of the thread of these participants, in any order."""
    return "+".join(sorted(set(participants)))


def due_round(sent: int, distance: int, speed: int) -> int:
    """Return the round in which a message arrives: at the earliest the next one."""
    return sent + max(1, ceil(distance / speed))

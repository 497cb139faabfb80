"""Acquisitions: how each character came to know a fact (round, way, source, message and words), read from the log.

Everything that reports who knew what uses this module: the playbill here, and `knows`, `trace`, `road`, `ask`, the
report and the demo through `analysis.knowledge.acquisitions`, which adds the store.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

from agentsensus.worlds.events.event import Acted, Altered, AnyEvent, Delivered, Remembered, Sent, ThreadRead
from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.runs.subjects import StorySubject, SubjectReader, Subjects, Understanding
from agentsensus.worlds.runs.truth import Truth
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["Acquisition", "AcquisitionHow", "Hearing", "LearningHistory"]

AcquisitionHow: TypeAlias = Literal[
    "sediment", "witnessed", "did", "told", "overheard", "read", "announced", "inferred"
]
"""The way in which a character came to know a fact.

`announced`: said by the world itself. `inferred`: said or remembered although no message brought it.
"""
_BY_WORD = ("told", "overheard")
_FROM_DEPOSIT: Mapping[str, AcquisitionHow] = {
    "sediment": "sediment",
    "witnessed": "witnessed",
    "did": "did",
    "read": "read",
}
"""The way of acquisition for each kind of deposit source that involves no message."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """A message or page that reached an agent: the rounds of sending and hearing, and the words that arrived.

    `to` is the first recipient of the message. `sender` is empty for the world itself; `message` is empty for a page.
    """

    said: int
    round: int
    agent: str
    sender: str
    message: str
    how: AcquisitionHow
    text: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class Acquisition:
    """How an agent came to know a fact: the round, the way, the source, the message and the words.

    `version` is the version that arrived (empty for the original). `is_lie` is True if only a lie, or a retelling of
    one, has reached the agent. `said` is the round in which the message was sent. `record` and `wording` are the
    agent's memory record of the fact and its words there; they are empty if the agent never stored the fact. `forgot`
    is True if the agent stored the fact and later forgot it.
    """

    agent: str
    since: int
    how: AcquisitionHow
    source: str = ""
    message: str = ""
    text: str = ""
    version: str = ""
    is_lie: bool = False
    said: int = 0
    record: str = ""
    wording: str = ""
    forgot: bool = False

    @property
    def is_kept(self) -> bool:
        """Whether the agent owns a record of the fact."""
        return bool(self.record)

    @property
    def is_only_heard(self) -> bool:
        """Whether the agent heard this fact in a message but never stored it."""
        return not (self.record or self.forgot) and (self.is_by_word or self.how == "announced")

    @property
    def is_by_word(self) -> bool:
        """Whether the agent learnt the fact from the words of another agent."""
        return self.how in _BY_WORD


@dataclass(frozen=True, slots=True)
class _Kept:
    round: int
    agent: str
    how: str
    source: str
    message: str
    text: str


class LearningHistory:
    """An index of a log: the messages that each character received, stored and sent."""

    def __init__(self, scenario: Scenario, events: Sequence[AnyEvent], truth: Truth | None) -> None:
        self._scenario, self._truth = scenario, truth
        self._events = events
        self.understanding = Understanding(scenario)
        self.by_players = any(isinstance(event, Acted) and event.drive for event in events)
        messages = {event.message: event for event in events if isinstance(event, Sent)}
        self.heard = tuple(hearing for hearing in _hearings(events, messages) if hearing.agent != hearing.sender)
        self.sent = {id_: event for id_, event in messages.items() if event.sender and event.recipients}
        self._kept = [
            _Kept(event.round, event.agent, event.via, event.source, event.detail, event.text)
            for event in events
            if isinstance(event, Remembered)
        ]
        self._reached = {(hearing.agent, hearing.message): hearing for hearing in reversed(self.heard)}

    @cached_property
    def subjects(self) -> Subjects:
        """All events of the world and of the run, as subjects."""
        return Subjects(self._scenario, self._events)

    @property
    def events_told(self) -> frozenset[str]:
        """The ids of all events that some message, page or deposit tells."""
        return frozenset(self._telling)

    @cached_property
    def _telling(self) -> dict[str, list[Hearing | _Kept | Sent]]:
        """For each event, the messages, pages and deposits that tell it in a sentence of the world's files."""
        telling: dict[str, list[Hearing | _Kept | Sent]] = defaultdict(list)
        entries: list[Hearing | _Kept | Sent] = [*self.heard, *self._kept, *self.sent.values()]
        for entry in entries:
            for event in dict.fromkeys(claim.event for claim in self._claims(entry)):
                telling[event].append(entry)
        return dict(telling)

    def _claims(self, entry: Hearing | _Kept | Sent) -> Sequence[Claim]:
        match entry:
            case Hearing() if entry.message and entry.sender:
                claims = self.understanding.told(entry.text, entry.sender, entry.to)
                return claims or self.understanding.written(entry.text)
            case Sent():
                claims = self.understanding.told(entry.content, entry.sender, entry.recipients[0])
                return claims or self.understanding.written(entry.content)
            case _:
                return self.understanding.written(entry.text)

    def _entries(self, reader: SubjectReader) -> Iterable[Hearing | _Kept | Sent]:
        """Return the messages, pages and deposits that may tell the subject."""
        if not reader.is_strict:
            return (*self.heard, *self._kept, *self.sent.values())
        telling = (entry for event in reader.subject.events for entry in self._telling.get(event, ()))
        return {id(entry): entry for entry in telling}.values()

    @cached_property
    def _lies(self) -> frozenset[str]:
        if self._truth is None:
            return frozenset()
        lies = (claim for claim in self._truth.versions if self._truth.is_of_lies(claim))
        return frozenset(self.understanding.wording(claim) for claim in lies)

    def reader(self, subject: StorySubject) -> SubjectReader:
        """Return the reader that recognises the subject in the words of this run."""
        return SubjectReader(subject, self.subjects.words, self.understanding, self.by_players, self._lies)

    def message_of(self, agent: str, message: str) -> Hearing | None:
        """Return the message as it reached an agent; None if it never did."""
        return self._reached.get((agent, message))

    def acquisitions(self, subject: StorySubject, at: int | None = None) -> dict[str, Acquisition]:
        """Return how each active character came to know the subject up to round `at`, by character, in the order of
        learning.

        If a character learnt of it several times, versions that are no lie come first, then the earliest round.
        """
        reader = self.reader(subject)
        best: dict[str, tuple[tuple[bool, int, int], Acquisition]] = {}
        for order, found in self._found(reader, at):
            if found.agent in self._scenario.active and (at is None or found.since <= at):
                rank = found.is_lie, found.since, order
                if found.agent not in best or rank < best[found.agent][0]:
                    best[found.agent] = rank, found
        ordered = sorted(best.values(), key=lambda each: (each[1].since, each[0], each[1].agent))
        return {found.agent: found for _, found in ordered}

    def _found(self, reader: SubjectReader, at: int | None) -> Iterator[tuple[int, Acquisition]]:
        """Yield every acquisition of the subject by any agent, with a rank that orders acquisitions of the same
        round.
        """
        subject = reader.subject
        for agent in subject.witnesses:
            how: AcquisitionHow = "did" if agent in subject.doers else "witnessed" if subject.since else "sediment"
            yield 0, Acquisition(agent, subject.since, how, text=subject.text)
        for entry in self._entries(reader):
            if (at is None or entry.round <= at) and (version := self._version(reader, entry)) is not None:
                yield self._from(entry, version, version in reader.lies)

    @staticmethod
    def _version(reader: SubjectReader, entry: Hearing | _Kept | Sent) -> str | None:
        match entry:
            case Hearing() if entry.how != "read":
                return reader.hears(entry.text, entry.sender, entry.to)
            case Sent():
                return reader.hears(entry.content, entry.sender, entry.recipients[0])
            case _:
                return reader.reads(entry.text)

    def _from(self, entry: Hearing | _Kept | Sent, version: str, is_lie: bool) -> tuple[int, Acquisition]:
        match entry:
            case Hearing():
                return 1, _by(entry, version, is_lie)
            case _Kept():
                return 2, self.deposited(
                    entry.agent, entry.round, entry.how, entry.source, entry.message, entry.text, version, is_lie
                )
            case Sent():
                agent, said = entry.sender, entry.content
                return 3, Acquisition(agent, entry.round, "inferred", "", entry.message, said, version, is_lie)

    def deposited(
        self,
        agent: str,
        since: int,
        via: str,
        source: str,
        message: str,
        text: str,
        version: str = "",
        is_lie: bool = False,
    ) -> Acquisition:
        """Return the acquisition that a deposit shows.

        Its way is `inferred` if the deposit names a teller, but no message from that teller had reached the agent.
        """
        if via in _BY_WORD:
            hearing = self.message_of(agent, message) or self._last_from(source, agent, since)
            if hearing is None or hearing.round > since:
                return Acquisition(agent, since, "inferred", text=text, version=version, is_lie=is_lie)
            how: AcquisitionHow = "announced" if not hearing.sender else hearing.how
            # It has known since it heard the words, however long it took to write them down.
            when, by, said = hearing.round, hearing.sender, hearing.said
            return Acquisition(agent, when, how, by, hearing.message, text, version, is_lie, said)
        from_page = source if via == "read" else ""
        return Acquisition(agent, since, _FROM_DEPOSIT.get(via, "inferred"), from_page, "", text, version, is_lie)

    def _last_from(self, source: str, agent: str, at: int) -> Hearing | None:
        """Return the last message from `source` that had reached an agent by round `at`; None if there is none."""
        earlier = (
            hearing
            for hearing in reversed(self.heard)
            if hearing.agent == agent and hearing.sender == source and hearing.message and hearing.round <= at
        )
        return next(earlier, None) if source else None


def _by(hearing: Hearing, version: str, is_lie: bool) -> Acquisition:
    source, message = hearing.sender, hearing.message
    return Acquisition(
        hearing.agent, hearing.round, hearing.how, source, message, hearing.text, version, is_lie, hearing.said
    )


def _hearings(events: Iterable[AnyEvent], sent: Mapping[str, Sent]) -> Iterator[Hearing]:
    """Yield a hearing for each agent that a message reached, and for each page that an agent read.

    Under the rule of whole hearing, a delivered message is heard; with notices, only a message that was read.
    """
    log = list(events)
    is_read = any(isinstance(event, ThreadRead) for event in log)
    altered: dict[tuple[str, str], str | None] = {}
    overheard: set[tuple[str, str]] = set()
    for event in log:
        match event:
            case Altered():
                altered |= {(to, event.message): event.content for to in event.recipients}
            case Delivered() if event.message in sent:
                key = event.recipient, event.message
                if event.overheard:
                    overheard.add(key)
                if not is_read:
                    yield _message(key, event.round, sent[event.message], altered, event.overheard)
            case ThreadRead():
                for key in ((event.agent, id_) for id_ in event.messages if id_ in sent):
                    yield _message(key, event.round, sent[key[1]], altered, key in overheard)
            case Acted(action="read"):
                for text in _texts(event.data):
                    thing = str(event.params.get("target", ""))
                    yield Hearing(event.round, event.round, event.agent, thing, "", "read", text)
            case _:
                pass


def _message(
    key: tuple[str, str],
    round_: int,
    sent: Sent,
    altered: Mapping[tuple[str, str], str | None],
    is_overheard: bool,
) -> Hearing:
    """Return the message as it reached an agent. `key` is the pair (agent, message)."""
    text = altered.get(key) or sent.content
    how: AcquisitionHow = "announced" if not sent.sender else "overheard" if is_overheard else "told"
    to = sent.recipients[0] if sent.recipients else ""
    return Hearing(sent.round, round_, key[0], sent.sender, key[1], how, text, to)


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in a nested value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _texts(part)

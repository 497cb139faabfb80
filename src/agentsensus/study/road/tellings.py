"""Who tells the subject to whom: read off messages, by the world's own sentences or, failing these, by their words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agentsensus.events.event import Acted, AnyEvent, Remembered, Sent
from agentsensus.minds.players.claims import Claim
from agentsensus.study.received import Receipt, Reception, WorldWords
from agentsensus.study.received.claims import Understanding
from agentsensus.study.road.subject import RoadSubject
from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.text.sentences import sentences
from agentsensus.texts import texts

__all__ = ["OWN_WORDS", "Ear", "RoadTelling", "tellings_of"]

OWN_WORDS = "own words"
"""The version of whoever tells the subject in words that no file has."""
_WINDOW = 4
_SHARE = 0.3
_LEAST = 2
"""Sentences that are read together, the weight of a wording that they must have, and how many of its words."""


@dataclass(frozen=True, slots=True)
class RoadTelling:
    """One telling as one hearer got it: said and heard in which rounds, in which version, and whether it was hedged.

    `by` is empty where the world itself announces it; `version` is empty for what the world's files say.
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


@dataclass(frozen=True)
class Ear:
    """Understands whether a text tells the subject, and in which version.

    With `is_strict` (players, who have no other sentences) only the world's own sentences count.
    """

    subject: RoadSubject
    lexicon: WorldWords
    understanding: Understanding
    is_strict: bool

    def hears(self, content: str, sender: str, hearer: str) -> str | None:
        """The version in which a message tells the subject; None when it does not."""
        claims = self.understanding.told(content, sender, hearer) if sender else self.understanding.written(content)
        return self._version(claims, content)

    def reads(self, text: str) -> str | None:
        """The version in which a note or a page tells the subject; None when it does not."""
        return self._version(self.understanding.written(text), text)

    def asks(self, content: str, sender: str, hearer: str) -> bool:
        """Whether a message asks if the subject is true."""
        return self.understanding.asked(content, sender, hearer) in self.subject.events

    def is_hedged(self, content: str) -> bool:
        """Whether the words themselves say that the speaker is not sure."""
        hedges = texts("agentsensus.study.road", "words", language(content))["hedges"]
        lowered = content.casefold()
        return any(hedge in lowered for hedge in hedges)

    def _version(self, claims: Sequence[Claim], text: str) -> str | None:
        for claim in claims or self.understanding.written(text):
            if claim.event in self.subject.events:
                is_original = claim == self.understanding.original(claim.event)
                return "" if is_original else self.understanding.wording(claim)
        return OWN_WORDS if not self.is_strict and self.tells(text) else None

    def tells(self, text: str) -> bool:
        """Whether some sentences in a row have enough of one of the subject's wordings, questions left out."""
        asks = rules_of(language(text)).reader.asks
        statements = [sentence for sentence in sentences(text) if not asks(sentence)]
        wordings = [self.lexicon.words(wording) for wording in self.subject.wordings]
        windows = (statements[start : start + _WINDOW] for start in range(len(statements)))
        return any(self._has(frozenset().union(*map(self.lexicon.words, window)), wordings) for window in windows)

    def _has(self, words: frozenset[str], wordings: Sequence[frozenset[str]]) -> bool:
        weight = self.lexicon.weight
        shares = ((len(words & own), weight(words & own) / (weight(own) or 1)) for own in wordings)
        return any(count >= _LEAST and share >= _SHARE for count, share in shares)


def tellings_of(ear: Ear, events: Sequence[AnyEvent], reception: Reception) -> list[RoadTelling]:
    """Every telling of the subject that reached somebody, in the order of hearing; nobody is told by oneself."""
    sent = {event.message: event for event in events if isinstance(event, Sent)}
    tellings = [
        telling
        for agent in sorted(reception.by_agent)
        for receipt in reception.of(agent)
        for telling in _told(ear, agent, receipt, sent)
    ]
    return sorted(tellings, key=lambda telling: (telling.heard, telling.said, telling.by, telling.to))


def _told(ear: Ear, agent: str, receipt: Receipt, sent: dict[str, Sent]) -> Iterator[RoadTelling]:
    message = sent.get(receipt.id)
    if message is not None and not receipt.is_own:
        hearer = message.recipients[0]
        version = ear.hears(receipt.text, message.sender, hearer)
        if version is not None:
            hedged = ear.is_hedged(receipt.text) if version == OWN_WORDS else False
            yield RoadTelling(
                message.round,
                receipt.round,
                message.sender,
                agent,
                version,
                receipt.text,
                receipt.id,
                receipt.how,
                hedged,
            )
    elif receipt.how == "read" and (version := ear.reads(receipt.text)) is not None:
        yield RoadTelling(receipt.round, receipt.round, "", agent, version, receipt.text, "", "read")


def kept_versions(ear: Ear, events: Sequence[AnyEvent]) -> Iterator[tuple[int, str, str]]:
    """What each came to hold of the subject by keeping it: round, agent, version."""
    for event in events:
        if isinstance(event, Remembered) and (version := ear.reads(event.text)) is not None:
            yield event.round, event.agent, version


def doubts_of(ear: Ear, events: Sequence[AnyEvent]) -> Iterator[tuple[int, str]]:
    """Who asked in which round whether it is true."""
    for event in events:
        if isinstance(event, Sent) and event.sender and ear.asks(event.content, event.sender, event.recipients[0]):
            yield event.round, event.sender


def guesses_of(ear: Ear, events: Sequence[AnyEvent]) -> Iterator[tuple[int, str, str]]:
    """Every message of anybody's that tells the subject: round, sender, version."""
    for event in events:
        if isinstance(event, Sent) and event.sender:
            version = ear.hears(event.content, event.sender, event.recipients[0])
            if version is not None:
                yield event.round, event.sender, version


def is_by_players(events: Sequence[AnyEvent]) -> bool:
    """Whether players played, who say only the world's own sentences."""
    return any(isinstance(event, Acted) and event.drive for event in events)

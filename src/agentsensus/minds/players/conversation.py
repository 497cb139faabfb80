"""Everything that was said to, by or within hearing of somebody, understood."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.hearing import Asked, HeardMessage
from agentsensus.minds.players.part import Part
from agentsensus.world.mail import WORLD, Letter

__all__ = ["Conversation", "HeardClaim", "OpenQuestion", "Utterance"]

_PATIENCE = 10
_ANSWER_TIME = 3


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words as one knows them: the message, what was understood, and who took it in besides its speaker."""

    letter: Letter
    heard: HeardMessage
    hearers: frozenset[str]

    @property
    def by(self) -> str:
        """Who said it."""
        return self.letter.sender

    @property
    def events(self) -> tuple[str, ...]:
        """The events it tells of."""
        return tuple(claim.event for claim in self.heard.claims)


def _utterance(part: Part, letter: Letter) -> Utterance:
    hearer = part.id if part.id in letter.recipients else letter.recipients[0]
    heard = part.hear(letter.content, letter.sender, hearer)
    return Utterance(letter, heard, frozenset((*letter.recipients, *letter.bystanders, part.id)) - {letter.sender})


@dataclass(frozen=True, slots=True)
class HeardClaim:
    """A claim in a message: who made it to whom, when it was sent and read, through how many mouths it came."""

    claim: Claim
    by: str
    to: tuple[str, ...]
    sent: int
    read: int | None
    hops: int
    overheard: bool = False
    afar: bool = False
    act: str = ""

    @property
    def is_seen(self) -> bool:
        """Whether the world itself brought it, which is as good as seen."""
        return self.by == WORLD

    @property
    def how(self) -> str:
        """How one came to know it by this."""
        if self.is_seen:
            return "witnessed"
        return "overheard" if self.overheard else "told"


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that was put to the player and not answered yet."""

    by: str
    asked: Asked
    read: int


class Conversation:
    """What a player has said and heard so far, in order."""

    def __init__(self, part: Part, letters: Sequence[Letter], round_: int) -> None:
        self._part, self._letters, self._round = part, letters, round_
        self._me = part.id

    @cached_property
    def utterances(self) -> list[Utterance]:
        """All words, one's own among them."""
        return [self._understood(letter) for letter in self._letters if letter.kind != "gesture"]

    def _understood(self, letter: Letter) -> Utterance:
        known: dict[Letter, Utterance] = self._part.understood
        if letter not in known:
            known[letter] = _utterance(self._part, letter)
        return known[letter]

    @cached_property
    def by_message(self) -> dict[str, Utterance]:
        """All words by the id of their message."""
        return {words.letter.id: words for words in self.utterances}

    @cached_property
    def own(self) -> list[Utterance]:
        """What one has said oneself."""
        return [words for words in self.utterances if words.by == self._me]

    @cached_property
    def of_others(self) -> list[Utterance]:
        """What others have said; the world itself is none of them."""
        return [words for words in self.utterances if words.by not in (self._me, WORLD)]

    # --- claims

    @cached_property
    def claims_heard(self) -> list[HeardClaim]:
        """Every claim that others, or the world itself, have made within one's hearing."""
        return [heard for words in self.utterances if words.by != self._me for heard in _claims(words)]

    @cached_property
    def claims_made(self) -> list[HeardClaim]:
        """Every claim one has made to others."""
        return [own for words in self.own for own in _claims(words)]

    @cached_property
    def took_in(self) -> dict[str, set[str]]:
        """By event: everybody who has spoken of it or heard it spoken of, as far as one was there."""
        by_event: dict[str, set[str]] = defaultdict(set)
        for words in self.utterances:
            for event in words.events:
                by_event[event] |= words.hearers | {words.by}
        return by_event

    @cached_property
    def told(self) -> set[tuple[str, str]]:
        """Whom one has told of what: pairs of hearer and event."""
        return {(hearer, event) for words in self.own for event in words.events for hearer in words.letter.recipients}

    def version_told(self, event: str) -> Claim | None:
        """What one has last said of an event oneself."""
        return next((own.claim for own in reversed(self.claims_made) if own.claim.event == event), None)

    def lines_to(self, other: str) -> set[str]:
        """Everything one has said to somebody."""
        return {words.letter.content for words in self.own if other in words.letter.recipients}

    # --- questions

    @cached_property
    def questions(self) -> list[OpenQuestion]:
        """Questions put to one and not answered since they were heard, the oldest first."""
        questions = []
        for words in self.of_others:
            letter, asked = words.letter, words.heard.asks
            if asked is None or letter.read is None or letter.overheard or self._me not in letter.recipients:
                continue
            if self._round - letter.read <= _PATIENCE and not self.has_answered(letter.sender, letter.read):
                questions.append(OpenQuestion(letter.sender, asked, letter.read))
        return questions

    def has_answered(self, by: str, since: int) -> bool:
        """Whether one has said anything to somebody since a round."""
        return any(by in words.letter.recipients and words.letter.sent >= since for words in self.own)

    def pressure(self, event: str) -> int:
        """How often one has been asked about an event, or told to one's face that one did it."""
        return sum(
            (words.heard.asks is not None and words.heard.asks.event == event)
            or (words.heard.act == "accuse" and event in words.events)
            for words in self.of_others
            if self._me in words.letter.recipients
        )

    def has_asked(self, other: str, event: str = "", person: str = "", where: str = "") -> bool:
        """Whether one has asked somebody about an event or a person already."""
        return (other, event, person, where) in self._asked

    def asked_about(self, event: str) -> list[str]:
        """Whom one has asked about an event, in order."""
        return list(dict.fromkeys(other for other, about, _, _ in self._asked if about == event and event))

    def times_sought(self, person: str) -> list[int]:
        """The rounds in which one has asked where somebody is."""
        return [sent for (_, _, _, where), sent in self._asked.items() if where == person]

    def awaits(self, event: str) -> bool:
        """Whether an answer about an event may still come."""
        asked = [sent for (_, about, _, _), sent in self._asked.items() if about == event]
        return bool(asked) and self._round - max(asked) <= _ANSWER_TIME

    @cached_property
    def _asked(self) -> dict[tuple[str, str, str, str], int]:
        return {
            (other, asks.event, asks.person, asks.where): words.letter.sent
            for words in self.own
            if (asks := words.heard.asks) is not None
            for other in words.letter.recipients
        }

    def last_asked(self, other: str, event: str = "", person: str = "", where: str = "") -> int | None:
        """The round in which one last asked somebody about this; None when never."""
        return self._asked.get((other, event, person, where))

    # --- acts

    def acts(self, act: str, by: str = "", to: str = "", event: str = "", about: str = "") -> list[Utterance]:
        """Everything of a kind that somebody did by words (to somebody, about an event), in order."""
        return [words for words in self._by_act.get(act, ()) if _fits(words, by, to, event, about)]

    @cached_property
    def _by_act(self) -> dict[str, list[Utterance]]:
        by_act: dict[str, list[Utterance]] = defaultdict(list)
        for words in self.utterances:
            if words.heard.act:
                by_act[words.heard.act].append(words)
        return by_act

    def exchanged(self, other: str) -> bool:
        """Whether words went both ways between oneself and another."""
        spoke = any(other in words.letter.recipients for words in self.own)
        return spoke and any(words.by == other and self._me in words.letter.recipients for words in self.of_others)

    def last_words(self, other: str) -> Utterance | None:
        """The last thing said between oneself and another."""
        between = [
            words
            for words in self.utterances
            if {self._me, other} <= {words.by, *words.letter.recipients} and not words.letter.overheard
        ]
        return between[-1] if between else None


def _claims(words: Utterance) -> Iterator[HeardClaim]:
    letter, heard = words.letter, words.heard
    for claim in heard.claims:
        yield HeardClaim(
            claim,
            letter.sender,
            letter.recipients,
            letter.sent,
            letter.read,
            heard.hops,
            letter.overheard,
            letter.afar,
            heard.act,
        )


def _fits(words: Utterance, by: str, to: str, event: str, about: str) -> bool:
    return (
        (not by or words.by == by)
        and (not to or to in words.letter.recipients)
        and (not event or event in words.events)
        and (not about or words.heard.about == about)
    )

"""The conversation of a player: all messages it has sent, received or overheard, parsed."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.minds.players.hearing import Asked, HeardMessage
from agentsensus.worlds.minds.players.phrases import IN_VAIN
from agentsensus.worlds.minds.players.player_state import PlayerState
from agentsensus.worlds.state.mail import WORLD, Letter

__all__ = ["Conversation", "HeardClaim", "OpenQuestion", "Utterance"]

_PATIENCE = 4
_ANSWER_TIME = 3
_LONG = 12


@dataclass(frozen=True, slots=True)
class Utterance:
    """A message with its parsed content and everyone who heard it except the speaker."""

    letter: Letter
    heard: HeardMessage
    hearers: frozenset[str]

    @property
    def by(self) -> str:
        """The speaker."""
        return self.letter.sender

    @property
    def events(self) -> tuple[str, ...]:
        """The ids of the events that the message mentions."""
        return tuple(claim.event for claim in self.heard.claims)


def _utterance(player: PlayerState, letter: Letter) -> Utterance:
    hearer = player.id if player.id in letter.recipients else letter.recipients[0]
    heard = player.hear(letter.content, letter.sender, hearer)
    return Utterance(letter, heard, frozenset((*letter.recipients, *letter.bystanders, player.id)) - {letter.sender})


@dataclass(frozen=True, slots=True)
class HeardClaim:
    """A claim made in a message: speaker, recipients, rounds of sending and reading, and number of earlier tellers."""

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
        """Whether the world itself announced the claim, which counts as seen."""
        return self.by == WORLD

    @property
    def how(self) -> str:
        """How the player learnt the claim: witnessed, overheard or told."""
        if self.is_seen:
            return "witnessed"
        return "overheard" if self.overheard else "told"


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that was put to the player and is not answered yet."""

    by: str
    asked: Asked
    read: int


class Conversation:
    """Everything a player has said and heard so far, in order."""

    def __init__(self, player: PlayerState, letters: Sequence[Letter], round_: int) -> None:
        self._player, self._letters, self._round = player, letters, round_
        self._me = player.id

    @cached_property
    def utterances(self) -> list[Utterance]:
        """All utterances, including the player's own."""
        return [self._understood(letter) for letter in self._letters if letter.kind != "gesture"]

    def _understood(self, letter: Letter) -> Utterance:
        known: dict[Letter, Utterance] = self._player.understood
        if letter not in known:
            known[letter] = _utterance(self._player, letter)
        return known[letter]

    @cached_property
    def by_message(self) -> dict[str, Utterance]:
        """All utterances by message id."""
        return {words.letter.id: words for words in self.utterances}

    @cached_property
    def own(self) -> list[Utterance]:
        """The player's own utterances."""
        return [words for words in self.utterances if words.by == self._me]

    @cached_property
    def of_others(self) -> list[Utterance]:
        """The utterances of other characters. Messages from the world itself are not included."""
        return [words for words in self.utterances if words.by not in (self._me, WORLD)]

    @cached_property
    def free_speakers(self) -> frozenset[str]:
        """The characters who have said a free line in the player's hearing: a person or a model speaks for them."""
        return frozenset(words.by for words in self.of_others if words.heard.free is not None)

    # --- claims

    @cached_property
    def claims_heard(self) -> list[HeardClaim]:
        """Every claim made by others or the world in the player's hearing."""
        return [heard for words in self.utterances if words.by != self._me for heard in _claims(words)]

    @cached_property
    def claims_made(self) -> list[HeardClaim]:
        """Every claim the player has made."""
        return [own for words in self.own for own in _claims(words)]

    @cached_property
    def took_in(self) -> dict[str, set[str]]:
        """For each event, every character who is known to have spoken or heard of it."""
        by_event: dict[str, set[str]] = defaultdict(set)
        for words in self.utterances:
            for event in words.events:
                by_event[event] |= words.hearers | {words.by}
        return by_event

    @cached_property
    def told(self) -> set[tuple[str, str]]:
        """Pairs (hearer, event) for every event that the player has told a hearer."""
        return {(hearer, event) for words in self.own for event in words.events for hearer in words.letter.recipients}

    def times_told(self, event: str) -> int:
        """Return how often the player has told an event."""
        return sum(event in words.events for words in self.own)

    def times_heard(self, event: str) -> int:
        """Return how often others have told an event in the player's hearing."""
        return sum(event in words.events for words in self.of_others)

    def version_told(self, event: str) -> Claim | None:
        """Return the version of an event that the player told last; None if it never told the event."""
        return next((own.claim for own in reversed(self.claims_made) if own.claim.event == event), None)

    def lines_to(self, other: str) -> set[str]:
        """Return the texts of everything the player has said to another character."""
        return {words.letter.content for words in self.own if other in words.letter.recipients}

    # --- questions

    @cached_property
    def questions(self) -> list[OpenQuestion]:
        """Recent questions to the player that it has not answered yet, oldest first."""
        questions = []
        for words in self.of_others:
            letter, asked = words.letter, words.heard.asks
            if asked is None or letter.read is None or letter.overheard or self._me not in letter.recipients:
                continue
            if words.heard.free is not None:  # the drive `reply` answers free lines
                continue
            if self._round - letter.read <= _PATIENCE and not self.has_answered(letter.sender, letter.read):
                questions.append(OpenQuestion(letter.sender, asked, letter.read))
        return questions

    def has_answered(self, by: str, since: int) -> bool:
        """Return whether the player has spoken to `by` since round `since`."""
        return any(by in words.letter.recipients and words.letter.sent >= since for words in self.own)

    def pressure(self, event: str) -> int:
        """Return how often the player was asked about an event or accused of it."""
        return sum(
            (words.heard.asks is not None and words.heard.asks.event == event)
            or (words.heard.act == "accuse" and event in words.events)
            for words in self.of_others
            if self._me in words.letter.recipients
        )

    def has_asked(self, other: str, event: str = "", person: str = "", where: str = "") -> bool:
        """Return whether the player has asked `other` about this event, this person, or the whereabouts of `where`."""
        return (other, event, person, where) in self._asked

    def asked_about(self, event: str) -> list[str]:
        """Return the characters the player has asked about an event, in order."""
        return list(dict.fromkeys(other for other, about, _, _ in self._asked if about == event and event))

    def times_sought(self, person: str) -> list[int]:
        """Return the rounds in which the player asked where `person` is."""
        return [sent for (_, _, _, where), sent in self._asked.items() if where == person]

    def asked_lately(self, rounds: int) -> bool:
        """Return whether the player has asked any question within the last `rounds` rounds."""
        return any(self._round - sent < rounds for sent in self._asked.values())

    def is_in_question(self, event: str) -> bool:
        """Return whether anybody has asked about an event in the player's hearing."""
        return any(words.heard.asks is not None and words.heard.asks.event == event for words in self.utterances)

    def has_shrugged(self, asker: str) -> bool:
        """Return whether the player has recently told `asker` that it does not know."""
        return self._replied(IN_VAIN, asker)

    def has_referred(self, asker: str) -> bool:
        """Return whether the player has recently referred `asker` to somebody else."""
        return self._replied(("ask_other",), asker)

    def _replied(self, acts: Sequence[str], asker: str) -> bool:
        return any(
            words.heard.act in acts and asker in words.letter.recipients and self._round - words.letter.sent < _LONG
            for words in self.own
        )

    def awaits(self, event: str) -> bool:
        """Return whether the player has asked about an event and an answer may still arrive."""
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
        """Return the round in which the player last asked `other` this question; None if it never did."""
        return self._asked.get((other, event, person, where))

    # --- acts

    def acts(self, act: str, by: str = "", to: str = "", event: str = "", about: str = "") -> list[Utterance]:
        """Return all utterances of a speech act, filtered by speaker, hearer, event and subject."""
        return [words for words in self._by_act.get(act, ()) if _fits(words, by, to, event, about)]

    @cached_property
    def _by_act(self) -> dict[str, list[Utterance]]:
        by_act: dict[str, list[Utterance]] = defaultdict(list)
        for words in self.utterances:
            if words.heard.act:
                by_act[words.heard.act].append(words)
        return by_act

    def exchanged(self, other: str) -> bool:
        """Return whether the player and `other` have each spoken to the other."""
        spoke = any(other in words.letter.recipients for words in self.own)
        return spoke and any(words.by == other and self._me in words.letter.recipients for words in self.of_others)

    def last_words(self, other: str) -> Utterance | None:
        """Return the last utterance between the player and `other`; None if they have not spoken."""
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

"""The subject of a question about a run: an event of the world or a record, and the texts that tell it."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import log

from agentsensus.base.texts import texts
from agentsensus.language.languages import language, rules_of
from agentsensus.language.names import Names
from agentsensus.language.sentences import sentences
from agentsensus.models.tokens import rank
from agentsensus.worlds.events.event import AnyEvent, Happened
from agentsensus.worlds.minds.players.claims import Claim, Script, script_of
from agentsensus.worlds.minds.players.hearing import HeardMessage, Questions, parse_message
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["OWN_WORDS", "StorySubject", "SubjectReader", "Subjects", "Understanding", "WorldWords"]

_COMMON = 9_000
_ENDINGS = ("", "e", "s")
_SMALL = 0.34
"""Weight of a word whose stem is among the most frequent words of the language."""


class WorldWords:
    """Finds the content words of texts and weighs each word by how rare it is in this world."""

    def __init__(self, facts: Iterable[Sequence[str]], names: Names) -> None:
        self.names = names
        self._places = frozenset(names.places())
        self._read = lru_cache(maxsize=65_536)(self._reading)
        self.windows = lru_cache(maxsize=65_536)(self._windows)
        documents = [frozenset(word for text in texts for word in self.words(text)) for texts in facts]
        counts = Counter(word for words in documents for word in words)
        self._facts = len(documents)
        self._weights = {word: log((1 + self._facts) / (1 + count)) for word, count in counts.items()}

    @classmethod
    def of(cls, scenario: Scenario) -> "WorldWords":
        """Return the word weights of a world.

        Each event with its tellings, each profile and each carrier counts as one fact.
        """
        facts: list[Sequence[str]] = [(event.text, *event.tellings) for event in scenario.events]
        facts += [(happening.text, *happening.tellings) for happening in scenario.happenings.values()]
        facts += [carrier.text for carrier in scenario.carriers.values()]
        facts += [(character.profile,) for character in scenario.characters.values()]
        return cls(facts, scenario.known_names())

    def words(self, text: str) -> frozenset[str]:
        """Return the content words of a text, without names."""
        return self._read(text)[0]

    def _windows(self, text: str) -> tuple[frozenset[str], ...]:
        """Return the content words of every few consecutive sentences of a text, without its questions."""
        asks = rules_of(language(text)).reader.asks
        words = [self.words(sentence) for sentence in sentences(text) if not asks(sentence)]
        return tuple(frozenset().union(*words[start : start + _WINDOW]) for start in range(len(words)))

    def persons(self, text: str) -> frozenset[str]:
        """Return the ids of the persons named in a text, without places."""
        return self._read(text)[1] - self._places

    def names_and_words(self, text: str) -> frozenset[str]:
        """Return the content words of a text, and the people and places it names, each as @id."""
        words, ids = self._read(text)
        return words | frozenset(f"@{id_}" for id_ in ids)

    def _reading(self, text: str) -> tuple[frozenset[str], frozenset[str]]:
        spans, plain = self.names.spans(text), text
        for start, end, _ in reversed(spans):
            plain = f"{plain[:start]}，{plain[end:]}"
        words = rules_of(language(plain)).reader.content_words(plain, ())
        return frozenset(words), frozenset(id_ for _, _, id_ in spans)

    @staticmethod
    def is_common(word: str) -> bool:
        """Return whether a word is common in any world."""
        return any(len(ranks) == 1 and ranks[0] < _COMMON for ranks in (rank(word + end) for end in _ENDINGS))

    def weight(self, words: Iterable[str]) -> float:
        """Return the total weight of some words. A word that occurs in no fact weighs as much as a word in one fact."""
        return sum(self._weight(word) for word in sorted(words))

    def telling(self, words: Iterable[str]) -> float:
        """Return the total weight of some words in this world; common words count a third."""
        return sum(self._weight(word) * (_SMALL if self.is_common(word) else 1) for word in sorted(words))

    def _weight(self, word: str) -> float:
        return self._weights.get(word, log((1 + self._facts) / 2))


class Understanding:
    """Reads messages by the sentences of a world's files, in every version that players can make of them."""

    def __init__(self, scenario: Scenario) -> None:
        self.script: Script = script_of(scenario)
        self._listened = lru_cache(maxsize=20_000)(self._listen)

    def told(self, content: str, sender: str, hearer: str) -> tuple[Claim, ...]:
        """Return the different claims of a message; empty for a question or for unknown sentences."""
        return self._listened(content, sender, hearer).claims

    def asked(self, content: str, sender: str, hearer: str) -> str:
        """Return the event that a message asks about; empty if it asks about no known event."""
        asks = self._listened(content, sender, hearer).asks
        return asks.event if asks else ""

    def written(self, text: str) -> tuple[Claim, ...]:
        """Return the claims of a text without speaker and hearer, such as a note or a page."""
        return self.script.claims(text)

    def original(self, event: str) -> Claim | None:
        """Return the claim of an event as in the world's files; None if the event is unknown."""
        return self.script.original(event) if event in self._events else None

    def wording(self, claim: Claim) -> str:
        """Return a sentence for a claim."""
        return self.script.wordings(claim)[0]

    def _listen(self, content: str, sender: str, hearer: str) -> HeardMessage:
        return parse_message(content, sender, hearer, self.script, Questions({}))

    @property
    def _events(self) -> frozenset[str]:
        return frozenset(self.script.events())


_ENOUGH = 0.5
"""Minimum share of the query, by weight, that an event must contain to match."""
_LISTED = 4
_REPORTED = 0.6
"""Minimum share of an event, by weight, that a report must contain to count as a report of it."""
_COMMA = re.compile("[,，]")


@dataclass(frozen=True, slots=True)
class StorySubject:
    """A fact: the ids of its events (empty if only the memory has it), its wordings and its witnesses.

    `records` are the memory records that were found for the query if no event matches. `others` are events that match
    the query almost as well. `doers` are the agents who did it in the run.
    """

    query: str
    events: tuple[str, ...]
    text: str
    wordings: tuple[str, ...]
    witnesses: tuple[str, ...]
    since: int = 0
    is_secret: bool = False
    others: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    doers: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The id of the first event or record, by which equal subjects are recognised."""
        return (self.events or self.records)[0]


class Subjects:
    """The events of a world and of the run so far, each as a subject."""

    def __init__(self, scenario: Scenario, events: Iterable[AnyEvent]) -> None:
        self.words = WorldWords.of(scenario)
        self._candidates = _candidates(scenario, events)
        self._by_id = {candidate.events[0]: candidate for candidate in reversed(self._candidates)}
        self._reports = [
            (candidate, contents) for candidate in self._candidates if (contents := self._reported(candidate.text))
        ]

    @property
    def ids(self) -> list[str]:
        """The ids of all events."""
        return [candidate.events[0] for candidate in self._candidates]

    def of(self, event: str, at: int | None = None) -> StorySubject | None:
        """Return the subject of an event up to round `at`, including reports of the event; None for an unknown id."""
        candidate = self._by_id.get(event)
        return self._joined(event, [candidate], at) if candidate and _is_by(candidate, at) else None

    def named(self, query: str, at: int | None = None) -> StorySubject | None:
        """Return the event up to round `at` that a query names by id, heading tag, sentence or words; None if none
        matches.
        """
        candidates = [candidate for candidate in self._candidates if _is_by(candidate, at)]
        words = {word.strip() for word in _COMMA.split(query)}
        named = [candidate for candidate in candidates if words & {candidate.events[0], candidate.query}]
        if named and words <= {word for candidate in named for word in (candidate.events[0], candidate.query)}:
            return self._joined(query, named, at)
        quoted = next((candidate for candidate in candidates if query in candidate.wordings), None)
        if quoted:
            return self._joined(query, [quoted], at)
        scored = sorted(
            ((self._fit(query, candidate), -place) for place, candidate in enumerate(candidates)), reverse=True
        )
        if not scored or scored[0][0] < _ENOUGH:
            return None
        near = [candidates[-place] for score, place in scored[: _LISTED + 1] if score >= _ENOUGH]
        return self._joined(query, near[:1], at, tuple(candidate.events[0] for candidate in near[1:]))

    def _joined(
        self, query: str, parts: Sequence[StorySubject], at: int | None, others: tuple[str, ...] = ()
    ) -> StorySubject:
        """Return events and the reports of them (such as the Ghost telling Hamlet of the murder) as one subject."""
        wordings = [self.words.words(text) for part in parts for text in part.wordings]
        reports = [
            other
            for other, contents in self._reports
            if other not in parts and _is_by(other, at) and self._tells(contents, wordings)
        ]
        return _joined(query, [*parts, *reports], others)

    def _reported(self, text: str) -> list[frozenset[str]]:
        """Return the content words of the clause that a text reports, one set for each possible reading."""
        plain = self.words.names.canonical(text)
        matches = (pattern.match(plain) for pattern in rules_of(language(plain)).comparing.reports)
        return [self.words.words(match["rest"]) for match in matches if match]

    def _tells(self, contents: Sequence[frozenset[str]], wordings: Sequence[frozenset[str]]) -> bool:
        weight = self.words.weight
        return any(
            weight(content & own) >= _REPORTED * max(weight(own), weight(content))
            for content in contents
            for own in wordings
            if content & own
        )

    def _fit(self, query: str, candidate: StorySubject) -> float:
        """Return how well an event matches a query: the share of the query that the event contains, with some
        bonuses.
        """
        lexicon = self.words
        words, persons = lexicon.words(query), lexicon.persons(query)
        asked = lexicon.weight(words) + len(persons)
        if not asked:
            return 0.0
        event_words = frozenset(word for text in candidate.wordings for word in lexicon.words(text))
        about = lexicon.persons(candidate.text)
        met = lexicon.weight(words & event_words) + len(persons & about)
        brevity = max(
            lexicon.weight(words & own) / (1 + lexicon.weight(own)) for own in map(lexicon.words, candidate.wordings)
        )
        company = len(persons & about) / len(persons | about) if persons else 0.0
        return round(met / asked + 0.3 * brevity + 0.2 * company + 0.03 * candidate.is_secret, 6)


def _candidates(scenario: Scenario, events: Iterable[AnyEvent]) -> list[StorySubject]:
    """Return every event as a subject."""
    before = [
        StorySubject(
            event.matter, (event.id,), event.text, (event.text, *event.tellings), event.witnesses, 0, event.secret
        )
        for event in scenario.events
    ]
    happened = [event for event in events if isinstance(event, Happened) and event.id and event.text]
    later = [
        StorySubject(
            "",
            (event.id,),
            event.text[0],
            (*event.text, *event.tellings),
            event.owners,
            event.round,
            event.secret,
            doers=event.doers,
        )
        for event in happened
    ]
    return before + later


def _joined(query: str, parts: Sequence[StorySubject], others: tuple[str, ...] = ()) -> StorySubject:
    """Return several events as one subject with the words of the first.

    Knowing any of the events counts as knowing it.
    """
    first = parts[0]
    return StorySubject(
        query,
        tuple(part.events[0] for part in parts),
        first.text,
        tuple(text for part in parts for text in part.wordings),
        tuple(dict.fromkeys(agent for part in parts for agent in part.witnesses if part.since == first.since)),
        first.since,
        any(part.is_secret for part in parts),
        others,
        doers=first.doers,
    )


def _is_by(candidate: StorySubject, at: int | None) -> bool:
    return at is None or candidate.since <= at


OWN_WORDS = "own words"
"""The version name of a telling in words that no file contains."""
_WINDOW = 4
_SHARE = 0.3
_LEAST = 2
"""Limits for recognising a wording: sentences read together, minimum share of its weight, minimum number of its
words.
"""


@dataclass(frozen=True)
class SubjectReader:
    """Decides whether a text tells the subject, and in which version.

    With `is_strict` only the world's own sentences count (players use no others). `lies` are the versions that are a
    lie or descend from one.
    """

    subject: StorySubject
    lexicon: WorldWords
    understanding: Understanding
    is_strict: bool
    lies: frozenset[str] = field(default=frozenset())

    def hears(self, content: str, sender: str, hearer: str) -> str | None:
        """Return the version in which a message tells the subject; None if it does not."""
        claims = self.understanding.told(content, sender, hearer) if sender else self.understanding.written(content)
        return self._version(claims, content)

    def reads(self, text: str) -> str | None:
        """Return the version in which a note or page tells the subject; None if it does not."""
        return self._version(self.understanding.written(text), text)

    def states(self, text: str) -> bool:
        """Return whether a text tells the subject in a sentence of the world's files."""
        return any(claim.event in self.subject.events for claim in self.understanding.written(text))

    def asks(self, content: str, sender: str, hearer: str) -> bool:
        """Return whether a message asks if the subject is true."""
        return self.understanding.asked(content, sender, hearer) in self.subject.events

    def is_hedged(self, content: str) -> bool:
        """Return whether the words express doubt."""
        hedges = texts(__package__, "subjects", language(content))["hedges"]
        lowered = content.casefold()
        return any(hedge in lowered for hedge in hedges)

    def _version(self, claims: Sequence[Claim], text: str) -> str | None:
        for claim in claims or self.understanding.written(text):
            if claim.event in self.subject.events:
                is_original = self.understanding.original(claim.event) in (None, claim)
                return "" if is_original else self.understanding.wording(claim)
        return OWN_WORDS if not self.is_strict and self.tells(text) else None

    def tells(self, text: str) -> bool:
        """Return whether consecutive sentences hold enough of one of the subject's wordings; questions do not count."""
        return any(self._has(window) for window in self.lexicon.windows(text))

    @cached_property
    def _wordings(self) -> tuple[tuple[frozenset[str], float], ...]:
        """The content words of each wording of the subject, with their weight."""
        words = (self.lexicon.words(wording) for wording in self.subject.wordings)
        return tuple((own, self.lexicon.weight(own) or 1) for own in words)

    def _has(self, words: frozenset[str]) -> bool:
        shared = ((words & own, weight) for own, weight in self._wordings)
        return any(len(both) >= _LEAST and self.lexicon.weight(both) / weight >= _SHARE for both, weight in shared)

"""Find leaks: compare each sentence with everything that had and had not reached its speaker."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from agentsensus.analysis.knowledge.leaks.facts import (
    ROW,
    KnownFact,
    Leak,
    LeakGround,
    LeakRoute,
    SpokenLine,
    facts_of,
    lines_of,
)
from agentsensus.analysis.knowledge.reception import Receipt, Reception, reception_of
from agentsensus.base.texts import texts
from agentsensus.language.languages import language, rules_of
from agentsensus.language.sentences import sentences
from agentsensus.worlds.events.event import AnyEvent
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.runs.subjects import Understanding, WorldWords
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.screenplay.script import Casting

__all__ = ["leak_lines", "leaks_in", "leaks_of", "run_leaks"]


_SPOKEN_ABOUT = frozenset(("event", "happening", "page", "looks", "self"))
"""Kinds of facts that a line can leak. Messages and stored statements are left out because they repeat these."""
_OUTRIGHT = 100.0
"""The strength of a leak that repeats the world's own sentence about an event."""
_NAMED = 1.0
_SHORTEST = 8
"""The least number of characters in a text that tells an event."""
_TELLING, _SHARE = 5.0, 0.4
_ONE_WORD_SHARE = 0.6
_WHOLE, _MARGIN, _LEAST = 0.62, 0.2, 4
"""Thresholds. For new words: their least weight, and the least share of the fact in the line (a higher share if one new
word is enough). For a whole sentence: the least share of the sentence that the fact explains, the least margin over
everything received, and the least number of common words."""


def leaks_of(scenario: Scenario, rules: Mapping[str, Any], events: Sequence[AnyEvent]) -> list[Leak]:
    """Return the leaks of a run in order. Each fact counts once per speaker."""
    reception = reception_of(scenario, rules, events)
    return leaks_in(scenario, events, reception, lines_of(events))


def leaks_in(
    scenario: Scenario, events: Sequence[AnyEvent], reception: Reception, lines: Iterator[SpokenLine]
) -> list[Leak]:
    """Return the leaks among the given lines, given the reception of the run."""
    detector = _LeakDetector(scenario, facts_of(scenario, events, reception), reception)
    leaks: dict[tuple[str, str], Leak] = {}
    for line in lines:
        for leak in detector.leaks(line):
            leaks.setdefault((leak.agent, leak.fact), leak)
    return list(leaks.values())


@dataclass(frozen=True, slots=True)
class _HadByThen:
    """Everything that had reached an agent by a round: all words, the words of each text, and the events."""

    words: frozenset[str]
    texts: tuple[frozenset[str], ...]
    events: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Noted:
    """A receipt with its words and events."""

    round: int
    words: frozenset[str]
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _WordedFact:
    """A fact in one of its wordings."""

    fact: KnownFact
    text: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class _LineWords:
    """The words of a sentence, those of them that never reached the speaker, and the speaker and hearer."""

    words: frozenset[str]
    new: frozenset[str]
    about: frozenset[str]


@dataclass(frozen=True, slots=True)
class _LeakMatch:
    worded: _WordedFact
    ground: LeakGround
    words: frozenset[str]
    strength: float


class _LeakDetector:
    """Compares lines with facts; an index from words to facts finds the candidates."""

    def __init__(self, scenario: Scenario, facts: Sequence[KnownFact], reception: Reception) -> None:
        self._scenario, self._reception = scenario, reception
        self._lexicon, self._understanding = WorldWords.of(scenario), Understanding(scenario)
        self._facts = [fact for fact in facts if fact.kind in _SPOKEN_ABOUT]
        self._by_id = {fact.id: fact for fact in self._facts}
        self._wordings = [
            _WordedFact(fact, text, self._lexicon.names_and_words(text)) for fact in self._facts for text in fact.texts
        ]
        self._with_word: dict[str, list[int]] = defaultdict(list)
        for place, worded in enumerate(self._wordings):
            for word in worded.words:
                self._with_word[word].append(place)
        self._had: dict[tuple[str, int], _HadByThen] = {}
        self._notes: dict[str, list[_Noted]] = {}
        self._least_new = 2 if rules_of(scenario.world.language).comparing.has_capitals else 3

    def leaks(self, line: SpokenLine) -> Iterator[Leak]:
        """Yield the leaks of one line."""
        if line.kind == ROW:
            yield from self._put_in(line)
            return
        had = self._had_by(line.agent, line.round)
        for sentence in sentences(line.text):
            claimed = self._claimed(sentence, line, had)
            matches = [claimed] if claimed else self._matches(sentence, line, had) if claimed is None else ()
            best = max(matches, key=lambda match: (match.strength, match.worded.fact.id), default=None)
            if best is not None:
                yield self._leak(line, sentence, best)

    # --- received texts

    def _had_by(self, agent: str, round_: int) -> _HadByThen:
        key = (agent, round_)
        if key not in self._had:
            noted = [note for note in self._noted(agent) if note.round <= round_]
            texts = tuple(note.words for note in noted)
            words = frozenset(word for text in texts for word in text if not word.startswith("@"))
            self._had[key] = _HadByThen(words, texts, frozenset(event for note in noted for event in note.events))
        return self._had[key]

    def _noted(self, agent: str) -> list[_Noted]:
        if agent not in self._notes:
            receipts = [receipt for receipt in self._reception.of(agent) if not receipt.is_own]
            self._notes[agent] = [
                _Noted(receipt.round, self._lexicon.names_and_words(receipt.text), self._events(agent, receipt))
                for receipt in receipts
            ]
        return self._notes[agent]

    def _events(self, agent: str, receipt: Receipt) -> tuple[str, ...]:
        if len(receipt.text) < _SHORTEST:
            return (receipt.id,)
        claims = self._understanding.told(receipt.text, receipt.source, agent) if receipt.source else ()
        claimed = (claim.event for claim in (*claims, *self._understanding.written(receipt.text)))
        return (receipt.id, *claimed)

    # --- events told outright

    def _claimed(self, sentence: str, line: SpokenLine, had: _HadByThen) -> _LeakMatch | Literal[False] | None:
        """Find an event that a sentence tells outright and that never reached the speaker.

        Returns False if all its events had reached the speaker or the sentence is a question, and None if it tells no
        event.
        """
        if line.hearer:
            claims = self._understanding.told(sentence, line.agent, line.hearer)
        else:
            claims = self._understanding.written(sentence)
        if not claims:
            return False if self._understanding.asked(sentence, line.agent, line.hearer or line.agent) else None
        for claim in claims:
            fact = self._by_id.get(claim.event)
            if fact and claim.event not in had.events and line.agent not in fact.owners and fact.since <= line.round:
                words = self._lexicon.words(sentence) - had.words
                return _LeakMatch(_WordedFact(fact, fact.texts[0], words), "claim", words, _OUTRIGHT)
        return False

    # --- words of facts

    def _matches(self, sentence: str, line: SpokenLine, had: _HadByThen) -> Iterator[_LeakMatch]:
        words = self._lexicon.names_and_words(sentence)
        new = self._lexicon.words(sentence) - had.words
        about = frozenset((f"@{line.agent}", f"@{line.hearer}"))
        counts: dict[int, int] = defaultdict(int)
        for word in words:
            for place in self._with_word.get(word, ()):
                counts[place] += 1
        for place in sorted(place for place, count in counts.items() if count >= 2):
            fact = self._wordings[place].fact
            if line.agent in fact.owners or fact.since > line.round or fact.id in had.events:
                continue
            match = self._match(self._wordings[place], _LineWords(words, new, about), had)
            if match is not None:
                yield match

    def _match(self, worded: _WordedFact, sentence: _LineWords, had: _HadByThen) -> _LeakMatch | None:
        fact, own, lexicon = worded.fact, worded.words, self._lexicon
        plain = frozenset(word for word in own if not word.startswith("@"))
        common, fresh = sentence.words & plain, sentence.new & plain
        share = lexicon.weight(common) / (lexicon.weight(plain) or 1)
        says, is_rare = lexicon.telling(fresh), any(not lexicon.is_common(word) for word in fresh)
        if len(fresh) >= self._least_new and says >= _TELLING and share >= _SHARE:
            return _LeakMatch(worded, "words", fresh, round(says * share, 4))
        is_about = self._is_of_person(fact) or bool((sentence.words | sentence.about) & (own - plain))
        if is_rare and is_about and len(common) >= self._least_new and share >= _ONE_WORD_SHARE:
            return _LeakMatch(worded, "words", fresh, round(says * share, 4))
        return self._whole(worded, sentence.words, had)

    def _is_of_person(self, fact: KnownFact) -> bool:
        """Return whether a fact is a person's appearance, which can be mentioned without the name."""
        return fact.kind == "looks" and bool(fact.owners)

    def _whole(self, worded: _WordedFact, words: frozenset[str], had: _HadByThen) -> _LeakMatch | None:
        """Match a fact that covers most of the sentence, and much more of it than any received text. Returns None
        otherwise."""
        weight, own = self._lexicon.weight, worded.words
        whole = weight(words) or 1
        explained = weight(words & own) / whole
        if worded.fact.kind == "looks" or len(words & own) < _LEAST or explained < _WHOLE:
            return None
        known = max((weight(words & text) / whole for text in had.texts if len(words & text) >= 2), default=0.0)
        if explained - known < _MARGIN:
            return None
        return _LeakMatch(worded, "whole", words & own, round(explained - known, 4))

    # --- names added to a report

    def _put_in(self, line: SpokenLine) -> Iterator[Leak]:
        """Yield leaks in a stored report: names that the hearer added to an enumeration of the teller."""
        plain = self._lexicon.names.canonical(line.text)
        rules = rules_of(language(plain))
        report = next((match for pattern in rules.comparing.reports if (match := pattern.match(plain))), None)
        tellers = self._lexicon.persons(report["teller"]) if report else frozenset()
        if not report or len(tellers) != 1 or line.agent not in self._lexicon.persons(report["hearer"]):
            return
        (teller,) = tellers
        words = [receipt for receipt in self._reception.of(line.agent, line.round) if receipt.source == teller]
        given_names = frozenset(name for receipt in words for name in self._lexicon.persons(receipt.text))
        for name in self._listed_beside(
            report["rest"], given_names, (rules.writing.list_joiner, rules.writing.last_joiner)
        ):
            if name not in (teller, line.agent):
                yield self._name_leak(line, name, words[-1])

    def _listed_beside(self, text: str, given_names: frozenset[str], joiners: tuple[str, str]) -> list[str]:
        """Return names that stand in one enumeration with a given name but were not given themselves."""
        spans = self._lexicon.names.spans(text)
        listed = []
        for (_, end, name), (start, _, other) in pairwise(spans):
            if text[end:start] in joiners and (name in given_names) != (other in given_names):
                listed.append(other if name in given_names else name)
        return listed

    def _name_leak(self, line: SpokenLine, name: str, heard: Receipt) -> Leak:
        route = (LeakRoute(heard.source, heard.round),)
        fact = (f"{heard.id}@{name}", "word", heard.text, (heard.source,), heard.round, (f"@{name}",), route, _NAMED)
        return Leak(line.round, line.agent, line.kind, line.text, "name", *fact)

    # --- evidence

    def _leak(self, line: SpokenLine, sentence: str, match: _LeakMatch) -> Leak:
        fact = match.worded.fact
        words = tuple(sorted(match.words))
        return Leak(
            line.round,
            line.agent,
            line.kind,
            sentence,
            match.ground,
            fact.id,
            fact.kind,
            match.worded.text,
            fact.owners,
            fact.since,
            words,
            tuple(self._routes(line, fact)),
            match.strength,
        )

    def _routes(self, line: SpokenLine, fact: KnownFact) -> Iterator[LeakRoute]:
        """Yield owners of the fact who had spoken to the speaker, with the last round in which they did."""
        last = {receipt.source: receipt.round for receipt in self._reception.of(line.agent, line.round)}
        for owner in fact.owners:
            if owner in last:
                yield LeakRoute(owner, last[owner])


def run_leaks(run: Run) -> list[Leak]:
    """Return every leak of a run in order. Also works while the run is being played."""
    return leaks_of(run.scenario, run.files.read().rules, run.log)


def _as_said(word: str, line: str, casting: Casting) -> str:
    """Return a leaked word in the form used in the line instead of its stem; a person by name."""
    if word.startswith("@"):
        return casting.name(word[1:])
    return next((said for said in re.findall(r"\w+", line) if said.lower().startswith(word)), word)


def leak_lines(leaks: Sequence[Leak], scenario: Scenario) -> Iterator[str]:
    """Yield the leaks as text in the language of the world: the line, the fact, its owners, and possible routes."""
    words, casting = texts(__package__, "words", scenario.world.language), Casting(scenario, scenario.world.language)
    if not leaks:
        yield str(words["none"])
    for leak in leaks:
        yield str(words["line"]).format(round=leak.round, who=casting.name(leak.agent), line=leak.line)
        owners = casting.names(leak.owners) if leak.owners else str(words["nobody"])
        shown = ", ".join(_as_said(word, leak.line, casting) for word in leak.words)
        yield "    " + str(words[leak.ground]).format(text=leak.text, owners=owners, since=leak.since, words=shown)
        routes = ", ".join(f"{casting.name(route.owner)} ({route.round})" for route in leak.routes)
        yield "    " + (str(words["routes"]).format(routes=routes) if routes else str(words["no_route"]))

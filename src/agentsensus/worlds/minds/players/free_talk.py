"""The parser for free lines: words of a person or a model that no phrase of the players fits."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from agentsensus.base.texts import texts
from agentsensus.language.terms import terms
from agentsensus.worlds.minds.players.claims import Script
from agentsensus.worlds.scenario.lookup import plain
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["FreeTalk", "FreeTalkReader", "Topics"]

_KEYWORD = 0.34
"""Minimum share of a question's terms, by weight, that a sentence must contain to be about the same topic."""
_MOST = 6


@dataclass(frozen=True, slots=True)
class FreeTalk:
    """A free line: its kind, such as `question` or `invite`, and what it names.

    text: the line with «I», «you», forms of address and kin replaced by names
    about: the person, place or thing that the kind asks for; empty if it names none that exists
    has_pronoun: whether «he», «she» or «they» stands for somebody whom the line does not name
    words: the words that stand for `about`
    """

    kind: str
    text: str
    about: str = ""
    has_pronoun: bool = False
    words: str = ""


class FreeTalkReader:
    """Reads free lines in the language of a world."""

    def __init__(self, scenario: Scenario, script: Script) -> None:
        patterns = texts(__package__, "free_talk", scenario.world.language)
        self._kinds = [
            (kind, re.compile(pattern, re.IGNORECASE)) for kind, forms in patterns["kinds"].items() for pattern in forms
        ]
        self._pronouns = re.compile(patterns["pronouns"], re.IGNORECASE)
        self._kin = re.compile(patterns["kin"], re.IGNORECASE)
        self._title = re.compile(patterns["title"], re.IGNORECASE)
        self._deed = re.compile(patterns["deed"], re.IGNORECASE)
        self._first, self._second = patterns["first"], patterns["second"]
        self._scenario, self._script = scenario, script
        self.topics = Topics(script, re.compile(patterns["filler"], re.IGNORECASE))

    def read(self, spoken: Iterable[str], speaker: str, hearer: str) -> FreeTalk:
        """Return the meaning of a line. The last sentence with a kind counts, because the question comes last."""
        meant = [self._sentence(sentence, speaker, hearer) for sentence in spoken]
        found = [talk for talk in meant if talk.kind != "statement"]
        strong = [talk for talk in found if talk.kind not in ("greeting", "yes", "no", "thanks")]
        return (strong or found or meant or [FreeTalk("statement", "")])[-1]

    def called(self, line: str, hearers: Iterable[str]) -> str:
        """Return the hearer whose name stands at the beginning or end of a line; empty if there is none."""
        bare = line.strip().rstrip(".?!。？！").casefold()
        for hearer in hearers:
            for name in self._scenario.names().get(hearer, ()):
                plain = name.casefold().removeprefix("the ")
                starts = tuple(f"{plain}{comma}" for comma in ",，:：")
                if bare.startswith(starts) or bare.endswith((f", {plain}", f"，{plain}")):
                    return hearer
        return ""

    def pronoun(self, line: str) -> str:
        """Return the first «he» or «she» of a line; empty if there is none."""
        found = self._pronouns.search(line)
        return found.group() if found else ""

    def resolved(self, text: str, person: str) -> str:
        """Return a text with «he» or «she» replaced by the name of a person."""
        return self._pronouns.sub(self._script.name(person), text)

    def speaks_of_harm(self, text: str) -> bool:
        """Return whether a text has a word for killing or betrayal."""
        return bool(self._deed.search(text))

    def _sentence(self, sentence: str, speaker: str, hearer: str) -> FreeTalk:
        sentence = self._without_name(sentence.strip(), hearer)
        with_kin = self._kin.sub(lambda found: self._relative(found, speaker, hearer), sentence)
        with_kin = self._title.sub(lambda found: self._titled(found, speaker, hearer), with_kin)
        text = self._script.by_name(with_kin, speaker, hearer)
        persons = [id_ for id_ in self._script.persons(text) if id_ not in (speaker, hearer)]
        has_pronoun = bool(self._pronouns.search(sentence)) and not persons
        for kind, pattern in self._kinds:
            if (match := pattern.search(with_kin)) is None:
                continue
            words = next((value.strip() for value in match.groupdict().values() if value and value.strip()), "")
            about = self._find(words, kind)
            if kind in _NAMING and not about and not (has_pronoun or self._pronouns.fullmatch(words)):
                continue
            return FreeTalk(kind, text, about, has_pronoun, words)
        return FreeTalk("statement", text, has_pronoun=has_pronoun)

    def _without_name(self, sentence: str, hearer: str) -> str:
        """Remove the name of the hearer at the beginning: «Marcellus, did you …»."""
        for name in sorted(self._scenario.names().get(hearer, ()), key=len, reverse=True):
            for comma in (",", "，", ":", "："):
                if sentence.casefold().startswith(f"{name}{comma}".casefold()):
                    return sentence[len(name) + 1 :].strip()
        return sentence

    def _find(self, words: str, kind: str) -> str:
        """Return the id that words stand for: a person, or a place or thing if the kind asks for one."""
        if not words:
            return ""
        if kind == "ask_thing":
            return self._scenario.find(words, "carrier") or self._part_of(words, "carrier")
        if kind == "invite":
            places = self._script.places(words)
            return self._scenario.find(words, "place") or (places[0] if places else self._part_of(words, "place"))
        persons = self._script.persons(words)
        is_only_name = len(persons) == 1 and {*terms(self._script.canonical(words))} <= {
            term for name in self._scenario.names()[persons[0]] for term in terms(name)
        }
        return self._scenario.find(words, "character") or (persons[0] if is_only_name else "")

    def _part_of(self, words: str, kind: str) -> str:
        """Return the only thing or place that some of the words name («letter» for the letter of the king)."""
        lookup = self._scenario.lookup("carrier" if kind == "carrier" else "place")
        asked = {*terms(words)}
        fit = {id_ for id_, names in lookup.called.items() for name in names if asked and asked <= {*terms(name)}}
        return fit.pop() if len(fit) == 1 else ""

    def _titled(self, found: re.Match[str], speaker: str, hearer: str) -> str:
        """Return the name for a title such as «the king», if only one living character has it; else the words."""
        words = plain(found["title"]).split()
        fit = [
            id_
            for id_ in self._scenario.active
            if id_ not in (speaker, hearer)
            and any({*words} <= {*plain(name).split()} for name in self._scenario.names()[id_])
        ]
        return self._script.name(fit[0]) if len(fit) == 1 else found[0]

    def _relative(self, found: re.Match[str], speaker: str, hearer: str) -> str:
        """Return the name of «your brother», by the relations of the character; unchanged if there is not exactly
        one.
        """
        whose = hearer if found["whose"].casefold() in self._second else speaker
        if found["whose"].casefold() not in (*self._second, *self._first):
            return found[0]
        relations = self._scenario.characters[whose].relations
        kin = [other for other, what in relations.items() if found["kin"].casefold() in what.casefold()]
        return self._script.name(kin[0]) if len(kin) == 1 else found[0]


_NAMING = frozenset(("opinion", "where", "of", "ask_thing"))
"""Kinds that need the name of somebody or something that exists; otherwise the line is read as a later kind."""


class Topics:
    """An index of all sentences of a world, by which a free line is matched to the events it is about."""

    def __init__(self, script: Script, filler: re.Pattern[str]) -> None:
        self._script, self._filler = script, filler

    @cached_property
    def _terms(self) -> dict[str, frozenset[str]]:
        return {
            event: frozenset(
                term for wording in self._script.wordings(self._script.original(event)) for term in self._of(wording)
            )
            for event in self._script.events()
        }

    @cached_property
    def _weights(self) -> dict[str, float]:
        counts = Counter(term for own in self._terms.values() for term in own)
        return {term: math.log(1 + len(self._terms) / count) for term, count in counts.items()}

    @cached_property
    def _events(self) -> dict[str, list[str]]:
        by_term: dict[str, list[str]] = defaultdict(list)
        for event, own in self._terms.items():
            for term in own:
                by_term[term].append(event)
        return by_term

    def about(self, text: str) -> list[tuple[float, str]]:
        """Return the events that a text is about with their scores, best first; empty if none is near enough.

        An event must name one of the persons whom the text names.
        A score is the share of the text's terms, by weight, that the sentences of the event contain. A term of no
        sentence weighs as much as a rare one.
        """
        asked = {*self._of(text)}
        if not asked:
            return []
        rare = math.log(1 + len(self._terms))
        total = sum(self._weights.get(term, rare) for term in asked)
        scores: dict[str, float] = defaultdict(float)
        for term in sorted(asked):
            for event in self._events.get(term, ()):
                scores[event] += self._weights[term] / total
        persons = {*self._script.persons(text)}
        near = sorted(
            (-round(score, 6), event)
            for event, score in scores.items()
            if score >= _KEYWORD and (not persons or persons & {*self._script.topic(event).persons})
        )
        return [(-score, event) for score, event in near[:_MOST]]

    def _of(self, text: str) -> list[str]:
        return terms(self._filler.sub(" ", self._script.canonical(text)))

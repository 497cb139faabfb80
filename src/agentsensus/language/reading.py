"""`Reading`: the facts that rules find in a statement, such as people, places, times, numbers, negation and reported
speech.
"""

import re
from collections.abc import Sequence
from functools import cached_property

from agentsensus.language.caching import text_cache
from agentsensus.language.languages import language, rules_of
from agentsensus.language.names import Names
from agentsensus.language.quantities import MeasuredText
from agentsensus.language.rules import Language
from agentsensus.language.units import Unit

__all__ = ["Reading", "people_in", "persons_in", "read", "read_part"]


@text_cache(65_536)
def persons_in(text: str, names: Names) -> tuple[str, ...]:
    """Return the canonical names in a text: registered names, and names guessed by capitals or surnames."""
    spans = names.spans(text)
    registered = [(start, names.display(agent)) for start, _, agent in spans]
    guessed = rules_of(language(text)).reader.guessed_names(text, names.has_han)
    known = {word for _, name in registered for word in name.split()}
    strangers = [
        (place, name)
        for place, name in guessed
        if not set(name.split()) & known and not any(start <= place < end for start, end, _ in spans)
    ]
    return tuple(dict.fromkeys(name for _, name in sorted([*registered, *strangers])))


def people_in(text: str, names: Names) -> tuple[str, ...]:
    """Return the canonical names in a text, except those of registered places."""
    return tuple(name for name in persons_in(text, names) if not names.is_place(name))


_SEMICOLON = re.compile("[;；]")


class Reading:
    """A statement with the facts that rules find in it, each computed on first use. Aliases are already canonical
    names.
    """

    def __init__(self, text: str, names: Names) -> None:
        self.text = text
        self.language: Language = language(text)
        self._names = names
        self._reader = rules_of(self.language).reader

    def __repr__(self) -> str:
        return f"Reading({self.text!r})"

    @cached_property
    def clauses(self) -> tuple["Reading", ...]:
        """The parts between semicolons, each as its own reading; without semicolons, the whole statement."""
        parts = [part.strip() for part in _SEMICOLON.split(self.text) if part.strip()]
        return tuple(Reading(part, self._names) for part in parts) if len(parts) > 1 else (self,)

    @cached_property
    def persons(self) -> tuple[str, ...]:
        """The people named, in the order of first mention."""
        return persons_in(self.text, self._names)

    @cached_property
    def known(self) -> frozenset[str]:
        """The registered names in the statement: people, places and things."""
        return frozenset(self._names.display(agent) for agent in self._names.mentioned(self.text))

    def glossary(self, said: str) -> dict[str, str]:
        """Return the aliases in the original text `said`, each with its canonical name in this reading."""
        return self._names.glossary(said)

    @cached_property
    def known_places(self) -> frozenset[str]:
        """The registered names that belong to places."""
        return frozenset(name for name in self.known if self._names.is_place(name))

    @cached_property
    def people(self) -> frozenset[str]:
        """The registered names that do not belong to places."""
        return frozenset(name for name in self.known if not self._names.is_place(name))

    @cached_property
    def between_names(self) -> tuple[tuple[str, str], ...]:
        """Each registered name with the words before it; the last entry is the rest of the text with an empty name."""
        pairs, last = [], 0
        for start, end, agent in self._names.spans(self.text):
            pairs.append((self.text[last:start], agent))
            last = end
        return (*pairs, (self.text[last:], ""))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that carry meaning, in order, without names."""
        return self._reader.content_words(self.text, self.persons)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The set of words that carry meaning, without names."""
        return frozenset(self.words)

    @cached_property
    def doer(self) -> str:
        """The person who acts; "" if unknown."""
        return self._reader.doer(self.text, self.persons)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers as figures."""
        return self._reader.numbers(self.text, self.persons)

    @cached_property
    def times(self) -> frozenset[str]:
        """The times of day and dates."""
        return self._reader.times(self.text)

    @cached_property
    def places(self) -> frozenset[str]:
        """The places, recognized by name or by a preposition before them."""
        return self._reader.places(self.text, self.persons)

    @cached_property
    def measured(self) -> MeasuredText:
        """The numbers and times in one notation, and the text without them. Digits in registered names do not count."""
        names = sorted(self.known, key=lambda name: (-len(name), name))
        measured = rules_of(self.language).unit_rules.quantities(_hidden(self.text, names))
        return MeasuredText(measured.quantities, _shown(measured.rest, names))

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The words, names and numbers of the statement in order, each with its meaning and role."""
        return self.units_with(self.guessed)

    @cached_property
    def guessed(self) -> frozenset[str]:
        """The guessed (not registered) names that are not split into words."""
        rules = rules_of(self.language).unit_rules
        return rules.whole_names(self.text, tuple(person for person in self.persons if person not in self.known))

    def units_with(self, guessed: frozenset[str]) -> tuple[Unit, ...]:
        """Return the units of the statement; the names in `guessed` are not split into words."""
        return _units(self.language, self.measured.rest, self.known | guessed)

    @cached_property
    def orders(self) -> bool:
        """Whether the statement reports an order or an errand."""
        return self._reader.orders(self.text)

    @cached_property
    def negated(self) -> bool:
        """Whether the statement says that something did not happen."""
        return self.negations > 0

    @cached_property
    def negations(self) -> int:
        """The number of words that deny something."""
        return self._reader.negations(self.text)

    @cached_property
    def planned(self) -> bool:
        """Whether the statement reports something intended, ordered, promised or possible, and not something done."""
        return self._reader.planned(self.text)

    @cached_property
    def asks(self) -> bool:
        """Whether the statement is a question or reports a question."""
        return self._reader.asks(self.text)

    @cached_property
    def told(self) -> "Reading | None":
        """The content that the statement reports, as a reading; None if the statement is not a report."""
        report = rules_of(self.language).reporting.report_in(self.text, self.persons)
        return read_part(self, " ".join(report.contents)) if report and report.contents else None

    @cached_property
    def keeps_silent(self) -> bool:
        """Whether the statement says that a person kept silent about something."""
        return self._reader.keeps_silent(self.text)

    @cached_property
    def reports_speech(self) -> bool:
        """Whether the statement reports speech and not an event."""
        return self._reader.reports_speech(self.text)


_PRIVATE = 0xE000
"""First character of Unicode's private use area. Such characters stand for names while numbers are read."""


def _hidden(text: str, names: Sequence[str]) -> str:
    for number, name in enumerate(names):
        text = text.replace(name, chr(_PRIVATE + number))
    return text


def _shown(text: str, names: Sequence[str]) -> str:
    for number, name in enumerate(names):
        text = text.replace(chr(_PRIVATE + number), name)
    return text


@text_cache(65_536)
def _units(language: Language, rest: str, names: frozenset[str]) -> tuple[Unit, ...]:
    return rules_of(language).unit_rules.units(rest, names)


@text_cache(65_536)
def read(text: str, names: Names) -> Reading:
    """Return the reading of a statement in which aliases are already canonical names."""
    return Reading(text, names)


def read_part(whole: Reading, text: str) -> Reading:
    """Return the reading of a part of a statement, with the names of the whole statement."""
    return read(text[:1].upper() + text[1:], whole._names)

"""One statement, read: everything the vetoes and the judge compare, each thing read when it is first asked for."""

import re
from functools import cached_property, lru_cache
from types import ModuleType

from agentsensus.text.language import Language, language
from agentsensus.text.names import Names
from agentsensus.text.reading import chinese, english
from agentsensus.text.reading.persons import persons_in

_SEMICOLON = re.compile("[;；]")


class Reading:
    """What a statement says, as far as rules can tell. Aliases in it are already canonical names."""

    def __init__(self, text: str, names: Names) -> None:
        self.text = text
        self.language: Language = language(text)
        self._names = names
        self._rules: ModuleType = chinese if self.language == "zh" else english

    def __repr__(self) -> str:
        return f"Reading({self.text!r})"

    @cached_property
    def clauses(self) -> tuple["Reading", ...]:
        """Its parts between semicolons, each read by itself; itself when it has none."""
        parts = [part.strip() for part in _SEMICOLON.split(self.text) if part.strip()]
        return tuple(Reading(part, self._names) for part in parts) if len(parts) > 1 else (self,)

    @cached_property
    def persons(self) -> tuple[str, ...]:
        """Who is named, in the order of first mention."""
        return persons_in(self.text, self._names)

    @cached_property
    def known(self) -> frozenset[str]:
        """Those of the persons whom the registry knows; with it, places and things that have a name there."""
        return frozenset(self._names.display(agent) for agent in self._names.mentioned(self.text))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Words that carry meaning, in order, without names."""
        found: tuple[str, ...] = self._rules.content_words(self.text, self.persons)
        return found

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The content words without order."""
        return frozenset(self.words)

    @cached_property
    def doer(self) -> str:
        """Who acts; empty when nobody can be told."""
        return str(self._rules.doer(self.text, self.persons))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Numbers in figures."""
        bare = _without(self.text, self.persons) if self.language == "zh" else self.text
        found: frozenset[str] = self._rules.numbers(bare)
        return found

    @cached_property
    def times(self) -> frozenset[str]:
        """Times of day and dates."""
        found: frozenset[str] = self._rules.times(self.text)
        return found

    @cached_property
    def places(self) -> frozenset[str]:
        """Places, as far as their names or prepositions tell."""
        found: frozenset[str] = self._rules.places(self.text, self.persons)
        return found

    @cached_property
    def orders(self) -> bool:
        """Whether somebody orders or sends somebody else."""
        return bool(self._rules.orders(self.text))

    @cached_property
    def negated(self) -> bool:
        """Whether it says that something did not happen."""
        return bool(self._rules.negated(self.text))

    @cached_property
    def negations(self) -> int:
        """How many words of it deny something."""
        return int(self._rules.negations(self.text))

    @cached_property
    def planned(self) -> bool:
        """Whether it is intended, ordered, promised or possible rather than done."""
        return bool(self._rules.planned(self.text))

    @cached_property
    def asks(self) -> bool:
        """Whether it is, or tells of, a question."""
        return bool(self._rules.asks(self.text))

    @cached_property
    def reports_speech(self) -> bool:
        """Whether it reports speech rather than an event."""
        return bool(self._rules.reports_speech(self.text))


@lru_cache(maxsize=65_536)
def read(text: str, names: Names) -> Reading:
    """Read a statement in which aliases are already canonical names."""
    return Reading(text, names)


def read_part(whole: Reading, text: str) -> Reading:
    """Read a part of a statement with the names that the whole was read with."""
    return read(text[:1].upper() + text[1:], whole._names)


def _without(text: str, persons: tuple[str, ...]) -> str:
    """A Chinese text without its names: 张三 is nobody's three."""
    for person in sorted(persons, key=len, reverse=True):
        text = text.replace(person, "，")
    return text

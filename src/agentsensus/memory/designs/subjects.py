"""Make one new statement from what several statements have in common: a person, a place or a theme. Uses no model."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agentsensus.base.texts import texts
from agentsensus.language.languages import rules_of
from agentsensus.language.names import Names
from agentsensus.language.reading import Reading
from agentsensus.models.tokens import tokens

__all__ = ["Subject", "SubjectKind", "generalised", "subjects"]

SubjectKind: TypeAlias = Literal["person", "place", "theme"]
_COMMON = 2
"""The minimum number of statements that must share a subject."""
_OTHERS, _WORDS = 3, 2
"""The maximum number of other persons, and of words, that a new statement names."""
_LONGEST = 6
"""The maximum length of a word, in characters, for languages without spaces between words."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A person, place or word that several statements have in common, and the positions of these statements."""

    kind: SubjectKind
    name: str
    of: tuple[int, ...]


def subjects(readings: Sequence[Reading], names: Names) -> list[Subject]:
    """Return the common subjects of these statements, the most frequent first; on a tie persons, then places, then
    themes.
    """
    shared: dict[tuple[SubjectKind, str], list[int]] = {}
    for number, reading in enumerate(readings):
        for name in reading.persons:
            shared.setdefault((_kind(name, reading, names), name), []).append(number)
        for word in _words(reading):
            shared.setdefault(("theme", word), []).append(number)
    common = [Subject(kind, name, tuple(of)) for (kind, name), of in shared.items() if len(of) >= _COMMON]
    order = ("person", "place", "theme")
    return sorted(
        common, key=lambda subject: (order.index(subject.kind) == 2, -len(subject.of), order.index(subject.kind))
    )


def _kind(name: str, reading: Reading, names: Names) -> SubjectKind:
    """Return whether a name is a person, a place or a theme. Names that an existing registry lacks (a country) are
    themes.
    """
    if names.is_place(name):
        return "place"
    return "person" if not names or name in reading.people else "theme"


def _words(reading: Reading) -> list[str]:
    """Return the content words of a statement, without weak ones such as «told»."""
    weak = texts(__package__, "subjects", reading.language)["weak"].split()
    return [word for word in dict.fromkeys(reading.words) if word not in weak]


def generalised(subject: Subject, readings: Sequence[Reading], names: Names, cap: int) -> str:
    """Return one statement about a subject, with the people, themes and places that its statements share.

    It has at most `cap` tokens.
    """
    own = [readings[number] for number in subject.of]
    language = own[0].language
    words, writing = texts(__package__, "subjects", language), rules_of(language).writing
    persons = [name for name in _common(_persons(own, names), 1) if name != subject.name][:_OTHERS]
    # Without spaces between words, two statements share many pairs of characters that are no word.
    least = _COMMON if writing.has_latin_letters else _COMMON + 1
    whole = _surface(subject.name, own)
    others = [_surface(word, own) for word in _common(_themes(own), least) if word != subject.name]
    themes = [word for word in dict.fromkeys(others) if word not in whole][:_WORDS]
    where = [name for name in _common(_places(own, names), _COMMON)[:1] if name != subject.name]
    figures = {
        "who": subject.name,
        "where": subject.name,
        "what": whole,
        "others": writing.names(persons),
    }
    head = words[f"{subject.kind}_with" if persons else subject.kind].format(**figures)
    parts = [words["about"].format(what=writing.names(themes))] if themes else []
    parts += [words["at"].format(where=where[0])] if where else []
    for count in range(len(parts), -1, -1):
        text = _opened("".join([head, *parts[:count]])) + writing.full_stop
        if tokens(text) <= cap:
            return text
    return ""


def _common(counts: Counter[str], least: int) -> list[str]:
    """Return the names counted at least `least` times, most frequent first, then in the order of first mention."""
    return [name for name, count in counts.most_common() if count >= least]


def _persons(readings: Sequence[Reading], names: Names) -> Counter[str]:
    return Counter(name for reading in readings for name in reading.persons if _kind(name, reading, names) == "person")


def _places(readings: Sequence[Reading], names: Names) -> Counter[str]:
    return Counter(name for reading in readings for name in reading.persons if names.is_place(name))


def _themes(readings: Sequence[Reading]) -> Counter[str]:
    return Counter(word for reading in readings for word in _words(reading))


def _surface(word: str, readings: Sequence[Reading]) -> str:
    """Return a word as written in the first statement that contains it. Names stay unchanged."""
    if any(word in reading.persons for reading in readings):
        return word
    if not rules_of(readings[0].language).writing.has_latin_letters:
        return _grown(word, [reading for reading in readings if word in reading.words])
    for reading in readings:
        match = re.search(rf"\b{re.escape(word)}[a-z]*", reading.text, re.IGNORECASE)
        if match:
            return match.group().lower()
    return word


def _grown(pair: str, readings: Sequence[Reading]) -> str:
    """Return two characters extended by the neighbours that they have in all statements: 金麒 becomes 金麒麟."""
    grown, is_growing = pair, bool(readings)
    while is_growing and len(grown) < _LONGEST:
        before = [each[0] + grown for each in readings[0].words if each[1] == grown[0]]
        behind = [grown + each[1] for each in readings[0].words if each[0] == grown[-1]]
        longer = [text for text in (*behind, *before) if all(text in reading.text for reading in readings)]
        is_growing = bool(longer)
        grown = longer[0] if longer else grown
    return grown


def _opened(text: str) -> str:
    return text[:1].upper() + text[1:]

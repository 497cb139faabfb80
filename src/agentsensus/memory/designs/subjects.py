"""What several statements have in common, said in one, without a model: of a person, of a place, of a theme."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agentsensus.models.tokens import tokens
from agentsensus.text.languages import rules_of
from agentsensus.text.names import Names
from agentsensus.text.reading import Reading
from agentsensus.texts import texts

__all__ = ["Subject", "SubjectKind", "generalised", "subjects"]

SubjectKind: TypeAlias = Literal["person", "place", "theme"]
_COMMON = 2
"""A subject is what at least so many statements have in common."""
_OTHERS, _WORDS = 3, 2
"""So many persons and words are named at most."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A person, a place or a word that several statements have in common, and the places of these in their list."""

    kind: SubjectKind
    name: str
    of: tuple[int, ...]


def subjects(readings: Sequence[Reading], names: Names) -> list[Subject]:
    """What these statements have in common, what most of them share first; persons before places before themes."""
    shared: dict[tuple[SubjectKind, str], list[int]] = {}
    for number, reading in enumerate(readings):
        for name in reading.persons:
            kind: SubjectKind = "place" if names.is_place(name) else "person"
            shared.setdefault((kind, name), []).append(number)
        for word in dict.fromkeys(reading.words):
            shared.setdefault(("theme", word), []).append(number)
    common = [Subject(kind, name, tuple(of)) for (kind, name), of in shared.items() if len(of) >= _COMMON]
    order = ("person", "place", "theme")
    return sorted(
        common, key=lambda subject: (order.index(subject.kind) == 2, -len(subject.of), order.index(subject.kind))
    )


def generalised(subject: Subject, readings: Sequence[Reading], names: Names, cap: int) -> str:
    """One statement about a subject: with whom, about what and where, as far as its statements agree; within a cap."""
    own = [readings[number] for number in subject.of]
    language = own[0].language
    words, writing = texts(__package__, "subjects", language), rules_of(language).writing
    persons = [name for name in _common(_persons(own, names), 1) if name != subject.name][:_OTHERS]
    # Without spaces between words, two statements share many pairs of characters that are no word.
    least = _COMMON if writing.has_latin_letters else _COMMON + 1
    themes = [_surface(word, own) for word in _common(_themes(own), least)[:_WORDS] if word != subject.name]
    where = [name for name in _common(_places(own, names), _COMMON)[:1] if name != subject.name]
    figures = {
        "who": subject.name,
        "where": subject.name,
        "what": _surface(subject.name, own),
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
    """What is counted that often at least, most first, then in the order of first mention."""
    return [name for name, count in counts.most_common() if count >= least]


def _persons(readings: Sequence[Reading], names: Names) -> Counter[str]:
    return Counter(name for reading in readings for name in reading.persons if not names.is_place(name))


def _places(readings: Sequence[Reading], names: Names) -> Counter[str]:
    return Counter(name for reading in readings for name in reading.persons if names.is_place(name))


def _themes(readings: Sequence[Reading]) -> Counter[str]:
    return Counter(word for reading in readings for word in dict.fromkeys(reading.words))


def _surface(word: str, readings: Sequence[Reading]) -> str:
    """A word as it stands in the first statement that has it; the word itself where it does not stand so."""
    for reading in readings:
        match = re.search(rf"\b{re.escape(word)}[a-z]*", reading.text, re.IGNORECASE)
        if match:
            return match.group().lower()
    return word


def _opened(text: str) -> str:
    return text[:1].upper() + text[1:]

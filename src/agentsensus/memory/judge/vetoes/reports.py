"""Vetoes for reported speech: telling of an event is not the event, and two tellers make two reports."""

from dataclasses import dataclass

from agentsensus.language.languages import rules_of
from agentsensus.language.reading import Reading, read_part
from agentsensus.language.units import NAME
from agentsensus.memory.judge.alignment import align, mass
from agentsensus.memory.judge.vetoes.veto import Veto, VetoKind

_COVERED = 0.6
_SLIGHT = 0.15


@dataclass(frozen=True, slots=True)
class _Report:
    teller: str
    hearer: str
    content: Reading


def report(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if one statement reports what the other states, or if both report it with other tellers or
    hearers.
    """
    first, second = _reported(a), _reported(b)
    if first and second:
        if (first.teller, first.hearer) == (second.teller, second.hearer) or not _repeats(
            first.content, second.content
        ):
            return None
        return Veto(VetoKind.OTHER_REPORT, (first.teller, first.hearer, second.teller, second.hearer))
    reported, other = (first, b) if first else (second, a)
    if reported is None:
        return None
    only_in_report = {reported.teller, reported.hearer} - set(reported.content.persons)
    repeats = _repeats(reported.content, other)
    if only_in_report <= set(other.persons) and (only_in_report or not repeats):
        return None  # the other may report the same speech in other words
    is_sure = bool(a.known and b.known) or repeats
    return Veto(VetoKind.ONLY_ONE_REPORTS, (reported.teller, reported.hearer)) if is_sure else None


def content(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if both statements report speech, and the contents share no word but names."""
    if a.language != b.language or a.told is None or b.told is None:
        return None
    alignment = align(a.told, b.told)
    left = [
        [sum(mass(unit) for unit in units if unit.kind != NAME) for units in side]
        for side in ((alignment.a, alignment.only_a), (alignment.b, alignment.only_b))
    ]
    if any(whole == 0 or whole - only > _SLIGHT for whole, only in left):
        return None
    return Veto(VetoKind.OTHER_CONTENT)


def _reported(reading: Reading) -> _Report | None:
    """Return teller, hearer and content of a report; None if the statement reports nothing or does not name both
    people.
    """
    for pattern in rules_of(reading.language).comparing.reports:
        match = pattern.match(reading.text)
        if not match:
            continue
        teller, hearer = (_person(reading, match[part]) for part in ("teller", "hearer"))
        if teller and hearer:
            return _Report(teller, hearer, read_part(reading, match["rest"]))
    return None


def _person(reading: Reading, text: str) -> str:
    """Return the person that a part of a statement names; "" unless the part is exactly one name."""
    bare = text.casefold().removeprefix("the ")
    return next((person for person in reading.persons if person.casefold().removeprefix("the ") == bare), "")


def _repeats(content: Reading, other: Reading) -> bool:
    """Return whether the other statement contains most words of the reported content."""
    words = content.vocabulary
    if content.text == other.text:
        return True  # «关羽斩了华雄» has no content word beside its names
    return bool(words) and len(words & other.vocabulary) / len(words) >= _COVERED

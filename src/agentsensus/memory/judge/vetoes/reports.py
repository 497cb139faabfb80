"""That somebody told a thing is another fact than the thing itself, and than somebody else's telling it."""

from dataclasses import dataclass

from agentsensus.memory.judge.alignment import align, mass
from agentsensus.text.languages import rules_of
from agentsensus.text.languages.units import NAME
from agentsensus.text.reading import Reading
from agentsensus.text.reading.reading import read_part

_COVERED = 0.6
_SLIGHT = 0.15


@dataclass(frozen=True, slots=True)
class _Report:
    teller: str
    hearer: str
    content: Reading


def report(a: Reading, b: Reading) -> str | None:
    """One statement reports what the other states, or both report it but another teller or hearer is named."""
    first, second = _reported(a), _reported(b)
    if first and second:
        if (first.teller, first.hearer) == (second.teller, second.hearer) or not _repeats(
            first.content, second.content
        ):
            return None
        return f"told by {first.teller} to {first.hearer}, and by {second.teller} to {second.hearer}"
    reported, other = (first, b) if first else (second, a)
    if reported is None:
        return None
    only_in_report = {reported.teller, reported.hearer} - set(reported.content.persons)
    repeats = _repeats(reported.content, other)
    if only_in_report <= set(other.persons) and (only_in_report or not repeats):
        return None  # the other may report the same speech in other words
    is_sure = bool(a.known and b.known) or repeats
    return f"one says that {reported.teller} told it to {reported.hearer}" if is_sure else None


def content(a: Reading, b: Reading) -> str | None:
    """Both statements report what somebody told, and beside names they have no word of it in common."""
    if a.language != b.language or a.told is None or b.told is None:
        return None
    alignment = align(a.told, b.told)
    left = [
        [sum(mass(unit) for unit in units if unit.kind != NAME) for units in side]
        for side in ((alignment.a, alignment.only_a), (alignment.b, alignment.only_b))
    ]
    if any(whole == 0 or whole - only > _SLIGHT for whole, only in left):
        return None
    return "what was told differs"


def _reported(reading: Reading) -> _Report | None:
    """Who tells whom what in a statement; None when it reports nothing or leaves the teller or the hearer unnamed."""
    for pattern in rules_of(reading.language).comparing.reports:
        match = pattern.match(reading.text)
        if not match:
            continue
        teller, hearer = (_person(reading, match[part]) for part in ("teller", "hearer"))
        if teller and hearer:
            return _Report(teller, hearer, read_part(reading, match["rest"]))
    return None


def _person(reading: Reading, text: str) -> str:
    """The person whose name a part of a statement is; empty when it is no name, or more than one."""
    bare = text.casefold().removeprefix("the ")
    return next((person for person in reading.persons if person.casefold().removeprefix("the ") == bare), "")


def _repeats(content: Reading, other: Reading) -> bool:
    """Whether the other statement has most words of what was told."""
    words = content.vocabulary
    if content.text == other.text:
        return True  # «关羽斩了华雄» has no content word beside its names
    return bool(words) and len(words & other.vocabulary) / len(words) >= _COVERED

"""That somebody told it is another thing than that it happened, and than that somebody else told it."""

import re
from dataclasses import dataclass

from agentsensus.text.reading import Reading
from agentsensus.text.reading.reading import read_part

_SAID = (
    r"(?:told|informed|assured|reminded|warned|(?:said|explained|reported|admitted|confessed|confided|complained) to)"
)
_WHERE = r"(?: (?:in|on|at) [^,]{1,40}?)?"
_EN = (
    re.compile(rf"^(?P<teller>.{{1,40}}?) {_SAID} (?P<hearer>.{{1,40}}?){_WHERE} that (?P<rest>.+)$"),
    re.compile(rf"^(?P<hearer>.{{1,40}}?) was told by (?P<teller>.{{1,40}}?){_WHERE} that (?P<rest>.+)$"),
    re.compile(rf"^(?P<rest>.+), (?P<teller>[A-Zt].{{1,40}}?) {_SAID} (?P<hearer>.{{1,40}}?){_WHERE}\.$"),
)
_ZH = (
    re.compile(r"^(?P<teller>.{1,12}?)告诉(?P<hearer>.{1,12}?)[，：:,](?P<rest>.+)$"),
    re.compile(r"^(?P<hearer>.{1,12}?)听(?P<teller>.{1,12}?)说[，：:,]?(?P<rest>.+)$"),
)
_COVERED = 0.6


@dataclass(frozen=True, slots=True)
class _Report:
    teller: str
    hearer: str
    rest: Reading


def report(a: Reading, b: Reading) -> str | None:
    """One of them reports what the other states, or both report it, but from or to somebody else."""
    first, second = _reported(a), _reported(b)
    if first and second:
        if (first.teller, first.hearer) == (second.teller, second.hearer) or not _alike(first.rest, second.rest):
            return None
        return f"told by {first.teller} to {first.hearer}, and by {second.teller} to {second.hearer}"
    told, other = (first, b) if first else (second, a)
    if told is None:
        return None
    outside = {told.teller, told.hearer} - set(told.rest.persons)
    if outside <= set(other.persons) and (outside or not _alike(told.rest, other)):
        return None  # the other may tell of the same telling in other words
    sure = bool(a.known and b.known) or _alike(told.rest, other)
    return f"one says that {told.teller} told it to {told.hearer}" if sure else None


def _reported(reading: Reading) -> _Report | None:
    for pattern in _ZH if reading.language == "zh" else _EN:
        found = pattern.match(reading.text)
        if not found:
            continue
        teller, hearer = (_one(reading, found[who]) for who in ("teller", "hearer"))
        if teller and hearer:
            return _Report(teller, hearer, read_part(reading, found["rest"]))
    return None


def _one(reading: Reading, text: str) -> str:
    """The one person that a part of a statement names; empty when it names none, or more than that person."""
    bare = text.casefold().removeprefix("the ")
    return next((person for person in reading.persons if person.casefold().removeprefix("the ") == bare), "")


def _alike(rest: Reading, other: Reading) -> bool:
    words = rest.vocabulary
    if rest.text == other.text:
        return True  # «关羽斩了华雄» has no word but names that counts
    return bool(words) and len(words & other.vocabulary) / len(words) >= _COVERED

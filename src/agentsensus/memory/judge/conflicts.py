"""Detect contradictions: two statements about one thing that cannot both be true.

Two deploys on two days do not contradict each other, nor do two people who were hired. So two statements contradict
each other only if they agree in everything but one particular, and this particular has only one true value: a count,
the time of something that happens once, whether it happened, the roles of the people in it, or the identity of a unique
person or thing.
"""

import re
from collections.abc import Sequence, Set
from functools import lru_cache

from agentsensus.base.texts import texts
from agentsensus.language.languages import LANGUAGES, rules_of
from agentsensus.language.quantities import Quantity, clashes, shared
from agentsensus.language.reading import Reading
from agentsensus.language.rules import Language
from agentsensus.language.units import NAME, NUMBER, RAW, THING, VERB, Unit
from agentsensus.memory.judge.alignment import Alignment, align, covered, left_words, mass
from agentsensus.memory.judge.order import order, same_tokens
from agentsensus.memory.judge.parts import are_like_parties
from agentsensus.memory.judge.polarity import opposites
from agentsensus.memory.judge.vetoes import Veto, vetoes
from agentsensus.memory.judge.vetoes.exchanges import offices_exchanged

__all__ = ["conflict"]

_LITTLE, _LITTLE_MORE, _MORE, _MUCH = 0.15, 0.5, 1.0, 4.5
_DEEDS = 1.3
_ONE = "№1"
_ONE_SENTENCE, _LIKE_SENTENCE, _EQUAL_WORDS = 0.6, 0.5, 0.8
"""From these shares of common words on, two statements count as one sentence with a word replaced: in any order, in the
same order, and with two parties exchanged that are no names."""
_ALIKE, _ALIKE_BUT_NAMES = 0.4, 0.25
_DIFFERENT_THINGS = frozenset({"plan", "question", "speech", "report", "content", "whose"})
"""Vetoes that mean that two statements are about different things, so that they cannot contradict each other."""
_UNSURE = frozenset({"direction", "suffering", "way", "mark"})
"""Vetoes that keep statements apart but do not mean that they contradict each other."""
_STANCES = frozenset({"negation", "opposite"})
_OF_ONE_DEED = _STANCES | {"role"}
_WHEN = frozenset({"date", "year", "month", "weekday", "clock", "relative", "day"})


def conflict(a: Reading, b: Reading) -> Veto | None:
    """Return why two statements cannot both be true; None if they can."""
    if a.language != b.language:
        return None
    every = vetoes(a, b)
    reasons = {name: veto for name, veto in every.items() if name not in _UNSURE}
    if not reasons or "mark" in every or _DIFFERENT_THINGS & reasons.keys() or _name_two_things(a, b):
        return None
    alignment = align(a, b)
    kinds = reasons.keys() - {"thing", "silence"}
    shared_words = same_tokens(a, b)
    in_order = not order(alignment, a.language).breaks
    if not kinds and ("thing" not in reasons or shared_words < (_LIKE_SENTENCE if in_order else _ONE_SENTENCE)):
        return None  # another word may be another name for the same thing
    if kinds <= {"person", "place"}:
        return next(iter(reasons.values())) if _is_single(a, b, alignment) else None
    if "person" in kinds or len(kinds - _STANCES) > 1 or (kinds - _STANCES and kinds & _STANCES):
        return None
    if kinds == {"role"} and offices_exchanged(a, b):
        return reasons["role"]
    if "time" in kinds and not clashes(a.measured.quantities, b.measured.quantities):
        return None  # «on Friday» and «on 3 May» may be one day
    if kinds & _OF_ONE_DEED and not _is_same_deed(alignment, kinds, shared_words):
        return None
    is_of_one = {"number": _counts_one, "time": _happens_once}.get(min(kinds), _is_one_deed)
    return reasons[min(kinds)] if _speak_of_one(alignment) and is_of_one(a, b, alignment) else None


def _is_same_deed(alignment: Alignment, kinds: Set[str], shared_words: float) -> bool:
    """Return whether a denial, an opposite or an exchange of roles must concern the same deed.

    «Hates» and «cannot stand», «sent» and «received», «owns» and «belongs to» can say the same from two sides. So the
    statements do not contradict each other if each has an unknown deed, if an opposite has another doer, or if the
    exchanged parties are of different kinds.
    """
    if "opposite" in kinds:
        doers = [{u.key for u in units if u.role == "doer" and u.kind != VERB} for units in (alignment.a, alignment.b)]
        if all(doers) and not doers[0] & doers[1]:
            return False
    if "role" in kinds and shared_words < _EQUAL_WORDS and not are_like_parties(alignment):
        return False
    opposed = {id(unit) for pair in opposites(alignment) for unit in pair}
    deeds = [
        any(unit.kind == VERB and id(unit) not in opposed for unit in units)
        for units in (alignment.only_a, alignment.only_b)
    ]
    has_deed = any(alignment.a[x].kind == alignment.b[y].kind == VERB for x, y in alignment.pairs)
    return shared_words >= _ONE_SENTENCE or (not all(deeds) and ("role" not in kinds or has_deed))


def _name_two_things(a: Reading, b: Reading) -> bool:
    """Return whether the statements name two things of one kind by different numbers: «ticket 105» and «ticket 117»."""
    labels_a, labels_b = (_labels(each) for each in (a, b))
    return bool({kind for kind, _ in labels_a - labels_b} & {kind for kind, _ in labels_b - labels_a})


def _labels(reading: Reading) -> set[tuple[str, str]]:
    """Return the things that a statement names by a number, each as kind and number: ("ticket", "105")."""
    found = (pattern.finditer(reading.text.lower()) for pattern in _label_patterns(reading.language))
    return {(match["kind"], match["number"]) for matches in found for match in matches}


@lru_cache(maxsize=4)
def _label_patterns(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    patterns = texts(__package__, "identifiers", language)
    return re.compile(patterns["labels"]), re.compile(patterns["subjects"])


def _left(alignment: Alignment, *, is_deed: bool) -> tuple[float, float]:
    """Return how much (by `mass`) each statement says that the other does not: the lower and the higher value.

    With `is_deed`, only verbs count; otherwise only other words.
    """
    left = [sum(mass(unit) for unit in units if (unit.kind == VERB) == is_deed) for units in _telling(alignment)]
    return min(left), max(left)


def _telling(alignment: Alignment) -> tuple[list[Unit], list[Unit]]:
    """Return the words that only one statement has, without numbers, negations, opposites, titles and units of
    measure.
    """
    sides = ((alignment.a, alignment.left_a), (alignment.b, alignment.left_b))
    besides = {id(unit) for pair in opposites(alignment) for unit in pair}
    besides |= {id(unit) for units, left in sides for unit in _titles(units, set(left))}
    telling_a, telling_b = (
        [unit for word in left_words(*side) if not _only_serves(word) for unit in word if id(unit) not in besides]
        for side in sides
    )
    return telling_a, telling_b


def _titles(units: Sequence[Unit], left: Set[int]) -> list[Unit]:
    """Return unmatched words that are the title of a person in both statements: «technician» in «technician Joel
    Abara».
    """
    titles: list[Unit] = []
    for place in range(len(units) - 2, -1, -1):
        after = units[place + 1]
        before_name = (place + 1 not in left and after.kind == NAME) or any(unit is after for unit in titles)
        if place in left and before_name and units[place].kind != VERB and units[place].role == after.role:
            titles.append(units[place])
    return titles


def _only_serves(word: Sequence[Unit]) -> bool:
    """Return whether a word is a number, a negation or a unit of measure."""
    if any(unit.kind == NUMBER or unit.denies for unit in word):
        return True
    text = "".join(unit.text for unit in word)
    return any(rules_of(language).unit_rules.singling.measuring.fullmatch(text) for language in LANGUAGES)


def _speak_of_one(alignment: Alignment) -> bool:
    """Return whether both statements are about the same thing: no name is replaced, and each says little that
    is new.
    """
    low, high = _left(alignment, is_deed=False)
    names = [any(unit.kind == NAME for unit in units) for units in (alignment.only_a, alignment.only_b)]
    return not all(names) and low <= _LITTLE and high <= _MORE and _left(alignment, is_deed=True)[0] <= _DEEDS


def _is_one_deed(a: Reading, b: Reading, alignment: Alignment) -> bool:
    """Return whether a denial, an opposite or an exchange of roles concerns one deed, because the times do not
    differ.
    """
    return not clashes(a.measured.quantities, b.measured.quantities)


def _counts_one(a: Reading, b: Reading, alignment: Alignment) -> bool:
    """Return whether different numbers contradict: neither statement counts only a part of what the other counts."""
    if _says(a, "part_of") != _says(b, "part_of") or _are_of_others(alignment):
        return False
    # Words that only one statement has, without a counterpart in the other, may narrow down what is counted.
    narrows = not all(any(unit.kind != NUMBER for unit in units) for units in (alignment.only_a, alignment.only_b))
    return not narrows or max(_left(alignment, is_deed=is_deed)[1] for is_deed in (True, False)) <= _LITTLE_MORE


def _are_of_others(alignment: Alignment) -> bool:
    """Return whether the statements differ in the doer or in a further name."""
    units = [unit for side in _telling(alignment) for unit in side]
    others = sum(mass(unit) for unit in units if unit.role == "doer" and unit.kind in (THING, RAW))
    return others > _LITTLE_MORE or any(unit.kind == NAME and unit.role != "doer" for unit in units)


def _are_two_deeds(alignment: Alignment, language: Language) -> bool:
    """Return whether each statement reports a deed that the other does not. Being or holding something does not
    count.
    """
    held = rules_of(language).unit_rules.singling.held
    deeds = [
        [unit for unit in units if unit.kind == VERB and not held.search(unit.text)] for units in _telling(alignment)
    ]
    return min(sum(map(mass, units)) for units in deeds) > _LITTLE_MORE


def _happens_once(a: Reading, b: Reading, alignment: Alignment) -> bool:
    """Return whether different times contradict: the rest of the time agrees, or the event can happen only once."""
    quantities_a, quantities_b = a.measured.quantities, b.measured.quantities
    clash: Quantity = clashes(quantities_a, quantities_b)[0][0]
    if _are_of_others(alignment) or _are_two_deeds(alignment, a.language):
        return False  # a ship that was launched on one day and sank on another
    if clash.kind in ("duration", "every"):
        return True
    when = [
        [quantity for quantity in quantities if quantity.kind in _WHEN] for quantities in (quantities_a, quantities_b)
    ]
    return bool(shared(*when)) or any(
        _says(reading, which) for reading in (a, b) for which in ("only_one", "lasting", "once")
    )


def _is_single(a: Reading, b: Reading, alignment: Alignment) -> bool:
    """Return whether a different name or thing contradicts: only one can be meant, and the rest agrees."""
    left = [[unit for unit in units if unit.kind != VERB] for units in _telling(alignment)]
    by_name = all(unit.kind == NAME for units in left for unit in units)
    least = _ALIKE_BUT_NAMES if by_name else _ALIKE
    if not all(left) or max(sum(map(mass, units)) for units in left) > _MUCH or covered(alignment)[0] < least:
        return False
    if any(unit.kind == NUMBER and unit.key != _ONE for unit in (*alignment.only_a, *alignment.only_b)):
        return False
    in_place = all({_base(unit) for unit in units} <= {"in", "at", "to", "under"} for units in left)
    is_one = any(_says(reading, which) for reading in (a, b) for which in ("single", "once"))
    return is_one or (in_place and any(_says(reading, "held") for reading in (a, b)))


def _base(unit: Unit) -> str:
    return unit.role.removeprefix("of ")


def _says(reading: Reading, which: str) -> bool:
    return bool(getattr(rules_of(reading.language).unit_rules.singling, which).search(reading.text))

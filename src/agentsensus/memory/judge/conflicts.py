"""Whether two statements contradict each other: they speak of one thing, and cannot both be true of it.

Two deploys on two days do not contradict each other, nor do two people who were hired. So everything but one particular
must agree, and that particular must be one of which there is only one: how many, when a thing happened that happens once,
whether it happened, who did what to whom, or who or what it was where only one can be meant.
"""  # noqa: E501

from collections.abc import Sequence, Set

from agentsensus.language.languages import LANGUAGES, rules_of
from agentsensus.language.quantities import Quantity, clashes, shared
from agentsensus.language.reading import Reading
from agentsensus.language.rules import Language
from agentsensus.language.units import NAME, NUMBER, RAW, THING, VERB, Unit
from agentsensus.memory.judge.alignment import Alignment, align, covered, left_words, mass
from agentsensus.memory.judge.polarity import opposites
from agentsensus.memory.judge.vetoes import Veto, vetoes
from agentsensus.memory.judge.vetoes.exchanges import offices_exchanged

__all__ = ["conflict"]

_LITTLE, _LITTLE_MORE, _MORE, _MUCH = 0.15, 0.5, 1.0, 4.5
_DEEDS = 1.3
_ONE = "№1"
_ALIKE, _ALIKE_BUT_NAMES = 0.4, 0.25
_DIFFERENT_THINGS = frozenset({"plan", "question", "speech", "report", "content", "whose"})
"""What makes two statements speak of different things, so that they cannot contradict each other."""
_UNSURE = frozenset({"direction", "suffering"})
"""What keeps two statements apart, but does not show that they disagree."""
_STANCES = frozenset({"negation", "opposite"})
_WHEN = frozenset({"date", "year", "month", "weekday", "clock", "relative", "day"})


def conflict(a: Reading, b: Reading) -> Veto | None:
    """Why two statements cannot both be true; None if they can."""
    if a.language != b.language:
        return None
    reasons = {name: veto for name, veto in vetoes(a, b).items() if name not in _UNSURE}
    if not reasons or _DIFFERENT_THINGS & reasons.keys():
        return None
    alignment = align(a, b)
    kinds = reasons.keys() - {"thing", "silence"}
    if not kinds and "thing" not in reasons:
        return None
    if kinds <= {"person", "place"}:
        return next(iter(reasons.values())) if _is_single(a, b, alignment) else None
    if "person" in kinds or len(kinds - _STANCES) > 1 or (kinds - _STANCES and kinds & _STANCES):
        return None
    if kinds == {"role"} and offices_exchanged(a, b):
        return reasons["role"]
    if "time" in kinds and not clashes(a.measured.quantities, b.measured.quantities):
        return None  # «on Friday» and «on 3 May» may be one day
    is_of_one = {"number": _counts_one, "time": _happens_once}.get(min(kinds), _is_one_deed)
    return reasons[min(kinds)] if _speak_of_one(alignment) and is_of_one(a, b, alignment) else None


def _left(alignment: Alignment, *, is_deed: bool) -> tuple[float, float]:
    """How much of deeds, or of anything else, each statement tells that the other does not: the lower and the higher."""  # noqa: E501
    left = [sum(mass(unit) for unit in units if (unit.kind == VERB) == is_deed) for units in _telling(alignment)]
    return min(left), max(left)


def _telling(alignment: Alignment) -> tuple[list[Unit], list[Unit]]:
    """The words of one statement only, without numbers, negations and units of measure."""
    sides = ((alignment.a, alignment.left_a), (alignment.b, alignment.left_b))
    besides = {id(unit) for pair in opposites(alignment) for unit in pair}
    besides |= {id(unit) for units, left in sides for unit in _titles(units, set(left))}
    telling_a, telling_b = (
        [unit for word in left_words(*side) if not _only_serves(word) for unit in word if id(unit) not in besides]
        for side in sides
    )
    return telling_a, telling_b


def _titles(units: Sequence[Unit], left: Set[int]) -> list[Unit]:
    """What only says who somebody is whom both name: «technician» in «technician Joel Abara», 候选人 in 候选人姚远."""
    titles: list[Unit] = []
    for place in range(len(units) - 2, -1, -1):
        after = units[place + 1]
        before_name = (place + 1 not in left and after.kind == NAME) or any(unit is after for unit in titles)
        if place in left and before_name and units[place].kind != VERB and units[place].role == after.role:
            titles.append(units[place])
    return titles


def _only_serves(word: Sequence[Unit]) -> bool:
    """Whether a word is a number, a negation or a unit of measure."""
    if any(unit.kind == NUMBER or unit.denies for unit in word):
        return True
    text = "".join(unit.text for unit in word)
    return any(rules_of(language).unit_rules.singling.measuring.fullmatch(text) for language in LANGUAGES)


def _speak_of_one(alignment: Alignment) -> bool:
    """Whether both statements have the same subject: no name replaced, and little that only one of them says."""
    low, high = _left(alignment, is_deed=False)
    names = [any(unit.kind == NAME for unit in units) for units in (alignment.only_a, alignment.only_b)]
    return not all(names) and low <= _LITTLE and high <= _MORE and _left(alignment, is_deed=True)[0] <= _DEEDS


def _is_one_deed(a: Reading, b: Reading, alignment: Alignment) -> bool:
    """Whether a denial, an opposite or an exchange of parts is about one deed, of one time."""
    return not clashes(a.measured.quantities, b.measured.quantities)


def _counts_one(a: Reading, b: Reading, alignment: Alignment) -> bool:
    """Whether another number is a contradiction: neither counts only a part of what the other counts."""
    if _says(a, "part_of") != _says(b, "part_of") or _are_of_others(alignment):
        return False
    # What only one says, where the other says nothing else in its stead, may narrow down what is counted.
    narrows = not all(any(unit.kind != NUMBER for unit in units) for units in (alignment.only_a, alignment.only_b))
    return not narrows or max(_left(alignment, is_deed=is_deed)[1] for is_deed in (True, False)) <= _LITTLE_MORE


def _are_of_others(alignment: Alignment) -> bool:
    """Whether one statement has a different part or place: another doer, or a further name."""
    units = [unit for side in _telling(alignment) for unit in side]
    others = sum(mass(unit) for unit in units if unit.role == "doer" and unit.kind in (THING, RAW))
    return others > _LITTLE_MORE or any(unit.kind == NAME and unit.role != "doer" for unit in units)


def _are_two_deeds(alignment: Alignment, language: Language) -> bool:
    """Whether each statement tells a deed that the other does not; that something was held or is so is none."""
    held = rules_of(language).unit_rules.singling.held
    deeds = [
        [unit for unit in units if unit.kind == VERB and not held.search(unit.text)] for units in _telling(alignment)
    ]
    return min(sum(map(mass, units)) for units in deeds) > _LITTLE_MORE


def _happens_once(a: Reading, b: Reading, alignment: Alignment) -> bool:
    """Whether another time is a contradiction: the rest of the time agrees, or it is a thing that is so or happens once."""  # noqa: E501
    quantities_a, quantities_b = a.measured.quantities, b.measured.quantities
    clash: Quantity = clashes(quantities_a, quantities_b)[0][0]
    if _are_of_others(alignment) or _are_two_deeds(alignment, a.language):
        return False  # what sank on one day and was launched on another
    if clash.kind in ("duration", "every"):
        return True
    when = [
        [quantity for quantity in quantities if quantity.kind in _WHEN] for quantities in (quantities_a, quantities_b)
    ]
    return bool(shared(*when)) or any(
        _says(reading, which) for reading in (a, b) for which in ("only_one", "lasting", "once")
    )


def _is_single(a: Reading, b: Reading, alignment: Alignment) -> bool:
    """Whether another name or thing is a contradiction: only one can be meant, and the rest is the same."""
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

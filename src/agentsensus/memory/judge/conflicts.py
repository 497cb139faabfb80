"""Whether two statements contradict each other: they speak of one thing, and cannot both be true of it.

Two deploys on two days do not contradict each other, nor do two people who were hired. So everything but one particular
must agree, and that particular must be one of which there is only one: how many, when a thing happened that happens once,
whether it happened, or who did what to whom.
"""  # noqa: E501

from agentsensus.memory.judge.alignment import Alignment, align, covered, mass
from agentsensus.memory.judge.vetoes import vetoes
from agentsensus.text.languages import LANGUAGES, rules_of
from agentsensus.text.languages.quantities import Quantity, clashes, shared
from agentsensus.text.languages.units import NAME, NUMBER, VERB, Unit
from agentsensus.text.reading import Reading

__all__ = ["conflict"]

_LITTLE, _MORE, _MUCH = 0.15, 1.0, 4.5
_DEEDS = 1.3
_ALIKE = 0.4
_DIFFERENT_THINGS = frozenset({"plan", "question", "speech", "report"})
"""What makes two statements speak of different things, so that they cannot contradict each other."""
_WHEN = frozenset({"date", "year", "month", "weekday", "clock", "relative", "day"})


def conflict(a: Reading, b: Reading) -> str | None:
    """Why two statements cannot both be true; None if they can."""
    if a.language != b.language:
        return None
    reasons = vetoes(a, b)
    if not reasons or _DIFFERENT_THINGS & reasons.keys():
        return None
    alignment = align(a, b)
    kinds = reasons.keys() - {"thing"}
    if kinds <= {"person"} or kinds == {"person", "role"}:
        return next(iter(reasons.values())) if _is_single(a, b, alignment) else None
    if "person" in kinds or len(kinds - {"negation", "opposite"}) > 1 or ("role" in kinds and len(kinds) > 1):
        return None
    if not _speak_of_one(alignment) or (kinds - {"negation", "opposite"} and len(kinds) > 1):
        return None
    if kinds == {"time"} and not _happens_once(a, b):
        return None
    return reasons[min(kinds)]


def _left(alignment: Alignment, *, is_deed: bool) -> tuple[float, float]:
    """How much of deeds, or of anything else, each statement tells that the other does not: the lower and the higher."""  # noqa: E501
    left = [
        sum(mass(unit) for unit in units if (unit.kind == VERB) == is_deed and not _only_measures(unit))
        for units in (alignment.only_a, alignment.only_b)
    ]
    return min(left), max(left)


def _only_measures(unit: Unit) -> bool:
    """Whether a unit is a number, or says only what was counted and in what."""
    return unit.kind == NUMBER or any(
        rules_of(language).unit_rules.measuring.fullmatch(unit.text) for language in LANGUAGES
    )


def _speak_of_one(alignment: Alignment) -> bool:
    """Whether all names are in both, and neither says much of its own."""
    low, high = _left(alignment, is_deed=False)
    has_names = any(unit.kind == NAME for unit in (*alignment.only_a, *alignment.only_b))
    return not has_names and low <= _LITTLE and high <= _MORE and _left(alignment, is_deed=True)[0] <= _DEEDS


def _happens_once(a: Reading, b: Reading) -> bool:
    """Whether another time is a contradiction: the rest of the time agrees, or it is a thing that is so or happens once."""  # noqa: E501
    quantities_a, quantities_b = a.measured.quantities, b.measured.quantities
    clash: Quantity = clashes(quantities_a, quantities_b)[0][0]
    if clash.kind in ("duration", "every"):
        return True
    when = [
        [quantity for quantity in quantities if quantity.kind in _WHEN] for quantities in (quantities_a, quantities_b)
    ]
    return bool(shared(*when)) or _says(a, b, "only_one") or _says(a, b, "lasting")


def _is_single(a: Reading, b: Reading, alignment: Alignment) -> bool:
    """Whether another name or thing is a contradiction: only one can be meant, and the rest is the same."""
    left = [[unit for unit in units if unit.kind != VERB] for units in (alignment.only_a, alignment.only_b)]
    if max(sum(map(mass, units)) for units in left) > _MUCH or covered(alignment)[0] < _ALIKE:
        return False
    in_place = all({_base(unit) for unit in units} <= {"in", "at", "to"} for units in left)
    return _says(a, b, "only_one") or (in_place and _says(a, b, "held"))


def _base(unit: Unit) -> str:
    return unit.role.removeprefix("of ")


def _says(a: Reading, b: Reading, which: str) -> bool:
    pattern = getattr(rules_of(a.language).unit_rules, which)
    return bool(pattern.search(a.text) or pattern.search(b.text))

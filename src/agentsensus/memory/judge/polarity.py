"""Compare the negations and opposites of two statements: do they affirm or deny the same?"""

from collections.abc import Sequence, Set
from itertools import takewhile

from agentsensus.language.languages import all_rules
from agentsensus.language.units import NOT, UNMET, VERB, Unit
from agentsensus.memory.judge.alignment import Alignment
from agentsensus.memory.judge.parts import Parts

_DENYING = frozenset[str]().union(*(rules.comparing.denying_prefixes for rules in all_rules()))

__all__ = ["compared_turned", "denials_differ", "has_denied_form", "opposites", "plans_differ"]


def opposites(alignment: Alignment) -> list[tuple[Unit, Unit]]:
    """Return pairs of opposite words, one from each statement, neither of which is in the other statement."""
    pairs, used = [], set()
    for unit in alignment.only_a:
        for place, other in enumerate(alignment.only_b):
            if place not in used and (unit.opposes(other) or _is_denied_form(unit.key, other.key)):
                used.add(place)
                pairs.append((unit, other))
                break
    return pairs


def has_denied_form(alignment: Alignment) -> bool:
    """Return whether a word of one statement is the negated form of a word of the other: «resolved», «unresolved»."""
    return any(_is_denied_form(one.key, other.key) for one, other in opposites(alignment))


def _is_denied_form(a: str, b: str) -> bool:
    """Return whether one word is the other with a negating prefix: «resolved», «unresolved»."""
    short, long = sorted((a, b), key=len)
    return len(short) > 3 and long.removesuffix(short) in _DENYING


def denials_differ(alignment: Alignment) -> bool:
    """Return whether the negations and opposites of two statements do not cancel out, so that they say different
    things.
    """
    if _is_unmet(alignment.a) != _is_unmet(alignment.b):
        return True
    opposed = opposites(alignment)
    in_pair = {id(unit) for pair in opposed for unit in pair}
    in_scenes = all(any(unit.is_scene for unit in units) for units in (alignment.a, alignment.b))
    nots = [
        _nots([unit for unit in units if in_scenes or not unit.is_scene], {id(unit) for unit in left})
        for units, left in ((alignment.a, alignment.only_a), (alignment.b, alignment.only_b))
    ]
    words = sum(
        unit.denies and id(unit) not in in_pair for unit in (*alignment.only_a, *alignment.only_b) if unit.kind != NOT
    )
    if (sum(nots) + words + len(opposed)) % 2 == 1:
        return True
    return not opposed and not words and (nots[0] == 0) != (nots[1] == 0)


def _is_unmet(units: Sequence[Unit]) -> bool:
    return any(unit.key == UNMET for unit in units)


def _nots(units: Sequence[Unit], left: Set[int]) -> int:
    """Return how many negations count. «Without a reason» does not count if the other statement mentions no reason."""
    return sum(unit.kind == NOT and not _is_beside(units[place + 1 :], unit, left) for place, unit in enumerate(units))


def _is_beside(behind: Sequence[Unit], denial: Unit, left: Set[int]) -> bool:
    """Return whether only words that the other statement lacks follow a «without»."""
    lacking = list(takewhile(lambda unit: unit.role == "without", behind))
    return denial.text.lower() == "without" and bool(lacking) and all(id(unit) in left for unit in lacking)


def plans_differ(alignment: Alignment, planned_a: bool, planned_b: bool) -> bool:
    """Return whether only one statement is about something intended, requested or allowed.

    `planned_a` and `planned_b` say this from the grammar of each statement. If both statements contain the same
    planning word, the grammar is ignored.
    """
    plans_a = any(unit.plans for unit in alignment.only_a)
    plans_b = any(unit.plans for unit in alignment.only_b)
    if any(alignment.a[x].plans or alignment.b[y].plans for x, y in alignment.pairs):
        return plans_a != plans_b
    return (planned_a or plans_a) != (planned_b or plans_b)


def compared_turned(alignment: Alignment, roles: Parts) -> bool:
    """Return whether both statements say the same from opposite sides: «A is brighter than B», «B is fainter
    than A».
    """
    pairs = opposites(alignment)
    is_of_things = all(VERB not in (unit.kind, other.kind) for unit, other in pairs)
    return roles.exchanged is not None and (roles.compared or is_of_things) and len(pairs) % 2 == 1

"""Vetoes for an exchanged particular: another person, place, role, owner or quantity."""

import re
from collections.abc import Sequence, Set

from agentsensus.language.caching import text_cache
from agentsensus.language.languages import rules_of
from agentsensus.language.quantities import Quantity, apart_in_time, clashes
from agentsensus.language.reading import Reading
from agentsensus.language.units import NAME, RAW, THING, VERB, Unit
from agentsensus.memory.judge.alignment import Alignment, align, mass
from agentsensus.memory.judge.parts import parts
from agentsensus.memory.judge.polarity import compared_turned
from agentsensus.memory.judge.vetoes.veto import Veto, VetoKind

_MAIN_PARTS = frozenset({"doer", "done", "to", "from"})
_TOWARDS = frozenset({"to", "into"})
_TOWARDS_OR_IN = _TOWARDS | {"in"}
"""The Chinese rules give «to» and «in» the same role."""
_FEW = 8
"""Statements with at most this many units together are read reliably."""
_SLIGHT = 0.15
"""Unmatched words of at most this mass on one side do not count as a different thing."""


def person(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if each statement has a name (of a person or a thing) that the other lacks."""
    if a.language != b.language:
        return None  # a person written in two scripts looks like two people
    for are_places in (False, True):
        if swap := _first_of_each(_unnamed(a, b, are_places=are_places), _unnamed(b, a, are_places=are_places)):
            return Veto(VetoKind.PLACES if are_places else VetoKind.PERSONS, swap)
    alignment = align(a, b)
    places = {name.casefold() for name in a.known_places | b.known_places}
    swap = _first_of_each(_names(alignment.only_a, places), _names(alignment.only_b, places))
    if swap is None or (_may_be_one(*swap) and not {*swap} <= a.known | b.known):
        return None
    return Veto(VetoKind.NAMES, swap)


def place(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if each statement names a place that the other does not name."""
    if a.language != b.language:
        return None
    only_a = sorted(name for name in a.places if name not in b.text.lower())
    only_b = sorted(name for name in b.places if name not in a.text.lower())
    only_a = [name for name in only_a if not any(name in other or other in name for other in only_b)]
    swap = _first_of_each(only_a, only_b)
    return Veto(VetoKind.PLACES, swap) if swap else None


def role(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if both statements name the same people or things but with swapped roles."""
    if a.language != b.language:
        return None
    if swap := offices_exchanged(a, b):
        return Veto(VetoKind.ROLES_EXCHANGED, swap)
    alignment = align(a, b)
    if swap := _companion_acts(alignment):
        return Veto(VetoKind.OTHER_DOER, swap)
    roles = parts(alignment)
    if roles.exchanged is None or compared_turned(alignment, roles):
        return None
    return Veto(VetoKind.ROLES_EXCHANGED, roles.exchanged)


def direction(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if something goes to a place or person in one statement, and comes from there in the other."""
    if a.language != b.language:
        return None
    alignment = align(a, b)
    towards = _TOWARDS if rules_of(a.language).comparing.has_capitals else _TOWARDS_OR_IN
    for x, y in alignment.pairs:
        roles = {alignment.a[x].role, alignment.b[y].role}
        if "from" in roles and roles & towards and not alignment.a[x].is_slight and alignment.a[x].kind != VERB:
            return Veto(VetoKind.DIRECTIONS, (alignment.a[x].text,))
    towards_it = rules_of(a.language).comparing.towards
    for units, other in ((alignment.a, b.text), (alignment.b, a.text)):
        if origin := _goes_there(units, other, towards_it):
            return Veto(VetoKind.DIRECTIONS, (origin,))
    return None


def _goes_there(units: Sequence[Unit], other: str, towards: re.Pattern[str]) -> str:
    """Return the place that the units come from, if the text `other` goes to that place; otherwise ""."""
    origin = ""
    for place, unit in enumerate(units):
        if unit.role == "from" and (not origin or units[place - 1].role == "from"):
            origin += unit.text if unit.kind == RAW or not origin else f" {unit.text}"
    for end in range(len(origin), 1, -1):  # the end of an unknown Chinese word is not sure
        start = other.find(origin[:end])
        if start >= 0 and towards.search(other[:start]):
            return origin[:end]
    return ""


def way(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if the statements name opposite directions: up against down, 进 against 出."""
    if a.language != b.language:
        return None
    text_a, text_b = _nameless(a), _nameless(b)
    for one, other in rules_of(a.language).comparing.ways:
        found = [(one.search(text), other.search(text)) for text in (text_a, text_b)]
        for (x, x_other), (y, y_other) in (found, found[::-1]):
            if x and y_other and not x_other and not y:
                return Veto(VetoKind.OPPOSITES, (x.group(), y_other.group()))
    return None


def mark(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if only one statement has a word that changes its meaning: «used to», «unless», 一起."""
    if a.language != b.language:
        return None
    text_a, text_b = _nameless(a), _nameless(b)
    for pattern in rules_of(a.language).comparing.marks:
        found = [pattern.search(text) for text in (text_a, text_b)]
        if (found[0] is None) != (found[1] is None):
            word = found[0] or found[1]
            assert word is not None
            return Veto(VetoKind.UNMATCHED_DEED, (word.group(),))
    return None


@text_cache(16_384)
def _nameless(reading: Reading) -> str:
    """Return the text with a comma in place of each name, so that no part of a name is read as a word."""
    text = reading.text
    for name in sorted(reading.persons, key=lambda name: (-len(name), name)):
        text = text.replace(name, ",")
    return text


def suffering(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if the doer in one statement is the object in the other: «employs», «is employed»."""
    if a.language != b.language:
        return None
    alignment = align(a, b)
    if len(alignment.a) + len(alignment.b) > _FEW:
        return None
    met = [(alignment.a[x], alignment.b[y]) for x, y in alignment.pairs]
    if not any(x.kind == y.kind == VERB and x.key.split()[0] == y.key.split()[0] for x, y in met):
        return None
    for x, y in met:
        if {x.role, y.role} == {"doer", "done"}:
            units = alignment.a if x.role == "doer" else alignment.b
            suffers = [unit.text for unit in units if unit.role == "done" and unit.kind != VERB and unit.key != x.key]
            if suffers:
                return Veto(VetoKind.ROLES_EXCHANGED, (x.text, suffers[0]))
    return None


def _companion_acts(alignment: Alignment) -> tuple[str, str] | None:
    """Return (A, B) if A acts in one statement, and B acts with A as companion («with A») in the other; else None."""
    for units, others, left in (
        (alignment.a, alignment.b, alignment.only_b),
        (alignment.b, alignment.a, alignment.only_a),
    ):
        doers = {unit.key: unit.text for unit in units if unit.kind == NAME and unit.role == "doer"}
        besides = {unit.key for unit in others if unit.kind == NAME and unit.role == "with"}
        instead = [unit.text for unit in left if unit.kind == NAME and unit.role == "doer"]
        if doers and doers.keys() <= besides and instead:
            return min(doers.values()), instead[0]
    return None


def whose(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if one statement is about a person, and the other about a relative or friend of that person: Tom's
    sister.
    """
    if a.language != b.language:
        return None
    alignment = align(a, b)
    turned = [(place_b, place_a) for place_a, place_b in alignment.pairs]
    for units, others, pairs in (
        (alignment.a, alignment.b, dict(alignment.pairs)),
        (alignment.b, alignment.a, dict(turned)),
    ):
        for place, other in pairs.items():
            kin = _kin_of(others, other, set(pairs.values()))
            if kin and units[place].role in _MAIN_PARTS and not _kin_of(units, place, set()):
                return Veto(VetoKind.RELATIVE, (units[place].text, kin))
    return None


def _kin_of(units: Sequence[Unit], place: int, met: Set[int]) -> str:
    """Return the relative or friend of the person at `place` if the other statement does not mention them; else ""."""
    after = place + 1
    while after < len(units) and units[after].kind in (NAME, RAW) and units[after].role == units[place].role:
        after += 1
    beside = [after] if after < len(units) and _part(units[after]) == _part(units[place]) else []
    if place and units[place].role.startswith("of"):
        beside.append(place - 1)
    return next((units[number].text for number in beside if units[number].is_kin and number not in met), "")


def _part(unit: Unit) -> str:
    return unit.role.removeprefix("of ")


def offices_exchanged(a: Reading, b: Reading) -> tuple[str, str] | None:
    """Return two names that swap an office between the statements (A is plaintiff here, B there); else None."""
    offices = rules_of(a.language).unit_rules.offices
    in_a, in_b = offices(a.text), offices(b.text)
    for office in sorted(in_a.keys() & in_b.keys()):
        x, y = in_a[office], in_b[office]
        if not _may_be_one(x, y) and x in b.text and y in a.text:
            return x, y
    return None


def number(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if each statement has a number that the other lacks."""
    return _clash(a, b, is_time=False)


def time(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if each statement has a date, a time of day or a duration that the other lacks."""
    return _clash(a, b, is_time=True)


def thing(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if each statement mentions a thing or a quality that the other does not mention."""
    if a.language != b.language:
        return None
    alignment = align(a, b)
    left = [
        [unit for unit in units if unit.kind in (NAME, THING, RAW)] for units in (alignment.only_a, alignment.only_b)
    ]
    if min(sum(map(mass, units)) for units in left) <= _SLIGHT:
        return None
    return Veto(VetoKind.THINGS, (_told(left[0]), _told(left[1])))


def _clash(a: Reading, b: Reading, *, is_time: bool) -> Veto | None:
    pairs: list[tuple[Quantity, Quantity]] = clashes(a.measured.quantities, b.measured.quantities)
    pairs += apart_in_time(a.measured.quantities, b.measured.quantities)
    swap = next((pair for pair in pairs if pair[0].is_time == is_time), None)
    kind = VetoKind.TIMES if is_time else VetoKind.NUMBERS
    return Veto(kind, (str(swap[0]), str(swap[1]))) if swap else None


def _unnamed(a: Reading, b: Reading, *, are_places: bool) -> list[str]:
    """Return the people that `a` names and `b` does not. With `are_places`, return registered places instead.

    A guessed name that shares a part with a name in `b` counts as named in `b`.
    """
    if are_places:
        return sorted(a.known_places - b.known_places)
    guessed = (name for name in a.persons if name not in a.known)
    return sorted(a.known - a.known_places - b.known) + [
        name
        for name in guessed
        if name.casefold() not in b.text.casefold() and not any(_may_be_one(name, other) for other in b.persons)
    ]


def _may_be_one(a: str, b: str) -> bool:
    return bool({word.lower() for word in a.split()} & {word.lower() for word in b.split()}) or a in b or b in a


def _names(units: Sequence[Unit], places: Set[str]) -> list[str]:
    return [unit.text for unit in units if unit.kind == NAME and unit.key.casefold() not in places]


def _first_of_each(a: Sequence[str], b: Sequence[str]) -> tuple[str, str] | None:
    return (a[0], b[0]) if a and b else None


def _told(units: Sequence[Unit]) -> str:
    return (
        max(units, key=mass).text if units[0].kind != RAW else "".join(unit.text for unit in units if unit.kind == RAW)
    )

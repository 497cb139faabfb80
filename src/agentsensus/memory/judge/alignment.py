"""Align two statements: find the matching words, and the words that only one of them has.

Statements are compared as units: words, names and numbers, each with its meaning and role (`language.units.Unit`).
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from agentsensus.language.caching import text_cache
from agentsensus.language.languages import rules_of
from agentsensus.language.reading import Reading
from agentsensus.language.units import NAME, NOT, NUMBER, RAW, VERB, Unit
from agentsensus.memory.judge.rarity import rarity

__all__ = ["MOST_UNITS", "Alignment", "align", "covered", "left_words", "mass"]

_LEAST_RUN = 2
_WAYS = frozenset({"to", "from", "into"})
MOST_UNITS = 100
"""Only this many units of a statement are compared. A longer statement is never fully accounted for."""
_RAW_MASS = 0.4
_SLIGHT_MASS = 0.1


@dataclass(frozen=True, slots=True)
class Alignment:
    """The units of two statements, the positions of matching units, and the positions of units without a match."""

    a: tuple[Unit, ...]
    b: tuple[Unit, ...]
    pairs: tuple[tuple[int, int], ...]
    left_a: tuple[int, ...]
    left_b: tuple[int, ...]

    @property
    def only_a(self) -> list[Unit]:
        """The units that only the first statement has."""
        return [self.a[place] for place in self.left_a]

    @property
    def only_b(self) -> list[Unit]:
        """The units that only the second statement has."""
        return [self.b[place] for place in self.left_b]


def mass(unit: Unit) -> float:
    """Return how informative a unit is: rare words have more mass than common ones, a single character less than a
    word.
    """
    if unit.kind in (NUMBER, NOT):
        return 0.0  # numbers and denials are compared elsewhere
    if unit.is_slight:
        return _SLIGHT_MASS
    if unit.kind == RAW:
        return _RAW_MASS
    return rarity(unit.text or unit.key) * (1.0 if unit.text.isascii() else 0.6)


def covered(alignment: Alignment) -> tuple[float, float]:
    """Return which share of each statement, weighted by `mass`, is in the other one: the lower and the higher share."""
    shares = []
    for units, left in ((alignment.a, alignment.only_a), (alignment.b, alignment.only_b)):
        whole = sum(map(mass, units))
        shares.append(1 - sum(map(mass, left)) / whole if whole else 0.5)
    return min(shares), max(shares)


def left_words(units: Sequence[Unit], left: Sequence[int]) -> list[list[Unit]]:
    """Return the units at these positions, grouped into words: adjacent characters form one word."""
    words: list[list[Unit]] = []
    last = -9
    for place in left:
        if words and place == last + 1 and units[place].kind == units[last].kind == RAW:
            words[-1].append(units[place])
        else:
            words.append([units[place]])
        last = place
    return words


def align(a: Reading, b: Reading) -> Alignment:
    """Return the best match of the units of two statements in one language. Symmetric in the two statements."""
    if a.text <= b.text:
        return _aligned(a, b)
    turned = _aligned(b, a)
    pairs = tuple(sorted((place_a, place_b) for place_b, place_a in turned.pairs))
    return Alignment(turned.b, turned.a, pairs, turned.left_b, turned.left_a)


@text_cache(16_384)
def _aligned(a: Reading, b: Reading) -> Alignment:
    names = _names_of_both(a, b)
    units_a, units_b = a.units_with(names)[:MOST_UNITS], b.units_with(names)[:MOST_UNITS]
    taken_a: dict[int, int] = {}
    taken_b: set[int] = set()

    def take(place_a: int, place_b: int) -> None:
        taken_a[place_a] = place_b
        taken_b.add(place_b)

    for place_a, place_b in _runs(units_a, units_b):
        take(place_a, place_b)
    same_root = rules_of(a.language).unit_rules.same_root
    for test in (_equal, Unit.says, lambda x, y: _derived(x, y, same_root)):
        for place_a, unit in enumerate(units_a):
            if place_a in taken_a or unit.kind in (RAW, NOT):
                continue
            choices = [
                place_b
                for place_b, other in enumerate(units_b)
                if place_b not in taken_b and other.kind not in (RAW, NOT) and test(unit, other)
            ]
            if choices:
                here = place_a / max(1, len(units_a))
                take(
                    place_a,
                    min(
                        choices,
                        key=lambda place_b: (
                            -_beside(units_a, place_a, units_b, place_b),
                            _apart(unit, units_b[place_b]),
                            abs(place_b / len(units_b) - here),
                        ),
                    ),
                )
    for place_a, unit in enumerate(units_a):
        if place_a not in taken_a and unit.kind != NOT:
            for place_b, other in enumerate(units_b):
                if place_b not in taken_b and RAW in (unit.kind, other.kind) and other.key == unit.key:
                    take(place_a, place_b)
                    break
    return Alignment(
        units_a,
        units_b,
        tuple(sorted(taken_a.items())),
        _left(units_a, taken_a.keys(), units_b, b.known_places),
        _left(units_b, taken_b, units_a, a.known_places),
    )


def _left(units: Sequence[Unit], taken: Set[int], others: Sequence[Unit], places: frozenset[str]) -> tuple[int, ...]:
    """Return the positions of units without a match in the other statement.

    Ignored are a setting («In the evening, …») if the other statement has none, and a place of which the other
    statement names a part.
    """
    sets_scene = any(unit.is_scene for unit in others)
    return tuple(
        place
        for place, unit in enumerate(units)
        if place not in taken
        and unit.kind != NOT
        and (sets_scene or not unit.is_scene)
        and not (unit.kind == NAME and unit.key in places)
    )


def _names_of_both(a: Reading, b: Reading) -> frozenset[str]:
    """Return the guessed names of both statements. If one text has a name without its last character, the shorter form
    counts.
    """
    names = set()
    for name in a.guessed | b.guessed:
        is_cut = (
            len(name) > 2 and not (name in a.text and name in b.text) and name[:-1] in a.text and name[:-1] in b.text
        )
        names.add(name[:-1] if is_cut else name)
    return frozenset(names)


def _beside(a: Sequence[Unit], place_a: int, b: Sequence[Unit], place_b: int) -> int:
    """Return how many neighbours two units share. By this, the «Otter» of «Team Otter» matches «Otter» and no other
    team.
    """
    return sum(
        0 <= place_a + step < len(a) and 0 <= place_b + step < len(b) and a[place_a + step].key == b[place_b + step].key
        for step in (-1, 1)
    )


def _apart(a: Unit, b: Unit) -> int:
    return int(a.role != b.role)


def _equal(a: Unit, b: Unit) -> bool:
    return a.key == b.key and a.kind not in (RAW, NOT)


def _derived(a: Unit, b: Unit, same_root) -> bool:  # type: ignore[no-untyped-def]
    if NUMBER in (a.kind, b.kind):
        return False
    deed, other = _without_way(a), _without_way(b)
    return deed == other or bool(same_root(deed, other))


def _without_way(unit: Unit) -> str:
    """Return a verb without its final preposition, so that «moved to York» matches «moved … to York»."""
    words = unit.key.split()
    return words[0] if unit.kind == VERB and len(words) == 2 and words[1] in _WAYS else unit.key


def _runs(a: Sequence[Unit], b: Sequence[Unit]) -> list[tuple[int, int]]:
    """Return pairs of matching characters, taken from the longest sequences that both statements contain."""
    places: list[tuple[int, int]] = []
    used_a: set[int] = set()
    used_b: set[int] = set()
    while True:
        length, start_a, start_b = _longest_run(a, b, used_a, used_b)
        if length < _LEAST_RUN:
            return places
        for step in range(length):
            places.append((start_a + step, start_b + step))
            used_a.add(start_a + step)
            used_b.add(start_b + step)


def _longest_run(a: Sequence[Unit], b: Sequence[Unit], used_a: set[int], used_b: set[int]) -> tuple[int, int, int]:
    """Return the longest unused character sequence in both statements: its length and its two starts. Ties go to the
    first.
    """
    places: dict[str, list[int]] = {}
    for place_b, other in enumerate(b):
        if other.kind == RAW and place_b not in used_b:
            places.setdefault(other.key, []).append(place_b)
    best = (0, 0, 0)
    before: dict[int, int] = {}
    for place_a, unit in enumerate(a):
        if unit.kind != RAW or place_a in used_a:
            before = {}
            continue
        row: dict[int, int] = {}
        for place_b in places.get(unit.key, ()):
            length = row[place_b] = before.get(place_b - 1, 0) + 1
            if length > best[0]:
                best = (length, place_a - length + 1, place_b - length + 1)
        before = row
    return best

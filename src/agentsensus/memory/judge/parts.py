"""Compare the grammatical roles (parts) of the same people and things in two statements, and find swapped roles."""

from dataclasses import dataclass
from itertools import combinations, pairwise

from agentsensus.language.units import NAME, NUMBER, RAW, VERB, Unit
from agentsensus.memory.judge.alignment import Alignment
from agentsensus.memory.judge.rarity import is_name

__all__ = ["Parts", "are_like_parties", "may_be_name", "parts"]

_RANK = {"doer": 0.0, "done": 1.0, "from": 1.0, "than": 1.5, "before": 1.5, "to": 2.0}
_OBJECTS = frozenset({"done", "to"})
_OF = 0.5
"""How much lower an owner ranks than the person or thing it owns."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Two parties that swap their roles (None: no swap), and whether the swap is in a comparison («than»)."""

    exchanged: tuple[str, str] | None
    compared: bool


@dataclass(slots=True)
class _Party:
    """A name, thing or number that both statements have, with its role and position in each."""

    text: str
    kinds: set[str]
    roles: tuple[str, str]
    clauses: tuple[int, int]
    places: tuple[int, int]
    size: int = 1

    def is_like(self, other: "_Party") -> bool:
        """Return whether both parties are names, or both are numbers."""
        return any(kind in self.kinds and kind in other.kinds for kind in (NAME, NUMBER))

    def has_name_of_characters(self, other: "_Party") -> bool:
        """Return whether one party is a name, and the other may be the same Chinese name read character by
        character.
        """
        return NAME in self.kinds | other.kinds and not (self.text + other.text).isascii()


def may_be_name(unit: Unit) -> bool:
    """Return whether a unit is a name, or a capitalised first word that is usually written with a capital."""
    return unit.kind == NAME or (
        unit.text.isascii() and unit.text[:1].isupper() and unit.text.isalpha() and is_name(unit.text.lower())
    )


def parts(alignment: Alignment) -> Parts:
    """Return the two parties that swap their roles between the statements, if any do."""
    exchanged, compared = None, False
    parties = _parties(alignment)
    is_straight = _rest_in_order(alignment, parties)
    for x, y in combinations(parties, 2):
        if _are_joined(x, y):
            continue
        if _are_exchanged(x, y) or (is_straight and x.is_like(y) and _swapped_places(x, y)):
            exchanged = exchanged or (x.text, y.text)
            compared |= "than" in (*x.roles, *y.roles)
    return Parts(exchanged, compared)


def are_like_parties(alignment: Alignment) -> bool:
    """Return whether two names, or two numbers, occur in both statements and so could be exchanged."""
    return any(x.is_like(y) for x, y in combinations(_parties(alignment), 2))


def _parties(alignment: Alignment) -> list[_Party]:
    parties: list[_Party] = []
    last = (-9, -9)
    for place_a, place_b in alignment.pairs:
        a, b = alignment.a[place_a], alignment.b[place_b]
        if VERB in (a.kind, b.kind):
            continue
        follows = parties and last == (place_a - 1, place_b - 1) and parties[-1].roles == (a.role, b.role)
        kinds = {a.kind, b.kind} & {NAME, NUMBER}
        if (may_be_name(a) and may_be_name(b)) or (a.is_kin and b.is_kin):
            kinds.add(NAME)
        if follows:
            parties[-1].text += a.text if a.kind == RAW else f" {a.text}"
            parties[-1].kinds |= kinds
            parties[-1].size += 1
        else:
            parties.append(
                _Party(
                    a.text, kinds, (a.role, b.role), (a.clause, b.clause), (place_a, place_b), 0 if a.is_slight else 1
                )
            )
        last = (place_a, place_b)
    return [party for party in parties if _counts(party, parties)]


def _counts(party: _Party, parties: list[_Party]) -> bool:
    """Return whether a party counts: it is a name, a word or the only doer, and not a single character beside
    others.
    """
    if party.size > 1 or (party.size and (party.kinds or len(party.text) > 1)):
        return True
    return bool(party.size) and any(
        sum(other.roles[side] == party.roles[side] for other in parties) == 1 and party.roles[side] == "doer"
        for side in (0, 1)
    )


def _are_exchanged(x: _Party, y: _Party) -> bool:
    """Return whether two parties swap roles between the statements, or the higher-ranking party becomes the
    lower one.
    """
    if x.clauses[0] != y.clauses[0] or x.clauses[1] != y.clauses[1]:
        return False
    (x_a, x_b), (y_a, y_b) = x.roles, y.roles
    if (x.is_like(y) or x.has_name_of_characters(y)) and (
        (x_a == y_b == "doer" and {x_b, y_a} <= _OBJECTS) or (y_a == x_b == "doer" and {y_b, x_a} <= _OBJECTS)
    ):
        return True
    if x.is_like(y) and (_serves(x_a, y_a, x_b, y_b) or _serves(y_a, x_a, y_b, x_b)):
        return True
    if x.is_like(y) and (_owns_and_acts(x_a, y_a, x_b, y_b) or _owns_and_acts(y_a, x_a, y_b, x_b)):
        return True
    if x_a == y_b and y_a == x_b and x_a != y_a:
        return any(_rank(role) is not None for role in (x_a, y_a)) and bool(x_a and y_a)
    if not x.is_like(y):
        return False
    ranks = [_rank(role) for role in (x_a, y_a, x_b, y_b)]
    if any(rank is None for rank in ranks) or x_a == x_b or y_a == y_b:
        return False
    above_a, above_b = ranks[0] - ranks[1], ranks[2] - ranks[3]  # type: ignore[operator]
    return above_a * above_b < 0 and min(abs(above_a), abs(above_b)) >= 1


def _owns_and_acts(x_a: str, y_a: str, x_b: str, y_b: str) -> bool:
    """Return whether doer and owner are swapped between the statements."""
    return x_a == y_b == "doer" and y_a.startswith("of") and x_b.startswith("of") and "of doer" not in (y_a, x_b)


def _serves(x_a: str, y_a: str, x_b: str, y_b: str) -> bool:
    """Return whether the party that is served in one statement serves in the other: «A's translator is B», «A
    translates for B».
    """
    return (x_a == "of doer" and x_b == "doer" and y_a == "doer" and y_b == "for") or (
        x_b == "of doer" and x_a == "doer" and y_b == "doer" and y_a == "for"
    )


def _are_joined(x: _Party, y: _Party) -> bool:
    """Return whether two parties are listed together with the same role in both statements: «Bernardo and
    Marcellus».
    """
    return all(
        x.roles[side] == y.roles[side] and abs(x.places[side] - y.places[side]) <= max(x.size, y.size)
        for side in (0, 1)
    )


def _swapped_places(x: _Party, y: _Party) -> bool:
    """Return whether two parties stand in the opposite order and their roles do not explain it."""
    is_turned = (x.places[0] < y.places[0]) != (x.places[1] < y.places[1])
    in_one_clause = x.clauses[0] == y.clauses[0] and x.clauses[1] == y.clauses[1]
    agree = in_one_clause and x.roles[0] == x.roles[1] and y.roles[0] == y.roles[1] and x.roles[0] != y.roles[0]
    return is_turned and not agree and not (in_one_clause and _rank_alike(x, y))


def _rank_alike(x: _Party, y: _Party) -> bool:
    """Return whether the same party ranks higher in both statements, as in «A trains B» and «B is trained by A»."""
    above = []
    for side in (0, 1):
        ranks = [_rank(party.roles[side]) for party in (x, y)]
        if ranks[0] is None or ranks[1] is None or ranks[0] == ranks[1]:
            return False
        above.append(ranks[0] < ranks[1])
    return above[0] == above[1]


def _rest_in_order(alignment: Alignment, parties: list[_Party]) -> bool:
    """Return whether there are three or more other words, in the same order in both statements."""
    taken = {party.places[0] + step for party in parties if party.kinds for step in range(party.size)}
    rest = [place_b for place_a, place_b in alignment.pairs if place_a not in taken]
    return len(rest) > 2 and all(first < second for first, second in pairwise(rest))


def _rank(role: str) -> float | None:
    if role.startswith("of "):
        base = _RANK.get(role[3:])
        return None if base is None else base + _OF
    return _RANK.get(role)

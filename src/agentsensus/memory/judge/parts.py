"""Whether the same people and things play the same parts in two statements, or have exchanged them."""

from dataclasses import dataclass
from itertools import combinations

from agentsensus.memory.judge.alignment import Alignment
from agentsensus.text.languages.units import NAME, NUMBER, RAW, VERB

__all__ = ["Parts", "parts"]

_RANK = {"doer": 0.0, "done": 1.0, "from": 1.0, "than": 1.5, "to": 2.0}
_OF = 0.5
"""How much further down the owner of somebody ranks than that somebody."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Who exchange their parts, whether by comparison («than»), and how many pairs stand turned for no reason we can read."""

    exchanged: tuple[str, str] | None
    compared: bool
    unsure: int


@dataclass(slots=True)
class _Party:
    """A name, thing or number that both statements have, with its part and place in each."""

    text: str
    is_name: bool
    roles: tuple[str, str]
    clauses: tuple[int, int]
    places: tuple[int, int]
    size: int = 1


def parts(alignment: Alignment) -> Parts:
    """The parts of whatever both statements mention."""
    exchanged, compared, unsure = None, False, 0
    for x, y in combinations(_parties(alignment), 2):
        if _are_exchanged(x, y):
            exchanged = exchanged or (x.text, y.text)
            compared |= "than" in (*x.roles, *y.roles)
        elif x.is_name and y.is_name and _is_unsure(x, y):
            unsure += 1
    return Parts(exchanged, compared, unsure)


def _parties(alignment: Alignment) -> list[_Party]:
    parties: list[_Party] = []
    last = (-9, -9)
    for place_a, place_b in alignment.pairs:
        a, b = alignment.a[place_a], alignment.b[place_b]
        if VERB in (a.kind, b.kind):
            continue
        follows = parties and last == (place_a - 1, place_b - 1) and parties[-1].roles == (a.role, b.role)
        is_name = a.kind in (NAME, NUMBER) or b.kind in (NAME, NUMBER)
        if follows:
            parties[-1].text += a.text if a.kind == RAW else f" {a.text}"
            parties[-1].is_name |= is_name
            parties[-1].size += 1
        else:
            parties.append(
                _Party(a.text, is_name, (a.role, b.role), (a.clause, b.clause), (place_a, place_b), 0 if a.is_slight else 1)
            )
        last = (place_a, place_b)
    return [party for party in parties if party.size > 1 or (party.size and (party.is_name or len(party.text) > 1))]


def _are_exchanged(x: _Party, y: _Party) -> bool:
    """Whether each has the part of the other, or the one who ranks above the other ranks below in the other statement."""
    if x.clauses[0] != y.clauses[0] or x.clauses[1] != y.clauses[1]:
        return False
    (x_a, x_b), (y_a, y_b) = x.roles, y.roles
    if x_a == y_b and y_a == x_b and x_a != y_a:
        return bool({x_a, y_a} & _RANK.keys()) and bool(x_a and y_a)
    if not (x.is_name or y.is_name):
        return False
    ranks = [_rank(role) for role in (x_a, y_a, x_b, y_b)]
    if any(rank is None for rank in ranks) or x_a == x_b or y_a == y_b:
        return False
    above_a, above_b = ranks[0] - ranks[1], ranks[2] - ranks[3]  # type: ignore[operator]
    return above_a * above_b < 0 and min(abs(above_a), abs(above_b)) >= 1


def _is_unsure(x: _Party, y: _Party) -> bool:
    """Whether two stand in the other order, or in other parts, and their parts do not say why."""
    is_turned = (x.places[0] < y.places[0]) != (x.places[1] < y.places[1])
    agrees = x.roles[0] == x.roles[1] and y.roles[0] == y.roles[1]
    return not agrees if is_turned else _rank(x.roles[0]) != _rank(x.roles[1]) and _rank(y.roles[0]) != _rank(y.roles[1])


def _rank(role: str) -> float | None:
    if role.startswith("of "):
        base = _RANK.get(role[3:])
        return None if base is None else base + _OF
    return _RANK.get(role)

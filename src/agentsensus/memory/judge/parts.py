"""Whether the same people and things play the same parts in two statements, or have exchanged them."""

from dataclasses import dataclass
from itertools import combinations

from agentsensus.memory.judge.alignment import Alignment
from agentsensus.text.languages.units import NAME, NUMBER, RAW, THING, Unit

__all__ = ["Parts", "parts"]

_RANK = {"doer": 0.0, "done": 1.0, "than": 1.0, "from": 1.0, "to": 2.0}
_OF = 0.5
"""How much further down the owner of somebody ranks than that somebody."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Pairs of names that keep their parts and that exchange them, the same for things, and the share of equal parts."""

    agree: int
    exchanged: tuple[str, str] | None
    things_exchanged: int
    same_share: float
    turned: float


def parts(alignment: Alignment) -> Parts:
    """The parts of whatever both statements mention."""
    both = [(alignment.a[x], alignment.b[y]) for x, y in alignment.pairs]
    names = _distinct(_bearers(alignment))
    things = _distinct([pair for pair in both if pair[0].kind == THING])
    agree, exchanged = 0, None
    for (x_a, x_b), (y_a, y_b) in combinations(names, 2):
        if _are_exchanged(x_a, x_b, y_a, y_b):
            exchanged = exchanged or (x_a.text, y_a.text)
        elif x_a.role == x_b.role and y_a.role == y_b.role and x_a.role != y_a.role:
            agree += 1
    swapped = sum(
        x_a.role == y_b.role != y_a.role == x_b.role and None not in (_rank(x_a.role), _rank(y_a.role))
        for (x_a, x_b), (y_a, y_b) in combinations(things, 2)
    )
    with_role = [(x, y) for x, y in both if x.role and y.role]
    same = sum(x.role == y.role for x, y in with_role) / len(with_role) if with_role else 1.0
    return Parts(agree, exchanged, min(swapped, 5), same, _turned(alignment))


def _bearers(alignment: Alignment) -> list[tuple[Unit, Unit]]:
    """Whatever can play a part: names, numbers, and runs of characters that both statements have."""
    bearers = []
    for number, (x, y) in enumerate(alignment.pairs):
        a, b = alignment.a[x], alignment.b[y]
        beside = any(
            (x + step, y + step) == alignment.pairs[place] and alignment.a[x + step].kind == RAW
            for step, place in ((1, number + 1), (-1, number - 1))
            if 0 <= place < len(alignment.pairs)
        )
        if (a.kind in (NAME, NUMBER) and b.kind in (NAME, NUMBER)) or (a.kind == b.kind == RAW and beside):
            bearers.append((a, b))
    return bearers


def _distinct(pairs: list[tuple[Unit, Unit]]) -> list[tuple[Unit, Unit]]:
    """The pairs without names of several words told twice: the first word of a run in one part stands for all."""
    kept: list[tuple[Unit, Unit]] = []
    for a, b in pairs:
        if not (kept and kept[-1][0].role == a.role and kept[-1][1].role == b.role):
            kept.append((a, b))
    return kept


def _are_exchanged(x_a: Unit, x_b: Unit, y_a: Unit, y_b: Unit) -> bool:
    """Whether the one who ranks above the other in one statement ranks below in the other."""
    if x_a.clause != y_a.clause or x_b.clause != y_b.clause:
        return False
    ranks = [_rank(unit.role) for unit in (x_a, y_a, x_b, y_b)]
    if any(rank is None for rank in ranks):
        return False
    above_a, above_b = ranks[0] - ranks[1], ranks[2] - ranks[3]  # type: ignore[operator]
    if ranks[0] == ranks[2] or ranks[1] == ranks[3]:
        return False
    return above_a * above_b < 0 and min(abs(above_a), abs(above_b)) >= 1


def _rank(role: str) -> float | None:
    if role.startswith("of "):
        base = _RANK.get(role[3:])
        return None if base is None else base + _OF
    return _RANK.get(role)


def _turned(alignment: Alignment) -> float:
    """The share of neighbouring matches that stand in the other order."""
    places = [y for _, y in alignment.pairs]
    steps = list(zip(places, places[1:], strict=False))
    return sum(second < first for first, second in steps) / len(steps) if steps else 0.0

"""Compare the word order of two statements, and decide whether grammar explains a difference."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from agentsensus.language.languages import rules_of
from agentsensus.language.reading import Reading
from agentsensus.language.units import VERB, Unit
from agentsensus.memory.judge.alignment import Alignment

__all__ = ["Order", "order", "same_tokens"]


_MAIN = frozenset({"doer", "done", "of doer", "of done"})


@dataclass(frozen=True, slots=True)
class Order:
    """The result of comparing word order: the number of breaks, whether only one phrase moved, and unexplained
    swaps.
    """

    breaks: int
    is_moved: bool
    reversals: int
    is_explained: bool
    """Whether grammatical roles explain every change of order, as in a passive."""


def order(alignment: Alignment, language: str) -> Order:
    """Compare the order of the units that both statements have.

    In languages where word order marks roles, only an adjunct (when, where, with what) may move freely.
    """
    pairs = [(x, y) for x, y in alignment.pairs if not alignment.a[x].is_slight]
    places = [y for _, y in pairs]
    breaks = sum(second < first for first, second in pairwise(places))
    is_moved = breaks == 1 and places[-1] < places[0]
    is_moved = is_moved and (not rules_of(language).comparing.has_capitals or _is_adjunct(alignment, pairs))
    is_moved = is_moved or _is_receiver_moved(alignment, pairs)
    if not breaks:
        return Order(0, False, 0, True)
    return Order(breaks, is_moved, _reversals(alignment, pairs), _is_voice(alignment, pairs))


def same_tokens(a: Reading, b: Reading) -> float:
    """Return the share of words (or characters) that both statements have, in any order."""
    counts = [Counter(map(str.lower, rules_of(reading.language).comparing.tokens(reading.text))) for reading in (a, b)]
    whole = sum((counts[0] | counts[1]).values())
    return sum((counts[0] & counts[1]).values()) / whole if whole else 0.0


def _is_adjunct(alignment: Alignment, pairs: list[tuple[int, int]]) -> bool:
    """Return whether the moved phrase is an adjunct: it says when, where or with what."""
    cut = next(number for number in range(1, len(pairs)) if pairs[number][1] < pairs[number - 1][1])
    phrase = min(pairs[:cut], pairs[cut:], key=len)
    roles = {role for x, y in phrase for role in (alignment.a[x].role, alignment.b[y].role)}
    return not roles & _MAIN


def _is_receiver_moved(alignment: Alignment, pairs: list[tuple[int, int]]) -> bool:
    """Return whether only the recipient moved: «sold Walt oil», «sold oil to Walt»."""
    getting = [n for n, (x, y) in enumerate(pairs) if alignment.a[x].role == alignment.b[y].role == "to"]
    rest = [y for n, (_, y) in enumerate(pairs) if n not in getting]
    runs = ([pairs[n][side] for n in getting] for side in (0, 1))
    is_one = bool(getting) and all(run == list(range(run[0], run[0] + len(run))) for run in runs)
    return is_one and rest == sorted(rest)


def _is_voice(alignment: Alignment, pairs: list[tuple[int, int]]) -> bool:
    """Return whether every change of order is between a verb and its parties, or between parties that keep their main
    roles.
    """
    for (x_a, x_b), (z_a, z_b) in combinations(pairs, 2):
        if x_b < z_b:
            continue
        units = (alignment.a[x_a], alignment.b[x_b], alignment.a[z_a], alignment.b[z_b])
        one_deed = (units[0].kind == VERB) != (units[2].kind == VERB)
        keep = units[0].role == units[1].role and units[2].role == units[3].role and units[0].role != units[2].role
        is_one_party = _is_compound(alignment.a, x_a, z_a, units[3], units[1]) or _is_compound(
            alignment.b, z_b, x_b, units[0], units[2]
        )
        if not one_deed and not is_one_party and not (keep and {units[0].role, units[2].role} & _MAIN):
            return False
    return True


def _is_compound(units: Sequence[Unit], first: int, second: int, head: Unit, owner: Unit) -> bool:
    """Return whether two adjacent words are one party that the other statement spells out.

    Example: «the Leeds warehouse» and «the warehouse in Leeds».
    """
    is_beside = second == first + 1 and units[first].role == units[second].role
    return is_beside and owner.role in ("of", f"of {head.role}")


def _reversals(alignment: Alignment, pairs: list[tuple[int, int]]) -> int:
    """Return how many swaps of two units the roles do not explain. Only swaps with another shared unit between them
    count.
    """
    count = 0
    for first, (x_a, x_b) in enumerate(pairs):
        for last in range(first + 2, len(pairs)):
            z_a, z_b = pairs[last]
            if x_b < z_b or not any(z_b < y_b < x_b for _, y_b in pairs[first + 1 : last]):
                continue
            count += not _is_explained(alignment.a[x_a], alignment.b[x_b], alignment.a[z_a], alignment.b[z_b])
    return count


def _is_explained(x_a: Unit, x_b: Unit, z_a: Unit, z_b: Unit) -> bool:
    """Return whether roles explain that two units x and z swap places.

    They do for a verb and its doer, and for two parties of which at least one keeps its role.
    """
    if VERB in (x_a.kind, z_a.kind):
        return x_a.kind != z_a.kind
    if x_a.role == z_a.role:
        return False
    keeps = (x_a.role == x_b.role) + (z_a.role == z_b.role)
    return keeps == 2 or (keeps == 1 and x_a.role != z_b.role and z_a.role != x_b.role)

"""Features of the learned judge: numbers that say how far two statements agree."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.language.quantities import Quantity, unshared
from agentsensus.language.reading import Reading
from agentsensus.language.units import NAME, VERB, Unit
from agentsensus.memory.judge.alignment import Alignment, align, covered, mass
from agentsensus.memory.judge.features.order import Order, order, same_tokens

__all__ = ["features", "is_plain"]

_SLIGHT = 0.15
_SAME_WORDS = 0.75
_SAME_FORM, _SAME_SHORT_FORM = 0.8, 0.9
_SHORT = 10
"""Up to this number of words in both statements, an explained change of order is accepted even if most words are the
same.
"""
_LONG = 24
_LITTLE = 1.0
_MOST = 4


@dataclass(frozen=True, slots=True)
class _Compared:
    """The comparison of two statements: how much only one of them says, and the order of what both say."""

    left_low: float
    left_high: float
    size: int
    order: Order
    same_tokens: float
    has_pairs: bool
    tells_more: bool
    """Whether one statement has a number that the other lacks, or reports a further action."""
    is_turned: bool
    """Whether two numbers or times of one kind are swapped: «she died in 1922, he in 1933»."""

    @property
    def is_plain(self) -> bool:
        """Whether one statement says nothing that the other does not, in an order that means the same.

        The same words in another order often mean something else («lands and many offices», «many lands and offices»).
        So
        with mostly equal words only a phrase may have moved, and in a long sentence nothing.
        """
        is_long = self.size > _LONG
        if (
            not self.has_pairs
            or self.left_low > _SLIGHT
            or self.order.reversals
            or (self.is_turned and not (self.order.breaks and self.order.is_explained))
            or self.tells_more
            or (is_long and self.left_high > _LITTLE)
        ):
            return False
        same_form = _SAME_SHORT_FORM if self.size <= _SHORT else _SAME_FORM
        is_voice = self.order.is_explained and (not self.order.breaks or self.same_tokens < same_form)
        is_same_order = is_voice or (self.order.is_moved and not is_long)
        return is_same_order or self.same_tokens < _SAME_WORDS


def is_plain(a: Reading, b: Reading) -> bool:
    """Return whether two statements plainly say the same, so that no weights are needed to judge them."""
    return a.language == b.language and _compared(*sorted((a, b), key=_text)).is_plain


def features(a: Reading, b: Reading, cosine: float, *, is_clear: bool) -> dict[str, float]:
    """Return all features of a pair by name. They are symmetric in the two statements.

    `is_clear` says that no veto applies to the pair.
    """
    a, b = sorted((a, b), key=_text)
    alignment, compared = align(a, b), _compared(a, b)
    low, high = covered(alignment)
    names = [[unit for unit in units if unit.kind == NAME] for units in (alignment.only_a, alignment.only_b)]
    both = sum(alignment.a[place].kind == NAME for place, _ in alignment.pairs)
    return {
        "cosine": cosine,
        "plain": float(compared.is_plain),
        "clear": float(is_clear),
        "cover_low": low,
        "cover_high": high,
        "left_low": math.log1p(compared.left_low),
        "left_high": math.log1p(compared.left_high),
        "both_say_more": float(compared.left_low > _SLIGHT),
        "words_low": math.log1p(min(_told(alignment.only_a), _told(alignment.only_b))),
        "deeds_low": math.log1p(min(_told(alignment.only_a, VERB), _told(alignment.only_b, VERB))),
        "reversals": math.log1p(compared.order.reversals),
        "breaks": compared.order.breaks / max(1, len(alignment.pairs)),
        "length": math.log1p(compared.size),
        "names_both": float(min(both, _MOST)),
        "names_one": float(min(max(map(len, names)), _MOST)),
    }


def _text(reading: Reading) -> str:
    return reading.text


def _compared(a: Reading, b: Reading) -> _Compared:
    alignment = align(a, b)
    left = [sum(map(mass, units)) for units in (alignment.only_a, alignment.only_b)]
    size = len(alignment.a) + len(alignment.b)
    return _Compared(
        min(left),
        max(left),
        size,
        order(alignment, a.language),
        same_tokens(a, b),
        bool(alignment.pairs),
        _tells_more(a, b, alignment),
        _are_turned(a.measured.quantities, b.measured.quantities),
    )


def _are_turned(a: Sequence[Quantity], b: Sequence[Quantity]) -> bool:
    for kind in sorted({quantity.kind for quantity in a}):
        in_a, in_b = ([quantity.value for quantity in side if quantity.kind == kind] for side in (a, b))
        if in_a != in_b and sorted(in_a) == sorted(in_b):
            return True
    return False


def _tells_more(a: Reading, b: Reading, alignment: Alignment) -> bool:
    only_a, only_b = unshared(a.measured.quantities, b.measured.quantities)
    if (only_a and only_b) or any(not quantity.is_time for quantity in (*only_a, *only_b)):
        return True
    return any(_is_more(units) for units in (alignment.only_a, alignment.only_b))


def _is_more(units: list[Unit]) -> bool:
    """Return whether these units report a separate action: a verb with an object, or a name with further content."""
    if any(unit.kind == VERB for unit in units) and any(unit.kind != VERB and mass(unit) > _SLIGHT for unit in units):
        return True
    besides = sum(mass(unit) for unit in units if unit.kind != NAME)
    return any(unit.kind == NAME for unit in units) and besides > _LITTLE


def _told(units: list[Unit], kind: str | None = None) -> float:
    """Return the total `mass` of the verbs among the units (`kind` VERB), or of all other units."""
    return sum(mass(unit) for unit in units if (unit.kind == VERB) == (kind == VERB))

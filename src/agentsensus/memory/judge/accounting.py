"""The account of two statements: which words of each are explained by the other statement.

A word is explained ("accounted for") if the other statement has the same word, a synonym from the lists, or the same
name, number or time. One statement may say more than the other, but it must not report a further deed. If exactly one
word of each statement is left over («likes», «hates»), these two form the *slot*. A slot is explained only if the
vectors of its words are close and they are not opposites.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.language.caching import text_cache
from agentsensus.language.languages import rules_of
from agentsensus.language.quantities import Quantity, unshared
from agentsensus.language.reading import Reading
from agentsensus.language.rules import Language
from agentsensus.language.units import NAME, NUMBER, RAW, VERB, Unit
from agentsensus.memory.judge.alignment import MOST_UNITS, Alignment, align, left_words, mass
from agentsensus.memory.judge.order import Order, order, same_tokens

__all__ = ["SHORT", "PairAccount", "Slot", "account", "is_plain"]

SHORT = 4
"""A statement with at most this number of words and names is short. Short statements are never retellings."""
_SLIGHT = 0.15
"""A word may be missing in the other statement if its `mass` (how informative it is) is at most this."""
_MIDDLING = 7
_SAME_FRAME, _SAME_SHORTER_FRAME, _SAME_ORDER = 0.75, 0.6, 0.5
"""From these shares of common words on, any difference counts. A lower share is enough for shorter statements."""
_FEW_SLOTS = 2
_SAME_WORDS = 0.75
_SAME_FORM, _SAME_SHORT_FORM = 0.8, 0.9
_FEW = 10
"""If both statements together have at most this many words, roles may explain another order of equal words."""
_LONG = 24
"""If both statements together have more than this many words, no phrase may move, and little may be left over."""
_LITTLE = 1.0


@dataclass(frozen=True, slots=True)
class Slot:
    """The single word that is left over in each statement. If only one statement has a deed left over, `text_b` is
    empty.
    """

    text_a: str
    text_b: str
    is_opposite: bool
    is_of_deeds: bool

    @property
    def texts(self) -> tuple[str, str]:
        return self.text_a, self.text_b


@dataclass(frozen=True, slots=True)
class PairAccount:
    """What each of two statements says that the other does not, and whether their common words have the same order."""

    left_low: float
    left_high: float
    size: int
    """The number of units of both statements together."""
    order: Order
    same_tokens: float
    has_pairs: bool
    is_cut: bool
    """Whether a statement is too long and was compared only in part."""
    tells_more: bool
    """Whether one statement has a number, deed or name that the other lacks."""
    is_turned: bool
    """Whether two numbers or times of one kind are swapped: «she died in 1922, he in 1933»."""
    slot: Slot | None
    """The word left over in each statement, if nothing else is left over."""
    is_short: bool
    shares_words: bool
    """Whether the statements have so many common words that every difference counts."""
    has_one_frame: bool
    """Whether both are one sentence with a few words replaced. Then neither retells the other."""

    @property
    def is_long(self) -> bool:
        return self.size > _LONG

    @property
    def is_reordered(self) -> bool:
        """Whether the order of the common words shows that neither statement retells the other.

        Statements with mostly equal words must have them in the same order. In other long statements no two words may
        have swapped places without a reason («born in Melbourne, moved to Leeds», «born in Leeds, moved to Melbourne»).
        """
        if self.same_tokens >= _SAME_SHORTER_FRAME:
            return self.order.breaks > 0
        return self.is_long and self.order.reversals > 0

    def is_plain(self, *, is_bridged: bool = False) -> bool:
        """Return whether one statement says nothing that the other does not, in an order with the same meaning.

        `is_bridged` means that the words of the slot have close vectors. Equal words in another order often mean
        something else («lands and many offices», «many lands and offices»). So at most one phrase may have moved; in a
        long sentence none; and none if most words are equal or a word was replaced.
        """
        if (
            not self.has_pairs
            or self.is_cut
            or (self.left_low > _SLIGHT and not is_bridged)
            or (self.slot is not None and not is_bridged)
            or self.order.reversals
            or (self.is_turned and not (self.order.breaks and self.order.is_explained))
            or (self.tells_more and not is_bridged)
            or (self.is_long and self.left_high > _LITTLE)
        ):
            return False
        same_form = _SAME_SHORT_FORM if self.size <= _FEW else _SAME_FORM
        is_voice = self.order.is_explained and (not self.order.breaks or self.same_tokens < same_form)
        is_same_order = is_voice or (self.order.is_moved and not self.is_long)
        return is_same_order or (self.same_tokens < _SAME_WORDS and not is_bridged)


def is_plain(a: Reading, b: Reading) -> bool:
    """Return whether every word of two statements is accounted for, without using word vectors."""
    return a.language == b.language and account(a, b).is_plain()


def account(a: Reading, b: Reading) -> PairAccount:
    """Return the account of two statements of one language. Symmetric in the two statements."""
    return _account(*sorted((a, b), key=lambda reading: reading.text))


@text_cache(16_384)
def _account(a: Reading, b: Reading) -> PairAccount:
    alignment = align(a, b)
    left = [sum(map(mass, units)) for units in (alignment.only_a, alignment.only_b)]
    in_order = order(alignment, a.language)
    words = [
        [word for word in left_words(units, left) if word[0].kind == NUMBER or sum(map(mass, word)) > _SLIGHT]
        for units, left in ((alignment.a, alignment.left_a), (alignment.b, alignment.left_b))
    ]
    count = min(_count(alignment.a) + _times(a), _count(alignment.b) + _times(b))
    is_short = count <= SHORT
    tokens = same_tokens(a, b)
    shares_words = tokens >= (_SAME_SHORTER_FRAME if count <= _MIDDLING else _SAME_FRAME)
    return PairAccount(
        left_low=min(left),
        left_high=max(left),
        size=len(alignment.a) + len(alignment.b),
        order=in_order,
        same_tokens=tokens,
        has_pairs=bool(alignment.pairs),
        is_cut=MOST_UNITS in (len(alignment.a), len(alignment.b)),
        tells_more=_tells_more(a, b, alignment),
        is_turned=_are_turned(a.measured.quantities, b.measured.quantities),
        slot=_slot(a.language, words, is_short=is_short),
        is_short=is_short,
        has_one_frame=_has_one_frame(
            tokens, in_order, words, shares_words=shares_words, counts_more=_counts_more(a, b)
        ),
        shares_words=shares_words,
    )


def _has_one_frame(
    tokens: float, in_order: Order, words: Sequence[Sequence[list[Unit]]], *, shares_words: bool, counts_more: bool
) -> bool:
    """Return whether both statements are one sentence in which at most two words are replaced or a number is added."""
    if shares_words and counts_more:
        return True
    if not all(words):
        return False
    return (shares_words and max(map(len, words)) <= _FEW_SLOTS) or (tokens >= _SAME_ORDER and not in_order.breaks)


def _times(reading: Reading) -> int:
    return sum(quantity.is_time for quantity in reading.measured.quantities)


def _count(units: Sequence[Unit]) -> float:
    """Return the number of words and names of a statement. Two characters of an unknown word count as one word."""
    return sum(0.5 if unit.kind == RAW else 1.0 for unit in units if unit.kind == NUMBER or mass(unit) > _SLIGHT)


def _slot(language: Language, words: Sequence[Sequence[list[Unit]]], *, is_short: bool) -> Slot | None:
    """Return the one word left over in each statement, or a deed that only one of two short statements reports; else
    None.
    """
    if all(len(side) == 1 for side in words):
        (of_a,), (of_b,) = words
        is_opposite = any(x.opposes(y) for x in of_a for y in of_b)
        return Slot(_text(of_a), _text(of_b), is_opposite, of_a[0].kind == of_b[0].kind == VERB)
    if is_short and any(words[0]) != any(words[1]):
        bare = rules_of(language).unit_rules.bare_verbs
        left = [unit for side in words for word in side for unit in word]
        deeds = [unit.text for unit in left if unit.kind == VERB and unit.key not in bare]
        return Slot(deeds[0], "", is_opposite=False, is_of_deeds=True) if deeds else None
    return None


def _text(word: Sequence[Unit]) -> str:
    return "".join(unit.text for unit in word)


def _are_turned(a: Sequence[Quantity], b: Sequence[Quantity]) -> bool:
    for kind in sorted({quantity.kind for quantity in a}):
        in_a, in_b = ([quantity.value for quantity in side if quantity.kind == kind] for side in (a, b))
        if in_a != in_b and sorted(in_a) == sorted(in_b):
            return True
    return False


def _tells_more(a: Reading, b: Reading, alignment: Alignment) -> bool:
    only_a, only_b = unshared(a.measured.quantities, b.measured.quantities)
    if (only_a and only_b) or _counts_more(a, b):
        return True
    bare = rules_of(a.language).unit_rules.bare_verbs
    return any(
        _is_more([unit for unit in units if unit.key not in bare]) for units in (alignment.only_a, alignment.only_b)
    )


def _counts_more(a: Reading, b: Reading) -> bool:
    """Return whether one statement has a number that the other lacks. Times do not count."""
    only_a, only_b = unshared(a.measured.quantities, b.measured.quantities)
    return any(not quantity.is_time for quantity in (*only_a, *only_b))


def _is_more(units: list[Unit]) -> bool:
    """Return whether these units report a separate action: a verb with an object, or a name with further content."""
    if any(unit.kind == VERB for unit in units) and any(unit.kind != VERB and mass(unit) > _SLIGHT for unit in units):
        return True
    besides = sum(mass(unit) for unit in units if unit.kind != NAME)
    return any(unit.kind == NAME for unit in units) and besides > _LITTLE

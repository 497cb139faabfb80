"""Select the vetoes that exclude a retelling: two statements with such a veto cannot retell each other."""

from collections.abc import Mapping, Sequence

from agentsensus.language.languages import all_rules
from agentsensus.language.reading import Reading
from agentsensus.language.units import NAME, NOT, VERB, Unit
from agentsensus.memory.judge.accounting import account
from agentsensus.memory.judge.alignment import Alignment, align, mass
from agentsensus.memory.judge.vetoes.registry import standing
from agentsensus.memory.judge.vetoes.stances import is_question
from agentsensus.memory.judge.vetoes.veto import Veto, VetoKind

__all__ = ["against_retelling", "counting"]

_LITTLE = 1.5
"""If each statement has unmatched words of more `mass` than this, a negation may be only another phrasing."""
_SURE = frozenset({"number", "time", "opposite", "report", "content", "silence", "unmatched"})
_SURE_OF_SAME_WORDS = frozenset(
    {"person", "role", "suffering", "direction", "way", "mark", "place", "negation", "plan", "question"}
)
"""Vetoes that count in addition between short statements and statements that share most words."""
_HALF_THE_WORDS = 0.5
"""The share of common words from which a plan against a deed counts."""
_MAIN_PARTS = frozenset({"doer", "done"})
_SHORT = 3
"""Statements with at most this number of words beside names are too short to be retold in entirely different words."""
_LISTING = frozenset[str]().union(*(rules.comparing.list_joiners for rules in all_rules()))


def counting(a: Reading, b: Reading) -> dict[str, Veto]:
    """Return the vetoes that count between two wordings of a record: all of them or, for registered people, the
    reliable ones.
    """
    reasons = standing(a, b)
    return against_retelling(a, b, reasons) if reasons and a.known and b.known else reasons


def against_retelling(a: Reading, b: Reading, reasons: Mapping[str, Veto]) -> dict[str, Veto]:
    """Return those of the vetoes `reasons` that a retelling in other words cannot explain.

    A retelling may change a thing or a preposition; and a negation or a plan, if each statement has several words of
    its own. It does not change a person, number or time, use an opposite, or swap people.
    """
    alignment, of_both = align(a, b), account(a, b)
    names = _SURE if _both_tell_more(alignment) else _SURE | {"negation"}
    if of_both.is_short or of_both.shares_words:
        names = names | _SURE_OF_SAME_WORDS
    if of_both.same_tokens >= _HALF_THE_WORDS and (
        (a.told is None) != (b.told is None) or not _both_tell_more(alignment)
    ):
        names = names | {"plan"}  # a fact that was told is not a deed that was ordered
    if is_question(a) != is_question(b):
        names = names | {"question"}
    if _denies_shared_deed(alignment):
        names = names | {"negation"}
    sure = {name: reason for name, reason in reasons.items() if name in names}
    for in_a, in_b in ((a.people, b.people), (a.known_places, b.known_places)):
        if in_a - in_b and in_b - in_a:
            sure["person"] = Veto(VetoKind.NAMES, (min(in_a - in_b), min(in_b - in_a)))
    if of_both.shares_words and (a.people != b.people) and (extra := _further_doer(alignment)):
        sure["person"] = Veto(VetoKind.OTHER_DOER, extra)
    if _is_same_but_for_people(a, b):
        sure["role"] = Veto(VetoKind.PEOPLE_MOVED)
    if min(len(a.vocabulary), len(b.vocabulary)) <= _SHORT and not a.vocabulary & b.vocabulary:
        sure["words"] = Veto(VetoKind.SHORT_AND_NO_SHARED_WORD)
    return sure


def _denies_shared_deed(alignment: Alignment) -> bool:
    """Return whether both statements report the same deed, and only one of them denies it."""
    return any(_is_denied(alignment.a, x) != _is_denied(alignment.b, y) for x, y in alignment.pairs)


def _is_denied(units: Sequence[Unit], place: int) -> bool:
    return units[place].kind == VERB and place > 0 and units[place - 1].kind == NOT


def _further_doer(alignment: Alignment) -> tuple[str, str] | None:
    """Return a person who is in one statement only, and another person with the same role in both; None if there are
    none.
    """
    for units, left in ((alignment.a, alignment.only_a), (alignment.b, alignment.only_b)):
        for unit in left:
            beside = [x.text for x in units if x.kind == NAME and x.role == unit.role and x not in left]
            if unit.kind == NAME and unit.role in _MAIN_PARTS and beside:
                return beside[0], unit.text
    return None


def _both_tell_more(alignment: Alignment) -> bool:
    return min(sum(map(mass, units)) for units in (alignment.only_a, alignment.only_b)) > _LITTLE


def _is_same_but_for_people(a: Reading, b: Reading) -> bool:
    """Return whether two statements have the same words around registered names, but the names in other places."""
    return _around(a) == _around(b) and _named_in_turn(a) != _named_in_turn(b)


def _around(reading: Reading) -> tuple[str, ...]:
    return tuple(words.casefold() for words, _ in reading.between_names)


def _named_in_turn(reading: Reading) -> list[set[str]]:
    """Return the names in order. Names that are listed together («Hamlet and Horatio») form one set."""
    turns: list[set[str]] = []
    for words, name in reading.between_names:
        if turns and words.strip() in _LISTING:
            turns[-1].add(name)
        else:
            turns.append({name})
    return turns

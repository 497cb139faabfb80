"""The vetoes that rule out a retelling: of the vetoes on two statements about registered people, the reliable ones."""

from collections.abc import Mapping, Sequence

from agentsensus.language.languages import all_rules
from agentsensus.language.reading import Reading
from agentsensus.language.units import NAME, NOT, VERB, Unit
from agentsensus.memory.judge.alignment import Alignment, align, covered, mass
from agentsensus.memory.judge.features.order import same_tokens
from agentsensus.memory.judge.parts import parts
from agentsensus.memory.judge.vetoes.registry import standing
from agentsensus.memory.judge.vetoes.stances import is_question
from agentsensus.memory.judge.vetoes.veto import Veto, VetoKind

__all__ = ["against_retelling", "counting"]

_PART = 0.35
"""If one statement contains that much more of the other than the reverse, it reports only a part of the event."""
_LITTLE = 1.5
"""If each statement says more than this that the other does not, a negation or plan may be a matter of wording."""
_SURE = frozenset({"number", "time", "opposite", "report", "content", "silence"})
_SURE_IF_NEAR = frozenset({"negation", "plan"})
_SAME_WORDS = 0.75
_SURE_OF_SAME_WORDS = frozenset({"person", "role", "place", "negation", "plan", "question"})
"""Vetoes that count in addition if the statements share at least `_SAME_WORDS` of their words."""
_SLIGHT = 0.15
_SHORT = 3
"""Statements with at most this number of words beside names are too short to be retold in entirely different words."""
_LISTING = frozenset[str]().union(*(rules.comparing.list_joiners for rules in all_rules()))


def counting(a: Reading, b: Reading) -> dict[str, Veto]:
    """Return the vetoes that count between two wordings of a record: all that apply or, for registered people, the
    reliable ones.
    """
    reasons = standing(a, b)
    return against_retelling(a, b, reasons) if reasons and a.known and b.known else reasons


def against_retelling(a: Reading, b: Reading, reasons: Mapping[str, Veto]) -> dict[str, Veto]:
    """Return those of the given vetoes that a retelling cannot explain.

    A different thing or preposition is normal in a retelling, and if both statements have several words of their own,
    so is a
    negation or a plan. A different person, number or time, an opposite, and swapped people are not.
    """
    alignment = align(a, b)
    names = _SURE if _both_tell_more(alignment) else _SURE | _SURE_IF_NEAR
    if same_tokens(a, b) >= _SAME_WORDS:
        names = names | _SURE_OF_SAME_WORDS
    if is_question(a) != is_question(b):
        names = names | {"question"}
    if (a.told is None) != (b.told is None):
        names = names | {"plan"}  # one reports that it happened, the other orders it
    if _denies_shared_deed(alignment):
        names = names | {"negation"}
    sure = {name: reason for name, reason in reasons.items() if name in names}
    for in_a, in_b in ((a.people, b.people), (a.known_places, b.known_places)):
        if in_a - in_b and in_b - in_a:
            sure["person"] = Veto(VetoKind.NAMES, (min(in_a - in_b), min(in_b - in_a)))
    low, high = covered(alignment)
    if high - low > _PART:
        sure["part"] = Veto(VetoKind.ONLY_A_PART)
    exchanged = parts(alignment).exchanged if "role" in reasons else None
    named = frozenset(a.persons) & frozenset(b.persons) - a.known_places - b.known_places
    if exchanged is not None and all(_names_one(party, named) for party in exchanged):
        sure["role"] = reasons["role"]
    if _is_same_but_for_people(a, b):
        sure["role"] = Veto(VetoKind.PEOPLE_MOVED)
    if min(len(a.vocabulary), len(b.vocabulary)) <= _SHORT and not a.vocabulary & b.vocabulary:
        sure["words"] = Veto(VetoKind.SHORT_AND_NO_SHARED_WORD)
    if not _share_words(alignment):
        sure["words"] = Veto(VetoKind.NO_SHARED_WORD)
    return sure


def _denies_shared_deed(alignment: Alignment) -> bool:
    """Return whether an action that both statements report is negated in only one of them."""
    return any(_is_denied(alignment.a, x) != _is_denied(alignment.b, y) for x, y in alignment.pairs)


def _is_denied(units: Sequence[Unit], place: int) -> bool:
    return units[place].kind == VERB and place > 0 and units[place - 1].kind == NOT


def _both_tell_more(alignment: Alignment) -> bool:
    return min(sum(map(mass, units)) for units in (alignment.only_a, alignment.only_b)) > _LITTLE


def _share_words(alignment: Alignment) -> bool:
    """Return whether both statements share a word, beside names, with the same meaning."""
    return any(
        NAME not in (alignment.a[x].kind, alignment.b[y].kind) and mass(alignment.a[x]) > _SLIGHT
        for x, y in alignment.pairs
    )


def _names_one(party: str, people: frozenset[str]) -> bool:
    return any(name in party for name in people)


def _is_same_but_for_people(a: Reading, b: Reading) -> bool:
    """Return whether two statements have the same words around registered names, but the names in other positions."""
    return _around(a) == _around(b) and _named_in_turn(a) != _named_in_turn(b)


def _around(reading: Reading) -> tuple[str, ...]:
    return tuple(words.casefold() for words, _ in reading.between_names)


def _named_in_turn(reading: Reading) -> list[set[str]]:
    """Return the names in order. Names in one list («Hamlet and Horatio») form an unordered set."""
    turns: list[set[str]] = []
    for words, name in reading.between_names:
        if turns and words.strip() in _LISTING:
            turns[-1].add(name)
        else:
            turns.append({name})
    return turns

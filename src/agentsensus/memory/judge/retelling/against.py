"""What speaks against a retelling: of the vetoes between two statements about known people, those that are sure."""

from collections.abc import Mapping

from agentsensus.memory.judge.alignment import align, covered
from agentsensus.memory.judge.parts import parts
from agentsensus.memory.judge.vetoes import standing
from agentsensus.text.reading import Reading

__all__ = ["against_retelling", "counting"]

_PART = 0.35
"""Where so much more of one statement is in the other than the other way round, it is a step of it."""
_SHORT = 3
"""Statements of so few words beside names are too short to tell the same in quite other words."""
_LISTING = frozenset((",", "and", ", and", "、", "和", "与", "及"))
_STRONG = frozenset({"number", "time", "negation", "opposite", "report", "plan"})


def counting(a: Reading, b: Reading) -> dict[str, str]:
    """The vetoes that count between two wordings of a record: all that stand, of known people the sure ones."""
    reasons = standing(a, b)
    return against_retelling(a, b, reasons) if reasons and a.known and b.known else reasons


def against_retelling(a: Reading, b: Reading, reasons: Mapping[str, str]) -> dict[str, str]:
    """Of the vetoes that stand, those that a retelling cannot explain.

    Another thing or another preposition is what retellings are made of; another person, number or time is not.
    """
    sure = {name: reason for name, reason in reasons.items() if name in _STRONG}
    people_a, people_b = ({name for name in reading.known if name.lower() not in reading.places} for reading in (a, b))
    if people_a - people_b and people_b - people_a:
        sure["person"] = f"different persons: {min(people_a - people_b)} against {min(people_b - people_a)}"
    low, high = covered(align(a, b))
    if high - low > _PART:
        sure["part"] = "one tells only a part of the other"
    exchanged = parts(align(a, b)).exchanged if "role" in reasons else None
    if exchanged is not None and set(exchanged) <= people_a & people_b:
        sure["role"] = reasons["role"]
    if _is_same_but_for_people(a, b):
        sure["role"] = "the same words with the people in other parts"
    if min(len(a.vocabulary), len(b.vocabulary)) <= _SHORT and not a.vocabulary & b.vocabulary:
        sure["words"] = "short, and no word in common but names"
    return sure


def _is_same_but_for_people(a: Reading, b: Reading) -> bool:
    """Whether two statements have the same words around known names, but these in other places."""
    return _around(a) == _around(b) and _named_in_turn(a) != _named_in_turn(b)


def _around(reading: Reading) -> tuple[str, ...]:
    return tuple(words.casefold() for words, _ in reading.between_names)


def _named_in_turn(reading: Reading) -> list[set[str]]:
    """The names in order; those of one list («Hamlet and Horatio») have no order among them."""
    turns: list[set[str]] = []
    for words, name in reading.between_names:
        if turns and words.strip() in _LISTING:
            turns[-1].add(name)
        else:
            turns.append({name})
    return turns

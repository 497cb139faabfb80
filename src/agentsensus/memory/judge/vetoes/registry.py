"""All vetoes by name, and the vetoes that apply to two statements."""

from collections.abc import Callable

from agentsensus.language.caching import text_cache
from agentsensus.language.reading import Reading
from agentsensus.memory.judge.alignment import align, covered, left_words
from agentsensus.memory.judge.polarity import has_denied_form
from agentsensus.memory.judge.vetoes.exchanges import (
    direction,
    mark,
    number,
    person,
    place,
    role,
    suffering,
    thing,
    time,
    way,
    whose,
)
from agentsensus.memory.judge.vetoes.reports import content, report
from agentsensus.memory.judge.vetoes.stances import negation, opposite, plan, question, silence, speech
from agentsensus.memory.judge.vetoes.veto import Veto

VETO_CHECKS: dict[str, Callable[[Reading, Reading], Veto | None]] = {
    "person": person,
    "role": role,
    "suffering": suffering,
    "direction": direction,
    "way": way,
    "mark": mark,
    "whose": whose,
    "number": number,
    "time": time,
    "place": place,
    "negation": negation,
    "opposite": opposite,
    "plan": plan,
    "question": question,
    "speech": speech,
    "silence": silence,
    "report": report,
    "content": content,
    "thing": thing,
}
CONTRADICTING = frozenset({"person", "role", "number", "time", "place", "negation", "opposite"})
"""Vetoes that may mean a contradiction between two reports of one event, and not two events."""
_ALIKE = 0.5
_FEW = 2
_CONTAINED = 0.9
_RATHER_ALIKE, _SHORT = 0.3, 24
"""In short statements without registered names, an opposite, a negation or a plan counts if they share at least this
much.
"""
_STANCES = frozenset({"question", "plan", "speech"})
TURNS = frozenset({"opposite", "negation", "plan", "direction", "suffering", "way", "mark"})
_ALWAYS = frozenset({"report", "content", "silence", "number", "time"})


def vetoes(a: Reading, b: Reading) -> dict[str, Veto]:
    """Return all vetoes on two statements, by the veto's name; empty if there are none."""
    return dict(_standing_vetoes(a, b))


@text_cache(16_384)
def _standing_vetoes(a: Reading, b: Reading) -> tuple[tuple[str, Veto], ...]:
    return tuple((name, veto) for name, check in VETO_CHECKS.items() if (veto := check(a, b)))


def standing(a: Reading, b: Reading) -> dict[str, Veto]:
    """Return the vetoes that count. Most differences count only if the statements are otherwise similar.

    «Laertes sailed» and «Polonius said that Laertes left for Paris at noon» differ in the speaker, but are hardly the
    same sentence. A different number or time and a report always count; so does a different person, if both statements
    have registered names.
    """
    reasons = vetoes(a, b)
    if not reasons or are_alike(a, b):
        return reasons
    always = _ALWAYS | {"person", "role"} if a.known and b.known else _ALWAYS
    if a.language == b.language:
        alignment = align(a, b)
        low, high = covered(alignment)
        if high >= _CONTAINED:
            always = always | _STANCES  # all of «The road was closed» is in «Paula asked whether …»
        is_short = len(alignment.a) + len(alignment.b) <= _SHORT
        if low >= _RATHER_ALIKE and is_short and not (a.known and b.known):
            always = always | TURNS
        if has_denied_form(alignment):
            always = always | {"opposite"}  # «comfortable», «uncomfortable»
    return {name: reason for name, reason in reasons.items() if name in always}


def are_alike(a: Reading, b: Reading) -> bool:
    """Return whether each statement contains half of the other, or each has at most two words that the other lacks."""
    if a.language != b.language:
        return True
    alignment = align(a, b)
    left = ((alignment.a, alignment.left_a), (alignment.b, alignment.left_b))
    few = max(len(left_words(*side)) for side in left) <= _FEW and bool(alignment.pairs)
    return few or covered(alignment)[0] >= _ALIKE

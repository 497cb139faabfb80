"""Which wording a merged record shows: the rules by name."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from agentsensus.models.tokens import tokens
from agentsensus.text.languages import rules_of
from agentsensus.text.reading import Reading

__all__ = ["TEXT_RULES", "TextRule", "Worded"]

Worded: TypeAlias = tuple[str, Reading]
"""A wording as it was said, and its reading under canonical names."""

TextRule: TypeAlias = Callable[[Sequence[Worded], int], str]
"""From the wordings of a record, oldest first, and the token cap to the text that is shown."""


def shorter(wordings: Sequence[Worded], cap: int) -> str:
    """The wording with the fewest characters, the first of equals: the paper's rule."""
    return min((text for text, _ in wordings), key=len)


def longer(wordings: Sequence[Worded], cap: int) -> str:
    """The wording with the most characters, the first of equals."""
    return max((text for text, _ in wordings), key=len)


def role_preserving(wordings: Sequence[Worded], cap: int) -> str:
    """The shortest wording that covers what all of them name; if none does, two together, if they fit the cap."""
    whole = frozenset[str]().union(*(_particulars(reading) for _, reading in wordings))
    covering = [text for text, reading in wordings if _particulars(reading) == whole]
    if covering:
        return min(covering, key=len)
    fullest, its_reading = max(wordings, key=lambda worded: len(_particulars(worded[1])))
    for text, reading in wordings:
        pair = rules_of(reading.language).writing.sentences([fullest, text])
        if _particulars(its_reading) | _particulars(reading) == whole and tokens(pair) <= cap:
            return pair
    return fullest


def _particulars(reading: Reading) -> frozenset[str]:
    """What a merge must not lose: persons, places, numbers, times, and who ordered it."""
    ordered = {f"ordered by {reading.doer}"} if reading.orders and reading.doer else set()
    return frozenset({*reading.persons, *reading.places, *reading.numbers, *reading.times, *ordered})


TEXT_RULES: dict[str, TextRule] = {"shorter": shorter, "longer": longer, "role-preserving": role_preserving}

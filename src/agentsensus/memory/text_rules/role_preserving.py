"""The wording that loses nobody: all names, places, numbers and the one who gave the order."""

from collections.abc import Sequence

from agentsensus.models.tokens import tokens
from agentsensus.text.languages import rules_of
from agentsensus.text.reading import Reading


def role_preserving(wordings: Sequence[tuple[str, Reading]], cap: int) -> str:
    """The shortest wording that covers what all of them name; if none does, two together, if they fit the cap."""
    whole = frozenset[str]().union(*(particulars(reading) for _, reading in wordings))
    covering = [text for text, reading in wordings if particulars(reading) == whole]
    if covering:
        return min(covering, key=len)
    fullest = max(wordings, key=lambda worded: len(particulars(worded[1])))
    for text, reading in wordings:
        together = rules_of(reading.language).writing.sentences([fullest[0], text])
        if particulars(fullest[1]) | particulars(reading) == whole and tokens(together) <= cap:
            return together
    return fullest[0]


def particulars(reading: Reading) -> frozenset[str]:
    """What a merge must not lose: persons, places, numbers, times, and who ordered it."""
    ordered = {f"ordered by {reading.doer}"} if reading.orders and reading.doer else set()
    return frozenset({*reading.persons, *reading.places, *reading.numbers, *reading.times, *ordered})

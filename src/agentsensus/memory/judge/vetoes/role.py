"""The same people with their parts exchanged: who did it to whom."""

from agentsensus.text.reading import Reading

_ALIKE = 0.5


def role(a: Reading, b: Reading) -> str | None:
    """Nearly the same words about the same people, but another one acts."""
    if len(a.persons) < 2 or set(a.persons) != set(b.persons) or a.language != b.language:
        return None
    if a.doer == b.doer or not a.doer or not b.doer or _overlap(a, b) < _ALIKE:
        return None
    return f"parts exchanged: {a.doer} acts in one, {b.doer} in the other"


def _overlap(a: Reading, b: Reading) -> float:
    smaller = min(len(a.vocabulary), len(b.vocabulary))
    return len(a.vocabulary & b.vocabulary) / smaller if smaller else 1.0

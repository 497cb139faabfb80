"""Done against not done."""

from agentsensus.text.reading import Reading


def negation(a: Reading, b: Reading) -> str | None:
    """Only one of the two says that it did not happen, or one denies what the other denies."""
    if a.negated != b.negated:
        return "done against not done"
    odd = bool(a.known and b.known) and (a.negations - b.negations) % 2 == 1
    return "denied against denied once more" if odd else None

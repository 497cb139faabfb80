"""Done against not done."""

from agentsensus.memory.reading import Reading


def negation(a: Reading, b: Reading) -> str | None:
    """Only one of the two says that it did not happen."""
    return "done against not done" if a.negated != b.negated else None

"""Planned against done."""

from agentsensus.text.reading import Reading


def plan(a: Reading, b: Reading) -> str | None:
    """Only one of the two is an intention, an order, a promise or a possibility."""
    return "planned against done" if a.planned != b.planned else None

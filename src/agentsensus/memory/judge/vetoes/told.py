"""Told against happened."""

from agentsensus.text.reading import Reading


def told(a: Reading, b: Reading) -> str | None:
    """Only one of the two tells of a telling: that X was said is another fact than X."""
    return "told against happened" if a.told != b.told else None

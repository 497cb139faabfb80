"""Asked against stated."""

from agentsensus.text.reading import Reading


def question(a: Reading, b: Reading) -> str | None:
    """Only one of the two is a question."""
    return "asked against stated" if a.asks != b.asks else None

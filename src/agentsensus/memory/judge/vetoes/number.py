"""Another number."""

from agentsensus.memory.judge.vetoes.exchange import exchanged
from agentsensus.text.reading import Reading


def number(a: Reading, b: Reading) -> str | None:
    """Each statement has a number that the other has not."""
    swap = exchanged(a.numbers, b.numbers)
    return f"different numbers: {swap[0]} against {swap[1]}" if swap else None

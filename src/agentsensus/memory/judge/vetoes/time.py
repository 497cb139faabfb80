"""Another time."""

from agentsensus.memory.judge.vetoes.exchange import exchanged
from agentsensus.text.reading import Reading


def time(a: Reading, b: Reading) -> str | None:
    """Each statement has a date or a time of day that the other has not."""
    swap = exchanged(a.times, b.times)
    return f"different times: {swap[0]} against {swap[1]}" if swap else None

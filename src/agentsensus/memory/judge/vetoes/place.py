"""Another place."""

from agentsensus.memory.judge.vetoes.exchange import exchanged
from agentsensus.text.reading import Reading


def place(a: Reading, b: Reading) -> str | None:
    """Each statement names a place that the other does not."""
    if a.language != b.language:
        return None
    only_a = [found for found in a.places if found not in b.text.lower()]
    only_b = [found for found in b.places if found not in a.text.lower()]
    swap = exchanged(only_a, only_b, lambda x, y: x in y or y in x)
    return f"different places: {swap[0]} against {swap[1]}" if swap else None

"""Another person in the same place of the story."""

from agentsensus.memory.judge.vetoes.exchange import exchanged
from agentsensus.memory.reading import Reading


def person(a: Reading, b: Reading) -> str | None:
    """Each statement names somebody whom the other does not."""
    if a.language != b.language and not set(a.persons) & set(b.persons):
        return None  # two scripts: without a shared registry the same person looks like two
    only_a = [name for name in a.persons if not _occurs(name, b)]
    only_b = [name for name in b.persons if not _occurs(name, a)]
    swap = exchanged(only_a, only_b, _same_person)
    return f"different persons: {swap[0]} against {swap[1]}" if swap else None


def _occurs(name: str, other: Reading) -> bool:
    return name in other.text or any(_same_person(name, known) for known in other.persons)


def _same_person(a: str, b: str) -> bool:
    return a == b or bool(set(a.split()) & set(b.split())) or a in b or b in a

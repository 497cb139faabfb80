"""Another person in the same place of the story."""

from agentsensus.memory.judge.vetoes.exchange import exchanged
from agentsensus.text.reading import Reading

_ARTICLES = frozenset({"the", "a", "an", "of"})


def person(a: Reading, b: Reading) -> str | None:
    """Each statement names somebody whom the other does not."""
    if a.language != b.language and not set(a.persons) & set(b.persons):
        return None  # two scripts: without a shared registry the same person looks like two
    only_a = [name for name in a.persons if not _occurs(name, a, b)]
    only_b = [name for name in b.persons if not _occurs(name, b, a)]
    known = a.known | b.known
    swap = exchanged(only_a, only_b, lambda x, y: not {x, y} <= known and _same_person(x, y))
    return f"different persons: {swap[0]} against {swap[1]}" if swap else None


def _occurs(name: str, mine: Reading, other: Reading) -> bool:
    """Whether the other statement has this name too; one from the registry, as itself and not as a part of another."""
    if name in mine.known:
        return name in other.known
    return name in other.text or any(_same_person(name, known) for known in other.persons)


def _same_person(a: str, b: str) -> bool:
    return a == b or bool(_words(a) & _words(b)) or a in b or b in a


def _words(name: str) -> set[str]:
    return {word.lower() for word in name.split()} - _ARTICLES

"""Somebody or something stands in one statement where somebody or something else stands in the other."""

from collections.abc import Callable, Iterable

from agentsensus.text.reading import Reading

_ARTICLES = frozenset({"the", "a", "an", "of"})
_SIMILAR = 0.5


def person(a: Reading, b: Reading) -> str | None:
    """Each statement names somebody whom the other does not name."""
    if a.language != b.language and not set(a.persons) & set(b.persons):
        return None  # in two scripts, and without a registry, the same person looks like two
    only_a = [name for name in a.persons if not _names_too(b, name, a)]
    only_b = [name for name in b.persons if not _names_too(a, name, b)]
    registered = a.known | b.known
    swap = _exchanged(only_a, only_b, lambda x, y: not {x, y} <= registered and _may_be_one_person(x, y))
    return f"different persons: {swap[0]} against {swap[1]}" if swap else None


def role(a: Reading, b: Reading) -> str | None:
    """Both say nearly the same about the same people, but somebody else acts."""
    if len(a.persons) < 2 or set(a.persons) != set(b.persons) or a.language != b.language:
        return None
    if a.doer == b.doer or not a.doer or not b.doer or _shared_words(a, b) < _SIMILAR:
        return None
    return f"parts exchanged: {a.doer} acts in one, {b.doer} in the other"


def number(a: Reading, b: Reading) -> str | None:
    """Each statement has a number that the other lacks."""
    swap = _exchanged(a.numbers, b.numbers)
    return f"different numbers: {swap[0]} against {swap[1]}" if swap else None


def time(a: Reading, b: Reading) -> str | None:
    """Each statement has a date or a time of day that the other lacks."""
    swap = _exchanged(a.times, b.times)
    return f"different times: {swap[0]} against {swap[1]}" if swap else None


def place(a: Reading, b: Reading) -> str | None:
    """Each statement names a place that the other does not name."""
    if a.language != b.language:
        return None
    only_a = [name for name in a.places if name not in b.text.lower()]
    only_b = [name for name in b.places if name not in a.text.lower()]
    swap = _exchanged(only_a, only_b, lambda x, y: x in y or y in x)
    return f"different places: {swap[0]} against {swap[1]}" if swap else None


def _exchanged(
    a: Iterable[str], b: Iterable[str], is_same: Callable[[str, str], bool] = str.__eq__
) -> tuple[str, str] | None:
    """The first thing that only `a` has and the first that only `b` has; None when either has nothing of its own."""
    a, b = list(a), list(b)
    only_a = sorted(x for x in a if not any(is_same(x, y) for y in b))
    only_b = sorted(y for y in b if not any(is_same(x, y) for x in a))
    return (only_a[0], only_b[0]) if only_a and only_b else None


def _names_too(other: Reading, name: str, reading: Reading) -> bool:
    """Whether the other statement has this name of a statement too.

    A name from the registry must be there as itself: «Hamlet» does not occur in «King Hamlet».
    """
    if name in reading.known:
        return name in other.known
    return name in other.text or any(_may_be_one_person(name, person) for person in other.persons)


def _may_be_one_person(a: str, b: str) -> bool:
    return a == b or bool(_words(a) & _words(b)) or a in b or b in a


def _words(name: str) -> set[str]:
    return {word.lower() for word in name.split()} - _ARTICLES


def _shared_words(a: Reading, b: Reading) -> float:
    """The share of the shorter statement's words that the other has too."""
    fewer = min(len(a.vocabulary), len(b.vocabulary))
    return len(a.vocabulary & b.vocabulary) / fewer if fewer else 1.0

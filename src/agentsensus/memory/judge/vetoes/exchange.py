"""What each of two sets has that the other lacks: an exchange, not an addition."""

from collections.abc import Callable, Iterable


def exchanged(
    a: Iterable[str], b: Iterable[str], alike: Callable[[str, str], bool] = str.__eq__
) -> tuple[str, str] | None:
    """One thing only in `a` and one only in `b`; None when either side has nothing of its own."""
    a, b = list(a), list(b)
    only_a = sorted(x for x in a if not any(alike(x, y) for y in b))
    only_b = sorted(y for y in b if not any(alike(x, y) for x in a))
    return (only_a[0], only_b[0]) if only_a and only_b else None

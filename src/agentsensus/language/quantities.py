"""Numbers and times in one notation, and comparison of the numbers and times of two statements."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

__all__ = [
    "COUNTED",
    "EXACT_DIGITS",
    "MeasuredText",
    "Quantity",
    "apart_in_time",
    "clashes",
    "each_apart",
    "figure",
    "shared",
    "take_quantity",
    "unshared",
]

COUNTED = "counted "
"""Prefix of the kind of a number with a Chinese measure word: «counted 箱» 1. Such a number may be omitted in a
retelling."""
_DAYS = frozenset({"date", "day", "weekday", "relative"})

EXACT_DIGITS = 15
"""Numbers with up to this many digits are computed exactly."""
_HALF_DAY = 720
_TIMES = frozenset(
    {"clock", "date", "day", "month", "year", "weekday", "daypart", "duration", "every", "relative", "season"}
)
_DAYPART_HALF = {"morning": "am", "afternoon": "pm", "evening": "pm", "night": ""}
_ALIKE_DAYPARTS = ({"evening", "night"}, {"afternoon", "evening"})


@dataclass(frozen=True, slots=True, order=True)
class Quantity:
    """One number or time as kind and value: «number» 12, «clock» 390am (minutes), «date» 3-5, «every» 14d,
    «weekday» 3.
    """

    kind: str
    value: str

    @property
    def is_time(self) -> bool:
        """Return whether the quantity says when, how long or how often, and not how many."""
        return self.kind in _TIMES

    def __str__(self) -> str:
        if self.kind.startswith(COUNTED):
            return f"{self.value}{self.kind.removeprefix(COUNTED)}"
        return self.value if self.kind == "number" else f"{self.kind} {self.value}"


@dataclass(frozen=True, slots=True)
class MeasuredText:
    """The quantities of a text, and the text with blanks in their places."""

    quantities: tuple[Quantity, ...]
    rest: str


def clashes(a: Iterable[Quantity], b: Iterable[Quantity]) -> list[tuple[Quantity, Quantity]]:
    """Return, for each kind of quantity, one that only `a` has and one that only `b` has, if there are both."""
    a, b = list(a), list(b)
    only_a, only_b = _missing(a, b), _missing(b, a)
    pairs = []
    for kind in dict.fromkeys(quantity.kind for quantity in only_a):
        others = [quantity for quantity in only_b if quantity.kind == kind]
        if others:
            pairs.append((next(quantity for quantity in only_a if quantity.kind == kind), others[0]))
    return pairs


def apart_in_time(a: Iterable[Quantity], b: Iterable[Quantity]) -> list[tuple[Quantity, Quantity]]:
    """Return pairs of times of different kinds, one from each text, that cannot be the same time.

    Examples: «on Friday» and «tomorrow», «in March» and «on 20 October», «at 4 a.m.» and «in the afternoon».
    """
    missing_a, missing_b = unshared(a, b)
    days_a, days_b = ([quantity for quantity in only if quantity.kind in _DAYS] for only in (missing_a, missing_b))
    if days_a and days_b:
        return [(days_a[0], days_b[0])]
    return [(x, y) for x in missing_a for y in missing_b if _exclude(x, y)][:1]


def _exclude(a: Quantity, b: Quantity) -> bool:
    """Return whether a date lies outside a month, or a clock time outside a part of the day."""
    kinds = {a.kind: a.value, b.kind: b.value}
    if set(kinds) == {"clock", "daypart"}:
        half = _DAYPART_HALF.get(kinds["daypart"], "")
        return bool(half) and kinds["clock"][-2:] not in (half, "??")
    return set(kinds) == {"date", "month"}


def unshared(a: Iterable[Quantity], b: Iterable[Quantity]) -> tuple[list[Quantity], list[Quantity]]:
    """Return the quantities that only `a` has, and those that only `b` has. Numbers with a measure word are
    left out.
    """
    a, b = ([quantity for quantity in side if not quantity.kind.startswith(COUNTED)] for side in (a, b))
    return _missing(a, b), _missing(b, a)


def shared(a: Iterable[Quantity], b: Iterable[Quantity]) -> int:
    """Return how many quantities of `a` also occur in `b`."""
    a, b = list(a), list(b)
    return len(a) - len(_missing(a, b))


def _missing(a: list[Quantity], b: list[Quantity]) -> list[Quantity]:
    """Return the quantities of `a` that `b` lacks. A plain number of `b` matches at most one of `a`."""
    left, missing = list(b), []
    for quantity in a:
        match = next((other for other in left if _agree(quantity, other)), None)
        if match is None:
            missing.append(quantity)
        elif quantity.kind == "number":
            left.remove(match)
    return missing


def _agree(a: Quantity, b: Quantity) -> bool:
    if a == b or (a.kind == b.kind == "number" and a.value.rstrip("#") == b.value.rstrip("#")):
        return True
    if a.kind == b.kind == "clock":
        return _same_hour(a.value, b.value)
    if a.kind == b.kind == "daypart":
        return {a.value, b.value} in _ALIKE_DAYPARTS
    kinds = {a.kind: a.value, b.kind: b.value}
    if set(kinds) == {"date", "month"}:
        return kinds["date"].split("-")[0] == kinds["month"]
    if set(kinds) == {"date", "day"}:
        return kinds["date"].split("-")[1] == kinds["day"]
    if set(kinds) == {"clock", "daypart"}:
        half = _DAYPART_HALF.get(kinds["daypart"], "")
        return bool(half) and kinds["clock"].endswith(half)
    return False


def _same_hour(a: str, b: str) -> bool:
    minutes_a, half_a, minutes_b, half_b = a[:-2], a[-2:], b[:-2], b[-2:]
    same = int(minutes_a) % _HALF_DAY == int(minutes_b) % _HALF_DAY
    return same and (half_a == half_b or "??" in (half_a, half_b))


def figure(value: float) -> str:
    """Return a number in figures; whole numbers without a fraction."""
    return str(int(value)) if value == int(value) else repr(round(value, 6))


def each_apart(numbers: list[str]) -> frozenset[str]:
    """Return numbers as a set that counts repeats: «3 to 3» gives {"3", "3 (2)"} and so differs from «3 to 2»."""
    return frozenset(
        n if not (before := numbers[:place].count(n)) else f"{n} ({before + 1})" for place, n in enumerate(numbers)
    )


def take_quantity(
    match: re.Match[str], reading: Callable[[re.Match[str]], list[Quantity] | None], measures: list[Quantity]
) -> str:
    """Add the quantities of a match to `measures`. Returns the text that replaces the match."""
    quantities = reading(match)
    if quantities is None:
        return match.group()
    measures += quantities
    # A plain number stays in place as a token, since numbers can swap roles: «ticket 17 blocks ticket 12».
    return f" №{quantities[0].value} " if quantities and quantities[0].kind == "number" else " "

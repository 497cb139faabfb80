"""The filter language of `where`: conditions on metadata, checked before a query runs.

    {"area": "db"}                                  equal
    {"area": {"$in": ["db", "web"]}}                one of several; `$nin`: none of them
    {"tags": {"$contains": "urgent"}}               a list with this item, or a text with this substring
    {"severity": {"$gte": 3, "$lt": 5}}             numbers with numbers, texts with texts
    {"ticket": {"$exists": True}}                   the key is present, with any value
    {"$or": [{…}, {…}]}, {"$and": […]}, {"$not": {…}}

If a filter has several keys, all must match. Invalid filters raise an error; they never silently match nothing.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from agentsensus.base.arrays import IntArray
from agentsensus.errors import InputError, did_you_mean
from agentsensus.memory.core.engine import Engine
from agentsensus.store.rows import LAST_STAMP

BoolArray: TypeAlias = npt.NDArray[np.bool_]
Where: TypeAlias = Mapping[str, Any] | Callable[[Mapping[str, Any]], bool]
"""A metadata filter, or a function that tests the metadata. Both see only the asking agent's own metadata."""

ABSENT = object()
"""Stands for the value of a missing key."""


def checked_where(where: object) -> None:
    """Raise InputError for an invalid filter on metadata, naming the invalid part."""
    if where is None or callable(where):
        return
    if not isinstance(where, Mapping):
        raise InputError(f"where is {where!r}: give a dict of metadata keys and values, or a function")
    _check(where, "where")


def fits(where: Where, metadata: Mapping[str, Any]) -> bool:
    """Return whether metadata matches a filter that was checked."""
    if callable(where):
        return bool(where(metadata))
    return all(_part_fits(key, condition, metadata) for key, condition in where.items())


def equal(value: object, other: object) -> bool:
    """Return whether two values are equal as JSON: true is not 1, and a tuple equals a list."""
    if isinstance(value, list | tuple) and isinstance(other, list | tuple):
        return len(value) == len(other) and all(map(equal, value, other))
    return isinstance(value, bool) == isinstance(other, bool) and value == other


def is_comparison(condition: object) -> bool:
    """Return whether a condition is a comparison such as `{"$gt": 3}`, and not a plain value."""
    return isinstance(condition, Mapping) and any(str(key).startswith("$") for key in condition)


def compare(value: object, condition: Mapping[str, Any]) -> bool:
    """Return whether a value meets every operator of a comparison."""
    return all(OPERATORS[operator](value, operand) for operator, operand in condition.items())


def _part_fits(key: str, condition: Any, metadata: Mapping[str, Any]) -> bool:
    match key:
        case "$and":
            return all(fits(part, metadata) for part in condition)
        case "$or":
            return any(fits(part, metadata) for part in condition)
        case "$not":
            return not fits(condition, metadata)
    value = metadata.get(key, ABSENT)
    return compare(value, condition) if is_comparison(condition) else equal(value, condition)


def _check(where: Mapping[Any, Any], path: str) -> None:
    for key, condition in where.items():
        place = f"{path}[{key!r}]"
        if not isinstance(key, str):
            raise InputError(f"{place}: metadata has texts as keys; write {str(key)!r}")
        if key in ("$and", "$or"):
            if not isinstance(condition, list | tuple) or not condition:
                raise InputError(f"{place} is {condition!r}: give a list of conditions")
            for number, part in enumerate(condition):
                _check_condition(part, f"{place}[{number}]")
        elif key == "$not":
            _check_condition(condition, place)
        elif key.startswith("$"):
            raise InputError(f"{path} has {key!r}{did_you_mean(key, ('$and', '$or', '$not'))}")
        elif is_comparison(condition):
            check_comparison(condition, place)
        elif callable(condition) or isinstance(condition, set | frozenset):
            raise InputError(f"{place} is {condition!r}: write a value, or {{'$in': […]}} for several")


def _check_condition(part: object, place: str) -> None:
    if not isinstance(part, Mapping):
        raise InputError(f"{place} is {part!r}: give a dict of metadata keys and values")
    _check(part, place)


def check_comparison(condition: Mapping[str, Any], place: str) -> None:
    """Raise InputError for an unknown operator or an operand of the wrong type."""
    for operator, operand in condition.items():
        if operator not in OPERATORS:
            raise InputError(f"{place} has {operator!r}{did_you_mean(str(operator), OPERATORS)}")
        kind, words = _OPERANDS.get(operator, (object, ""))
        if not isinstance(operand, kind) or (words == _ORDERED and isinstance(operand, bool)):
            raise InputError(f"{place}[{operator!r}] is {operand!r}: give {words}")


def _ordered(holds: Callable[[Any, Any], bool]) -> Callable[[object, object], bool]:
    """Return a comparison that is False unless both values are numbers or both are texts."""

    def fit(value: object, operand: object) -> bool:
        if isinstance(value, bool) or isinstance(operand, bool):
            return False
        are_numbers = isinstance(value, int | float) and isinstance(operand, int | float)
        are_texts = isinstance(value, str) and isinstance(operand, str)
        return (are_numbers or are_texts) and holds(value, operand)

    return fit


def _contains(value: object, operand: object) -> bool:
    if isinstance(value, str):
        return isinstance(operand, str) and operand in value
    return isinstance(value, list | tuple) and any(equal(part, operand) for part in value)


def _is_in(value: object, operand: Sequence[object]) -> bool:
    return any(equal(value, part) for part in operand)


OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "$eq": equal,
    "$ne": lambda value, operand: not equal(value, operand),
    "$gt": _ordered(lambda value, operand: value > operand),
    "$gte": _ordered(lambda value, operand: value >= operand),
    "$lt": _ordered(lambda value, operand: value < operand),
    "$lte": _ordered(lambda value, operand: value <= operand),
    "$in": _is_in,
    "$nin": lambda value, operand: not _is_in(value, operand),
    "$contains": _contains,
    "$exists": lambda value, operand: (value is not ABSENT) == operand,
}
_ORDERED = "a number or a text"
_OPERANDS: dict[str, tuple[Any, str]] = {
    **dict.fromkeys(("$gt", "$gte", "$lt", "$lte"), (int | float | str, _ORDERED)),
    **dict.fromkeys(("$in", "$nin"), (list | tuple, "a list")),
    "$exists": (bool, "True or False"),
}


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

When: TypeAlias = int | datetime
"""A round, or a time. A `datetime` without a time zone is read as UTC."""


@dataclass(frozen=True, slots=True)
class AskLimits:
    """Conditions on the wordings that a query may return. All of them must hold."""

    where: Where | None = None
    since: When | None = None
    until: When | None = None

    def allows(self, engine: Engine, atom: int) -> bool:
        """Return whether a wording meets the conditions."""
        if self.where is not None and not fits(self.where, engine.metadata(atom)):
            return False
        return self.allows_time(int(engine.columns.of("atoms", "at")[atom]), stamp_of(engine, atom))

    def allows_time(self, at: int, stamp: int) -> bool:
        """Return whether something written in round `at`, at the time `stamp` (0: unknown), is between `since` and
        `until`.
        """
        return _not_before(at, stamp, self.since) and _not_after(at, stamp, self.until)


def checked_limits(where: object, since: object, until: object) -> AskLimits | None:
    """Check the conditions of a query and return them; None if there are none. Raises InputError."""
    checked_where(where)
    if where is None and since is None and until is None:
        return None
    return AskLimits(where, _checked_when(since, "since"), _checked_when(until, "until"))  # type: ignore[arg-type]


def checked_score(score: object) -> float | None:
    """Check a minimum score and return it; None if none was given. It may be above 1, because some designs add scores
    up.
    """
    if score is None:
        return None
    if isinstance(score, bool) or not isinstance(score, int | float) or not math.isfinite(score):
        raise InputError(f"min_score is {score!r}: give a number, for example 0.3")
    return float(score)


def _checked_when(when: object, what: str) -> When | None:
    if isinstance(when, datetime):
        return when.replace(tzinfo=UTC) if when.tzinfo is None else when
    if when is None or (isinstance(when, int) and not isinstance(when, bool)):
        return when
    raise InputError(f"{what} is {when!r}: give a round (a whole number) or a datetime")


def _not_before(at: int, stamp: int, since: When | None) -> bool:
    if isinstance(since, datetime):
        return stamp >= _microseconds(since)
    return since is None or at >= since


def _not_after(at: int, stamp: int, until: When | None) -> bool:
    if isinstance(until, datetime):
        return 0 < stamp <= _microseconds(until)
    return until is None or at <= until


def stamp_of(engine: Engine, atom: int) -> int:
    """Return when a wording was written, in microseconds since 1970; 0 if the memory stores no times."""
    return int(engine.columns.of("deposits", "stamp")[engine.columns.of("atoms", "deposit")[atom]])


def time_of(engine: Engine, atom: int) -> datetime | None:
    """Return when a wording was written (UTC); None if the memory stores no times."""
    return as_time(stamp_of(engine, atom))


def as_time(stamp: int) -> datetime | None:
    """Return a time stamp as a `datetime` (UTC); None for 0, which means unknown."""
    return _EPOCH + timedelta(microseconds=min(max(stamp, 1), LAST_STAMP)) if stamp else None


def as_stamp(time: datetime | None) -> int:
    """Return a `datetime` as a time stamp; 0 for None. The inverse of `as_time`."""
    return 0 if time is None else _microseconds(time)


def time_mask(engine: Engine, atoms: IntArray, limits: AskLimits) -> BoolArray:
    """Return a mask of the atoms that were written between `since` and `until`."""
    columns = engine.columns
    rounds, stamps = columns.of("atoms", "at")[atoms], columns.of("deposits", "stamp")
    times = stamps[columns.of("atoms", "deposit")[atoms]]
    mask = np.ones(len(atoms), np.bool_)
    if limits.since is not None:
        since = limits.since
        mask &= times >= _microseconds(since) if isinstance(since, datetime) else rounds >= since
    if limits.until is not None:
        until = limits.until
        mask &= (times > 0) & (times <= _microseconds(until)) if isinstance(until, datetime) else rounds <= until
    return mask


def checked_moment(engine: Engine, when: datetime) -> int:
    """Return a time in microseconds since 1970. Raises InputError if the memory stores no times."""
    if engine.now.atoms and not engine.columns.last_stamp:
        raise InputError("this memory stores no times (stamps=False); give as_of a round")
    return _microseconds(when.replace(tzinfo=UTC) if when.tzinfo is None else when)


def _microseconds(when: datetime) -> int:
    return (when - _EPOCH) // timedelta(microseconds=1)


def metadata_meets(where: Where | None, metadata: Mapping[str, Any]) -> bool:
    """Return whether metadata matches a filter; None matches everything."""
    return where is None or fits(where, metadata)

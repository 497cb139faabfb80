"""The language of `where`: conditions on metadata, checked before anything is asked.

    {"area": "db"}                                  equal
    {"area": {"$in": ["db", "web"]}}                one of several; `$nin`: none of them
    {"tags": {"$contains": "urgent"}}               a list that holds it, or a text that does
    {"severity": {"$gte": 3, "$lt": 5}}             numbers with numbers, texts with texts
    {"ticket": {"$exists": True}}                   there, whatever it is
    {"$or": [{…}, {…}]}, {"$and": […]}, {"$not": {…}}

Keys side by side must all fit. Anything else is an error, never silently nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from agentsensus.errors import InputError, nearest

Where: TypeAlias = Mapping[str, Any] | Callable[[Mapping[str, Any]], bool]
"""Conditions on the asker's own metadata, or a test of it."""

ABSENT = object()
"""What stands for a key that is not there."""


def checked_where(where: object) -> None:
    """Refuse what is no condition on metadata, and say which part of it is none."""
    if where is None or callable(where):
        return
    if not isinstance(where, Mapping):
        raise InputError(f"where is {where!r}: give a dict of metadata keys and values, or a function")
    _check(where, "where")


def fits(where: Where, metadata: Mapping[str, Any]) -> bool:
    """Whether metadata meets a condition that was checked."""
    if callable(where):
        return bool(where(metadata))
    return all(_part_fits(key, condition, metadata) for key, condition in where.items())


def equal(value: object, other: object) -> bool:
    """Equality as JSON has it: true is not 1, and a tuple is a list."""
    if isinstance(value, list | tuple) and isinstance(other, list | tuple):
        return len(value) == len(other) and all(map(equal, value, other))
    return isinstance(value, bool) == isinstance(other, bool) and value == other


def is_comparison(condition: object) -> bool:
    """Whether a condition compares (`{"$gt": 3}`) rather than being a value to be equal to."""
    return isinstance(condition, Mapping) and any(str(key).startswith("$") for key in condition)


def compare(value: object, condition: Mapping[str, Any]) -> bool:
    """Whether a value meets every operator of a comparison."""
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
            raise InputError(f"{path} has {key!r}{nearest(key, ('$and', '$or', '$not'))}")
        elif is_comparison(condition):
            check_comparison(condition, place)
        elif callable(condition) or isinstance(condition, set | frozenset):
            raise InputError(f"{place} is {condition!r}: write a value, or {{'$in': […]}} for several")


def _check_condition(part: object, place: str) -> None:
    if not isinstance(part, Mapping):
        raise InputError(f"{place} is {part!r}: give a dict of metadata keys and values")
    _check(part, place)


def check_comparison(condition: Mapping[str, Any], place: str) -> None:
    """Refuse operators that there are none of, and operands that an operator cannot be used with."""
    for operator, operand in condition.items():
        if operator not in OPERATORS:
            raise InputError(f"{place} has {operator!r}{nearest(str(operator), OPERATORS)}")
        kind, words = _OPERANDS.get(operator, (object, ""))
        if not isinstance(operand, kind) or (words == _ORDERED and isinstance(operand, bool)):
            raise InputError(f"{place}[{operator!r}] is {operand!r}: give {words}")


def _ordered(holds: Callable[[Any, Any], bool]) -> Callable[[object, object], bool]:
    """A comparison of two numbers or of two texts; anything else does not fit."""

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

"""What fits: items to a filter on their values, and namespaces to a pattern."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from langgraph.store.base import ListNamespacesOp, MatchCondition

from agentsensus.doors.langgraph.owners import Namespace
from agentsensus.errors import InputError, nearest

_ABSENT = object()


def value_fits(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Whether a value has what a filter asks for: under each key an equal value, or one that meets all operators."""
    return all(_fits(value.get(key, _ABSENT), condition) for key, condition in (wanted or {}).items())


def _fits(value: object, condition: object) -> bool:
    if not isinstance(condition, Mapping):
        return _equal(value, condition)
    operators = [key for key in condition if str(key).startswith("$")]
    if not operators:
        return isinstance(value, Mapping) and value_fits(value, condition)
    for key in condition:
        if key not in _OPERATORS:
            raise InputError(f"filter has {key!r}{nearest(str(key), _OPERATORS)}")
    return all(_OPERATORS[operator](value, operand) for operator, operand in condition.items())


def _equal(value: object, other: object) -> bool:
    """Equality as JSON has it: true is not 1, and a tuple is a list."""
    if isinstance(value, list | tuple) and isinstance(other, list | tuple):
        return len(value) == len(other) and all(map(_equal, value, other))
    return isinstance(value, bool) == isinstance(other, bool) and value == other


def _ordered(compare: Callable[[Any, Any], bool]) -> Callable[[object, object], bool]:
    """A comparison of two numbers or of two texts; anything else does not fit."""

    def fits(value: object, operand: object) -> bool:
        if isinstance(value, bool) or isinstance(operand, bool):
            return False
        is_alike = all(isinstance(side, int | float) for side in (value, operand)) or all(
            isinstance(side, str) for side in (value, operand)
        )
        return is_alike and compare(value, operand)

    return fits


_OPERATORS: dict[str, Callable[[object, object], bool]] = {
    "$eq": _equal,
    "$ne": lambda value, operand: not _equal(value, operand),
    "$gt": _ordered(lambda value, operand: value > operand),
    "$gte": _ordered(lambda value, operand: value >= operand),
    "$lt": _ordered(lambda value, operand: value < operand),
    "$lte": _ordered(lambda value, operand: value <= operand),
}


def listed_namespaces(namespaces: Iterable[Namespace], op: ListNamespacesOp) -> list[Namespace]:
    """The namespaces that meet all conditions, cut to the depth, sorted, one page of them."""
    fitting = [name for name in namespaces if all(_matches(name, each) for each in op.match_conditions or ())]
    cut = sorted({name[: op.max_depth] for name in fitting})
    return cut[op.offset : op.offset + op.limit]


def _matches(namespace: Namespace, condition: MatchCondition) -> bool:
    path = tuple(condition.path)
    if condition.match_type not in ("prefix", "suffix"):
        raise InputError(f"match_type is {condition.match_type!r}: write 'prefix' or 'suffix'")
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(label in ("*", own) for own, label in zip(part, path, strict=True))

"""What fits: items to a filter on their values, and namespaces to a pattern."""

from collections.abc import Iterable, Mapping
from typing import Any

from langgraph.store.base import ListNamespacesOp, MatchCondition

from agentsensus.doors.langgraph.owners import Namespace
from agentsensus.errors import InputError
from agentsensus.memory.asking.filters import ABSENT, check_comparison, compare, equal, is_comparison


def value_fits(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Whether a value has what a filter asks for: under each key an equal value, or one that meets all operators."""
    return all(_fits(value.get(key, ABSENT), condition) for key, condition in (wanted or {}).items())


def _fits(value: object, condition: object) -> bool:
    if not isinstance(condition, Mapping):
        return equal(value, condition)
    if not is_comparison(condition):
        return isinstance(value, Mapping) and value_fits(value, condition)
    check_comparison(condition, "filter")
    return compare(value, condition)


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

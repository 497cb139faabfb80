"""What models took: calls, tokens and money by purpose, and calls for each deposit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["MEMORY_PURPOSES", "PurposeUsage", "calls_per_deposit", "purposes"]

MEMORY_PURPOSES = frozenset(("atomize", "judge", "importance", "questions", "insights", "distil", "merge"))
"""What a memory asks a model for when something is deposited."""


@dataclass(frozen=True, slots=True)
class PurposeUsage:
    """What one purpose took of the models."""

    purpose: str
    calls: int
    input: int
    output: int
    money: float


def purposes(usage: Mapping[str, Any]) -> list[PurposeUsage]:
    """What run.json says the models took, by purpose."""
    return [
        PurposeUsage(name, each.get("calls", 0), each.get("input", 0), each.get("output", 0), each.get("money") or 0.0)
        for name, each in sorted(usage.items())
    ]


def calls_per_deposit(usage: Mapping[str, Any], deposits: int) -> float | None:
    """Model calls of the memory for each deposit; None without a deposit."""
    calls = sum(each.calls for each in purposes(usage) if each.purpose in MEMORY_PURPOSES)
    return calls / deposits if deposits else None

"""Which actions were taken how often: in the whole run, and in its final stage."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.events.event import Acted, AnyEvent, TurnFailed

__all__ = ["FINAL_STAGE", "Census", "census"]

FINAL_STAGE = 20
"""How many rounds the final stage has, as in the paper."""


@dataclass(frozen=True, slots=True)
class Census:
    """Turns by action, refused ones included; `beside` counts what was done free of charge beside a deed."""

    turns: int
    actions: dict[str, int]
    beside: dict[str, int]
    refused: int
    failed: int


def census(events: Sequence[AnyEvent], first: int = 1, last: int | None = None) -> Census:
    """The turns of these rounds, both ends included."""
    there = [event for event in events if event.round >= first and (last is None or event.round <= last)]
    turns = [event for event in there if isinstance(event, Acted)]
    return Census(
        turns=len(turns),
        actions=dict(sorted(Counter(turn.action for turn in turns).items())),
        beside=_beside(turns),
        refused=sum(not turn.ok for turn in turns),
        failed=sum(isinstance(event, TurnFailed) for event in there),
    )


def _beside(turns: Sequence[Acted]) -> dict[str, int]:
    """Upkeep under the names of the actions that would do the same."""
    upkeep = [turn.upkeep for turn in turns if turn.upkeep]
    counts = {
        "remember": sum(len(each.keep) for each in upkeep),
        "pop_goal": sum(len(each.done) for each in upkeep),
        "push_goal": sum(len(each.add) for each in upkeep),
        "replace_goal": sum(len(each.replace) for each in upkeep),
    }
    return {name: count for name, count in counts.items() if count}

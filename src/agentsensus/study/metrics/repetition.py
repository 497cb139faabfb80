"""How often characters repeat themselves: the same line said again, and the same action over and over."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from agentsensus.events.event import Acted, AnyEvent, Sent
from agentsensus.study.metrics.rows import percent

__all__ = ["STALL", "Repetition", "repetition"]

STALL = 3
"""So many equal actions in a row are a stall."""


@dataclass(frozen=True, slots=True)
class Repetition:
    """Shares in per cent: lines that the speaker has said before, turns like the last, and turns within a stall."""

    lines: int
    turns: int
    repeated_lines: float | None
    repeated_turns: float | None
    stalled_turns: float | None


def repetition(events: Sequence[AnyEvent], stall: int = STALL) -> Repetition:
    """Repetition and stalls of a run; waiting is no action here, for whoever waits does nothing again."""
    lines = [(event.sender, event.content) for event in events if isinstance(event, Sent) and event.sort == "say"]
    spoken = [line for line in lines if line[0]]
    turns = [event for event in events if isinstance(event, Acted) and event.action != "wait"]
    runs = [len(list(group)) for agent in sorted({t.agent for t in turns}) for _, group in groupby(_of(agent, turns))]
    return Repetition(
        lines=len(spoken),
        turns=len(turns),
        repeated_lines=percent(len(spoken) - len(set(spoken)), len(spoken)),
        repeated_turns=percent(sum(length - 1 for length in runs), len(turns)),
        stalled_turns=percent(sum(length for length in runs if length >= stall), len(turns)),
    )


def _of(agent: str, turns: Sequence[Acted]) -> list[str]:
    """What one agent did, turn by turn, so that equal turns are equal texts."""
    return [
        f"{turn.action} {json.dumps(turn.params, sort_keys=True, ensure_ascii=False, default=str)}"
        for turn in turns
        if turn.agent == agent
    ]

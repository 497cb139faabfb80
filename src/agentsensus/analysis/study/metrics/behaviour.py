"""Metrics of behaviour: actions, goals, repetition, and the language of remembered statements."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from agentsensus.analysis.study.metrics.statistics import percent
from agentsensus.analysis.study.metrics.structure import in_play
from agentsensus.language.scripts import HAN, LATIN
from agentsensus.memory.answers import Record
from agentsensus.worlds.events.event import Acted, AnyEvent, GoalsSet, Sent, TurnFailed

__all__ = [
    "FINAL_STAGE",
    "SCRIPTS",
    "STALL",
    "Census",
    "GoalCounts",
    "Repetition",
    "census",
    "composition",
    "drift",
    "goal_counts",
    "repetition",
    "script_of_text",
]


FINAL_STAGE = 20
"""The number of rounds in the final stage, as in the paper."""


@dataclass(frozen=True, slots=True)
class Census:
    """Turns by action, refused ones included; `beside` counts free upkeep done along with an action."""

    turns: int
    actions: dict[str, int]
    beside: dict[str, int]
    refused: int
    failed: int


def census(events: Sequence[AnyEvent], first: int = 1, last: int | None = None) -> Census:
    """Count the turns of rounds `first` to `last`, both included."""
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
    """Count upkeep done along with actions, under the names of the equivalent actions."""
    upkeep = [turn.upkeep for turn in turns if turn.upkeep]
    counts = {
        "remember": sum(len(each.keep) for each in upkeep),
        "pop_goal": sum(len(each.done) for each in upkeep),
        "push_goal": sum(len(each.add) for each in upkeep),
        "replace_goal": sum(len(each.replace) for each in upkeep),
    }
    return {name: count for name, count in counts.items() if count}


@dataclass(frozen=True, slots=True)
class GoalCounts:
    """Goals of all characters: held at the end (authored and self-pushed), pushed, popped and replaced."""

    characters: int
    authored: int
    authored_held: int
    own_held: int
    pushed: int
    popped: int
    goalless_turns: int
    turns: int

    @property
    def goalless_share(self) -> float | None:
        """The percentage of turns taken without a goal; None without turns."""
        return percent(self.goalless_turns, self.turns)

    @property
    def closed_share(self) -> float | None:
        """The percentage of all goals that left their character's stack; None without goals."""
        return percent(self.popped, self.authored + self.pushed)

    @property
    def held_each(self) -> float | None:
        """Goals held at the end, per character; None without characters."""
        return (self.authored_held + self.own_held) / self.characters if self.characters else None


def goal_counts(authored: Mapping[str, Sequence[str]], events: Sequence[AnyEvent]) -> GoalCounts:
    """Count the goals of a run; `authored` are the initial goals of each character."""
    stacks = {agent: list(goals) for agent, goals in authored.items()}
    pushed = popped = 0
    for event in events:
        if isinstance(event, GoalsSet):
            before, after = stacks.get(event.agent, []), list(event.goals)
            pushed += len(_beyond(after, before))
            popped += len(_beyond(before, after))
            stacks[event.agent] = after
    turns = [event for event in events if isinstance(event, Acted)]
    authored_held = sum(goal in authored.get(agent, ()) for agent, goals in stacks.items() for goal in goals)
    return GoalCounts(
        characters=len(authored),
        authored=sum(map(len, authored.values())),
        authored_held=authored_held,
        own_held=sum(map(len, stacks.values())) - authored_held,
        pushed=pushed,
        popped=popped,
        goalless_turns=sum(not turn.goals for turn in turns),
        turns=len(turns),
    )


def _beyond(goals: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the goals missing from `others`, counting repeats."""
    left = list(others)
    beyond = []
    for goal in goals:
        if goal in left:
            left.remove(goal)
        else:
            beyond.append(goal)
    return beyond


STALL = 3
"""This many equal actions in a row are a stall."""


@dataclass(frozen=True, slots=True)
class Repetition:
    """Percentages: lines repeated by their speaker, turns equal to the previous one, and turns within a stall."""

    lines: int
    turns: int
    repeated_lines: float | None
    repeated_turns: float | None
    stalled_turns: float | None


def repetition(events: Sequence[AnyEvent], stall: int = STALL) -> Repetition:
    """Measure repetition and stalls of a run. Waiting does not count as an action."""
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
    """Return the turns of one agent as texts; equal turns have equal texts."""
    return [
        f"{turn.action} {json.dumps(turn.params, sort_keys=True, ensure_ascii=False, default=str)}"
        for turn in turns
        if turn.agent == agent
    ]


SCRIPTS = {
    "Han": re.compile(f"[{HAN}]"),
    "Latin": re.compile(f"[{LATIN}]+"),
    "Cyrillic": re.compile(r"[\u0400-\u04ff]+"),
}
"""A pattern for the words of each script."""


def script_of_text(text: str) -> str:
    """Return the script with most words in a text (a Han character is a word); `other` if the text has none of them."""
    counts = {name: len(pattern.findall(text)) for name, pattern in SCRIPTS.items()}
    most = max(counts, key=lambda name: counts[name])
    return most if counts[most] else "other"


def composition(records: Sequence[Record]) -> dict[str, float]:
    """Return the percentage of records in each script, most frequent first."""
    counts = Counter(script_of_text(record.text) for record in records)
    return {name: 100 * count / len(records) for name, count in counts.most_common()}


def drift(records: Sequence[Record], script: str, step: int, last: int) -> list[float | None]:
    """Return, for each `step` rounds, the percentage of new rows in another script than the world's; None without
    rows."""
    bins: list[list[bool]] = [[] for _ in range(0, last, step)]
    for record in in_play(records):
        if 1 <= record.created <= last:
            bins[(record.created - 1) // step].append(script_of_text(record.text) != script)
    return [percent(sum(other), len(other)) for other in bins]

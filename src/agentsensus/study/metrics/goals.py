"""Goals: how many are held in the end, how many were set and how many closed, and how many turns were goalless."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agentsensus.events.event import Acted, AnyEvent, GoalsSet
from agentsensus.study.metrics.rows import percent

__all__ = ["GoalCounts", "goal_counts"]


@dataclass(frozen=True, slots=True)
class GoalCounts:
    """Goals of all characters: held at the end (authored ones and self-pushed apart), pushed, popped and replaced."""

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
        """Turns taken without a goal, in per cent."""
        return percent(self.goalless_turns, self.turns)

    @property
    def closed_share(self) -> float | None:
        """Goals that left the stack, of all that were ever on one, in per cent."""
        return percent(self.popped, self.authored + self.pushed)

    @property
    def held_each(self) -> float | None:
        """Goals that a character holds at the end, on average."""
        return (self.authored_held + self.own_held) / self.characters if self.characters else None


def goal_counts(authored: Mapping[str, Sequence[str]], events: Sequence[AnyEvent]) -> GoalCounts:
    """The goals of a run; `authored` are those that each character begins with."""
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
    """The goals that the others do not have, one for one."""
    left = list(others)
    beyond = []
    for goal in goals:
        if goal in left:
            left.remove(goal)
        else:
            beyond.append(goal)
    return beyond

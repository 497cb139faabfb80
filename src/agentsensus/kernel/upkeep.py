"""What goes beside a deed free of charge: texts that are kept, goals that are reached, given up, added or replaced."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from agentsensus.actions import MemoryView, StagedDeposit
from agentsensus.actions.remembering import staged
from agentsensus.errors import closest
from agentsensus.events.event import AnyEvent, GoalsSet, StatusSet, Upkeep
from agentsensus.world.world import World

__all__ = ["UpkeepDone", "do_upkeep"]

_MOST_KEPT = 5
_LONGEST_GOAL = 300


@dataclass(slots=True)
class UpkeepDone:
    """What came of it: deposits for the end of the round, events if goals or status change, what could not be done."""

    deposits: list[StagedDeposit] = field(default_factory=list)
    events: list[AnyEvent] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def do_upkeep(
    upkeep: Upkeep | None, agent: str, round_: int, world: World, memory: MemoryView, events: Sequence[AnyEvent]
) -> UpkeepDone:
    """What a mind's upkeep comes to after its deed's events; nothing where upkeep costs a turn."""
    done = UpkeepDone()
    if upkeep is None or world.rules.upkeep != "free":
        return done
    messages = dict(zip_longest(upkeep.keep, upkeep.heard_in[: len(upkeep.keep)], fillvalue=""))
    texts = {" ".join(text.split()): message for text, message in messages.items() if text.strip()}
    for text, message in texts.items():
        if len(done.deposits) < _MOST_KEPT and memory.fits(text):
            done.deposits.append(staged(text, world.actors[agent], world, message))
        else:
            done.left_out.append(text)
    before = _goals(agent, world, events)
    after = _changed(upkeep, before, world.rules.goal_cap, done.left_out)
    if after != before:
        done.events.append(GoalsSet(round=round_, agent=agent, goals=after))
    done.events += [
        StatusSet(round=round_, of=agent, key=key, value=value)
        for key, value in sorted(upkeep.status.items())
        if key.casefold() != "location" and world.actors[agent].status.get(key) != value
    ]
    return done


def _goals(agent: str, world: World, events: Sequence[AnyEvent]) -> tuple[str, ...]:
    """Somebody's goals after the events of its deed."""
    changes = [event.goals for event in events if isinstance(event, GoalsSet) and event.agent == agent]
    return changes[-1] if changes else world.actors[agent].goals


def _changed(upkeep: Upkeep, goals: tuple[str, ...], cap: int, left_out: list[str]) -> tuple[str, ...]:
    changed = list(goals)
    for named in upkeep.done:
        goal = _meant(named, changed)
        if goal is None:
            left_out.append(named)
        else:
            changed.remove(goal)
    for named, new in upkeep.replace.items():
        goal = _meant(named, changed)
        if goal is None or not _is_goal(new):
            left_out.append(named)
        else:
            changed[changed.index(goal)] = " ".join(new.split())
    for text in (" ".join(text.split()) for text in upkeep.add):
        if text in changed:
            continue
        if _is_goal(text) and len(changed) < cap:
            changed.append(text)
        else:
            left_out.append(text)
    return tuple(changed)


def _is_goal(text: str) -> bool:
    return bool(text.strip()) and len(text) <= _LONGEST_GOAL


def _meant(named: str, goals: Sequence[str]) -> str | None:
    """The goal that is meant: the very one, or the nearest in words."""
    return named if named in goals else closest(named, list(goals))

"""What is pointed out to a mind: a beginning, an empty stack, a stall, too many goals. In the world's language."""

from agentsensus.texts import texts
from agentsensus.world.character import Actor
from agentsensus.world.world import World

__all__ = ["hints", "stall"]


def hints(world: World, agent: str, woken_by: tuple[str, ...]) -> list[str]:
    """Every hint that fits, in the language of the world."""
    patterns: dict[str, str] = texts(__package__, "hints", world.scenario.world.language)
    actor, lines = world.actors[agent], []
    if "start" in woken_by:
        lines.append(patterns["start"])
    if not actor.goals:
        lines.append(patterns["aimless"])
    repeated = stall(actor)
    if repeated >= world.rules.stall_after:
        lines.append(patterns["stall"].format(n=repeated, action=actor.cache[-1].action))
    if len(actor.goals) >= world.rules.goal_cap:
        lines.append(patterns["full"].format(n=len(actor.goals)))
    return lines


def stall(actor: Actor) -> int:
    """How many times in a row the last action was done with the same parameters."""
    count = 0
    for pair in reversed(actor.cache):
        if (pair.action, pair.params) != (actor.cache[-1].action, actor.cache[-1].params):
            break
        count += 1
    return count

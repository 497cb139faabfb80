"""What is pointed out to a mind: a beginning, an empty stack, a stall, too many goals. In the world's language."""

from functools import lru_cache
from importlib.resources import files

import yaml

from agentsensus.world.character import Actor
from agentsensus.world.world import World

__all__ = ["hints", "stall"]


@lru_cache(maxsize=8)
def _said(language: str) -> dict[str, str]:
    text = files(__package__).joinpath(f"hints.{language}.yaml").read_text("utf-8")
    said: dict[str, str] = yaml.safe_load(text)
    return said


def hints(world: World, agent: str, woken_by: tuple[str, ...]) -> list[str]:
    """Every hint that fits, in the language of the world."""
    said, actor, found = _said(world.scenario.world.language), world.actors[agent], []
    if "start" in woken_by:
        found.append(said["start"])
    if not actor.goals:
        found.append(said["aimless"])
    repeated = stall(actor)
    if repeated >= world.rules.stall_after:
        found.append(said["stall"].format(n=repeated, action=actor.cache[-1].action))
    if len(actor.goals) >= world.rules.goal_cap:
        found.append(said["full"].format(n=len(actor.goals)))
    return found


def stall(actor: Actor) -> int:
    """How many times in a row the last action was done with the same parameters."""
    count = 0
    for pair in reversed(actor.cache):
        if (pair.action, pair.params) != (actor.cache[-1].action, actor.cache[-1].params):
            break
        count += 1
    return count

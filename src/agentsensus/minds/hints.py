"""What is pointed out to a mind: a beginning, an empty stack, a stall, too many goals. In the world's language."""

from agentsensus.world.character import Actor
from agentsensus.world.world import World

__all__ = ["hints", "stall"]

_SAID = {
    "en": {
        "start": "The story begins.",
        "aimless": (
            "You have no goal. Recall your past, look around, conclude what matters, "
            "then push a deep goal and one at hand."
        ),
        "stall": "You have done the same {n} times in a row ({action}). Do something else.",
        "full": "You hold {n} goals. Pop what is done or given up before you push another.",
    },
    "zh": {
        "start": "故事开始了。",
        "aimless": "你没有目标。先回忆过去，观察四周，得出结论，再压入一个根本目标和一个眼前目标。",
        "stall": "你已连续{n}次做同一件事（{action}）。换一件事做。",
        "full": "你有{n}个目标。先弹出已完成或已放弃的，再压入新的。",
    },
}


def hints(world: World, agent: str, woken_by: tuple[str, ...]) -> list[str]:
    """Every hint that fits, in the language of the world."""
    said, actor, found = _SAID[world.scenario.world.language], world.actors[agent], []
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

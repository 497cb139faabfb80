"""The stack of goals: the deepest at the bottom, the one at hand on top."""

from typing import Any, ClassVar

from pydantic import Field

from agentsensus.actions.base import Action, Outcome, Refused, Scene, Text
from agentsensus.events.event import GoalsSet
from agentsensus.world.character import Actor

__all__ = ["PopGoal", "PushGoal", "ReplaceGoal"]


class PushGoal(Action):
    """Put a goal on top of your others."""

    name: ClassVar[str] = "push_goal"
    text: Text = Field(description="The goal, in a sentence")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        cap = scene.world.rules.goal_cap
        if len(actor.goals) >= cap:
            return scene.refuse("too_many_goals", count=len(actor.goals))
        return _set(actor, scene, (*actor.goals, self.text), {"pushed": self.text})


class PopGoal(Action):
    """Take the top goal off: it is reached, or given up."""

    name: ClassVar[str] = "pop_goal"

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        if not actor.goals:
            return scene.refuse("no_goal")
        return _set(actor, scene, actor.goals[:-1], {"popped": actor.goals[-1]})


class ReplaceGoal(Action):
    """Put another goal in the place of the top one."""

    name: ClassVar[str] = "replace_goal"
    text: Text = Field(description="The new goal, in a sentence")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        before = actor.goals[-1] if actor.goals else None
        return _set(actor, scene, (*actor.goals[:-1], self.text), {"replaced": before, "by": self.text})


def _set(actor: Actor, scene: Scene, goals: tuple[str, ...], data: dict[str, Any]) -> Outcome:
    return Outcome(data, [GoalsSet(round=scene.round, agent=actor.id, goals=goals)])

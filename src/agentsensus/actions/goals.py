"""The stack of goals: the deepest at the bottom, the one at hand on top."""

from typing import Any, ClassVar

from pydantic import Field

from agentsensus.actions.base import Action, Outcome, Refused, Scene, Text
from agentsensus.actions.declaration import Declaration, in_order, teaches_nothing, tells_nothing
from agentsensus.actions.hand import filled
from agentsensus.events.event import GoalsSet
from agentsensus.world.character import Actor

__all__ = ["PopGoal", "PushGoal", "ReplaceGoal"]

_MOST_DRAWN = 4


class PushGoal(Action):
    """Put a goal on top of your others."""

    name: ClassVar[str] = "push_goal"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("too_many_goals",),
        free_text=("text",),
        names={},
        typed=in_order("text"),
        drawn=lambda hand: filled(text=hand.sentence()) if len(hand.goals) < _MOST_DRAWN else None,
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=True,
        is_rare=True,
    )
    text: Text = Field(description="The goal, in a sentence")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        cap = scene.world.rules.goal_cap
        if len(actor.goals) >= cap:
            return scene.refuse("too_many_goals", count=len(actor.goals))
        return _set(actor, scene, (*actor.goals, self.text), {"pushed": self.text})


class PopGoal(Action):
    """Take the top goal off: it is reached, or given up."""

    name: ClassVar[str] = "pop_goal"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("no_goal",),
        free_text=(),
        names={},
        typed=in_order(),
        drawn=lambda hand: {} if len(hand.goals) > 1 else None,  # whoever wants nothing sleeps until spoken to
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=False,
        is_rare=True,
    )

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        if not actor.goals:
            return scene.refuse("no_goal")
        return _set(actor, scene, actor.goals[:-1], {"popped": actor.goals[-1]})


class ReplaceGoal(Action):
    """Put another goal in the place of the top one."""

    name: ClassVar[str] = "replace_goal"
    declared: ClassVar[Declaration] = Declaration(
        refusals=(),
        free_text=("text",),
        names={},
        typed=in_order("text"),
        drawn=lambda hand: filled(text=hand.sentence()) if hand.goals else None,
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=False,
        is_rare=True,
    )
    text: Text = Field(description="The new goal, in a sentence")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        before = actor.goals[-1] if actor.goals else None
        return _set(actor, scene, (*actor.goals[:-1], self.text), {"replaced": before, "by": self.text})


def _set(actor: Actor, scene: Scene, goals: tuple[str, ...], data: dict[str, Any]) -> Outcome:
    return Outcome(data, [GoalsSet(round=scene.round, agent=actor.id, goals=goals)])

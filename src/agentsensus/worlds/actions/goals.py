"""The goal stack: long-term goals at the bottom, the current one on top."""

from typing import Any, ClassVar

from pydantic import Field

from agentsensus.worlds.actions.base import Action, Outcome, Refused, Scene, Text
from agentsensus.worlds.actions.declaration import Declaration, parse_in_order, teaches_nothing, tells_nothing
from agentsensus.worlds.actions.random_params import filled
from agentsensus.worlds.events.event import GoalsSet
from agentsensus.worlds.state.character import Actor

__all__ = ["PopGoal", "PushGoal", "ReplaceGoal"]

_MOST_DRAWN = 4


class PushGoal(Action):
    """Put a goal on top of your others."""

    name: ClassVar[str] = "push_goal"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("too_many_goals",),
        free_text=("text",),
        names={},
        typed=parse_in_order("text"),
        drawn=lambda pool: filled(text=pool.sentence()) if len(pool.goals) < _MOST_DRAWN else None,
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
        return _set_goals(actor, scene, (*actor.goals, self.text), {"pushed": self.text})


class PopGoal(Action):
    """Take the top goal off: it is reached, or given up."""

    name: ClassVar[str] = "pop_goal"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("no_goal",),
        free_text=(),
        names={},
        typed=parse_in_order(),
        drawn=lambda pool: {} if len(pool.goals) > 1 else None,  # a character without goals sleeps until spoken to
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=False,
        is_rare=True,
    )

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        if not actor.goals:
            return scene.refuse("no_goal")
        return _set_goals(actor, scene, actor.goals[:-1], {"popped": actor.goals[-1]})


class ReplaceGoal(Action):
    """Put another goal in the place of the top one."""

    name: ClassVar[str] = "replace_goal"
    declared: ClassVar[Declaration] = Declaration(
        refusals=(),
        free_text=("text",),
        names={},
        typed=parse_in_order("text"),
        drawn=lambda pool: filled(text=pool.sentence()) if pool.goals else None,
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=False,
        is_rare=True,
    )
    text: Text = Field(description="The new goal, in a sentence")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        before = actor.goals[-1] if actor.goals else None
        return _set_goals(actor, scene, (*actor.goals[:-1], self.text), {"replaced": before, "by": self.text})


def _set_goals(actor: Actor, scene: Scene, goals: tuple[str, ...], data: dict[str, Any]) -> Outcome:
    return Outcome(data, [GoalsSet(round=scene.round, agent=actor.id, goals=goals)])

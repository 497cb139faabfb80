"""What a person does beside its deed where the rules make it free: words to keep, goals that change."""

from agentsensus.events.event import Upkeep
from agentsensus.minds.mind import Decision
from agentsensus.minds.view import View

__all__ = ["BESIDE", "beside_the_deed"]

BESIDE = ("remember", "push_goal", "pop_goal", "replace_goal")
"""The actions that cost no turn where upkeep is free."""


def beside_the_deed(decision: Decision, view: View, so_far: Upkeep) -> Upkeep | None:
    """What is to be done beside the deed with this added; None where it is a deed of its own, or there is no goal."""
    if view.rules.upkeep != "free" or decision.action not in BESIDE:
        return None
    text = str(decision.params.get("text", ""))
    gone = {*so_far.done, *so_far.replace}
    top = next((goal for goal in reversed(view.goals) if goal not in gone), None)
    if decision.action == "remember":
        return so_far.model_copy(update={"keep": (*so_far.keep, text)})
    if decision.action == "push_goal":
        return so_far.model_copy(update={"add": (*so_far.add, text)})
    if top is None:
        return None
    if decision.action == "pop_goal":
        return so_far.model_copy(update={"done": (*so_far.done, top)})
    return so_far.model_copy(update={"replace": so_far.replace | {top: text}})

"""Goals as bars: the rounds in which each was pursued, and its end."""

from typing import Any

from agentsensus.analysis.report.material import RunMaterial
from agentsensus.worlds.events.event import Acted, GoalsSet

__all__ = ["goals"]


def goals(material: RunMaterial) -> dict[str, Any]:
    """Return, by character, its goals with first and last round, and whether each has ended or is open."""
    held: dict[str, dict[str, list[Any]]] = {agent: {} for agent in material.people}
    for agent, character in material.scenario.characters.items():
        if agent in held:
            held[agent] = {goal.text: [goal.text, 0, None] for goal in character.goals}
    for event in material.events:
        if isinstance(event, GoalsSet) and event.agent in held:
            _set(held[event.agent], event.goals, event.round)
        elif isinstance(event, Acted) and event.agent in held and event.goals:
            for text in event.goals:
                held[event.agent].setdefault(text, [text, event.round, None])
    last = material.run.rounds
    return {
        "people": {
            agent: [[text, first, last if end is None else end, end is not None] for text, first, end in own.values()]
            for agent, own in held.items()
            if own
        }
    }


def _set(own: dict[str, list[Any]], texts: tuple[str, ...], round_: int) -> None:
    for text in texts:
        goal = own.setdefault(text, [text, round_, None])
        goal[2] = None
    for text, goal in own.items():
        if text not in texts and goal[2] is None:
            goal[2] = round_

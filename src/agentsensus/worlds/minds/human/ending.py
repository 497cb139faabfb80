"""The text a person reads when the story ends: goals reached and open, deaths, and what the character has learnt."""

from collections.abc import Sequence

from agentsensus.worlds.minds.human.commands import sayings
from agentsensus.worlds.state.world import World
from agentsensus.worlds.telling import Teller

__all__ = ["ending_text"]


def ending_text(world: World, agent: str, reached: Sequence[str]) -> str:
    """Return the ending of a character's part. `reached` are the goals that the person has reached."""
    teller = Teller(world.scenario)
    patterns = sayings(teller.language)
    actor = world.actors.get(agent)
    name = teller.name(agent)
    if actor is None:
        head = patterns[f"ended_{world.gone.get(agent, 'departed')}"].format(name=name)
    elif actor.is_held:
        head = patterns["ended_held"].format(name=name)
    else:
        place = teller.name(actor.place) if actor.place else ""
        head = patterns["ended_here" if place else "ended_travelling"].format(name=name, place=place)
    lines = ["", patterns["ending"], head]
    others = {id_: change for id_, change in world.gone.items() if id_ != agent}
    for change in ("died", "departed"):
        names = [id_ for id_, how in others.items() if how == change]
        if names:
            lines.append(patterns[f"others_{change}"].format(names=teller.names(sorted(names))))
    held = sorted(id_ for id_, other in world.actors.items() if other.is_held and id_ != agent)
    lines += [patterns["others_held"].format(names=teller.names(held))] if held else []
    lines += [patterns["goal_reached"].format(goal=goal) for goal in reached]
    rest = [goal for goal in (actor.goals if actor else ()) if goal not in reached]
    lines += [patterns["goal_open"].format(goal=goal) for goal in rest]
    return "\n".join(lines)

"""Deeds that cannot both be: of two who claim the same thing or life in a round, the first by id has it."""

from collections.abc import Sequence

from agentsensus.actions.refusals import reason
from agentsensus.events.event import Departed, LifeChanged
from agentsensus.kernel.turn import TurnTaken
from agentsensus.world.world import World

__all__ = ["settle"]


def settle(turns: Sequence[TurnTaken], world: World) -> None:
    """Take back, in order of agent, every deed whose claim somebody else has, and the leaving of those who are held."""
    language = world.scenario.world.language
    claimed: set[str] = set()
    for turn in turns:
        if claimed.isdisjoint(turn.claims):
            claimed.update(turn.claims)
        else:
            turn.refuse(reason(language, "too_late"))
    held = {
        event.of
        for turn in turns
        for event in turn.events
        if isinstance(event, LifeChanged) and event.change in ("held", "died", "departed")
    }
    for turn in turns:
        if turn.agent in held and any(isinstance(event, Departed) for event in turn.events):
            turn.refuse(reason(language, "kept_here"))

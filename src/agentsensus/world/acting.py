"""Who of those that act is meant by a name."""

from agentsensus.errors import InputError, UnknownName
from agentsensus.world.scenario import Scenario

__all__ = ["acting"]


def acting(scenario: Scenario, name: str, otherwise: str) -> str:
    """The id of a character that acts; of one that does not, an error says that it `otherwise`."""
    agent = scenario.find(name, "character")
    if agent is None:
        hint = scenario.lookup("character").hint(name)
        raise UnknownName(f"no character of {scenario.world.name} is called {name!r}{hint}")
    if agent not in scenario.active:
        raise InputError(f"{agent} is {scenario.characters[agent].archived} and {otherwise}")
    return agent

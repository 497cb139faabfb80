"""Who decides for whom: companies of minds by name, one mind per active character."""

from collections.abc import Callable
from typing import TypeAlias

from agentsensus.errors import InputError, UnknownName, nearest
from agentsensus.minds.mind import Mind
from agentsensus.minds.players.null import null_company
from agentsensus.minds.players.player import players
from agentsensus.world.scenario import Scenario

__all__ = ["COMPANIES", "Company", "company"]

Company: TypeAlias = Callable[[Scenario, int], dict[str, Mind]]

COMPANIES: dict[str, Company] = {"players": players, "null": null_company}
"""Companies by name; whoever can play a whole world adds one."""
DEFAULT = "players"


def company(name: str | None, scenario: Scenario, seed: int) -> dict[str, Mind]:
    """A mind for every active character, from the company of that name (None: players, else whoever there is)."""
    if not COMPANIES:
        raise InputError("nobody is there to play this world: add a company of minds to agentsensus.minds.COMPANIES")
    if name is not None and name not in COMPANIES:
        raise UnknownName(f"no company of minds is called {name!r}{nearest(name, COMPANIES)}")
    return COMPANIES[name or (DEFAULT if DEFAULT in COMPANIES else min(COMPANIES))](scenario, seed)

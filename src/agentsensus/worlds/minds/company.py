"""Companies: named functions that return a mind for every active character."""

from collections.abc import Callable
from typing import TypeAlias

from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.worlds.minds.mind import Mind
from agentsensus.worlds.minds.players.player import null_company, players
from agentsensus.worlds.minds.recorded import recording_of
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["COMPANIES", "RECORDED", "Company", "company"]

Company: TypeAlias = Callable[[Scenario, int], dict[str, Mind]]

RECORDED = "recorded"


def recorded_company(scenario: Scenario, seed: int) -> dict[str, Mind]:
    """Return minds that repeat the decisions of the recorded run of this world. After its end, players decide."""
    recording = recording_of(scenario.world.name)
    return recording.minds(scenario, seed, recording.rounds, players(scenario, seed))


COMPANIES: dict[str, Company] = {"players": players, "null": null_company, RECORDED: recorded_company}
"""Companies by name. Add one here to make it available to `--minds`."""
DEFAULT = "players"


def company(name: str | None, scenario: Scenario, seed: int) -> dict[str, Mind]:
    """Return a mind for every active character from the named company (default: players)."""
    if not COMPANIES:
        raise InputError(
            "no minds are available to play this world: add a company to agentsensus.worlds.minds.COMPANIES"
        )
    if name is not None and name not in COMPANIES:
        raise UnknownName(f"no company of minds is called {name!r}{did_you_mean(name, COMPANIES)}")
    return COMPANIES[name or (DEFAULT if DEFAULT in COMPANIES else min(COMPANIES))](scenario, seed)

"""The script of a world, read once for all who need it."""

from functools import lru_cache

from agentsensus.minds.players.claims.script import Script
from agentsensus.world.scenario import Scenario

__all__ = ["script_of"]


def script_of(scenario: Scenario) -> Script:
    """The sentences of a world; the same world is read once."""
    return _script(scenario.model_dump_json())


@lru_cache(maxsize=4)
def _script(scenario: str) -> Script:
    return Script(Scenario.model_validate_json(scenario))

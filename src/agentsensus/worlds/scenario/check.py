"""Load a world and check it: `check` lists all problems, `load` raises them."""

from dataclasses import dataclass
from pathlib import Path

from agentsensus.errors import Problem, ScenarioError
from agentsensus.worlds.repertoire import find
from agentsensus.worlds.scenario.reading.checks import CHECKS
from agentsensus.worlds.scenario.reading.entries import draft
from agentsensus.worlds.scenario.reading.problems import Problems
from agentsensus.worlds.scenario.reading.resolving import resolve
from agentsensus.worlds.scenario.reading.yaml_files import read_world
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["WorldCheck", "check", "load"]


@dataclass(frozen=True)
class WorldCheck:
    """The result of a check: the scenario as far as it could be read, and every problem."""

    scenario: Scenario
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether the world can be played: no errors (warnings are allowed)."""
        return not any(problem.severity == "error" for problem in self.problems)

    def counts(self) -> dict[str, int]:
        """Return the number of characters, places, events and so on, and of problems."""
        scenario = self.scenario
        return {
            "characters": len(scenario.characters),
            "active": len(scenario.active),
            "places": len(scenario.places),
            "carriers": len(scenario.carriers),
            "events": len(scenario.events),
            "tellings": sum(len(event.tellings) for event in scenario.events),
            "secrets": sum(event.secret for event in scenario.events),
            "kickoff": len(scenario.world.kickoff),
            "errors": sum(problem.severity == "error" for problem in self.problems),
            "warnings": sum(problem.severity == "warning" for problem in self.problems),
        }


def check(world: str | Path) -> WorldCheck:
    """Check a world, given by its name or path. Problems are returned, not raised."""
    where = find(world)
    notes = Problems()
    read_world(where, notes)
    scenario = resolve(draft(notes, where.stem), notes)
    for look in CHECKS:
        look(scenario, notes)
    return WorldCheck(scenario, notes.problems())


def load(world: str | Path) -> Scenario:
    """Return the scenario of a world.

    Raises ScenarioError, with every problem in `.problems`, if it cannot be played.
    """
    checked = check(world)
    if not checked.ok:
        raise ScenarioError(checked.problems)
    return checked.scenario

"""A world's files, read and checked whole: every mistake at once, or a scenario."""

from dataclasses import dataclass
from pathlib import Path

from agentsensus.errors import Problem, ScenarioError
from agentsensus.repertoire import find
from agentsensus.world.reading.checks import CHECKS
from agentsensus.world.reading.files import read_world
from agentsensus.world.reading.parts import draft
from agentsensus.world.reading.problems import Problems
from agentsensus.world.reading.resolving import resolve
from agentsensus.world.scenario import Scenario

__all__ = ["WorldCheck", "check", "load"]


@dataclass(frozen=True)
class WorldCheck:
    """What came of checking a world: the scenario as far as it could be read, and every problem."""

    scenario: Scenario
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether the world can be played: there is no error, though there may be warnings."""
        return not any(problem.severity == "error" for problem in self.problems)

    def counts(self) -> dict[str, int]:
        """How much there is of everything, and how many problems."""
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
    """Look at a whole world, by the name of a shipped one or by its path; mistakes are listed, never raised."""
    where = find(world)
    notes = Problems()
    read_world(where, notes)
    scenario = resolve(draft(notes, where.stem), notes)
    for look in CHECKS:
        look(scenario, notes)
    return WorldCheck(scenario, notes.problems())


def load(world: str | Path) -> Scenario:
    """The scenario of a world that can be played; otherwise ScenarioError, whose `.problems` lists every mistake."""
    checked = check(world)
    if not checked.ok:
        raise ScenarioError(checked.problems)
    return checked.scenario

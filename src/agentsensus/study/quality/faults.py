"""Faults put into a run's lines on purpose, to see whether a judge sees them: one that does not is blind to them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agentsensus.study.leaks import SpokenLine
from agentsensus.study.quality.excerpt import Dimension, Excerpts
from agentsensus.study.received import reception_of

__all__ = ["FAULTS", "FaultSeen", "PlantedFault"]

_SEEN = 0.5
"""Points by which a score must fall for the fault to count as seen."""


@dataclass(frozen=True)
class PlantedFault:
    """A fault: what it is called, the dimension that it should lower, and how it is put into lines."""

    name: str
    dimension: Dimension
    plant: Callable[[Excerpts, Sequence[SpokenLine]], list[SpokenLine]]


@dataclass(frozen=True, slots=True)
class FaultSeen:
    """What a judge gave with and without a fault; blind if it did not fall by half a point, None if unscored."""

    fault: str
    dimension: Dimension
    clean: float | None
    faulty: float | None

    @property
    def is_seen(self) -> bool | None:
        """Whether the score fell far enough."""
        if self.clean is None or self.faulty is None:
            return None
        return self.clean - self.faulty >= _SEEN


def _the_dead_speak(excerpts: Excerpts, lines: Sequence[SpokenLine]) -> list[SpokenLine]:
    dead = [id_ for id_, character in excerpts.run.scenario.characters.items() if character.archived == "dead"]
    if not dead:
        return list(lines)
    says = str(excerpts.words["says"])
    return _mixed(lines, lambda line: replace(line, agent=dead[0], text=says))


def _a_fact_not_had(excerpts: Excerpts, lines: Sequence[SpokenLine]) -> list[SpokenLine]:
    run = excerpts.run
    reception = reception_of(run.scenario, run.files.read().rules, run.log)
    secrets = [event for event in run.scenario.events if event.secret] or list(run.scenario.events)

    def leaking(line: SpokenLine) -> SpokenLine:
        had = {receipt.id for receipt in reception.of(line.agent)}
        event = next((event for event in secrets if event.id not in had), secrets[0])
        return replace(line, text=event.text)

    return _mixed(lines, leaking)


def _a_goal_forgotten(excerpts: Excerpts, lines: Sequence[SpokenLine]) -> list[SpokenLine]:
    errand = str(excerpts.words["errand"])
    return [replace(line, text=errand) for line in lines]


def _told_twice(_: Excerpts, lines: Sequence[SpokenLine]) -> list[SpokenLine]:
    return [line for line in lines for _ in range(2)]


def _mixed(lines: Sequence[SpokenLine], changed: Callable[[SpokenLine], SpokenLine]) -> list[SpokenLine]:
    """Every third line changed."""
    return [changed(line) if place % 3 == 1 else line for place, line in enumerate(lines)]


FAULTS = (
    PlantedFault("the dead speak", "grounding", _the_dead_speak),
    PlantedFault("a fact never had", "grounding", _a_fact_not_had),
    PlantedFault("goals forgotten", "goals", _a_goal_forgotten),
    PlantedFault("told twice", "narrative", _told_twice),
)

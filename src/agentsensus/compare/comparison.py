"""What is to be compared: a world, the memories it is played with, and from which seeds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agentsensus.errors import InputError, UnknownName, nearest
from agentsensus.kernel import Plan
from agentsensus.memory.designs.registry import DESIGNS, SETTINGS, checked_design
from agentsensus.world.rules import Rules
from agentsensus.world.scenario import Scenario

__all__ = ["Comparison", "Varied"]


@dataclass(frozen=True, slots=True)
class Varied:
    """One setting in several values."""

    key: str
    values: tuple[Any, ...]

    def named(self, design: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """A column for each value, by name, with what it changes."""
        for value in self.values:
            text = str(value).lower() if isinstance(value, bool) or value is None else str(value)
            yield f"{design} {self.key}={text}", {self.key: value}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A world, for how long and from which seeds it is played, and what is set side by side.

    `paired`: it is played once a seed, and every memory is fed what was deposited and asked there.
    """

    scenario: Scenario
    rounds: int
    seeds: tuple[int, ...] = (0,)
    designs: tuple[str, ...] = DESIGNS
    vary: Varied | None = None
    paired: bool = False
    plan: Plan = field(default_factory=Plan)

    def columns(self) -> dict[str, Plan]:
        """The plan of each column by its name; what cannot be played is refused."""
        found = {name: plan for design in self.designs for name, plan in self._of(checked_design(design))}
        if self.vary and not any(self.vary.key in plan.changes for plan in found.values()):
            raise self._unknown(self.vary.key)
        for plan in found.values():
            plan.check()
        return found

    def seeded(self, plan: Plan) -> list[Plan]:
        """A plan with each seed."""
        return [replace(plan, seed=seed) for seed in self.seeds]

    def _of(self, design: str) -> Iterator[tuple[str, Plan]]:
        """The columns of a design: one for each value of the setting, or one alone where it has no such setting."""
        plan = replace(self.plan, design=design)
        if self.vary is None or not self._has(design, self.vary.key):
            yield design, plan
            return
        for name, changes in self.vary.named(design):
            yield name, replace(plan, changes={**self.plan.changes, **changes})

    def _has(self, design: str, key: str) -> bool:
        return key in SETTINGS[design].model_fields or (key in Rules.model_fields and not self.paired)

    def _unknown(self, key: str) -> InputError:
        if key in Rules.model_fields:
            return InputError(
                f"--vary {key}: a rule of play, and paired memories are fed from one play; vary a setting of the "
                "memory, or leave out --paired"
            )
        known = [name for design in self.designs for name in SETTINGS[design].model_fields]
        return UnknownName(
            f"--vary {key}: none of the memories has such a setting{nearest(key, [*known, *Rules.model_fields])}"
        )

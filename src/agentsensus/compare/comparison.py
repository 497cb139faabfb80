"""What is to be compared: a world, the memories it is played with, and from which seeds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from agentsensus.errors import InputError, UnknownName, nearest
from agentsensus.kernel import Plan
from agentsensus.memory.designs.registry import DESIGNS, SETTINGS, checked_design
from agentsensus.world.rules import Rules
from agentsensus.world.scenario import Scenario

__all__ = ["Comparison", "GridColumn", "Varied"]

PRESET = "preset"


@dataclass(frozen=True, slots=True)
class Varied:
    """A setting, a rule or `preset` in several values."""

    key: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class GridColumn:
    """One way to play that is set beside others: a design with one value of each varied key that it has."""

    design: str
    values: Mapping[str, Any]
    plan: Plan

    @property
    def name(self) -> str:
        """The design with what varies: `consensus floor=0.5 merging=off`."""
        return " ".join([self.design, *(f"{key}={_shown(value)}" for key, value in self.values.items())])


@dataclass(frozen=True, slots=True)
class Comparison:
    """A world, for how long and from which seeds it is played, and what is set side by side.

    `vary` is one varied key, or several for a grid of all their values. `paired`: the world is played once a seed, and
    every memory is fed what was deposited and asked there.
    """

    scenario: Scenario
    rounds: int
    seeds: tuple[int, ...] = (0,)
    designs: tuple[str, ...] = DESIGNS
    vary: Varied | Sequence[Varied] | None = None
    paired: bool = False
    plan: Plan = field(default_factory=Plan)

    def columns(self) -> dict[str, GridColumn]:
        """The columns by name; what cannot be played is refused."""
        columns = [column for design in self.designs for column in self._of(checked_design(design))]
        for varied in self.varied:
            if not any(varied.key in column.values for column in columns):
                raise self._unknown(varied)
        for column in columns:
            column.plan.check()
        return {column.name: column for column in columns}

    @property
    def varied(self) -> tuple[Varied, ...]:
        """What varies, in the order in which it is named."""
        if self.vary is None:
            return ()
        varied = (self.vary,) if isinstance(self.vary, Varied) else tuple(self.vary)
        for place, each in enumerate(varied):
            if each.key in [other.key for other in varied[:place]]:
                raise InputError(f"--vary {each.key}: named twice; give all its values at once, {each.key}=A,B")
        return varied

    def seeded(self, plan: Plan) -> list[Plan]:
        """A plan with each seed."""
        return [replace(plan, seed=seed) for seed in self.seeds]

    def _of(self, design: str) -> Iterator[GridColumn]:
        """The columns of a design: every combination of the values that it has, or one alone where it has none."""
        known = [(varied.key, self._values(design, varied)) for varied in self.varied]
        keys = [key for key, values in known if values]
        for combination in product(*(values for _, values in known if values)):
            values = dict(zip(keys, combination, strict=True))
            yield GridColumn(design, values, self._plan(design, values))

    def _plan(self, design: str, values: Mapping[str, Any]) -> Plan:
        changes = {key: value for key, value in values.items() if key != PRESET}
        preset = values.get(PRESET, self.plan.preset)
        return replace(self.plan, design=design, preset=preset, changes={**self.plan.changes, **changes})

    def _values(self, design: str, varied: Varied) -> tuple[Any, ...]:
        """The values of a key that a design can be played with; none where it has no such setting."""
        settings = SETTINGS[design]
        if varied.key == PRESET:
            presets = {*settings.presets, *(() if self.paired else Rules.presets)}
            return tuple(value for value in varied.values if value in presets)
        is_known = varied.key in settings.model_fields or (varied.key in Rules.model_fields and not self.paired)
        return varied.values if is_known else ()

    def _unknown(self, varied: Varied) -> InputError:
        key = varied.key
        if key == PRESET:
            presets = sorted({name for design in self.designs for name in SETTINGS[design].presets})
            wrong = str(varied.values[0])
            return UnknownName(f"--vary preset: none of the memories has {wrong!r}{nearest(wrong, presets)}")
        if key in Rules.model_fields:
            return InputError(
                f"--vary {key}: a rule of play, and paired memories are fed from one play; vary a setting of the "
                "memory, or leave out --paired"
            )
        settings = [name for design in self.designs for name in SETTINGS[design].model_fields]
        known = [*settings, *Rules.model_fields, PRESET]
        return UnknownName(f"--vary {key}: none of the memories has such a setting{nearest(key, known)}")


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)

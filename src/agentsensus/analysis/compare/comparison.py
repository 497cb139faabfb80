"""The types of a comparison: what to compare, what came out, and an estimate of its cost."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, TypeAlias

from pydantic import BaseModel

from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.memory.designs.registry import DESIGNS, SETTINGS, checked_design
from agentsensus.models.prices import Prices
from agentsensus.models.roles import DEFAULT
from agentsensus.worlds.runs import Plan
from agentsensus.worlds.runs.estimate import Estimate, estimate
from agentsensus.worlds.runs.run_models import OF_MEMORY
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["FIGURES", "Comparison", "ComparisonEstimate", "GridColumn", "Varied", "estimate_comparison", "means"]


PRESET = "preset"


@dataclass(frozen=True, slots=True)
class Varied:
    """A key to vary (a setting, a rule or `preset`) and its values."""

    key: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class GridColumn:
    """One column of the grid: a design with one value for each varied key that the design has."""

    design: str
    values: Mapping[str, Any]
    plan: Plan

    @property
    def name(self) -> str:
        """The design and the varied values: `consensus floor=0.5 merging=off`."""
        return " ".join([self.design, *(f"{key}={_shown(value)}" for key, value in self.values.items())])


@dataclass(frozen=True, slots=True)
class Comparison:
    """A world, its rounds and seeds, and the columns to compare.

    `vary` is one varied key, or several for a grid of all values. With `paired`, the world is played once per seed and
    every memory is fed the deposits and questions of that run.
    """

    scenario: Scenario
    rounds: int
    seeds: tuple[int, ...] = (0,)
    designs: tuple[str, ...] = DESIGNS
    vary: Varied | Sequence[Varied] | None = None
    paired: bool = False
    plan: Plan = field(default_factory=Plan)

    def columns(self) -> dict[str, GridColumn]:
        """Return the columns by name. Raises InputError for a column that cannot be played."""
        columns = [column for design in self.designs for column in self._of(checked_design(design))]
        for varied in self.varied:
            if not any(varied.key in column.values for column in columns):
                raise self._unknown(varied)
        for column in columns:
            column.plan.check()
        return {column.name: column for column in columns}

    @property
    def varied(self) -> tuple[Varied, ...]:
        """The varied keys, in the given order."""
        if self.vary is None:
            return ()
        varied = (self.vary,) if isinstance(self.vary, Varied) else tuple(self.vary)
        for place, each in enumerate(varied):
            if each.key in [other.key for other in varied[:place]]:
                raise InputError(f"--vary {each.key}: named twice; give all its values at once, {each.key}=A,B")
        return varied

    def seeded(self, plan: Plan) -> list[Plan]:
        """Return one copy of the plan per seed."""
        return [replace(plan, seed=seed) for seed in self.seeds]

    def _of(self, design: str) -> Iterator[GridColumn]:
        """Yield the columns of a design: every combination of the values the design accepts, or one column without
        any."""
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
        """Return the values of a key that a design accepts; empty if the design lacks the setting."""
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
            return UnknownName(f"--vary preset: none of the memories has {wrong!r}{did_you_mean(wrong, presets)}")
        if key in Rules.model_fields:
            return InputError(
                f"--vary {key}: a rule of play, and paired memories are fed from one play; vary a setting of the "
                "memory, or leave out --paired"
            )
        settings = [name for design in self.designs for name in SETTINGS[design].model_fields]
        known = [*settings, *Rules.model_fields, PRESET]
        return UnknownName(f"--vary {key}: none of the memories has such a setting{did_you_mean(key, known)}")


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


Stats: TypeAlias = Mapping[str, Any]


def _truth(name: str) -> Callable[[Stats], float | None]:
    return lambda stats: (stats["merge_truth"] or {}).get(name)


FIGURES: dict[str, Callable[[Stats], float | None]] = {
    "sim": lambda stats: stats["sim"],
    "shared_pct": lambda stats: stats["shared_pct"],
    "linked_pct": lambda stats: stats["linked_pct"],
    "conflicts": lambda stats: stats["conflicts"],
    "grown": lambda stats: stats["grown"],
    "shared_statements_pct": lambda stats: stats["shared_statements_pct"],
    "max_owners": lambda stats: stats["max_owners"],
    "wordings": lambda stats: stats["wordings"],
    "bytes": lambda stats: stats["bytes"],
    "merges": lambda stats: sum(stats["merges"].values()),
    "cross_merges": lambda stats: stats["merges"]["cross_sim"] + stats["merges"]["cross_sediment"],
    "recalls": lambda stats: stats["recalls"]["n"],
    "readings": lambda stats: stats["recalls"]["read"],
    "precision": _truth("precision"),
    "recall": _truth("recall"),
}
"""Functions from a run's statistics to a figure, by name. A function returns None if the run lacks the figure."""


def means(seeds: Sequence[Stats]) -> dict[str, float | None]:
    """Return the mean of every figure over the seeds that have the figure; None if no seed has it."""
    return {name: _mean([figure(stats) for stats in seeds]) for name, figure in FIGURES.items()}


def _mean(values: Sequence[float | None]) -> float | None:
    there = [value for value in values if value is not None]
    return round(sum(there) / len(there), 4) if there else None


class ComparisonEstimate(BaseModel):
    """The estimated cost in total and per column; `played` is the run that paired memories are fed from."""

    world: str
    rounds: int
    seeds: int
    calls: int
    input: int
    output: int
    tokens: int
    money: float | None
    columns: dict[str, Estimate]


def estimate_comparison(comparison: Comparison, prices: Prices | None = None) -> ComparisonEstimate:
    """Estimate the cost of a comparison with the models of its plan, without asking a model."""
    plans = {
        name: _without_minds(column.plan) if comparison.paired else column.plan
        for name, column in comparison.columns().items()
    }
    if comparison.paired:
        plans = {"played": replace(comparison.plan, design="consensus"), **plans}
    columns = {name: estimate(comparison.scenario, plan, comparison.rounds, prices) for name, plan in plans.items()}
    seeds, costs = len(comparison.seeds), [each.money for each in columns.values()]
    calls, input_, output = (
        seeds * sum(getattr(each, name) for each in columns.values()) for name in ("calls", "input", "output")
    )
    known = [cost for cost in costs if cost is not None]
    return ComparisonEstimate(
        world=comparison.scenario.world.name,
        rounds=comparison.rounds,
        seeds=seeds,
        calls=calls,
        input=input_,
        output=output,
        tokens=input_ + output,
        money=round(seeds * sum(known), 6) if len(known) == len(costs) else None,
        columns=columns,
    )


def _without_minds(plan: Plan) -> Plan:
    """Return the plan for feeding a memory, in which only the memory calls models."""
    default = plan.models.get(DEFAULT)
    models = {role: plan.models.get(role, default) for role in OF_MEMORY}
    return replace(plan, models={role: id_ for role, id_ in models.items() if id_ is not None})

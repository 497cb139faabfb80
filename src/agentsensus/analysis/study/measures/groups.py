"""Arrange measured runs into groups that can be compared: by world and length, designs or settings as columns."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentsensus.analysis.study.measures.folders import StudyFolder
from agentsensus.analysis.study.measures.measuring import RunMeasures
from agentsensus.errors import InputError
from agentsensus.memory.designs.registry import DESIGNS

__all__ = ["Column", "Group", "arrange_groups"]


_FIRST = {"merging": ("judged",), "expansion": ("ranked",), "preset": ("ours",)}
"""For some settings, the value whose column comes first."""


@dataclass(frozen=True, slots=True)
class Column:
    """Runs that differ only in the seed; `varied` are the settings that distinguish them from other columns."""

    design: str
    varied: Mapping[str, Any]
    runs: tuple[RunMeasures, ...]

    @property
    def name(self) -> str:
        """The design and the varied settings: `consensus merging=off`."""
        return " ".join([self.design, *(f"{key}={_shown(value)}" for key, value in self.varied.items())])

    def seed(self, seed: int) -> RunMeasures | None:
        """Return the run with this seed, or None."""
        return next((run for run in self.runs if run.origin.seed == seed), None)


@dataclass(frozen=True, slots=True)
class Group:
    """The runs of one world, in columns."""

    world: str
    rounds: int
    stamp: str
    is_paired: bool
    columns: tuple[Column, ...]

    @property
    def varied(self) -> tuple[str, ...]:
        """The settings in which the columns differ."""
        return tuple(dict.fromkeys(key for column in self.columns for key in column.varied))

    @property
    def is_of_designs(self) -> bool:
        """Whether the columns differ only in the design."""
        return not self.varied

    @property
    def name(self) -> str:
        """World, rounds and varied settings."""
        parts = [f"{self.world}, {self.rounds} rounds", "paired" if self.is_paired else ""]
        return ", ".join([*filter(None, parts), *self.varied])

    @property
    def slug(self) -> str:
        """The group's name in a form for file names."""
        return "-".join([self.world, str(self.rounds), *(["paired"] if self.is_paired else []), *self.varied])

    @property
    def missing(self) -> list[str]:
        """The designs for which the group has no run."""
        return [design for design in DESIGNS if all(column.design != design for column in self.columns)]

    @property
    def seeds(self) -> tuple[int, ...]:
        """Every seed that occurs."""
        return tuple(sorted({run.origin.seed for column in self.columns for run in column.runs}))

    def column(self, design: str) -> Column | None:
        """Return the column of a design, or the first such column if a setting varies; None if there is none."""
        return next((column for column in self.columns if column.design == design), None)


def arrange_groups(measured: Sequence[tuple[StudyFolder, RunMeasures]]) -> list[Group]:
    """Return the groups: one per folder of runs, and one per world among runs given singly."""
    gathered: dict[Hashable, list[RunMeasures]] = {}
    for folder, run in measured:
        if folder.group is not None:
            _check_alike(folder.group, gathered.get(folder.group, []), run)
        key = folder.group or (run.origin.world, run.origin.rounds, run.origin.world_hash, run.origin.is_fed)
        gathered.setdefault(key, []).append(run)
    return [_group(runs) for runs in gathered.values()]


def _check_alike(group: Path, others: Sequence[RunMeasures], run: RunMeasures) -> None:
    """Raise InputError if the runs of one folder differ in world or length."""
    if not others:
        return
    first, this = others[0].origin, run.origin
    names = f"{group}: {first.folder} and {this.folder}"
    if first.world != this.world:
        raise InputError(f"{names} are runs of two worlds, {first.world} and {this.world}; give each world its folder")
    if first.world_hash != this.world_hash:
        raise InputError(f"{names} are runs of two versions of {first.world}; play them anew from one version")
    if first.rounds != this.rounds:
        raise InputError(
            f"{names} have unlike lengths, {first.rounds} and {this.rounds} rounds; resume the shorter, or leave it out"
        )


def _group(runs: Sequence[RunMeasures]) -> Group:
    columns: dict[Hashable, list[RunMeasures]] = {}
    keys = _varied(runs)
    for run in runs:
        values = {key: run.origin.settings.get(key) for key in keys.get(run.origin.design, ())}
        columns.setdefault((run.origin.design, *map(repr, values.values())), []).append(run)
    made = [_column(each, keys.get(each[0].origin.design, ())) for each in columns.values()]
    first = runs[0].origin
    ordered = tuple(sorted(made, key=_place))
    return Group(first.world, first.rounds, first.stamp, all(run.origin.is_fed for run in runs), ordered)


def _column(runs: Sequence[RunMeasures], keys: Sequence[str]) -> Column:
    by_seed = tuple(sorted(runs, key=lambda run: run.origin.seed))
    return Column(runs[0].origin.design, {key: runs[0].origin.settings.get(key) for key in keys}, by_seed)


def _varied(runs: Sequence[RunMeasures]) -> dict[str, list[str]]:
    """Return, for each design, the settings with several values; only `preset` if that explains all differences."""
    varied: dict[str, list[str]] = {}
    for design in dict.fromkeys(run.origin.design for run in runs):
        settings = [run.origin.settings for run in runs if run.origin.design == design]
        known = dict.fromkeys(key for each in settings for key in each)
        keys = [key for key in known if len({repr(each[key]) for each in settings if key in each}) > 1]
        varied[design] = ["preset"] if "preset" in keys else keys
    return varied


def _place(column: Column) -> tuple[int, list[tuple[int, str]]]:
    values = [(0 if value in _FIRST.get(key, ()) else 1, str(value)) for key, value in column.varied.items()]
    return DESIGNS.index(column.design) if column.design in DESIGNS else len(DESIGNS), values


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)

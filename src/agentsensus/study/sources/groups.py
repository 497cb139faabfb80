"""Runs that belong side by side: of one world, one length, in columns by what they were played with."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError
from agentsensus.memory.designs.registry import DESIGNS
from agentsensus.study.sources.folders import StudyFolder
from agentsensus.study.sources.measures import RunMeasures

__all__ = ["Column", "Group", "arranged"]

_FIRST = {"merging": ("judged",), "expansion": ("ranked",), "preset": ("ours",)}
"""Of some settings, the value whose column comes first."""


@dataclass(frozen=True, slots=True)
class Column:
    """Runs that differ in nothing but the seed; `varied` are the settings by which they differ from other columns."""

    design: str
    varied: Mapping[str, Any]
    runs: tuple[RunMeasures, ...]

    @property
    def name(self) -> str:
        """The design, and what varies: `consensus merging=off`."""
        return " ".join([self.design, *(f"{key}={_shown(value)}" for key, value in self.varied.items())])

    def seed(self, seed: int) -> RunMeasures | None:
        """The run from a seed, if there is one."""
        return next((run for run in self.runs if run.origin.seed == seed), None)


@dataclass(frozen=True, slots=True)
class Group:
    """A world's runs side by side."""

    world: str
    rounds: int
    stamp: str
    is_paired: bool
    columns: tuple[Column, ...]

    @property
    def varied(self) -> tuple[str, ...]:
        """The settings in which its columns differ."""
        return tuple(dict.fromkeys(key for column in self.columns for key in column.varied))

    @property
    def is_of_designs(self) -> bool:
        """Whether its columns are designs and nothing else varies."""
        return not self.varied

    @property
    def name(self) -> str:
        """World and rounds, and what is particular about it."""
        parts = [f"{self.world}, {self.rounds} rounds", "paired" if self.is_paired else ""]
        return ", ".join([*filter(None, parts), *self.varied])

    @property
    def slug(self) -> str:
        """The name as a part of a file's name."""
        return "-".join([self.world, str(self.rounds), *(["paired"] if self.is_paired else []), *self.varied])

    @property
    def missing(self) -> list[str]:
        """The designs that nothing was played with."""
        return [design for design in DESIGNS if all(column.design != design for column in self.columns)]

    @property
    def seeds(self) -> tuple[int, ...]:
        """Every seed that occurs."""
        return tuple(sorted({run.origin.seed for column in self.columns for run in column.runs}))

    def column(self, design: str) -> Column | None:
        """The column of a design, where nothing else varies or it is the first of that design."""
        return next((column for column in self.columns if column.design == design), None)


def arranged(measured: Sequence[tuple[StudyFolder, RunMeasures]]) -> list[Group]:
    """The groups: one for each folder of runs that was named, and one for each world among runs named singly."""
    gathered: dict[Hashable, list[RunMeasures]] = {}
    for folder, run in measured:
        if folder.group is not None:
            _check_alike(folder.group, gathered.get(folder.group, []), run)
        key = folder.group or (run.origin.world, run.origin.rounds, run.origin.world_hash, run.origin.is_fed)
        gathered.setdefault(key, []).append(run)
    return [_group(runs) for runs in gathered.values()]


def _check_alike(group: Path, others: Sequence[RunMeasures], run: RunMeasures) -> None:
    """Refuse runs of one folder that are not of one world and one length."""
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
    """For each design, the settings that its runs have in several values; `preset` alone where that explains all."""
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

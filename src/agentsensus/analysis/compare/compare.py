"""Run a comparison: play or feed every cell, several at a time, and collect the results."""

import hashlib
import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agentsensus.analysis.compare.cluster import checked_cluster, run_on_cluster
from agentsensus.analysis.compare.comparison import Comparison, GridColumn, means
from agentsensus.analysis.compare.pool import ProgressListener, TrialOutcome, cores, run_all
from agentsensus.analysis.compare.reuse import CellIdentity, Measured, TrialFailed, cell_identity, checked_earlier
from agentsensus.analysis.compare.trial import Feeding, Playing, Trial, write_paired
from agentsensus.base.files import read_text, replace_text
from agentsensus.base.stamp import stamped
from agentsensus.errors import InputError
from agentsensus.models.roles import DEFAULT as EVERYTHING
from agentsensus.worlds.minds.company import DEFAULT, company
from agentsensus.worlds.runs import Plan, RunFolder, new_run
from agentsensus.worlds.runs.run_models import check_models

__all__ = ["Cell", "Compared", "compare"]

_UNUSUAL = re.compile(r"[^\w.=-]+")
_ASKED = "comparison.json"


@dataclass(frozen=True, slots=True)
class Cell:
    """One column played with one seed, and its result."""

    column: GridColumn
    seed: int
    outcome: TrialOutcome

    @property
    def error(self) -> str | None:
        """The reason why the cell failed, or None if it did not."""
        return self.outcome.error if isinstance(self.outcome, TrialFailed) else None

    @property
    def stats(self) -> dict[str, Any]:
        """The statistics of the run; after a failure only the design and the error."""
        if isinstance(self.outcome, TrialFailed):
            return {"design": self.column.design, "error": self.outcome.error}
        return self.outcome.stats

    @property
    def by_round(self) -> dict[str, dict[str, Any]]:
        """How the figures grew, by round; empty after a failure."""
        return self.outcome.by_round if isinstance(self.outcome, Measured) else {}

    def as_json(self) -> dict[str, Any]:
        """Return the cell as `compare --json` prints it."""
        return {
            "column": self.column.name,
            "design": self.column.design,
            "vary": dict(self.column.values),
            "seed": self.seed,
            "error": self.error,
            "stats": None if self.error else self.stats,
        }


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of a comparison: cells by column, one per seed."""

    comparison: Comparison
    columns: Mapping[str, list[Cell]]

    @property
    def cells(self) -> list[Cell]:
        """All cells, column by column."""
        return [cell for cells in self.columns.values() for cell in cells]

    @property
    def has_failed(self) -> bool:
        """Whether any cell failed."""
        return any(cell.error for cell in self.cells)

    def as_json(self) -> dict[str, Any]:
        """Return the result as `compare --json` prints it. Contains no times."""
        comparison = self.comparison
        designs = {name: [cell.stats for cell in cells] for name, cells in self.columns.items()}
        finished = {name: [stats for stats in seeds if "error" not in stats] for name, seeds in designs.items()}
        fields = {
            "world": comparison.scenario.world.name,
            "rounds": comparison.rounds,
            "seeds": [*comparison.seeds],
            "company": comparison.plan.company or DEFAULT,
            "paired": comparison.paired,
            "designs": designs,
            "mean": {name: means(stats) for name, stats in finished.items()},
            "by_round": {name: [cell.by_round for cell in cells] for name, cells in self.columns.items()},
            "cells": [cell.as_json() for cell in self.cells],
        }
        return stamped(fields, comparison.scenario.world.stamp)


def compare(
    comparison: Comparison,
    out: Path | None = None,
    jobs: int | None = 1,
    progress: ProgressListener = lambda _: None,
    reuse: Path | None = None,
    on: str | None = None,
) -> Compared:
    """Play a world with every design, value and seed. Runs stay in `out`, or are deleted if `out` is None.

    Finished cells of the same comparison in `out` are not played again. Equal cells (same settings, seed and length) of
    comparisons in `reuse` are copied. A failing cell does not affect the others. With `jobs` > 1 this starts processes,
    so a script that calls it needs `if __name__ == "__main__":`. `on` names a Ray cluster to run the cells on: `ray`
    for this machine (or the cluster of RAY_ADDRESS), or `ray://HOST:PORT`. `jobs` None sets no limit.
    """
    runner = _Runner(jobs, progress, None if on is None else checked_cluster(on))
    columns = comparison.columns()
    check_models(comparison.plan.models, comparison.plan.budget)
    if not {EVERYTHING, "minds"} & set(comparison.plan.models):
        company(comparison.plan.company, comparison.scenario, 0)
    earlier = checked_earlier(reuse) if reuse is not None else None
    with _folder(comparison, out) as place:
        where = _Cells(Path(place), earlier)
        RunFolder(where.path).write_scenario(comparison.scenario)
        sources = _play_sources(comparison, where, runner) if comparison.paired else {}
        cells = [(column, plan) for column in columns.values() for plan in comparison.seeded(column.plan)]
        trials = [_trial(comparison, column.name, plan, where) for column, plan in cells if plan.seed not in sources]
        outcomes = iter(runner.outcomes(trials))
        done = [Cell(column, plan.seed, sources.get(plan.seed) or next(outcomes)) for column, plan in cells]
    return Compared(comparison, {name: [cell for cell in done if cell.column.name == name] for name in columns})


@dataclass(frozen=True, slots=True)
class _Cells:
    """The folder of a comparison's cells, and the folder of earlier comparisons to reuse cells from, if any."""

    path: Path
    earlier: Path | None

    def of(self, name: str, seed: int) -> Path:
        """Return the folder of a cell. Different names get different folders."""
        plain = name.replace(" ", "-")
        usual = _UNUSUAL.sub("-", plain)
        mark = "" if usual == plain else f"-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
        return self.path / f"{usual}{mark}-{seed}"

    def identity(self, comparison: Comparison, plan: Plan, fed_from: Plan | None = None) -> CellIdentity | None:
        """Return the identity by which later comparisons find a cell, or None if reuse is off."""
        if self.earlier is None:
            return None
        return cell_identity(plan, comparison.scenario.hash, comparison.rounds, self.earlier, fed_from)


@dataclass(frozen=True, slots=True)
class _Runner:
    """Where trials run: processes of this machine, or the Ray cluster `on`; at most `jobs` at once."""

    jobs: int | None
    progress: ProgressListener
    on: str | None

    def outcomes(self, trials: Sequence[Trial]) -> list[TrialOutcome]:
        if self.on is None:
            return run_all(trials, self.jobs or cores(), self.progress)
        return run_on_cluster(trials, self.on, self.jobs, self.progress)


def _play_sources(comparison: Comparison, where: _Cells, runner: _Runner) -> dict[int, TrialFailed]:
    """Play the runs that memories are fed from. Returns the failed seeds with their reasons."""
    plans = [_source_plan(comparison, seed) for seed in comparison.seeds]
    trials = [_playing(comparison, "played", plan, where) for plan in plans]
    failed = {}
    for plan, trial, outcome in zip(plans, trials, runner.outcomes(trials), strict=True):
        if isinstance(outcome, TrialFailed):
            failed[plan.seed] = TrialFailed(f"the play it is fed from failed ({outcome.error})")
        else:
            write_paired(trial.path, comparison.scenario)
    return failed


def _trial(comparison: Comparison, name: str, plan: Plan, where: _Cells) -> Trial:
    if not comparison.paired:
        return _playing(comparison, name, plan, where)
    source, path = where.of("played", plan.seed), where.of(name, plan.seed)
    identity = where.identity(comparison, plan, _source_plan(comparison, plan.seed))
    return Feeding(f"{name}, seed {plan.seed}", where.path, plan, comparison.rounds, path, source, identity)


def _playing(comparison: Comparison, name: str, plan: Plan, where: _Cells) -> Playing:
    identity = where.identity(comparison, plan)
    path = where.of(name, plan.seed)
    return Playing(f"{name}, seed {plan.seed}", where.path, plan, comparison.rounds, path, identity)


def _source_plan(comparison: Comparison, seed: int) -> Plan:
    """Return the plan of the run that memories are fed from."""
    return replace(comparison.plan, design="consensus", seed=seed)


def _folder(comparison: Comparison, out: Path | None) -> AbstractContextManager[str | Path]:
    """Open the folder of a comparison: a new folder, the folder of the same comparison, or a temporary folder."""
    if out is None:
        return tempfile.TemporaryDirectory(prefix="agentsensus-")
    described = json.dumps(_described(comparison), ensure_ascii=False, indent=1) + "\n"
    if (out / _ASKED).is_file():
        if read_text(out / _ASKED) != described:
            raise InputError(
                f"{out}: is there already, with a comparison of another world, length or plan; name a new folder with "
                "--out"
            )
        return nullcontext(out)
    where = new_run("", out).path
    replace_text(where / _ASKED, described)
    return nullcontext(where)


def _described(comparison: Comparison) -> dict[str, Any]:
    """Return the settings that must be equal for a comparison to resume in the same folder."""
    plan = comparison.plan
    return {
        "world": comparison.scenario.world.name,
        "world_hash": comparison.scenario.hash,
        "rounds": comparison.rounds,
        "paired": comparison.paired,
        "preset": plan.preset,
        "changes": dict(plan.changes),
        "embedder": plan.embedder,
        "company": plan.company,
        "models": dict(plan.models),
    }

"""A comparison: the same world under several memories, settings and seeds, side by side."""

import hashlib
import json
import re
import tempfile
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agentsensus.compare.comparison import Comparison, GridColumn
from agentsensus.compare.figures import means
from agentsensus.compare.measuring import Measured, TrialFailed
from agentsensus.compare.pool import ProgressListener, TrialOutcome, run_all
from agentsensus.compare.taking_over import Identity, checked_earlier, identity_of
from agentsensus.compare.trial import Feeding, Playing, Trial, write_paired
from agentsensus.errors import InputError
from agentsensus.files import read_text, replace_text
from agentsensus.kernel import Plan, RunFolder, new_run
from agentsensus.kernel.run_models import check_models
from agentsensus.minds.company import DEFAULT, company
from agentsensus.models.roles import DEFAULT as EVERYTHING
from agentsensus.stamping import stamped

__all__ = ["Cell", "Compared", "compare"]

_UNUSUAL = re.compile(r"[^\w.=-]+")
_ASKED = "comparison.json"


@dataclass(frozen=True, slots=True)
class Cell:
    """One column from one seed, and what came of it."""

    column: GridColumn
    seed: int
    outcome: TrialOutcome

    @property
    def error(self) -> str | None:
        """Why it failed; None where it did not."""
        return self.outcome.error if isinstance(self.outcome, TrialFailed) else None

    @property
    def stats(self) -> dict[str, Any]:
        """Its statistics; where it failed, the design and the error alone."""
        if isinstance(self.outcome, TrialFailed):
            return {"design": self.column.design, "error": self.outcome.error}
        return self.outcome.stats

    @property
    def by_round(self) -> dict[str, dict[str, Any]]:
        """How its figures grew; nothing where it failed."""
        return self.outcome.by_round if isinstance(self.outcome, Measured) else {}

    def as_json(self) -> dict[str, Any]:
        """The cell as `compare --json` prints it."""
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
    """What came of a comparison: its cells by column, one for each seed."""

    comparison: Comparison
    columns: Mapping[str, list[Cell]]

    @property
    def cells(self) -> list[Cell]:
        """All cells, column by column."""
        return [cell for cells in self.columns.values() for cell in cells]

    @property
    def has_failed(self) -> bool:
        """Whether any cell could not be finished."""
        return any(cell.error for cell in self.cells)

    def as_json(self) -> dict[str, Any]:
        """Everything as `compare --json` prints it; no time of day and no seconds are in it."""
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
    jobs: int = 1,
    progress: ProgressListener = lambda _: None,
    reuse: Path | None = None,
) -> Compared:
    """Play a world with every memory, value and seed; the runs stay in the folder `out`, or nowhere.

    Where `out` holds an earlier sitting of the same comparison, what is done there is not played again; nor is what a
    comparison in the folder `reuse` has made with the same settings, seed and length: it is copied. A cell that fails
    does not touch the others. With several jobs, processes are started: a script that calls this needs
    `if __name__ == "__main__":`.
    """
    columns = comparison.columns()
    check_models(comparison.plan.models, comparison.plan.budget)
    if not {EVERYTHING, "minds"} & set(comparison.plan.models):
        company(comparison.plan.company, comparison.scenario, 0)
    earlier = checked_earlier(reuse) if reuse is not None else None
    with _folder(comparison, out) as place:
        where = _Cells(Path(place), earlier)
        RunFolder(where.path).write_scenario(comparison.scenario)
        sources = _play_sources(comparison, where, jobs, progress) if comparison.paired else {}
        cells = [(column, plan) for column in columns.values() for plan in comparison.seeded(column.plan)]
        trials = [_trial(comparison, column.name, plan, where) for column, plan in cells if plan.seed not in sources]
        outcomes = iter(run_all(trials, jobs, progress))
        done = [Cell(column, plan.seed, sources.get(plan.seed) or next(outcomes)) for column, plan in cells]
    return Compared(comparison, {name: [cell for cell in done if cell.column.name == name] for name in columns})


@dataclass(frozen=True, slots=True)
class _Cells:
    """Where the cells of a comparison are kept, and where those of earlier comparisons are, if they may be used."""

    path: Path
    earlier: Path | None

    def of(self, name: str, seed: int) -> Path:
        """The folder of a cell, another one for each name."""
        plain = name.replace(" ", "-")
        usual = _UNUSUAL.sub("-", plain)
        mark = "" if usual == plain else f"-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
        return self.path / f"{usual}{mark}-{seed}"

    def identity(self, comparison: Comparison, plan: Plan, fed_from: Plan | None = None) -> Identity | None:
        """What a cell is known by to later comparisons; None where none may be used."""
        if self.earlier is None:
            return None
        return identity_of(plan, comparison.scenario.hash, comparison.rounds, self.earlier, fed_from)


def _play_sources(
    comparison: Comparison, where: _Cells, jobs: int, progress: ProgressListener
) -> dict[int, TrialFailed]:
    """Make the runs whose deposits and questions every memory is fed; the seeds of which that failed, and why."""
    plans = [_source_plan(comparison, seed) for seed in comparison.seeds]
    trials = [_playing(comparison, "played", plan, where) for plan in plans]
    failed = {}
    for plan, trial, outcome in zip(plans, trials, run_all(trials, jobs, progress), strict=True):
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
    """How the run is played that memories are fed from."""
    return replace(comparison.plan, design="consensus", seed=seed)


def _folder(comparison: Comparison, out: Path | None) -> AbstractContextManager[str | Path]:
    """A new folder, the folder of the same comparison, or one that is gone when all is done."""
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
    """What must be the same for cells of two sittings to belong to one comparison."""
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

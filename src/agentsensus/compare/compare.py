"""A comparison: the same world under several memories and seeds, side by side."""

import re
import tempfile
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agentsensus.compare.comparison import Comparison
from agentsensus.compare.figures import means
from agentsensus.compare.measuring import Measured
from agentsensus.compare.pool import Seen, run_all
from agentsensus.compare.trial import Feeding, Playing, Trial, write_paired
from agentsensus.kernel import Plan, RunFolder, new_run
from agentsensus.minds.company import DEFAULT, company
from agentsensus.stamping import stamped

__all__ = ["Compared", "compare"]

_UNUSUAL = re.compile(r"[^\w.=-]+")


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of a comparison: by column, a measurement for each seed."""

    comparison: Comparison
    columns: Mapping[str, list[Measured]]

    def as_json(self) -> dict[str, Any]:
        """Everything as `compare --json` prints it; no time of day and no seconds are in it."""
        asked = self.comparison
        designs = {name: [one.stats for one in found] for name, found in self.columns.items()}
        fields = {
            "world": asked.scenario.world.name,
            "rounds": asked.rounds,
            "seeds": [*asked.seeds],
            "company": asked.plan.company or DEFAULT,
            "paired": asked.paired,
            "designs": designs,
            "mean": {name: means(found) for name, found in designs.items()},
            "by_round": {name: [one.by_round for one in found] for name, found in self.columns.items()},
        }
        return stamped(fields, asked.scenario.world.stamp)


def compare(comparison: Comparison, out: Path | None = None, jobs: int = 1, seen: Seen = lambda _: None) -> Compared:
    """Play a world with every memory and seed; the runs stay in the new folder `out`, or nowhere.

    With several jobs, processes are started: a script that calls this needs `if __name__ == "__main__":`.
    """
    columns = comparison.columns()
    company(comparison.plan.company, comparison.scenario, 0)
    with _folder(out) as place:
        where = Path(place)
        RunFolder(where).write_scenario(comparison.scenario)
        if comparison.paired:
            _play_sources(comparison, where, jobs, seen)
        trials = [_trial(comparison, name, one, where) for name, p in columns.items() for one in comparison.seeded(p)]
        found = run_all(trials, jobs, seen)
    count = len(comparison.seeds)
    return Compared(comparison, {name: found[n * count :][:count] for n, name in enumerate(columns)})


def _play_sources(comparison: Comparison, where: Path, jobs: int, seen: Seen) -> None:
    """The runs whose deposits and questions every memory is fed."""
    plans = comparison.seeded(replace(comparison.plan, design="consensus"))
    trials = [_playing(comparison, "played", plan, where) for plan in plans]
    run_all(trials, jobs, seen)
    for trial in trials:
        write_paired(trial.path, comparison.scenario)


def _trial(comparison: Comparison, name: str, plan: Plan, where: Path) -> Trial:
    if not comparison.paired:
        return _playing(comparison, name, plan, where)
    source = _path(where, "played", plan.seed)
    path = _path(where, name, plan.seed)
    return Feeding(f"{name}, seed {plan.seed}", where, plan, comparison.rounds, path, source)


def _playing(comparison: Comparison, name: str, plan: Plan, where: Path) -> Playing:
    path = _path(where, name, plan.seed)
    return Playing(f"{name}, seed {plan.seed}", where, plan, comparison.rounds, path)


def _path(where: Path, name: str, seed: int) -> Path:
    return where / f"{_UNUSUAL.sub('-', name)}-{seed}"


def _folder(out: Path | None) -> AbstractContextManager[str | Path]:
    """A new folder, or one that is gone when all is done."""
    if out is None:
        return tempfile.TemporaryDirectory(prefix="agentsensus-")
    return nullcontext(new_run("", out).path)

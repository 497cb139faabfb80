"""Compare the cost of a players' run in two versions: `python bench/runs.py OLD NEW [WORLD] [ROUNDS] [SEEDS]`.

OLD and NEW are source folders (`git worktree add ../old ce52f46`). For each seed the versions play one after the
other,
in separate processes with one BLAS thread. The result is processor time.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

PLAY = "import sys; from agentsensus.cli import main; sys.argv[0] = 'agentsensus'; main()"


def main(old: Path, new: Path, world: str, rounds: int, seeds: list[int]) -> None:
    """Play with both versions, and print the time of each run."""
    taken: dict[str, list[float]] = {"old": [], "new": []}
    for seed in seeds:
        for name, folder in (("old", old), ("new", new)):
            taken[name].append(_played(folder, world, rounds, seed))
    ratio = sum(taken["new"]) / sum(taken["old"])
    print(json.dumps({"world": world, "rounds": rounds, "seeds": seeds, **taken, "ratio": round(ratio, 2)}))


def _played(folder: Path, world: str, rounds: int, seed: int) -> float:
    """The processor seconds of one run."""
    environment = {**os.environ, "PYTHONPATH": str(folder.resolve() / "src"), "OPENBLAS_NUM_THREADS": "1"}
    before = _seconds()
    with tempfile.TemporaryDirectory() as place:
        words = ["run", world, "--rounds", str(rounds), "--seed", str(seed), "--out", f"{place}/run"]
        command = [sys.executable, "-c", PLAY, *words]
        subprocess.run(command, env=environment, check=True, capture_output=True, cwd=place)
    return round(_seconds() - before, 1)


def _seconds() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


if __name__ == "__main__":
    given = dict(enumerate(sys.argv[1:]))
    main(
        Path(given[0]),
        Path(given[1]),
        given.get(2, "hamlet"),
        int(given.get(3, 40)),
        [int(seed) for seed in given.get(4, "1,2,3").split(",")],
    )

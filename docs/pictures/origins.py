"""Print the table of docs/knowing.md on the accuracy of recorded origins.

`python docs/pictures/origins.py RUN...` prints one row per run.
"""

import sys
from pathlib import Path

from agentsensus import open_run
from agentsensus.analysis.knowledge import origin_truth


def main() -> None:
    """Print one row per run."""
    sys.stdout.write("| run | statements | recorded as told | heard | right | precision | recall |\n")
    sys.stdout.write("|---" * 7 + "|\n")
    for folder in map(Path, sys.argv[1:]):
        with open_run(folder) as run:
            truth, world = origin_truth(run.played), run.scenario.world
            name = f"{world.title or world.name}, {run.rounds} rounds, seed {run.files.read().seed}"
        counts = (truth.statements, truth.recorded, truth.heard, truth.right)
        shares = [f"{share:.3f}" if share is not None else "–" for share in (truth.precision, truth.recall)]
        sys.stdout.write("| " + " | ".join([name, *map(str, counts), *shares]) + " |\n")


if __name__ == "__main__":
    main()

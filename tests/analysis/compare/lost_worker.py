"""A program: run one trial on a local Ray cluster whose first worker ends without a word. Argument: an empty folder."""

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from agentsensus.analysis.compare.cluster import run_on_cluster
from agentsensus.analysis.compare.reuse import Measured


@dataclass(frozen=True)
class Fatal:
    """A trial that ends its process the first time, and writes a file the second time."""

    path: Path
    world: Path
    started: Path
    name: str = "fatal"
    rounds: int = 1
    identity: None = None

    def reached(self) -> int:
        return 0

    def done(self) -> Measured | None:
        return None

    def inputs(self) -> list[Path]:
        return [self.world / "world.json"]

    def moved(self, root: Path) -> "Fatal":
        return replace(self, path=root / self.path.name, world=root)

    def run(self) -> Measured:
        if not self.started.exists():
            self.started.touch()
            os._exit(1)
        self.path.mkdir()
        (self.path / "result.txt").write_text((self.world / "world.json").read_text())
        return Measured({"n": 1}, {})


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "world.json").write_text("{}")
    trial = Fatal(folder / "cell", folder, folder / "started")
    (outcome,) = run_on_cluster([trial], "ray", 1, lambda _: None)
    print(outcome)

"""Compare the cost of a one-sentence deposit in two versions of the package: `python bench/deposits.py OLD NEW`.

OLD and NEW are source folders (`git worktree add ../old ce52f46`). Each version fills its own store with the same rows
and runs in a separate process with its default judge and embedder. The versions take turns, ten deposits at a time.
The result is processor time over all threads, which other programs hardly affect.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROWS, TURNS, A_TURN = 20_000, 12, 10


def main(old: Path, new: Path, rows: int) -> None:
    """Let both versions take turns, and print the time of the deposits."""
    with tempfile.TemporaryDirectory() as place:
        workers = {name: _start(folder, Path(place) / name, rows) for name, folder in (("old", old), ("new", new))}
        times: dict[str, list[float]] = {name: [] for name in workers}
        for turn in range(TURNS + 1):
            for name, worker in workers.items():
                taken = _asked(worker, [turn * A_TURN, (turn + 1) * A_TURN])
                times[name] += taken if turn else []  # the first turn loads what is loaded once
        for worker in workers.values():
            assert worker.stdin is not None
            worker.stdin.close()
            worker.wait()
    figures: dict[str, Any] = {name: _figures(taken) for name, taken in times.items()}
    print(json.dumps({"rows": rows, **figures, "ratio": round(figures["new"]["p50"] / figures["old"]["p50"], 2)}))


def _figures(taken: list[float]) -> dict[str, float]:
    ordered = sorted(taken)
    p50, p90 = statistics.median(ordered), ordered[len(ordered) * 9 // 10]
    return {"deposits": len(taken), "p50": round(p50, 1), "p90": round(p90, 1)}


def _start(folder: Path, store: Path, rows: int) -> "subprocess.Popen[str]":
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    words = [sys.executable, __file__, "--worker", str(store), str(rows)]
    return subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _asked(worker: "subprocess.Popen[str]", part: list[int]) -> list[float]:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(json.dumps(part) + "\n")
    worker.stdin.flush()
    taken: list[float] = json.loads(worker.stdout.readline())
    return taken


def work(path: Path, rows: int) -> None:
    """Fill a store, then answer each line `[first, last]` with the milliseconds that each of these deposits took."""
    import time

    from agentsensus import Memory
    from agentsensus.analysis.bench import store
    from agentsensus.analysis.bench.material import AGENTS, Ready
    from agentsensus.embed import by_name

    class Default(Ready):
        """Precomputed vectors under the name of the default embedder, as the store requires."""

        def __init__(self, dim: int) -> None:
            super().__init__(dim)
            self.id = by_name("universal").id

    material = store._material(rows, None, lambda _: None)
    store.Ready = Default  # type: ignore[misc]
    store.build(path, material, rows)
    fresh, known = material.sentences[material.base :], material.texts(0, rows)
    with Memory.open(path) as memory:
        for line in sys.stdin:
            taken = []
            for number in range(*json.loads(line)):
                # By turns a sentence that is new, and one that somebody has told already with another beginning.
                text = fresh[number] if number % 2 else f"Once more {known[number * 97 % rows]}"
                began = time.process_time()
                memory.remember(AGENTS[number % len(AGENTS)], text, at=memory.round + 1)
                taken.append((time.process_time() - began) * 1000)
            print(json.dumps(taken), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "--worker":
        work(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else ROWS)

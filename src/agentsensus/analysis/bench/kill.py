"""Kill runs at random moments, resume them, and compare them with an uninterrupted run."""

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from agentsensus.base.chance import draw
from agentsensus.base.loop import wait_for
from agentsensus.store.sqlite import SqliteStore
from agentsensus.testing import routine_company
from agentsensus.worlds.runs import Plan, RunFolder, RunSession, StopConditions, open_session, prepare, summary
from agentsensus.worlds.scenario import load
from agentsensus.worlds.scenario.template_world import make_world

__all__ = ["KillFigures", "bench_kill", "sit"]

ROUNDS = 12
_CHILD = "import sys; from agentsensus.analysis.bench.kill import sit; sit(sys.argv[1])"
_PATIENCE = 60.0


class KillFigures(BaseModel):
    """How many runs were killed, how many committed rounds were lost, and how many ended like the uninterrupted run."""

    kills: int
    lost_rounds: int
    identical: int
    within_a_sitting: int


def bench_kill(times: int, say: Callable[[str], None] = lambda _: None, seed: int = 0) -> KillFigures:
    """Kill `times` runs, each at a different moment, and resume each to its end."""
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        world = make_world("lighthouse", "en", root)
        began = time.perf_counter()
        whole = _finish(_begun(world, root / "whole"))
        alone = time.perf_counter() - began
        result = KillFigures(kills=0, lost_rounds=0, identical=0, within_a_sitting=0)
        for number in range(times):
            say(f"{number + 1} of {times}")
            folder = _begun(world, root / str(number))
            was_alive = _kill_at(folder, alone * draw(seed, number, "", "kill"))
            before = _committed(folder)
            end = _finish(folder)
            result.kills += 1
            result.within_a_sitting += was_alive
            result.lost_rounds += max(0, before - end["resumed_after"])
            result.identical += all(end[key] == whole[key] for key in ("log_sha256", "store_sha256"))
        return result


def sit(path: str) -> None:
    """Play a prepared run to its end. Called in the process that will be killed."""
    _finish(RunFolder(Path(path)))


def _begun(world: Path, path: Path) -> RunFolder:
    path.mkdir()
    folder = RunFolder(path)
    prepare(folder, load(world), Plan(embedder="hashing", seed=7))
    return folder


def _kill_at(folder: RunFolder, seconds: float) -> bool:
    """Play a run in another process and kill that process `seconds` after it opened the store. Returns whether the
    process was still running."""
    child = subprocess.Popen([sys.executable, "-c", _CHILD, str(folder.path)])  # noqa: S603  # our own code
    try:
        patience = time.monotonic() + _PATIENCE
        while child.poll() is None and not folder.memory.exists() and time.monotonic() < patience:
            time.sleep(0.001)
        time.sleep(seconds)
        was_alive = child.poll() is None
        child.send_signal(signal.SIGKILL)
        return was_alive
    finally:
        child.kill()
        child.wait()


def _committed(folder: RunFolder) -> int:
    """Return the last round in the store."""
    if not folder.memory.exists() or not folder.memory.stat().st_size:
        return 0
    store = SqliteStore(folder.memory)
    try:
        return store.last_round() or 0
    finally:
        store.close()


def _finish(folder: RunFolder) -> dict[str, Any]:
    return wait_for(_to_the_end(folder))


async def _to_the_end(folder: RunFolder) -> dict[str, Any]:
    kernel: RunSession = await open_session(folder, routine_company(folder.scenario(), 7))
    try:
        after = kernel.stage.memory.round
        await kernel.play(StopConditions(ROUNDS))
        return await summary(kernel) | {"resumed_after": after}
    finally:
        await kernel.close()

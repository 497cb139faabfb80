"""Resuming: how far to play, and what came of a sitting."""

from dataclasses import asdict
from typing import Any

from agentsensus.events.log import log_sha256
from agentsensus.kernel.kernel import Kernel
from agentsensus.run_folder.folder import RunFile
from agentsensus.study import stats_of

__all__ = ["planned_until", "summary"]


def planned_until(run: RunFile, reached: int, rounds: int | None, default: int) -> int:
    """The round to play to: `rounds` more; else as far as a sitting that broke off was to get; else `default` more."""
    if rounds is not None:
        return reached + rounds
    last = run.segments[-1] if run.segments else None
    return last.until if last and last.stop is None else reached + default


async def summary(kernel: Kernel) -> dict[str, Any]:
    """What `run` and `resume` print as JSON."""
    committed = kernel.stage.memory.round
    last = kernel.run_file.segments[-1] if kernel.run_file.segments else None
    played = kernel.played()
    return {
        "run": str(kernel.folder.path),
        "rounds": kernel.round,
        "stop": last.stop if last else None,
        "log_sha256": log_sha256(kernel.folder.log, committed),
        "store_sha256": await kernel.stage.memory.sha256(),
        "stats": await stats_of(played, kernel.stage.memory),
        "playbill": asdict(played.playbill) if played.playbill else None,
        "usage": kernel.run_file.usage,
    }

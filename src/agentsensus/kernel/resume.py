"""Going on with a run, and what came of one."""

from dataclasses import asdict
from typing import Any

from agentsensus.events.event import Recalled
from agentsensus.events.log import log_sha256, read_log
from agentsensus.kernel.kernel import Kernel
from agentsensus.kernel.run_folder import RunFile, RunFolder
from agentsensus.memory.async_client import AsyncMemory

__all__ = ["planned_until", "run_stats", "summary"]


def planned_until(run: RunFile, reached: int, rounds: int | None, default: int) -> int:
    """How far to play: `rounds` more, else to where a broken-off sitting was to get, else the world's count more."""
    if rounds is not None:
        return reached + rounds
    last = run.segments[-1] if run.segments else None
    return last.until if last and last.stop is None else reached + default


async def summary(kernel: Kernel) -> dict[str, Any]:
    """What `run` and `resume` print as JSON."""
    committed = kernel.stage.memory.round
    last = kernel.run_file.segments[-1] if kernel.run_file.segments else None
    return {
        "run": str(kernel.folder.path),
        "rounds": kernel.round,
        "stop": last.stop if last else None,
        "log_sha256": log_sha256(kernel.folder.log, committed),
        "store_sha256": await kernel.stage.memory.sha256(),
        "stats": await stats_of(kernel.folder, kernel.stage.memory),
        "usage": kernel.run_file.usage,
    }


async def run_stats(folder: RunFolder) -> dict[str, Any]:
    """What `stats` prints as JSON; a run that is being played can be asked too."""
    run = folder.read()
    memory = AsyncMemory.open(folder.memory, embedder=run.embedder or None, read_only=True)
    try:
        return await stats_of(folder, memory)
    finally:
        await memory.close()


async def stats_of(folder: RunFolder, memory: AsyncMemory) -> dict[str, Any]:
    """The memory's statistics, with the recalls counted from the log."""
    found = asdict(await memory.stats())
    asked = [event for event in read_log(folder.log, memory.round) if isinstance(event, Recalled)]
    found["recalls"] = {
        "n": len(asked),
        "hits": sum(len(event.hits) for event in asked),
        "linked": sum(len(event.linked) for event in asked),
    }
    return found

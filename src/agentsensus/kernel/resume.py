"""Resuming: how far to play, and what came of a sitting."""

from typing import Any

from agentsensus.kernel.kernel import Kernel
from agentsensus.run_folder.run_file import RunFile
from agentsensus.study import summary_of

__all__ = ["planned_until", "summary"]


def planned_until(run: RunFile, reached: int, rounds: int | None, default: int) -> int:
    """The round to play to: `rounds` more; else as far as a sitting that broke off was to get; else `default` more."""
    if rounds is not None:
        return reached + rounds
    last = run.segments[-1] if run.segments else None
    return last.until if last and last.stop is None else reached + default


async def summary(kernel: Kernel) -> dict[str, Any]:
    """What `run` and `resume` print as JSON."""
    return await summary_of(kernel.folder, kernel.played(), kernel.stage.memory)

"""Replaying a run from the decisions in its log, and comparing every line and every row."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentsensus.events.log import read_log
from agentsensus.kernel.kernel import Kernel, StopConditions, open_run
from agentsensus.kernel.run_models import taped
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.minds.mind import Mind
from agentsensus.minds.recorded import recorded
from agentsensus.run_folder.folder import RunFolder
from agentsensus.run_folder.oneness import check_playable

__all__ = ["Replayed", "replay"]


@dataclass(frozen=True, slots=True)
class Replayed:
    """Whether a run came out the same, and the first line of its log that did not."""

    identical: bool
    first_difference: int | None
    store_identical: bool


async def replay(folder: RunFolder, into: Path, minds: Mapping[str, Mind] | None = None, **helpers: Any) -> Replayed:
    """Play a run again in an empty folder, with its recorded decisions or with these minds, and compare.

    What its memory asked models for is read from the run's tape, and vectors are taken as the run has them: those of
    another machine may differ in their last digits.
    """
    check_playable(folder)
    async with folder.open_memory() as memory:
        vectors = memory.stored_embedder()
        return await _replayed(folder, RunFolder(into), memory, minds, {"embedder": vectors, **helpers})


async def _replayed(
    folder: RunFolder,
    new_folder: RunFolder,
    memory: AsyncMemory,
    minds: Mapping[str, Mind] | None,
    helpers: dict[str, Any],
) -> Replayed:
    run, scenario = folder.read(), folder.scenario()
    committed, rows = memory.round, await memory.sha256(authors=False)
    new_folder.write_scenario(scenario)
    new_folder.write(run.model_copy(update={"segments": (), "forked_from": None}))
    company = minds or recorded(scenario.active, read_log(folder.log, committed))
    roles = taped(folder, run)
    helpers = {"model": roles, **helpers} if roles is not None else helpers
    kernel: Kernel = await open_run(new_folder, company, **helpers)
    try:
        await kernel.play(StopConditions(committed))
        same_rows = await kernel.stage.memory.sha256(authors=False) == rows
    finally:
        await kernel.close()
    differs = _first_difference(folder.log, new_folder.log, committed)
    return Replayed(differs is None and same_rows, differs, same_rows)


def _first_difference(log: Path, new_log: Path, committed: int) -> int | None:
    events, new_events = list(read_log(log, committed)), list(read_log(new_log, committed))
    for a, b in zip(events, new_events, strict=False):
        if a != b:
            return a.seq
    return min(len(events), len(new_events)) if len(events) != len(new_events) else None

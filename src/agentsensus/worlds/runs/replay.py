"""Replay a run from the decisions in its log and compare every log line and every row."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentsensus.memory.api import AsyncMemory
from agentsensus.worlds.events.log import read_log
from agentsensus.worlds.minds.mind import Mind
from agentsensus.worlds.minds.recorded import recorded
from agentsensus.worlds.run_folder.folder import RunFolder
from agentsensus.worlds.run_folder.integrity import check_playable
from agentsensus.worlds.runs.run_models import open_tape_roles
from agentsensus.worlds.runs.session import RunSession, StopConditions, open_session

__all__ = ["Replayed", "replay"]


@dataclass(frozen=True, slots=True)
class Replayed:
    """Whether a run came out identical, and the first log line that differs."""

    identical: bool
    first_difference: int | None
    store_identical: bool


async def replay(folder: RunFolder, into: Path, minds: Mapping[str, Mind] | None = None, **helpers: Any) -> Replayed:
    """Play a run again in an empty folder and compare.

    Decisions come from the log, or from `minds` if given. Model replies for the memory come from the run's tape.
    Vectors come from the run's store, because another machine may compute slightly different ones.
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
    new_folder.write(run.model_copy(update={"segments": (), "forked_from": None, "store": "", "space": ""}))
    company = minds or recorded(scenario.active, read_log(folder.log, committed))
    roles = open_tape_roles(folder, run)
    helpers = {"model": roles, **helpers} if roles is not None else helpers
    session: RunSession = await open_session(new_folder, company, **helpers)
    try:
        await session.play(StopConditions(committed))
        same_rows = await session.stage.memory.sha256(authors=False) == rows
    finally:
        await session.close()
    differs = _first_difference(folder.log, new_folder.log, committed)
    return Replayed(differs is None and same_rows, differs, same_rows)


def _first_difference(log: Path, new_log: Path, committed: int) -> int | None:
    events, new_events = list(read_log(log, committed)), list(read_log(new_log, committed))
    for a, b in zip(events, new_events, strict=False):
        if a != b:
            return a.seq
    return min(len(events), len(new_events)) if len(events) != len(new_events) else None

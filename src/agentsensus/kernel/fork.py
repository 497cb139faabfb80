"""Forking: a run's past up to some round in a new folder, to be played differently from there."""

from collections.abc import Sequence

from agentsensus.errors import InputError
from agentsensus.events.log import log_sha256, read_log
from agentsensus.run_folder.folder import RunFile, RunFolder, Segment
from agentsensus.run_folder.injected import AnyInjected

__all__ = ["fork"]


async def fork(folder: RunFolder, at: int, target: RunFolder, injected: Sequence[AnyInjected] = ()) -> RunFile:
    """Copy a run as it was after round `at` into an empty folder; the run itself is not touched."""
    run, scenario = folder.read(), folder.scenario()
    async with folder.open_memory() as memory:
        reached = max([memory.round, *(segment.reached or 0 for segment in run.segments)])
        if not 0 <= at <= reached:
            raise InputError(f"--at is {at}, but the run has rounds 0 to {reached}")
        await memory.fork(target.memory, at=at)
    lines = b"".join(event.model_dump_json().encode("utf-8") + b"\n" for event in read_log(folder.log, at))
    target.log.write_bytes(lines)
    target.write_scenario(scenario)
    if folder.tape.exists():
        target.tape.write_bytes(folder.tape.read_bytes())
    forked = run.model_copy(
        update={
            "forked_from": {"at": at, "log_sha256": log_sha256(folder.log, at)},
            "injected": (*(entry for entry in run.injected if entry.at <= at), *injected),
            "segments": (Segment(after=0, until=at, reached=at, stop="max_rounds"),),
            "usage": {},
        }
    )
    target.write(forked)
    return forked

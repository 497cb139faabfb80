"""Another way from some round on: a run's past in a new folder, with something else to come if you like."""

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
        reached = max([memory.round, *(one.reached or 0 for one in run.segments)])
        if not 0 <= at <= reached:
            raise InputError(f"--at is {at}, but the run has rounds 0 to {reached}")
        await memory.fork(target.memory, at=at)
    kept = b"".join(event.model_dump_json().encode("utf-8") + b"\n" for event in read_log(folder.log, at))
    target.log.write_bytes(kept)
    target.write_scenario(scenario)
    if folder.tape.exists():
        target.tape.write_bytes(folder.tape.read_bytes())
    forked = run.model_copy(
        update={
            "stamp": scenario.world.stamp,
            "forked_from": {"at": at, "log_sha256": log_sha256(folder.log, at)},
            "injected": (*(one for one in run.injected if one.at <= at), *injected),
            "segments": (Segment(after=0, until=at, reached=at, stop="max_rounds"),),
            "usage": {},
        }
    )
    target.write(forked)
    return forked

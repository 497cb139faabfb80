"""Forking: a run's past up to some round in a new folder, to be played differently from there."""

from collections.abc import Sequence

from agentsensus.errors import InputError
from agentsensus.events.log import LogPart
from agentsensus.files import read_bytes, writing
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.run_folder.folder import RunFolder
from agentsensus.run_folder.injected import AnyInjected
from agentsensus.run_folder.oneness import check_playable, committed_log, noting
from agentsensus.run_folder.run_file import RunFile, Segment

__all__ = ["fork"]


async def fork(folder: RunFolder, at: int, target: RunFolder, injected: Sequence[AnyInjected] = ()) -> RunFile:
    """Copy a run as it was after round `at` into an empty folder; the run itself is not touched.

    Only the past up to that round need be whole.
    """
    check_playable(folder)
    run = folder.read()
    async with folder.open_memory() as memory:
        reached = max([memory.round, *(segment.reached or 0 for segment in run.segments)])
        if not 0 <= at <= reached:
            raise InputError(f"--at is {at}, but the run has rounds 0 to {reached}")
        past = committed_log(folder, memory, at)
        await memory.fork(target.memory, at=at)
    forked = _forked(run, at, past, injected)
    _copy_files(folder, target, past)
    target.write(forked)
    async with AsyncMemory.open(target.memory, embedder=run.embedder or None) as memory:
        noting(target, memory)(memory.round, past.sha256)
    return forked


def _forked(run: RunFile, at: int, past: LogPart, injected: Sequence[AnyInjected]) -> RunFile:
    return run.model_copy(
        update={
            "forked_from": {"at": at, "log_sha256": past.sha256},
            "injected": (*(entry for entry in run.injected if entry.at <= at), *injected),
            "segments": (Segment(after=0, until=at, reached=at, stop="max_rounds"),),
            "usage": {},
        }
    )


def _copy_files(folder: RunFolder, target: RunFolder, past: LogPart) -> None:
    with writing(target.path):
        target.log.write_bytes(read_bytes(folder.log)[: past.size] if past.size else b"")
        (target.path / "world.json").write_bytes(folder.world_bytes())
        if folder.tape.exists():
            target.tape.write_bytes(read_bytes(folder.tape))

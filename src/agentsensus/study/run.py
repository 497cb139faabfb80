"""A run that was played, to be read from Python: its log, its memory, and what they come to."""

from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any

from agentsensus.events.event import AnyEvent
from agentsensus.events.log import log_sha256
from agentsensus.loop import wait_for
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.client import Memory
from agentsensus.run_folder import RunFolder, Stop
from agentsensus.study.playbill import Playbill
from agentsensus.study.played import Played
from agentsensus.study.stats import stats_of
from agentsensus.world.scenario import Scenario

__all__ = ["Run", "open_run", "summary_of"]


class Run:
    """A run that was played. Nothing is read until it is asked for; then it is what was committed at that moment.

    `memory` stays open until `close`, or until the end of a `with`.
    """

    def __init__(self, folder: str | Path, played: Played | None = None) -> None:
        self.folder = Path(folder)
        self.files = RunFolder(self.folder)
        self._played = played

    def __repr__(self) -> str:
        return f"<Run {self.folder}: {self.rounds} rounds, stopped by {self.stop}>"

    @cached_property
    def scenario(self) -> Scenario:
        """The world as it was when the run began."""
        return self.files.scenario()

    @cached_property
    def played(self) -> Played:
        """The world and its log, with the truth and the playbill that follow from them."""
        return self._played or Played(self.scenario, wait_for(self.files.events()))

    @property
    def log(self) -> list[AnyEvent]:
        """Every event up to the last committed round, in order."""
        return list(self.played.events)

    @cached_property
    def memory(self) -> Memory:
        """The run's memory, opened for reading."""
        return Memory(self.files.open_memory())

    @cached_property
    def stats(self) -> dict[str, Any]:
        """What the memory holds and how it was used, as `agentsensus stats --json` prints it."""
        return wait_for(self._stats(self.played))

    @property
    def rounds(self) -> int:
        """How many rounds were played, those in which nothing happened included."""
        committed = self.played.events[-1].round if self.played.events else 0
        return max(committed, self.files.read().reached)

    @property
    def stop(self) -> Stop | None:
        """Why the last sitting stopped; None where it was broken off, or none was begun."""
        return self.files.read().stop

    @property
    def playbill(self) -> Playbill | None:
        """What a players' run came to; None for any other."""
        return self.played.playbill

    def summary(self) -> dict[str, Any]:
        """What `agentsensus run --json` prints."""
        return wait_for(self._summary(self.played))

    def close(self) -> None:
        """Close the memory, if it was opened."""
        if "memory" in self.__dict__:
            self.__dict__.pop("memory").close()

    def __enter__(self) -> "Run":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def _stats(self, played: Played) -> dict[str, Any]:
        async with self.files.open_memory() as memory:
            return await stats_of(played, memory)

    async def _summary(self, played: Played) -> dict[str, Any]:
        async with self.files.open_memory() as memory:
            return await summary_of(self.files, played, memory)


def open_run(folder: str | Path) -> Run:
    """The run in a folder, for reading; a run that is still being played can be opened too."""
    run = Run(folder)
    run.files.read()
    return run


async def summary_of(folder: RunFolder, played: Played, memory: AsyncMemory) -> dict[str, Any]:
    """What `run` and `resume` print as JSON, of a run whose memory is open."""
    run = folder.read()
    return {
        "run": str(folder.path),
        "rounds": max(memory.round, run.reached),
        "stop": run.stop,
        "log_sha256": log_sha256(folder.log, memory.round),
        "store_sha256": await memory.sha256(),
        "stats": await stats_of(played, memory),
        "playbill": asdict(played.playbill) if played.playbill else None,
        "usage": run.usage,
    }

"""Read a run from Python: its log, its memory, statistics and playbill."""

from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from agentsensus.base.loop import wait_for
from agentsensus.base.stamp import stamped
from agentsensus.base.tables import data_frame, html_table
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.sync import Memory
from agentsensus.worlds.events.event import AnyEvent
from agentsensus.worlds.events.log import log_sha256
from agentsensus.worlds.minds.recorded import PlayedRecording, played_recording, recording_of
from agentsensus.worlds.run_folder import RunFile, RunFolder, Stop
from agentsensus.worlds.runs.playbill import Playbill
from agentsensus.worlds.runs.played import Played
from agentsensus.worlds.runs.stats import stats_of
from agentsensus.worlds.scenario.scenario import Scenario

if TYPE_CHECKING:
    import pandas

__all__ = ["Run", "open_run", "summary_of"]


class Run:
    """A run folder, for reading. Files are read on first access, up to the last committed round.

    `memory` stays open until `close` or the end of a `with` block.
    """

    def __init__(self, folder: str | Path, played: Played | None = None) -> None:
        self.folder = Path(folder)
        self.files = RunFolder(self.folder)
        self._played = played

    def __repr__(self) -> str:
        return f"<Run {self.folder}: {self.rounds} rounds, stopped by {self.stop}>"

    def _repr_html_(self) -> str:
        counts = ("total", "shared_pct", "linked_pct", "max_owners")
        rows = [("rounds", self.rounds), ("stopped by", self.stop), *((name, self.stats[name]) for name in counts)]
        return html_table(f"{self.scenario.world.name} in {self.folder}", ("", ""), rows)

    def to_dataframe(self) -> "pandas.DataFrame":
        """Return the log as a pandas data frame with one row per event."""
        return data_frame([event.model_dump(mode="json") for event in self.played.events])

    @cached_property
    def scenario(self) -> Scenario:
        """The world as of the start of the run."""
        return self.files.scenario()

    @cached_property
    def played(self) -> Played:
        """The world and its log, with truth and playbill."""
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
        """Counts of the memory and its use, as `agentsensus stats --json` prints them."""
        return wait_for(self._stats(self.played))

    @property
    def rounds(self) -> int:
        """The number of rounds played, including rounds without events."""
        committed = self.played.events[-1].round if self.played.events else 0
        return max(committed, self.files.read().reached)

    @property
    def stop(self) -> Stop | None:
        """Why the last session stopped; None if it was interrupted or never started."""
        return self.files.read().stop

    @property
    def playbill(self) -> Playbill | None:
        """The summary of a players' run; None for a run without players."""
        return self.played.playbill

    @cached_property
    def recording(self) -> PlayedRecording | None:
        """How many decisions of the world's recorded run were played here; None if this run did not use the
        recording.
        """
        return _recording(self.files.read(), self.played)

    def summary(self) -> dict[str, Any]:
        """Return the JSON that `agentsensus run --json` prints."""
        return wait_for(self._summary(self.played))

    def close(self) -> None:
        """Close the memory if it is open."""
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
    """Open a run folder for reading, also while the run is being played."""
    run = Run(folder)
    run.files.read()
    return run


def _recording(run: RunFile, played: Played) -> PlayedRecording | None:
    if run.recorded_until is None:
        return None
    return played_recording(recording_of(run.world), played.events, run.recorded_until)


async def summary_of(folder: RunFolder, played: Played, memory: AsyncMemory) -> dict[str, Any]:
    """Return the JSON summary of a run with an open memory."""
    run = folder.read()
    recording = _recording(run, played)
    fields = {
        "run": str(folder.path),
        "rounds": max(memory.round, run.reached),
        "stop": run.stop,
        "log_sha256": log_sha256(folder.log, memory.round),
        "store_sha256": await memory.sha256(),
        "stats": await stats_of(played, memory),
        "playbill": asdict(played.playbill) if played.playbill else None,
        "usage": run.usage,
        "recorded": asdict(recording) if recording else None,
    }
    return stamped(fields, played.scenario.world.stamp)

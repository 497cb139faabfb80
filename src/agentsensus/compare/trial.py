"""One thing to be done for a comparison, in a process of its own: play a world, or feed a memory."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from agentsensus.compare.measuring import Measured, by_round
from agentsensus.events.log import read_log
from agentsensus.kernel import Plan, RunFolder, StopConditions, open_run, prepare, stream_of
from agentsensus.loop import wait_for
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.record import Recall
from agentsensus.memory.stream import NamesLine, feed_async, names_in, read_stream, write_stream
from agentsensus.minds import company
from agentsensus.study import Played, RecallCounts, marked, stats_of
from agentsensus.world.scenario import Scenario
from agentsensus.world.sediment import lay_down

__all__ = ["STREAM", "Feeding", "Playing", "Trial", "write_paired"]

STREAM = "stream.jsonl"


class Trial(Protocol):
    """What a pool of processes runs."""

    @property
    def name(self) -> str:
        """What it is called while it is under way."""
        ...

    @property
    def rounds(self) -> int:
        """How many rounds it has."""
        ...

    def reached(self) -> int:
        """How many of them are done, as another process can see it."""
        ...

    def run(self) -> Measured:
        """Do it."""
        ...


@dataclass(frozen=True, slots=True)
class Playing:
    """A world, kept in a folder, played from the beginning into a new run folder."""

    name: str
    world: Path
    plan: Plan
    rounds: int
    path: Path

    def reached(self) -> int:
        """The last round that the run's folder has a measured time of."""
        return RunFolder(self.path).timed_rounds()

    def run(self) -> Measured:
        self.path.mkdir()
        folder, scenario = RunFolder(self.path), RunFolder(self.world).scenario()
        prepare(folder, scenario, self.plan)
        return wait_for(self._play(folder, scenario))

    async def _play(self, folder: RunFolder, scenario: Scenario) -> Measured:
        kernel = await open_run(folder, company(self.plan.company, scenario, self.plan.seed))
        try:
            await kernel.play(StopConditions(self.rounds))
            memory = kernel.stage.memory
            stats = await stats_of(kernel.played(), memory)
            return Measured(stats, await by_round(memory, self.rounds))
        finally:
            await kernel.close()


@dataclass(frozen=True, slots=True)
class Feeding:
    """A memory that is given a world's past and then fed what was deposited and asked in a run."""

    name: str
    world: Path
    plan: Plan
    rounds: int
    path: Path
    source: Path

    def reached(self) -> int:
        """Nothing is told on the way."""
        return 0

    def run(self) -> Measured:
        self.path.mkdir()
        return wait_for(self._feed())

    async def _feed(self) -> Measured:
        lines, scenario = read_stream(self.source / STREAM), RunFolder(self.world).scenario()
        async with AsyncMemory.open(
            self.path / "memory.db",
            design=self.plan.design,
            settings=self.plan.settings(),
            embedder=self.plan.embedder,
            names=names_in(lines),
            seed=self.plan.seed,
        ) as memory:
            await lay_down(scenario, memory)
            recalls = RecallCounts()
            fed = await feed_async(lines, memory, lambda recall: _count(recalls, recall, scenario))
            stats = asdict(await memory.stats()) | {"recalls": asdict(recalls)}
            stats["merge_truth"] = marked(Played(scenario, list(read_log(RunFolder(self.source).log))), memory)
            stats["fed"] = asdict(fed)
            return Measured(stats, await by_round(memory, self.rounds))


def _count(counts: RecallCounts, recall: Recall, scenario: Scenario) -> None:
    """Count a recall of a fed memory; one that is no character's is the reading of a carrier."""
    counts.add(len(recall.hits), len(recall.linked), is_own=recall.agent in scenario.active)


def write_paired(run: Path, scenario: Scenario) -> Path:
    """Write what was deposited and asked in a run into a stream beside its log."""
    lines = [NamesLine.of(scenario.known_names()), *stream_of(read_log(RunFolder(run).log))]
    return write_stream(lines, run / STREAM)

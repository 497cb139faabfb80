"""One thing to be done for a comparison, in a process of its own: play a world, or feed a memory."""

import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from agentsensus.compare.measuring import Measured, by_round, keep_measured, kept_measured
from agentsensus.errors import AgentsensusError
from agentsensus.events.log import read_log
from agentsensus.kernel import Plan, RunFolder, stream_of
from agentsensus.kernel.run_models import opened
from agentsensus.loop import wait_for
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.record import Recall
from agentsensus.memory.stream import NamesLine, feed_async, names_in, read_stream, write_stream
from agentsensus.models.budget import Budget
from agentsensus.models.roles import Roles
from agentsensus.models.tape import Tape
from agentsensus.playing import Sitting, play_plan, resume_run
from agentsensus.study import Played, RecallCounts, Run, marked
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
        """What is measured of it: as it was before, if it is done, else after doing what is left of it."""
        ...


@dataclass(frozen=True, slots=True)
class Playing:
    """A world, kept in a folder, played into a run folder; one that was broken off is gone on with."""

    name: str
    world: Path
    plan: Plan
    rounds: int
    path: Path

    def reached(self) -> int:
        """The last round that the run's folder has a measured time of."""
        return RunFolder(self.path).timed_rounds()

    def run(self) -> Measured:
        done = kept_measured(self.path)
        if done is not None:
            return done
        played = self._played()
        if played.rounds < self.rounds and played.stop != "quiescent":
            raise AgentsensusError(f"stopped by {played.stop} after {played.rounds} of {self.rounds} rounds")
        with played:
            growth = wait_for(by_round(played.memory.asynchronous, self.rounds))
            return keep_measured(self.path, Measured(played.stats, growth))

    def _played(self) -> Run:
        folder = RunFolder(self.path)
        if not folder.is_run():
            if self.path.is_dir():
                shutil.rmtree(self.path)
            return play_plan(RunFolder(self.world).scenario(), self.plan, Sitting(self.rounds), self.path)
        left = self.rounds - Run(self.path).rounds
        if left <= 0:
            return Run(self.path)
        return resume_run(folder, Sitting(left, models=self.plan.models), {}, self.plan.budget)


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
        """Nothing is known on the way."""
        return 0

    def run(self) -> Measured:
        done = kept_measured(self.path)
        if done is not None:
            return done
        if self.path.is_dir():
            _empty(self.path)
        self.path.mkdir(exist_ok=True)
        return keep_measured(self.path, wait_for(self._feed()))

    async def _feed(self) -> Measured:
        roles = self._roles()
        try:
            return await self._fed(roles)
        finally:
            if roles is not None:
                await roles.close()

    def _roles(self) -> Roles | None:
        """The models of the plan, on a tape beside the memory; None where it has none."""
        if not self.plan.models:
            return None
        limits = self.plan.budget
        budget = Budget(limits.calls, limits.tokens, limits.money)
        return opened(self.plan.models, budget, tape=Tape(RunFolder(self.path).tape))

    async def _fed(self, roles: Roles | None) -> Measured:
        lines, scenario = read_stream(self.source / STREAM), RunFolder(self.world).scenario()
        async with AsyncMemory.open(
            RunFolder(self.path).memory,
            design=self.plan.design,
            settings=self.plan.settings(),
            embedder=self.plan.embedder,
            model=roles,
            names=names_in(lines),
            seed=self.plan.seed,
            stamps=False,
        ) as memory:
            await lay_down(scenario, memory)
            recalls = RecallCounts()
            fed = await feed_async(lines, memory, lambda recall: _count(recalls, recall, scenario))
            stats = asdict(await memory.stats()) | {"recalls": asdict(recalls)}
            stats["merge_truth"] = marked(Played(scenario, list(read_log(RunFolder(self.source).log))), memory)
            stats["fed"] = asdict(fed)
            return Measured(stats, await by_round(memory, self.rounds))


def write_paired(run: Path, scenario: Scenario) -> Path:
    """The stream of what was deposited and asked in a run, beside its log; it is written where it is not there."""
    stream = run / STREAM
    if stream.is_file():
        return stream
    lines = [NamesLine.of(scenario.known_names()), *stream_of(read_log(RunFolder(run).log))]
    return write_stream(lines, stream)


def _count(counts: RecallCounts, recall: Recall, scenario: Scenario) -> None:
    """Count a recall of a fed memory; one that is no character's is the reading of a carrier."""
    counts.add(len(recall.hits), len(recall.linked), is_own=recall.agent in scenario.active)


def _empty(folder: Path) -> None:
    """Take away what a trial that was broken off has left, but not the model's replies: they were paid for."""
    for path in folder.iterdir():
        if path != RunFolder(folder).tape:
            path.unlink()

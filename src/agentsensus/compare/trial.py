"""One thing to be done for a comparison, in a process of its own: play a world, or feed a memory."""

import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from agentsensus.compare.measuring import Measured, by_round, keep_measured, kept_measured
from agentsensus.compare.taking_over import Identity
from agentsensus.errors import AgentsensusError
from agentsensus.events.event import Recalled, RecalledRow
from agentsensus.events.log import read_log
from agentsensus.kernel import Plan, RunFolder, stream_of
from agentsensus.kernel.run_models import opened
from agentsensus.loop import wait_for
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.record import Recall
from agentsensus.memory.stream import (
    DepositLine,
    EventLine,
    NamesLine,
    StreamLine,
    feed_async,
    names_in,
    read_stream,
    write_stream,
)
from agentsensus.models.budget import Budget
from agentsensus.models.roles import Roles
from agentsensus.models.tape import Tape
from agentsensus.playing import Sitting, play_plan, resume_run
from agentsensus.run_folder import FedFile, write_fed
from agentsensus.study import Played, RecallCounts, Run, in_the_papers_words, marked
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
    identity: Identity | None = None

    def reached(self) -> int:
        """The last round that the run's folder has a measured time of."""
        return RunFolder(self.path).timed_rounds()

    def run(self) -> Measured:
        done = _done(self.path, self.identity)
        if done is not None:
            return done
        played = self._played()
        if played.rounds < self.rounds and played.stop != "quiescent":
            raise AgentsensusError(f"stopped by {played.stop} after {played.rounds} of {self.rounds} rounds")
        with played:
            growth = wait_for(by_round(played.memory.asynchronous, self.rounds))
            return _kept(self.path, Measured(played.stats, growth), self.identity)

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
    identity: Identity | None = None

    def reached(self) -> int:
        """Nothing is known on the way."""
        return 0

    def run(self) -> Measured:
        done = _done(self.path, self.identity)
        if done is not None:
            return done
        if self.path.is_dir():
            _empty(self.path)
        self.path.mkdir(exist_ok=True)
        return _kept(self.path, wait_for(self._feed()), self.identity)

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
        lines, scenario = self._lines(), RunFolder(self.world).scenario()
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
            memory.on_timing(RunFolder(self.path).time_operation)
            await lay_down(scenario, memory)
            recalls, answers = RecallCounts(), []

            def answered(recall: Recall) -> None:
                _count(recalls, recall, scenario)
                answers.append(_logged(recall, memory.round, scenario))

            fed = await feed_async(lines, memory, answered)
            write_fed(self.path, self._described(memory.settings.model_dump()), answers)
            stats = in_the_papers_words(await memory.stats()) | {"recalls": asdict(recalls)}
            stats["merge_truth"] = marked(Played(scenario, list(read_log(RunFolder(self.source).log))), memory)
            stats["fed"] = asdict(fed)
            return Measured(stats, await by_round(memory, self.rounds))

    def _lines(self) -> list[StreamLine]:
        """What is fed; only the control that merges by the truth is told it, for others may cut deposits otherwise."""
        lines = read_stream(self.source / STREAM)
        if self.plan.settings().get("merging") == "oracle":
            return lines
        return [
            line.model_copy(update={"truth": None}) if isinstance(line, DepositLine | EventLine) else line
            for line in lines
        ]

    def _described(self, settings: dict[str, Any]) -> FedFile:
        plan = self.plan
        source = os.path.relpath(self.source, self.path)
        return FedFile(
            source=source,
            design=plan.design,
            preset=plan.preset,
            settings=settings,
            seed=plan.seed,
            embedder=plan.embedder or "",
        )


def write_paired(run: Path, scenario: Scenario) -> Path:
    """The stream of what was deposited and asked in a run, beside its log; it is written where it is not there."""
    stream = run / STREAM
    if stream.is_file():
        return stream
    events = list(read_log(RunFolder(run).log))
    truth = Played(scenario, events).truth
    lines = [NamesLine.of(scenario.known_names()), *stream_of(events, truth.keys_of if truth else None)]
    return write_stream(lines, stream)


def _done(cell: Path, identity: Identity | None) -> Measured | None:
    """What was measured of a cell that is done here, or that is taken over; None where it is to be made."""
    done = kept_measured(cell)
    if done is not None or identity is None:
        return done
    identity.begin()
    return identity.take_over(cell)


def _kept(cell: Path, measured: Measured, identity: Identity | None) -> Measured:
    if identity is not None:
        identity.keep(cell)
    return keep_measured(cell, measured)


def _logged(recall: Recall, at: int, scenario: Scenario) -> Recalled:
    """A recall as a run's log would have it; one that is no character's is the reading of a carrier."""
    return Recalled(
        round=at,
        agent=recall.agent if recall.agent in scenario.active else "",
        owner=recall.agent,
        query=recall.query,
        hits=tuple(RecalledRow(id=hit.id, score=hit.score) for hit in recall.hits),
        linked=tuple(RecalledRow(id=hit.id, score=hit.score) for hit in recall.linked),
    )


def _count(counts: RecallCounts, recall: Recall, scenario: Scenario) -> None:
    """Count a recall of a fed memory; one that is no character's is the reading of a carrier."""
    counts.add(len(recall.hits), len(recall.linked), is_own=recall.agent in scenario.active)


def _empty(folder: Path) -> None:
    """Take away what a trial that was broken off has left, but not the model's replies: they were paid for."""
    for path in folder.iterdir():
        if path != RunFolder(folder).tape:
            path.unlink()

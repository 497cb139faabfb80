"""The trials of a comparison: play a world, or feed a memory from a run. Each runs in its own process."""

import os
import shutil
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from agentsensus.analysis.compare.reuse import CellIdentity, Measured, by_round, keep_measured, kept_measured
from agentsensus.base.loop import wait_for
from agentsensus.errors import AgentsensusError
from agentsensus.memory.answers import Recall
from agentsensus.memory.api import AsyncMemory
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
from agentsensus.worlds.events.event import Recalled, RecalledRow
from agentsensus.worlds.events.log import read_log
from agentsensus.worlds.run_folder import PairedFile, write_paired_files
from agentsensus.worlds.runs import (
    Plan,
    Played,
    RecallCounts,
    Run,
    RunFolder,
    memory_stream,
    named_as_in_paper,
    score_merges,
)
from agentsensus.worlds.runs.playing import PlayOptions, play_plan, resume_run
from agentsensus.worlds.runs.run_models import opened
from agentsensus.worlds.scenario.history import write_history
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["STREAM", "Feeding", "Playing", "Trial", "write_paired"]

STREAM = "stream.jsonl"
WORLD = "world.json"


class Trial(Protocol):
    """One unit of work for the process pool."""

    @property
    def name(self) -> str:
        """The name shown in progress reports."""
        ...

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        ...

    @property
    def world(self) -> Path:
        """The folder of the comparison, with world.json and all trials."""
        ...

    @property
    def path(self) -> Path:
        """The folder of the trial."""
        ...

    @property
    def identity(self) -> CellIdentity | None:
        """The identity by which later comparisons find the trial."""
        ...

    def reached(self) -> int:
        """Return the number of rounds done, as another process can see it."""
        ...

    def done(self) -> Measured | None:
        """Return the measures of a trial that is finished or can be copied; None if it must run."""
        ...

    def inputs(self) -> list[Path]:
        """Return the files and folders that the trial reads; they need not exist."""
        ...

    def moved(self, root: Path) -> "Trial":
        """Return the trial with another folder of the comparison, without the reuse of earlier trials."""
        ...

    def run(self) -> Measured:
        """Run the trial and return its measures. A finished trial returns its saved measures."""
        ...


@dataclass(frozen=True, slots=True)
class Playing:
    """Play a world into a run folder; resumes an interrupted run."""

    name: str
    world: Path
    plan: Plan
    rounds: int
    path: Path
    identity: CellIdentity | None = None

    def reached(self) -> int:
        """Return the last round with a timing in the run folder."""
        return RunFolder(self.path).timed_rounds()

    def done(self) -> Measured | None:
        return _done(self.path, self.identity)

    def inputs(self) -> list[Path]:
        return [self.world / WORLD, self.path]

    def moved(self, root: Path) -> "Playing":
        return replace(self, world=root, path=root / self.path.name, identity=None)

    def run(self) -> Measured:
        done = self.done()
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
            return play_plan(RunFolder(self.world).scenario(), self.plan, PlayOptions(self.rounds), self.path)
        left = self.rounds - Run(self.path).rounds
        if left <= 0:
            return Run(self.path)
        return resume_run(folder, PlayOptions(left, models=self.plan.models), {}, self.plan.budget)


@dataclass(frozen=True, slots=True)
class Feeding:
    """Feed a memory with a world's history and then with the deposits and questions of a run."""

    name: str
    world: Path
    plan: Plan
    rounds: int
    path: Path
    source: Path
    identity: CellIdentity | None = None

    def reached(self) -> int:
        """Return 0, since feeding does not report progress."""
        return 0

    def done(self) -> Measured | None:
        return _done(self.path, self.identity)

    def inputs(self) -> list[Path]:
        return [self.world / WORLD, self.path, self.source / STREAM, RunFolder(self.source).log]

    def moved(self, root: Path) -> "Feeding":
        return replace(self, world=root, path=root / self.path.name, source=root / self.source.name, identity=None)

    def run(self) -> Measured:
        done = self.done()
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
        """Return the models of the plan, with replies kept on a tape in the trial's folder; None if the plan has no
        models."""
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
            await write_history(scenario, memory)
            recalls, answers = RecallCounts(), []

            def answered(recall: Recall) -> None:
                _count(recalls, recall, scenario)
                answers.append(_logged(recall, memory.round, scenario))

            fed = await feed_async(lines, memory, answered)
            write_paired_files(self.path, self._described(memory.settings.model_dump()), answers)
            stats = named_as_in_paper(await memory.stats()) | {"recalls": asdict(recalls)}
            stats["merge_truth"] = score_merges(Played(scenario, list(read_log(RunFolder(self.source).log))), memory)
            stats["fed"] = asdict(fed)
            return Measured(stats, await by_round(memory, self.rounds))

    def _lines(self) -> list[StreamLine]:
        """Return the stream lines to feed. Only the `oracle` control gets the truth, since others may cut deposits
        differently."""
        lines = read_stream(self.source / STREAM)
        if self.plan.settings().get("merging") == "oracle":
            return lines
        return [
            line.model_copy(update={"truth": None}) if isinstance(line, DepositLine | EventLine) else line
            for line in lines
        ]

    def _described(self, settings: dict[str, Any]) -> PairedFile:
        plan = self.plan
        source = os.path.relpath(self.source, self.path)
        return PairedFile(
            source=source,
            design=plan.design,
            preset=plan.preset,
            settings=settings,
            seed=plan.seed,
            embedder=plan.embedder or "",
        )


def write_paired(run: Path, scenario: Scenario) -> Path:
    """Write the deposits and questions of a run as a stream, unless the file exists. Returns its path."""
    stream = run / STREAM
    if stream.is_file():
        return stream
    events = list(read_log(RunFolder(run).log))
    truth = Played(scenario, events).truth
    lines = [NamesLine.of(scenario.known_names()), *memory_stream(events, truth.keys_of if truth else None)]
    return write_stream(lines, stream)


def _done(cell: Path, identity: CellIdentity | None) -> Measured | None:
    """Return the measures of a finished or reused cell; None if the cell must be made."""
    done = kept_measured(cell)
    if done is not None or identity is None:
        return done
    identity.begin()
    return identity.copy_equal(cell)


def _kept(cell: Path, measured: Measured, identity: CellIdentity | None) -> Measured:
    if identity is not None:
        identity.keep(cell)
    return keep_measured(cell, measured)


def _logged(recall: Recall, at: int, scenario: Scenario) -> Recalled:
    """Return the log event of a recall. A recall by something other than a character is the reading of a carrier."""
    return Recalled(
        round=at,
        agent=recall.agent if recall.agent in scenario.active else "",
        owner=recall.agent,
        query=recall.query,
        hits=tuple(RecalledRow(id=hit.id, score=hit.score) for hit in recall.hits),
        linked=tuple(RecalledRow(id=hit.id, score=hit.score) for hit in recall.linked),
    )


def _count(counts: RecallCounts, recall: Recall, scenario: Scenario) -> None:
    """Count a recall of a fed memory. A recall by something other than a character is the reading of a carrier."""
    counts.add(len(recall.hits), len(recall.linked), is_own=recall.agent in scenario.active)


def _empty(folder: Path) -> None:
    """Delete the files of an interrupted trial, except the tape of model replies, which cost money."""
    for path in folder.iterdir():
        if path != RunFolder(folder).tape:
            path.unlink()

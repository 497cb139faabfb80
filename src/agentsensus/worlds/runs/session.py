"""An open run: prepare it, open it, and play it round by round until a stop condition holds."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agentsensus.base.addresses import is_address, keep_secrets, shown_address
from agentsensus.base.version import VERSION
from agentsensus.embed import by_name
from agentsensus.embed.base import DEFAULT as DEFAULT_EMBEDDER
from agentsensus.embed.base import check_embedder
from agentsensus.errors import InputError, NotAStore, UnknownName, did_you_mean
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.designs.registry import SETTINGS, as_settings, checked_design
from agentsensus.memory.judge import offline_judge, weights_sha256
from agentsensus.memory.upkeep.copies import spaces
from agentsensus.store.sqlite.lock import WriterLock
from agentsensus.worlds.actions import LEARNING
from agentsensus.worlds.events.event import AnyEvent
from agentsensus.worlds.events.log import Log, read_log
from agentsensus.worlds.kernel.round import Stage, play_round, system_message
from agentsensus.worlds.kernel.schedule import next_round
from agentsensus.worlds.minds.company import RECORDED
from agentsensus.worlds.minds.mind import Mind
from agentsensus.worlds.minds.recorded import recording_of
from agentsensus.worlds.run_folder.folder import RunFolder
from agentsensus.worlds.run_folder.integrity import check_playable, check_store_present, log_hash_writer, resumable_log
from agentsensus.worlds.run_folder.run_file import (
    Allowance,
    InjectedMessage,
    Injection,
    MadeWith,
    RunFile,
    Segment,
    Stop,
)
from agentsensus.worlds.run_folder.run_files import StorePlace, new_space
from agentsensus.worlds.runs.played import Played, write_transcripts, write_truth
from agentsensus.worlds.runs.run_models import RunModels, storable_ids
from agentsensus.worlds.scenario.history import write_history
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.world import World

__all__ = ["Plan", "RunSession", "StopConditions", "made_with", "open_session", "prepare"]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to play a world: memory design and settings, rules, seed, minds, models and budget."""

    design: str = "consensus"
    preset: str | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    embedder: str | None = None
    company: str | None = None
    person: str = ""
    models: Mapping[str, str] = field(default_factory=dict)
    budget: Allowance = field(default_factory=Allowance)
    store: str = field(default="", repr=False)
    """Address of the database for the memory, secrets included; empty for memory.db in the run folder."""

    def rules(self) -> Rules:
        """Return the rules of the preset, with those of the plan's changes that concern rules.

        If only the memory knows the preset, the rules are those of `ours`.
        """
        of_memory = SETTINGS[checked_design(self.design)].presets
        is_only_there = self.preset in of_memory and self.preset not in Rules.presets
        return Rules.preset("ours" if is_only_there else self.preset or "ours").with_(
            **{key: value for key, value in self.changes.items() if key in Rules.model_fields}
        )

    def check(self) -> None:
        """Raise if the plan is invalid. Nothing is written."""
        self.rules()
        if self.embedder is not None:
            check_embedder(self.embedder)
        as_settings(self.settings(), self.design)
        if self.store and not is_address(self.store):
            raise InputError(
                f"--store is {shown_address(self.store)!r}: give the address of a database, postgresql://…"
            )
        if self.store:
            with suppress(NotAStore):  # the first run creates the tables
                spaces(self.store)  # raises if the server does not answer

    def settings(self) -> dict[str, Any]:
        """Return the memory settings: the preset, if the design has it, and the changes that are not rules."""
        kind = SETTINGS[checked_design(self.design)]
        for key in self.changes:
            if key not in (known := (*kind.model_fields, *Rules.model_fields)):
                raise UnknownName(
                    f"no setting of {self.design} and no rule is called {key!r}{did_you_mean(key, known)}"
                )
        chosen: dict[str, Any] = {"preset": self.preset} if self.preset in kind.presets else {}
        if self.design == Settings.design and self.preset != "paper":
            chosen["equal_text"] = "by_round"  # in a story, the same event can happen again
        return chosen | {key: value for key, value in self.changes.items() if key not in Rules.model_fields}


@dataclass(frozen=True, slots=True)
class StopConditions:
    """When to stop: at a round, after some minutes, when the budget is spent, or when the person leaves.

    `endings` stops after that many story arcs have ended. `before_round` is awaited before each round, so that a
    controller can pause; if it raises, the session ends there as interrupted.
    """

    until: int
    minutes: float | None = None
    endings: int | None = None
    is_spent: Callable[[], bool] = lambda: False
    has_left: Callable[[], bool] = lambda: False
    before_round: Callable[[], Awaitable[None]] | None = None


class RunSession:
    """An open run that can be played. `round` is the last round reached, including skipped ones."""

    def __init__(
        self,
        folder: RunFolder,
        run: RunFile,
        stage: Stage,
        models: RunModels | None = None,
        lock: WriterLock | None = None,
    ) -> None:
        self.folder = folder
        self.run_file = run
        self.stage = stage
        self.models = models
        self._lock = lock  # a database has no lock of its own against a second player of the same run
        self.round = max(stage.memory.round, self._passed(run.reached))
        self._played: tuple[int, Played] | None = None

    async def play(self, limits: StopConditions, heard: Callable[[int, list[AnyEvent]], None] | None = None) -> Stop:
        """Play until a stop condition holds. Stops only happen between rounds.

        Raises `ModelUnreachable` for a round in which no model answered; that round is not committed, and `resume`
        plays it.
        """
        began = time.monotonic()
        self._note(Segment(after=self.round, until=limits.until))
        while (stop := self._stop(limits, began)) is None:
            if limits.before_round is not None:
                await limits.before_round()
            following = self._next()
            assert following is not None
            if following > limits.until:
                self.round = limits.until
                continue
            started = time.perf_counter()
            awake = await play_round(self.stage, following)
            self.round = following
            self.folder.time_round(following, time.perf_counter() - started, awake)
            if self.models is not None:
                self._write()
            if heard is not None:
                heard(following, self.stage.latest)
        self._note(Segment(after=self.run_file.segments[-1].after, until=limits.until, reached=self.round, stop=stop))
        write_transcripts(self.folder, self.played())
        write_truth(self.folder, self.played())
        return stop

    def inject(self, entries: Sequence[Injection]) -> None:
        """Add injections to a run in play, between two rounds. They are saved before the round that they change."""
        if early := [entry.at for entry in entries if entry.at <= self.round]:
            raise InputError(f"round {min(early)} is already played; give a later round than {self.round}")
        self.run_file = self.run_file.model_copy(update={"injected": (*self.run_file.injected, *entries)})
        self._write()
        self.stage.injected = self.run_file.injected

    def played(self) -> Played:
        """Return the log so far, read once per committed round."""
        committed = self.stage.memory.round
        if self._played is None or self._played[0] != committed:
            events = list(read_log(self.folder.log, committed))
            self._played = committed, Played(self.stage.world.scenario, events)
        return self._played[1]

    async def close(self) -> None:
        """Close files and models. Staged writes of an unfinished round are discarded."""
        self.stage.log.close()
        self.stage.memory.discard_reads()
        await self.stage.memory.close()
        if self.models is not None:
            self._write()  # an interrupted round counts against the budget too
            await self.models.close()
        if self._lock is not None:
            self._lock.release()

    def _next(self) -> int | None:
        return self._following(self.round)

    def _following(self, round_: int) -> int | None:
        return next_round(self.stage.world, round_, [entry.at for entry in self.stage.injected])

    def _passed(self, reached: int) -> int:
        """Return the round that run.json reports as reached: at most the one before the next round with pending
        events.
        """
        following = self._following(self.stage.memory.round)
        return reached if following is None else min(reached, following - 1)

    def _stop(self, limits: StopConditions, began: float) -> Stop | None:
        if self.round >= limits.until:
            return "max_rounds"
        if limits.minutes is not None and time.monotonic() - began >= limits.minutes * 60:
            return "wall_time"
        if limits.is_spent() or (self.models is not None and self.models.is_spent()):
            return "budget"
        if limits.has_left():
            return "person"
        if limits.endings is not None and len(self.stage.world.arcs_ended) >= limits.endings:
            return "ending"
        return "quiescent" if self._next() is None else None

    def _note(self, segment: Segment) -> None:
        """Write a session to run.json, replacing the entry written at its start."""
        segments = self.run_file.segments
        last = segments[-1] if segments else None
        if last and last.stop is None and (last.after, last.until) == (segment.after, segment.until):
            segments = segments[:-1]
        self.run_file = self.run_file.model_copy(update={"segments": (*segments, segment)})
        self._write()

    def _write(self) -> None:
        if self.models is not None:
            self.run_file = self.run_file.model_copy(update={"usage": self.models.usage()})
        self.folder.write(self.run_file)


def prepare(folder: RunFolder, scenario: Scenario, plan: Plan, rounds: int | None = None) -> RunFile:
    """Write run.json and world.json for a new run of so many rounds (default: the world's number)."""
    run = RunFile(
        world=scenario.world.name,
        stamp=scenario.world.stamp,
        world_hash=scenario.hash,
        design=plan.design,
        preset=plan.preset,
        settings=as_settings(plan.settings(), plan.design).model_dump(mode="json"),
        rules=plan.rules().model_dump(),
        seed=plan.seed,
        embedder=plan.embedder or "",
        store=keep_secrets(plan.store) if plan.store else "",
        space=new_space(folder) if plan.store else "",
        made_with=made_with(plan),
        company=plan.company,
        recorded_until=recording_of(scenario.world.name).rounds if plan.company == RECORDED else None,
        person=plan.person,
        models=storable_ids(plan.models),
        budget=plan.budget,
        planned=rounds,
    )
    folder.write_scenario(scenario)
    folder.write(run)
    return run


def made_with(plan: Plan) -> MadeWith:
    """Return the version, embedder and offline judge that a plan uses."""
    embedder = by_name(plan.embedder or DEFAULT_EMBEDDER)
    if plan.design != Settings.design:
        return MadeWith(version=VERSION, embedder=embedder.id)
    judge = offline_judge(None, embedder)
    return MadeWith(version=VERSION, embedder=embedder.id, judge=judge.id, judge_sha256=weights_sha256(judge))


async def open_session(
    folder: RunFolder, minds: Mapping[str, Mind], models: RunModels | None = None, **helpers: Any
) -> RunSession:
    """Open a prepared or interrupted run for playing.

    The committed log is replayed and uncommitted lines are cut. Raises `RunDamaged` and changes nothing if the files do
    not match.
    """
    check_playable(folder)
    run, scenario = folder.read(), folder.scenario()
    if models is not None:
        helpers, run = {"model": models.roles, **helpers}, _with_models(run, models)
    _check(folder.path, run, scenario, minds)
    check_store_present(folder)
    place = folder.store()
    lock = WriterLock(folder.memory, "main") if place.where != folder.memory else None
    try:
        return await _opened(folder, run, scenario, minds, models, place, lock, helpers)
    except BaseException:
        if lock is not None:
            lock.release()
        raise


async def _opened(
    folder: RunFolder,
    run: RunFile,
    scenario: Scenario,
    minds: Mapping[str, Mind],
    models: RunModels | None,
    place: StorePlace,
    lock: WriterLock | None,
    helpers: Mapping[str, Any],
) -> RunSession:
    memory = AsyncMemory.open(
        place.where,
        space=place.space,
        design=run.design,
        settings=run.settings,
        names=scenario.known_names(),
        domain=scenario.world.title or None,
        seed=run.seed,
        stamps=False,
        shared=False,
        **{"embedder": run.embedder or None, **helpers},
    )
    memory.on_timing(folder.time_operation)
    memory.session.engine.book.stores_queries = True
    try:
        begins, committed = resumable_log(folder, memory), memory.last_round
        if models is not None:
            models.tape.ask_failures_again(after=-1 if committed is None else committed)
        world = World(scenario, Rules.model_validate(run.rules), begins.events, LEARNING)
        log = Log(folder.log, begins, log_hash_writer(folder, memory))
        stage = Stage(world, memory, minds, log, run.seed, run.injected)
        if committed is None:
            await _start(stage, scenario)
        return RunSession(folder, run, stage, models, lock)
    except BaseException:
        memory.discard_reads()
        await memory.close()
        raise


def _with_models(run: RunFile, models: RunModels) -> RunFile:
    earlier = {
        role: [earlier_id for earlier_id in run.asked.get(role, ()) if earlier_id != id_]
        for role, id_ in models.ids.items()
    }
    all_ids = {role: (*earlier[role], id_) for role, id_ in models.ids.items()}
    return run.model_copy(update={"asked": run.asked | all_ids})


async def _start(stage: Stage, scenario: Scenario) -> None:
    """Commit round 0: the world's past and its kickoff messages."""
    kickoff = [InjectedMessage(at=0, to=message.to, content=message.content) for message in scenario.world.kickoff]
    events = [system_message(stage.seed, message, count) for count, message in enumerate(kickoff)]
    with stage.memory.at_once():
        await write_history(scenario, stage.memory, groups=stage.world.rules.event_groups)
        stage.log.write(events, 0)
    for event in events:
        stage.world.apply(event)


def _check(path: Path, run: RunFile, scenario: Scenario, minds: Mapping[str, Mind]) -> None:
    if scenario.hash != run.world_hash:
        raise InputError(f"{path / 'world.json'}: not the world this run started with; restore the original")
    missing = [agent for agent in scenario.active if agent not in minds]
    if missing:
        raise InputError(f"no mind for {', '.join(missing)}; every active character needs one")

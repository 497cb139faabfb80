"""Play and resume worlds in one call: check the plan, open models and minds, play one session."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, Literal, TypeAlias

from agentsensus.base.loop import wait_for
from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.models.providers.open import ModelLike
from agentsensus.models.roles import DEFAULT
from agentsensus.worlds.actions import ACTIONS, MemoryView
from agentsensus.worlds.events.event import Acted, AnyEvent
from agentsensus.worlds.kernel.turn import Proposed, resolve
from agentsensus.worlds.minds import (
    RECORDED,
    Mind,
    MindLike,
    checked_minds,
    company,
    model_company,
    recording_of,
)
from agentsensus.worlds.minds.human.person import PersonMind
from agentsensus.worlds.minds.mind import Decision
from agentsensus.worlds.minds.view import MindedRow, View, minded_row
from agentsensus.worlds.run_folder import Allowance, RunFolder, new_run
from agentsensus.worlds.run_folder.integrity import check_playable
from agentsensus.worlds.run_folder.run_file import RunFile
from agentsensus.worlds.runs.fork import fork
from agentsensus.worlds.runs.played import Played
from agentsensus.worlds.runs.repair import restore_log, restore_store
from agentsensus.worlds.runs.run import Run, summary_of
from agentsensus.worlds.runs.run_models import (
    RunModels,
    check_models,
    check_roles,
    open_models,
    open_tape_roles,
    with_changes,
)
from agentsensus.worlds.runs.session import Plan, RunSession, StopConditions, open_session, prepare
from agentsensus.worlds.scenario import Scenario, load
from agentsensus.worlds.scenario.rules import Rules

__all__ = [
    "PlayOptions",
    "RepairSource",
    "RoundListener",
    "Watcher",
    "fork_after_undo",
    "memory_search",
    "open_to_play",
    "planned_until",
    "play",
    "play_plan",
    "prepare_run",
    "resume",
    "resume_run",
    "summary",
]


RoundListener: TypeAlias = Callable[[int, list[AnyEvent]], None]
"""Called after each round with its number and its events."""
RepairSource: TypeAlias = Literal["store", "log"]
"""The file to trust when log and store disagree; the other one is rebuilt."""
_RECOLLECTED = 5
"""How many rows `know` shows."""
Watcher: TypeAlias = Callable[[RunSession, int], AbstractContextManager[RoundListener]]
"""Opens a display for a session up to a round; its context value is called after each round."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Limits, minds, models and display of one session.

    `minds` and `person` decide for their characters instead of the company; the person may leave. `models` by role
    replace those in run.json; only model ids are saved there.
    """

    rounds: int | None = None
    minutes: float | None = None
    endings: int | None = None
    minds: Mapping[str, MindLike] = field(default_factory=dict)
    person: PersonMind | None = None
    models: Mapping[str, ModelLike] = field(default_factory=dict)
    watch: Watcher | None = None

    def __post_init__(self) -> None:
        if self.rounds is not None and (isinstance(self.rounds, bool) or self.rounds < 1):
            raise InputError(f"rounds is {self.rounds!r}: give a whole number from 1 on")

    def has_left(self) -> bool:
        """Whether the person who plays has quit."""
        return self.person is not None and self.person.has_left


def play(
    world: str | Path | Scenario,
    rounds: int | None = None,
    *,
    seed: int = 0,
    model: ModelLike | Mapping[str, ModelLike] | None = None,
    memory: str = "consensus",
    preset: str | None = None,
    settings: Mapping[str, Any] | None = None,
    embedder: str | None = None,
    company: str | None = None,
    minds: str | Mapping[str, MindLike] | None = None,
    budget: Mapping[str, float] | None = None,
    out: str | Path | None = None,
    store: str = "",
) -> Run:
    """Play a world from the beginning in a new run folder and return the run.

    `world` is a shipped world's name, a folder or file, or a loaded Scenario. `rounds` defaults to the number in
    world.yaml. `model` serves all roles, or is a dict by role (minds, atomizer, judge, memory); without a model,
    players decide and rules do the rest. `memory` is the memory design; `settings` changes its settings or the rules of
    play. `minds` says who decides: "players", "recorded", "model" or "null" for everybody, or a dict by character id of
    objects with a method `decide(view)` or functions of a view; either may be async. `company` names who decides for
    the characters that such a dict leaves out. `budget` limits model use: calls, tokens, money. `out` is the run
    folder; the default is runs/NAME-1, -2 and so on. `store` is the address of a database that holds the memory
    (default: memory.db in the run folder).
    """
    models = models_by_role(model)
    if isinstance(minds, str):
        company, minds = minds, None
    plan = Plan(
        memory,
        preset,
        dict(settings or {}),
        seed,
        embedder,
        company,
        models=_ids(models),
        budget=_allowance(budget),
        store=store,
    )
    scenario = world if isinstance(world, Scenario) else load(world)
    options = PlayOptions(rounds, minds=minds or {}, models=models)
    return play_plan(scenario, plan, options, None if out is None else Path(out))


def play_plan(scenario: Scenario, plan: Plan, options: PlayOptions, out: Path | None = None) -> Run:
    """Play a world by a plan in a new run folder. An invalid plan raises before anything is written."""
    folder = prepare_run(scenario, plan, options, out)
    return _play_session(folder, replace(options, models=options.models or plan.models))


def prepare_run(scenario: Scenario, plan: Plan, options: PlayOptions, out: Path | None = None) -> RunFolder:
    """Write a new run folder, to be played later. An invalid plan raises before anything is written."""
    plan.check()
    checked_minds(scenario, options.minds)
    models = options.models or plan.models
    check_models(models, plan.budget)
    if plan.company == RECORDED and options.person is not None:
        raise InputError(
            "--as: the others would not answer you, since they act from the recorded run; leave out --minds"
        )
    if plan.company == RECORDED or not {DEFAULT, "minds"} & set(models):
        company(plan.company, scenario, plan.seed)
    folder = new_run(scenario.world.name, out)
    prepare(folder, scenario, plan, options.rounds)
    return folder


async def open_to_play(folder: RunFolder, named: Mapping[str, str]) -> RunSession:
    """Open a prepared or interrupted run with its own minds and models, to be played by the caller.

    `named` has the models that the caller names by role: an address that only run.json names is not asked.
    """
    check_playable(folder)
    models = open_models(folder, named)
    return await open_session(folder, _minds(folder, models), models)


def resume(
    run: str | Path,
    rounds: int | None = None,
    *,
    model: ModelLike | Mapping[str, ModelLike] | None = None,
    minds: Mapping[str, MindLike] | None = None,
    budget: Mapping[str, float] | None = None,
    trusting: RepairSource | None = None,
) -> Run:
    """Resume a run for `rounds` more rounds.

    Default: the planned end of an interrupted session, otherwise the world's number of rounds. `model`, `minds` and
    `budget` work as in `play`. A model given by its id is remembered, except for an address that only run.json names.
    `trusting` repairs a run first if log and store disagree: `"store"` rebuilds the log, `"log"` rebuilds the store.
    """
    models = models_by_role(model)
    options = PlayOptions(rounds, minds=minds or {}, models=models)
    return resume_run(RunFolder(Path(run)), options, _ids(models), _allowance(budget), trusting)


def resume_run(
    folder: RunFolder,
    options: PlayOptions,
    models: Mapping[str, str],
    budget: Allowance,
    trusting: RepairSource | None = None,
) -> Run:
    """Resume a run. Given models and limits replace those in run.json."""
    check_playable(folder)
    checked_minds(folder.scenario(), options.minds)
    _check_person(folder, options)
    match trusting:
        case "store":
            wait_for(restore_log(folder, _recorded_minds(folder) | checked_minds(folder.scenario(), options.minds)))
        case "log":
            wait_for(restore_store(folder))
    if models or budget.model_dump(exclude_none=True):
        described = with_changes(folder.read(), models, budget)
        check_models(described.models, described.budget)
        folder.write(described)
    return _play_session(folder, replace(options, models=options.models or models))


def _check_person(folder: RunFolder, options: PlayOptions) -> None:
    """Raise if a person is to play while the other characters still follow the recorded run."""
    run = folder.read()
    if options.person is not None and run.recorded_until is not None and run.reached < run.recorded_until:
        raise InputError(
            f"--as: {folder.path} follows the recorded run to round {run.recorded_until}; fork it to play from here: "
            f"agentsensus fork {folder.path} --at {run.reached} --out NEW"
        )


def fork_after_undo(run: Run, options: PlayOptions) -> Run:
    """Continue in a new run folder from the round to which the person went back. The old run is kept."""
    person, folder = options.person, RunFolder(run.folder)
    assert person is not None
    assert person.back_to is not None
    target = new_run("", _sibling_folder(folder.path))
    until = folder.read().segments[-1].until
    wait_for(fork(folder, person.back_to, target))
    rounds = until - person.back_to
    person.play_on()
    return _play_session(target, replace(options, rounds=rounds))


def _sibling_folder(path: Path) -> Path:
    """Return a path for a new sibling folder: hamlet-1-back, hamlet-1-back-2 and so on."""
    names = (f"{path.name}-back{'' if number == 1 else f'-{number}'}" for number in count(1))
    return next(path.with_name(name) for name in names if not path.with_name(name).exists())


def models_by_role(model: ModelLike | Mapping[str, ModelLike] | None) -> dict[str, ModelLike]:
    """Return models by role from a single model or a dict. Raises for an unknown role."""
    if model is None:
        return {}
    return check_roles(model) if isinstance(model, Mapping) else {DEFAULT: model}


def _ids(models: Mapping[str, ModelLike]) -> dict[str, str]:
    return {role: model for role, model in models.items() if isinstance(model, str)}


def _allowance(budget: Mapping[str, float] | None) -> Allowance:
    limits = dict(budget or {})
    if unknown := set(limits) - set(Allowance.model_fields):
        raise UnknownName(f"no limit is called {min(unknown)!r}{did_you_mean(min(unknown), Allowance.model_fields)}")
    return Allowance.model_validate(limits)


def _play_session(folder: RunFolder, options: PlayOptions) -> Run:
    models = open_models(folder, options.models)
    minds = _minds(folder, models) | checked_minds(folder.scenario(), options.minds)
    if options.person is not None:
        minds[options.person.agent] = options.person
        options.person.saved_in = str(folder.path)
    return Run(folder.path, wait_for(_play_rounds(folder, minds, models, options)))


def _minds(folder: RunFolder, models: RunModels | None) -> dict[str, Mind]:
    """Return the minds of a run: its model if it has one for minds, otherwise the company."""
    scenario, run = folder.scenario(), folder.read()
    if models is None or not models.has_minds:
        return _offline(scenario, run)
    return _after_recording(scenario, run, model_company(scenario, models.roles.of("minds"), rules=_rules(run)))


def _recorded_minds(folder: RunFolder) -> dict[str, Mind]:
    """Return minds that repeat the run so far: the model's replies on the tape, otherwise the company."""
    scenario, run = folder.scenario(), folder.read()
    roles = open_tape_roles(folder, run, ("minds",))
    if roles is None:
        return _offline(scenario, run)
    return _after_recording(scenario, run, model_company(scenario, roles.of("minds"), rules=_rules(run)))


def _rules(run: RunFile) -> Rules:
    return Rules.model_validate(run.rules)


def _offline(scenario: Scenario, run: RunFile) -> dict[str, Mind]:
    name = None if run.company == RECORDED else run.company
    return _after_recording(scenario, run, company(name, scenario, run.seed))


def _after_recording(scenario: Scenario, run: RunFile, then: dict[str, Mind]) -> dict[str, Mind]:
    """Return minds that follow the recorded run as far as this run uses it. Afterwards the minds in `then` decide."""
    if run.recorded_until is None:
        return then
    return recording_of(scenario.world.name).minds(scenario, run.seed, run.recorded_until, then)


async def _play_rounds(
    folder: RunFolder, minds: Mapping[str, Mind], models: RunModels | None, options: PlayOptions
) -> Played:
    session = await open_session(folder, minds, models)
    try:
        if options.person is not None:
            options.person.recollect = memory_search(session, options.person.agent)
            options.person.refusal = refusal_check(session)
        default = session.stage.world.scenario.world.rounds
        until = planned_until(session.run_file, session.round, options.rounds, default)
        limits = StopConditions(until, options.minutes, options.endings, has_left=options.has_left)
        with options.watch(session, until) if options.watch else nullcontext() as listener:
            await session.play(limits, listener)
        if options.person is not None:
            options.person.end(session.stage.world)
        return session.played()
    finally:
        await session.close()


def memory_search(session: RunSession, agent: str) -> Callable[[str], Awaitable[tuple[MindedRow, ...]]]:
    """Return a function that searches a character's memory without logging a recall."""

    async def recollect(query: str) -> tuple[MindedRow, ...]:
        memory = MemoryView(session.stage.memory)
        hits = await memory.remind(agent, query, _RECOLLECTED) if memory.fits(query) else ()
        return tuple(map(minded_row, hits))

    return recollect


def refusal_check(session: RunSession) -> Callable[[View, Decision], Awaitable[str]]:
    """Return a function that tells why the world would refuse a decision, or an empty text. Nothing is changed."""

    async def refusal(view: View, decision: Decision) -> str:
        stage = session.stage
        if decision.action in ACTIONS and ACTIONS[decision.action].declared.asks_mind:
            return ""
        proposed = Proposed(view, stage.minds[view.agent], decision.action, decision.params)
        turn = await resolve(stage.world, proposed, MemoryView(stage.memory), stage.seed)
        return turn.head.refusal or "" if isinstance(turn.head, Acted) and not turn.head.ok else ""

    return refusal


def planned_until(run: RunFile, reached: int, rounds: int | None, default: int) -> int:
    """Return the last round to play.

    It is `rounds` more if given; else the planned end of an interrupted or new session; else `default` more.
    """
    if rounds is not None:
        return reached + rounds
    if not run.segments:
        return reached + default if run.planned is None else run.planned
    last = run.segments[-1]
    return last.until if last.stop is None else reached + default


async def summary(session: RunSession) -> dict[str, Any]:
    """Return the JSON summary that `run` and `resume` print."""
    return await summary_of(session.folder, session.played(), session.stage.memory)

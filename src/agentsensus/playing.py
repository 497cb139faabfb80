"""Playing a world in one call: a plan is checked, its models and minds are opened, and a sitting is played."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, Literal, TypeAlias

from agentsensus.actions import MemoryView
from agentsensus.errors import InputError, UnknownName, nearest
from agentsensus.events.event import AnyEvent
from agentsensus.kernel.fork import fork
from agentsensus.kernel.kernel import Kernel, Plan, StopConditions, open_run, prepare
from agentsensus.kernel.mending import restore_log, restore_store
from agentsensus.kernel.resume import planned_until
from agentsensus.kernel.run_models import RunModels, changed, check_models, checked_roles, open_models, taped
from agentsensus.loop import wait_for
from agentsensus.minds import Mind, company, model_company
from agentsensus.minds.human.person import PersonMind
from agentsensus.minds.view import MindedRow, minded_row
from agentsensus.models.providers.opening import ModelLike
from agentsensus.models.roles import DEFAULT
from agentsensus.run_folder import Allowance, RunFolder, new_run
from agentsensus.run_folder.oneness import check_playable
from agentsensus.study import Played, Run
from agentsensus.world import Scenario, load
from agentsensus.world.rules import Rules

__all__ = ["RoundListener", "Sitting", "Trusted", "Watcher", "gone_back", "play", "play_plan", "resume", "resume_run"]

RoundListener: TypeAlias = Callable[[int, list[AnyEvent]], None]
"""Called after each round with its number and its events."""
Trusted: TypeAlias = Literal["store", "log"]
"""Which of a run's files is right where log and store do not fit together."""
_RECOLLECTED = 5
"""Rows that `know` shows."""
Watcher: TypeAlias = Callable[[Kernel, int], AbstractContextManager[RoundListener]]
"""Shows a sitting of an open run up to a round; what it is entered with is called after each round."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """How far to play and for how many minutes or endings of the story at most, with whose minds, and who looks on.

    `minds` decide for their characters in the place of the company; so does `person`, who may leave. `models` by role
    are used instead of those that run.json names; ones that are no ids are not kept there.
    """

    rounds: int | None = None
    minutes: float | None = None
    endings: int | None = None
    minds: Mapping[str, Mind] = field(default_factory=dict)
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
    minds: Mapping[str, Mind] | None = None,
    budget: Mapping[str, float] | None = None,
    out: str | Path | None = None,
) -> Run:
    """Play a world from the beginning into a new run folder, and give the run to be read.

    `world` is a shipped world's name, a folder or file, or a loaded world; it is played for as many `rounds` as it says
    itself when left out. `model` does all work that models can do, or is a dict by role (minds, atomizer, judge,
    memory); without one, players decide and rules do the rest. `memory` is the design; `settings` are changes of its
    settings or of the rules of play. `minds` decide for the characters they are named for. `budget` limits what models
    may take: calls, tokens, money. `out` is the run's folder: runs/NAME-1, -2 … when left out.
    """
    models = models_by_role(model)
    plan = Plan(
        memory,
        preset,
        dict(settings or {}),
        seed,
        embedder,
        company,
        models=_ids(models),
        budget=_allowance(budget),
    )
    scenario = world if isinstance(world, Scenario) else load(world)
    sitting = Sitting(rounds, minds=minds or {}, models=models)
    return play_plan(scenario, plan, sitting, None if out is None else Path(out))


def play_plan(scenario: Scenario, plan: Plan, sitting: Sitting, out: Path | None = None) -> Run:
    """Play a world by a plan into a new run folder; what cannot be played is refused before anything is written."""
    plan.check()
    models = sitting.models or plan.models
    check_models(models, plan.budget)
    if not {DEFAULT, "minds"} & set(models):
        company(plan.company, scenario, plan.seed)
    folder = new_run(scenario.world.name, out)
    prepare(folder, scenario, plan)
    return _sit(folder, replace(sitting, models=models))


def resume(
    run: str | Path,
    rounds: int | None = None,
    *,
    model: ModelLike | Mapping[str, ModelLike] | None = None,
    minds: Mapping[str, Mind] | None = None,
    budget: Mapping[str, float] | None = None,
    trusting: Trusted | None = None,
) -> Run:
    """Go on with a run for so many rounds; when left out, to where it was to get, or for the world's count of rounds.

    `model`, `minds` and `budget` are as in `play`; a model that was named by its id need not be named again, unless its
    address stands in run.json alone. `trusting` mends a run first whose log and store do not fit together: `"store"`
    makes the log anew, `"log"` the store.
    """
    models = models_by_role(model)
    sitting = Sitting(rounds, minds=minds or {}, models=models)
    return resume_run(RunFolder(Path(run)), sitting, _ids(models), _allowance(budget), trusting)


def resume_run(
    folder: RunFolder,
    sitting: Sitting,
    models: Mapping[str, str],
    budget: Allowance,
    trusting: Trusted | None = None,
) -> Run:
    """Go on with a run; models and limits that are given take the place of those that run.json has."""
    check_playable(folder)
    match trusting:
        case "store":
            wait_for(restore_log(folder, {**_minds_again(folder), **sitting.minds}))
        case "log":
            wait_for(restore_store(folder))
    if models or budget.model_dump(exclude_none=True):
        described = changed(folder.read(), models, budget)
        check_models(described.models, described.budget)
        folder.write(described)
    return _sit(folder, replace(sitting, models=sitting.models or models))


def gone_back(run: Run, sitting: Sitting) -> Run:
    """Play on as the person wants who has taken turns back: in a new run beside the other, which stays as it is."""
    person, folder = sitting.person, RunFolder(run.folder)
    assert person is not None
    assert person.back_to is not None
    target = new_run("", _beside(folder.path))
    until = folder.read().segments[-1].until
    wait_for(fork(folder, person.back_to, target))
    rounds = until - person.back_to
    person.play_on()
    return _sit(target, replace(sitting, rounds=rounds))


def _beside(path: Path) -> Path:
    """A folder beside another that is not there yet: hamlet-1-back, hamlet-1-back-2 …"""
    names = (f"{path.name}-back{'' if number == 1 else f'-{number}'}" for number in count(1))
    return next(path.with_name(name) for name in names if not path.with_name(name).exists())


def models_by_role(model: ModelLike | Mapping[str, ModelLike] | None) -> dict[str, ModelLike]:
    """Models by role from one for everything, or from a dict; a role that has no part in a run is refused."""
    if model is None:
        return {}
    return checked_roles(model) if isinstance(model, Mapping) else {DEFAULT: model}


def _ids(models: Mapping[str, ModelLike]) -> dict[str, str]:
    return {role: model for role, model in models.items() if isinstance(model, str)}


def _allowance(budget: Mapping[str, float] | None) -> Allowance:
    limits = dict(budget or {})
    if unknown := set(limits) - set(Allowance.model_fields):
        raise UnknownName(f"no limit is called {min(unknown)!r}{nearest(min(unknown), Allowance.model_fields)}")
    return Allowance.model_validate(limits)


def _sit(folder: RunFolder, sitting: Sitting) -> Run:
    models = open_models(folder, sitting.models)
    minds = {**_minds(folder, models), **sitting.minds}
    if sitting.person is not None:
        minds[sitting.person.agent] = sitting.person
        sitting.person.saved_in = str(folder.path)
    return Run(folder.path, wait_for(_played(folder, minds, models, sitting)))


def _minds(folder: RunFolder, models: RunModels | None) -> dict[str, Mind]:
    """Who decides in a run: the model, if it has one for that, else the company."""
    scenario, run = folder.scenario(), folder.read()
    if models is not None and models.has_minds:
        rules = Rules.model_validate(run.rules)
        return model_company(scenario, models.roles.of("minds"), rules=rules)
    return company(run.company, scenario, run.seed)


def _minds_again(folder: RunFolder) -> dict[str, Mind]:
    """Who decided in a run so far: its model, as far as the tape goes, else the company."""
    scenario, run = folder.scenario(), folder.read()
    roles = taped(folder, run, ("minds",))
    return company(run.company, scenario, run.seed) if roles is None else model_company(scenario, roles.of("minds"))


async def _played(folder: RunFolder, minds: Mapping[str, Mind], models: RunModels | None, sitting: Sitting) -> Played:
    kernel = await open_run(folder, minds, models)
    try:
        if sitting.person is not None:
            sitting.person.recollect = _recollecting(kernel, sitting.person.agent)
        default = kernel.stage.world.scenario.world.rounds
        until = planned_until(kernel.run_file, kernel.round, sitting.rounds, default)
        limits = StopConditions(until, sitting.minutes, sitting.endings, has_left=sitting.has_left)
        with sitting.watch(kernel, until) if sitting.watch else nullcontext() as listener:
            await kernel.play(limits, listener)
        return kernel.played()
    finally:
        await kernel.close()


def _recollecting(kernel: Kernel, agent: str) -> Callable[[str], Awaitable[tuple[MindedRow, ...]]]:
    """Finds what a character knows of something; it counts as no recall and changes nothing."""

    async def recollect(query: str) -> tuple[MindedRow, ...]:
        memory = MemoryView(kernel.stage.memory)
        hits = await memory.remind(agent, query, _RECOLLECTED) if memory.fits(query) else ()
        return tuple(map(minded_row, hits))

    return recollect

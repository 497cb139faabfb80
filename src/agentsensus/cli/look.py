"""The commands `playbill`, `transcript`, `road` and `leaks`: look into a run."""

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.base.stamp import stamped
from agentsensus.cli.printing import JSON_OPTION, RUN, print_json, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.text import Text

    from agentsensus.worlds.run_folder import RunFolder
    from agentsensus.worlds.runs import Playbill, PlaybillSection
    from agentsensus.worlds.scenario import Scenario

__all__ = ["leaks", "playbill", "print_end", "print_playbill", "road", "transcript"]


def transcript(
    run_folder: Path | None = RUN,
    agent: str = typer.Option(..., help="The character (id, name or alias)."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Print what one character of a run heard, did, said and remembered, round by round.

    Example: `agentsensus transcript runs/hamlet-1 --agent horatio`
    """
    from agentsensus.base.loop import wait_for
    from agentsensus.worlds.runs import newest_run, transcript_of

    folder = newest_run(run_folder)
    whose, text = wait_for(transcript_of(folder, agent))
    if as_json:
        fields = {"run": str(folder.path), "agent": whose, "text": text}
        print_json(stamped(fields, folder.scenario().world.stamp))
    else:
        typer.echo(text, nl=False)


_RUN = typer.Argument(help="Run folder.", metavar="RUN")
_QUERY = typer.Argument(help="Event id, several ids separated by commas, tag of a heading, or words of the event.")
_OUT = typer.Option([], "--out", help="Picture file: .svg, .png or .html. Can be repeated.")


def road(run_folder: Path = _RUN, query: str = _QUERY, out: list[Path] = _OUT, as_json: bool = JSON_OPTION) -> None:
    """Follow one event through a run: who learned it, when, from which source, in which version, and who doubts it.

    In the picture, rounds run across and characters down. A lane lights up when its character learns of the event;
    arrows are tellings, colours are versions, and hatching is doubt.

    Example: `agentsensus road runs/hamlet-1 "Hamlet killed Polonius" --out road.svg`
    """
    from agentsensus.analysis.drawing import check_drawing
    from agentsensus.analysis.knowledge.road import road_lines, road_of, write_road
    from agentsensus.worlds.run_folder import newest_run
    from agentsensus.worlds.runs import open_run

    for where in out:
        check_drawing(where)
    with open_run(newest_run(run_folder).path) as run:
        travelled = road_of(run, query)
        scenario = run.scenario
    for where in out:
        write_road(travelled, scenario, where)
        typer.echo(f"wrote {where}", err=True)
    if travelled.subject.others:
        typer.echo(f"the query also matches: {', '.join(travelled.subject.others)}", err=True)
    if as_json:
        print_json(stamped({"run": str(run_folder), "road": travelled}, scenario.world.stamp))
    elif not out:
        for line in (scenario.world.stamp, *road_lines(travelled, scenario)):
            if line:
                typer.echo(printable(line))


_PLANTED = typer.Option(
    None,
    "--planted",
    min=1,
    help="Test the detector: plant this many leaks of each kind and report how many are found.",
)


def leaks(run_folder: Path | None = RUN, planted: int | None = _PLANTED, as_json: bool = JSON_OPTION) -> None:
    """Find lines that use facts their speaker never received, each with its evidence.

    The evidence is the nearest fact, its owners, the telling words, and possible sources of the speaker. Lies and
    distorted versions of received facts do not count.

    Example: `agentsensus leaks runs/hamlet-1`
    """
    from agentsensus.analysis.knowledge.leaks import planted_scores, run_leaks
    from agentsensus.analysis.knowledge.leaks.detect import leak_lines
    from agentsensus.worlds.run_folder import newest_run
    from agentsensus.worlds.runs import open_run

    folder = newest_run(run_folder)
    with open_run(folder.path) as run:
        stamp, where = run.scenario.world.stamp, str(folder.path)
        if planted is not None:
            scores = planted_scores(run.scenario, run.files.read().rules, run.log, planted)
            figures = [
                {"kind": score.kind, "leaks": score.leaks, "found": score.found, "others": score.others}
                | {"wrong": score.wrong, "precision": score.precision, "recall": score.recall}
                for score in scores
            ]
            if as_json:
                print_json(stamped({"run": where, "planted": figures}, stamp))
            else:
                for figure in figures:
                    typer.echo("  ".join(f"{key} {value}" for key, value in figure.items()))
            return
        leaked = run_leaks(run)
        if as_json:
            print_json(stamped({"run": where, "count": len(leaked), "leaks": leaked}, stamp))
            return
        for line in (stamp, *leak_lines(leaked, run.scenario)):
            if line:
                typer.echo(printable(line))


_WIDEST = 110


def playbill(
    run_folder: Path | None = RUN,
    as_json: bool = JSON_OPTION,
) -> None:
    """Summarize a players' run: what spread, which secret got out and how, false beliefs, and lies that were caught.

    Example: `agentsensus playbill runs/hamlet-1`
    """
    from agentsensus.base.loop import wait_for
    from agentsensus.worlds.run_folder import newest_run
    from agentsensus.worlds.runs import run_playbill

    folder = newest_run(run_folder)
    bill = wait_for(run_playbill(folder))
    scenario = folder.scenario()
    if as_json:
        print_json(stamped({"run": str(folder.path), "playbill": bill}, scenario.world.stamp))
    else:
        print_playbill(bill, scenario)


def print_end(folder: "RunFolder", scenario: "Scenario", bill: "Playbill | None", *, is_private: bool) -> None:
    """Print the playbill of a players' run and the next commands to try; nothing for other runs.

    With `is_private` (a person plays a character) only the commands are printed, since a playbill reveals secrets.
    """
    if bill is None:
        return
    if not is_private:
        typer.echo()
        print_playbill(bill, scenario)
    who = bill.way[0].by if bill.way else scenario.active[0]
    for line in ("", "Next steps", *_next(str(folder.path), who, is_private=is_private)):
        typer.echo(line, err=True)


def _next(run: str, who: str, *, is_private: bool) -> list[str]:
    program = "agentsensus" if shutil.which("agentsensus") else sys.argv[0]
    hints = [
        *([(f"{program} playbill {run}", "see what the others knew, told and believed")] if is_private else []),
        (f"{run}/transcripts/", "each character's experiences and reasons"),
        (f"{program} transcript {run} --agent {who}", "the same for one character"),
        (f"{program} screenplay {run}", "the run as a play"),
        (f"{program} stats {run}", "size of the memory, and correctness of its merges"),
        (f"{program} resume {run} --rounds 10", "continue the run"),
    ]
    wide = max(len(command) for command, _ in hints)
    return [f"  {command:{wide}}  {meaning}" for command, meaning in hints]


def print_playbill(bill: "Playbill", scenario: "Scenario", console: "Console | None" = None) -> None:
    """Print a playbill in the language of its world, fitted to the terminal."""
    from rich.console import Console
    from rich.text import Text

    from agentsensus.worlds.runs import sections

    shown = console or Console(highlight=False)
    width = min(shown.width, _WIDEST)
    for place, section in enumerate(sections(bill, scenario)):
        if place:
            shown.print()
        shown.print(Text(printable(section.heading), style="bold"))
        for line in _lines(section, shown, width):
            shown.print(line)


def _lines(section: "PlaybillSection", console: "Console", width: int) -> "Iterator[Text]":
    """Yield the lines of a section: labels in a left column, wrapped texts on the right, remarks dimmed below."""
    from rich.cells import cell_len
    from rich.text import Text

    indent = max((cell_len(row.label) for row in section.rows), default=0)
    indent += 4 if indent else 2
    for row in section.rows:
        text = Text(printable(row.text)).wrap(console, width - indent)
        below = Text(printable(row.below), style="dim").wrap(console, width - indent) if row.below else ()
        label = " " * (indent - cell_len(row.label) - 2) + printable(row.label) + "  "
        for place, line in enumerate((*text, *below)):
            line.rstrip()
            yield Text.assemble((label if place == 0 else " " * indent, "dim"), line)

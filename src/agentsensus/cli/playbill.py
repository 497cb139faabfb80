"""`agentsensus playbill`: what a players' run came to."""

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import JSON_OPTION, RUN, print_json, printable
from agentsensus.stamping import stamped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.text import Text

    from agentsensus.run_folder import RunFolder
    from agentsensus.study import Playbill, PlaybillSection
    from agentsensus.world import Scenario

__all__ = ["playbill", "print_end", "print_playbill"]

_WIDEST = 110


def playbill(
    run_folder: Path | None = RUN,
    as_json: bool = JSON_OPTION,
) -> None:
    """Sum up a players' run: what went round, which secret got out and how, who is mistaken, whose lies were caught.

    Example: `agentsensus playbill runs/hamlet-1`
    """
    from agentsensus.loop import wait_for
    from agentsensus.run_folder import newest_run
    from agentsensus.study import run_playbill

    folder = newest_run(run_folder)
    bill = wait_for(run_playbill(folder))
    scenario = folder.scenario()
    if as_json:
        print_json(stamped({"run": str(folder.path), "playbill": bill}, scenario.world.stamp))
    else:
        print_playbill(bill, scenario)


def print_end(folder: "RunFolder", scenario: "Scenario", bill: "Playbill | None", *, is_private: bool) -> None:
    """Print the playbill of a players' run and where to look next; nothing for any other run.

    With `is_private` (a person plays a character) only the command is printed, since a playbill gives away secrets.
    """
    if bill is None:
        return
    if not is_private:
        typer.echo()
        print_playbill(bill, scenario)
    who = bill.way[0].by if bill.way else scenario.active[0]
    for line in ("", "Where to look next", *_next(str(folder.path), who, is_private=is_private)):
        typer.echo(line, err=True)


def _next(run: str, who: str, *, is_private: bool) -> list[str]:
    program = "agentsensus" if shutil.which("agentsensus") else sys.argv[0]
    hints = [
        *([(f"{program} playbill {run}", "what the others knew, told and believed")] if is_private else []),
        (f"{run}/transcripts/", "what each character lived through, and why it did what it did"),
        (f"{program} transcript {run} --agent {who}", "the same for one of them"),
        (f"{program} screenplay {run}", "the whole of it as a play"),
        (f"{program} stats {run}", "what the memory holds, and which of its merges were right"),
        (f"{program} resume {run} --rounds 10", "go on with it"),
    ]
    wide = max(len(command) for command, _ in hints)
    return [f"  {command:{wide}}  {meaning}" for command, meaning in hints]


def print_playbill(bill: "Playbill", scenario: "Scenario", console: "Console | None" = None) -> None:
    """Print a playbill in the language of its world, as wide as the terminal allows."""
    from rich.console import Console
    from rich.text import Text

    from agentsensus.study import sections

    shown = console or Console(highlight=False)
    width = min(shown.width, _WIDEST)
    for place, section in enumerate(sections(bill, scenario)):
        if place:
            shown.print()
        shown.print(Text(printable(section.heading), style="bold"))
        for line in _lines(section, shown, width):
            shown.print(line)


def _lines(section: "PlaybillSection", console: "Console", width: int) -> "Iterator[Text]":
    """The lines of a section: labels in a column on the left, texts wrapped beside them, remarks dimmed below."""
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

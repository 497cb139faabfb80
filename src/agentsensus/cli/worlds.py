"""`agentsensus worlds`, `new` and `check`: find, begin and mend a world."""

from pathlib import Path
from typing import Literal

import typer

from agentsensus.cli.printing import JSON_OPTION, counted, print_json, printable
from agentsensus.errors import Problem
from agentsensus.stamping import stamped_text


def _complete_world(begun: str) -> list[str]:
    """Worlds whose names begin like this, for the shell."""
    from agentsensus.world.reading.listing import worlds as every

    return [world.world for world in every(Path()) if world.world.startswith(begun)]


_HELP = "A shipped world's name, a world's folder, or a world in one YAML file."
WORLD = typer.Argument(help=_HELP, metavar="WORLD", autocompletion=_complete_world)
WORLD_OR_HAMLET = typer.Argument("hamlet", help=_HELP, metavar="WORLD", autocompletion=_complete_world)


def worlds(as_json: bool = JSON_OPTION) -> None:
    """List the worlds there are: those that are shipped, and those in this folder.

    Example: `agentsensus worlds`
    """
    from agentsensus.world.reading.listing import worlds as listed

    known = listed(Path())
    if as_json:
        print_json(known)
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table()
    for title in ("world", "title", "language", "size", "what it is"):
        table.add_column(title, overflow="fold")
    for world in known:
        what = stamped_text(world.about, world.stamp)
        size = f"{world.characters} characters, {world.places} places, {world.events} events"
        table.add_row(*(Text(printable(cell)) for cell in (world.world, world.title, world.language, size, what)))
    if known:
        Console().print(table)
    else:
        typer.echo("there is no world here yet; `agentsensus new NAME` makes one", err=True)


def new(
    name: str = typer.Argument(help="What the world is to be called, for example lighthouse."),
    language: Literal["en", "zh"] = typer.Option("en", help="The language it is written in."),
    parent: Path = typer.Option(Path(), "--dir", help="The folder in which it is made."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Make a small world to begin with: a folder of files with comments, ready to be changed.

    Example: `agentsensus new lighthouse`, then `agentsensus check lighthouse`
    """
    from agentsensus.world.making import make_world

    folder = make_world(name, language, parent)
    if as_json:
        print_json({"world": str(folder), "files": sorted(path.name for path in folder.iterdir())})
        return
    typer.echo(
        f"made {folder}: read world.yaml first, change what you like, then `agentsensus check {folder}`", err=True
    )


def check(world: str = WORLD, as_json: bool = JSON_OPTION) -> None:
    """Read a whole world and name every mistake at once: file, place in it, line, and what was probably meant.

    Errors must be mended before the world can be played (exit code 2); warnings need not.

    Example: `agentsensus check lighthouse`
    """
    from agentsensus.world import check as check_world

    checked = check_world(world)
    if as_json:
        problems = [
            {
                "severity": problem.severity,
                "file": problem.file,
                "path": problem.path,
                "problem": problem.problem,
                "line": problem.line,
            }
            for problem in checked.problems
        ]
        print_json({"ok": checked.ok, "problems": problems, "counts": checked.counts()})
    else:
        _print_problems(checked.problems)
        counts = checked.counts()
        typer.echo(
            ", ".join(counted(counts[part], part) for part in ("characters", "places", "carriers", "events")), err=True
        )
        typer.echo(", ".join(counted(counts[part], part) for part in ("errors", "warnings")), err=True)
    if not checked.ok:
        raise typer.Exit(2)


def _print_problems(problems: tuple[Problem, ...]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not problems:
        return
    table = Table()
    for title in ("", "file", "where", "problem"):
        table.add_column(title, overflow="fold")
    for problem in problems:
        style = "red" if problem.severity == "error" else "yellow"
        cells = (Text(printable(cell)) for cell in (problem.file, problem.path, problem.problem))
        table.add_row(Text(problem.severity, style), *cells)
    Console().print(table)

"""The commands `worlds`, `new` and `check`."""

from pathlib import Path

import typer

from agentsensus.base.stamp import stamped_text
from agentsensus.cli.printing import JSON_OPTION, counted, print_json, printable
from agentsensus.errors import Problem
from agentsensus.language.rules import Language


def _complete_world(begun: str) -> list[str]:
    """Return the worlds with this prefix, for shell completion."""
    from agentsensus.worlds.scenario.reading.listing import worlds as every

    return [world.world for world in every(Path()) if world.world.startswith(begun)]


_HELP = "Name of a shipped world, a world folder, or a one-file YAML world."
WORLD = typer.Argument(help=_HELP, metavar="WORLD", autocompletion=_complete_world)
WORLD_OR_HAMLET = typer.Argument("hamlet", help=_HELP, metavar="WORLD", autocompletion=_complete_world)


def worlds(as_json: bool = JSON_OPTION) -> None:
    """List the shipped worlds and those in the current folder.

    Example: `agentsensus worlds`
    """
    from agentsensus.worlds.scenario.reading.listing import worlds as listed

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
        typer.echo("no worlds found; create one with `agentsensus new NAME`", err=True)


def new(
    name: str = typer.Argument(help="Name of the new world, for example lighthouse."),
    language: Language = typer.Option("en", help="Language of the world."),
    parent: Path = typer.Option(Path(), "--dir", help="Folder to create it in."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Create a small world from a template: a folder of commented files to edit.

    Example: `agentsensus new lighthouse`, then `agentsensus check lighthouse`
    """
    from agentsensus.worlds.scenario.template_world import make_world

    folder = make_world(name, language, parent)
    if as_json:
        print_json({"world": str(folder), "files": sorted(path.name for path in folder.iterdir())})
        return
    typer.echo(f"created {folder}; start with world.yaml, then run `agentsensus check {folder}`", err=True)


def check(world: str = WORLD, as_json: bool = JSON_OPTION) -> None:
    """Check a world and list every mistake: file, place, line, and a suggestion.

    Errors must be fixed before the world can be played (exit code 2); warnings are optional.

    Example: `agentsensus check lighthouse`
    """
    from agentsensus.worlds.scenario import check as check_world

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

"""`agentsensus road`: how one thing became known."""

from pathlib import Path

import typer

from agentsensus.cli.printing import JSON_OPTION, print_json, printable
from agentsensus.stamping import stamped

__all__ = ["road"]

_RUN = typer.Argument(help="A run's folder.", metavar="RUN")
_QUERY = typer.Argument(help="An event's id, several with commas between, a heading's tag, or words of it.")
_OUT = typer.Option([], "--out", help="Where to draw it: FILE.svg, .png or .html. Can be repeated.")


def road(run_folder: Path = _RUN, query: str = _QUERY, out: list[Path] = _OUT, as_json: bool = JSON_OPTION) -> None:
    """Follow one thing through a run: who came to know it, when, from whom, in which version, and who doubts it.

    In the picture rounds go across and people down; a lane lights up when one comes to know, arrows are tellings,
    the colour is the version and hatching is doubt.

    Example: `agentsensus road runs/hamlet-1 "Hamlet killed Polonius" --out road.svg`
    """
    from agentsensus.run_folder import newest_run
    from agentsensus.study import open_run
    from agentsensus.study.drawing import check_drawing
    from agentsensus.study.road import road_lines, road_of, write_road

    for where in out:
        check_drawing(where)
    with open_run(newest_run(run_folder).path) as run:
        travelled = road_of(run, query)
        scenario = run.scenario
    for where in out:
        write_road(travelled, scenario, where)
        typer.echo(f"wrote {where}", err=True)
    if travelled.subject.others:
        typer.echo(f"the query fits these too: {', '.join(travelled.subject.others)}", err=True)
    if as_json:
        print_json(stamped({"run": str(run_folder), "road": travelled}, scenario.world.stamp))
    elif not out:
        for line in (scenario.world.stamp, *road_lines(travelled, scenario)):
            if line:
                typer.echo(printable(line))

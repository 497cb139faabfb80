"""`agentsensus leaks`: lines that use what their speaker never received."""

from pathlib import Path

import typer

from agentsensus.cli.printing import JSON_OPTION, RUN, print_json, printable
from agentsensus.stamping import stamped

__all__ = ["leaks"]

_PLANTED = typer.Option(
    None, "--planted", min=1, help="Plant so many leaks of each kind instead, and say what is found."
)


def leaks(run_folder: Path | None = RUN, planted: int | None = _PLANTED, as_json: bool = JSON_OPTION) -> None:
    """Find lines that use what their speaker never received, each with its evidence.

    The evidence is the nearest fact, who has it, which words give it away, and from whom the speaker could have it.
    A lie or a drifted version of what one was told is no leak.

    Example: `agentsensus leaks runs/hamlet-1`
    """
    from agentsensus.run_folder import newest_run
    from agentsensus.study import open_run
    from agentsensus.study.leaks import planted_scores, run_leaks
    from agentsensus.study.leaks.run_leaks import leak_lines

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

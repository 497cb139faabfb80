"""The command `report`: runs as one HTML file."""

from contextlib import ExitStack
from pathlib import Path

import typer

from agentsensus.cli.printing import JSON_OPTION, print_json

_RUNS = typer.Argument(None, help="Run folders, shown side by side (default: the newest run).", metavar="RUN")
_OUT = typer.Option(None, "--out", help="Output file (default: report.html in the run folder).")


def report(run_folders: list[Path] | None = _RUNS, out: Path | None = _OUT, as_json: bool = JSON_OPTION) -> None:
    """Write one HTML file about a run: its story, who knew what and when, its memory, goals, layers and figures.

    It opens in any browser without a network. Several runs are shown side by side.

    Example: `agentsensus report runs/hamlet-1`
    """
    from agentsensus.analysis.report import write_report
    from agentsensus.worlds.run_folder import newest_run
    from agentsensus.worlds.runs import open_run

    folders = [newest_run(path) for path in run_folders] if run_folders else [newest_run(None)]
    where = out or folders[0].path / "report.html"
    with ExitStack() as opened:
        runs = [opened.enter_context(open_run(folder.path)) for folder in folders]
        size = write_report(runs, where)
    if as_json:
        print_json({"report": str(where), "runs": [str(folder.path) for folder in folders], "bytes": size})
    else:
        typer.echo(f"wrote {where} ({size / 1e6:.1f} MB); open it in a browser", err=True)

"""The command `case`: the conversation and memory networks of a run."""

from pathlib import Path

import typer

from agentsensus.cli.printing import JSON_OPTION, RUN, print_json

__all__ = ["case"]

_OUT = typer.Option(None, "--out", help="Folder for the pictures and case.json; created if missing.")
_PNG = typer.Option(False, "--png", help="Draw PNG instead of SVG.")


def case(run_folder: Path | None = RUN, out: Path | None = _OUT, png: bool = _PNG, as_json: bool = JSON_OPTION) -> None:
    """Compare two networks of a run: conversations between characters, and memories they share.

    Example: `agentsensus case runs/hamlet-1 --out hamlet-case`
    """
    from agentsensus.analysis.study.case import case_figures, case_study, write_case
    from agentsensus.worlds.run_folder import newest_run
    from agentsensus.worlds.runs import open_run

    folder = newest_run(run_folder)
    with open_run(folder.path) as run:
        study, scenario = case_study(run), run.scenario
    for where in write_case(study, scenario, out, ".png" if png else ".svg") if out else ():
        typer.echo(f"wrote {where}", err=True)
    figures = case_figures(study, scenario)
    if as_json:
        print_json({"run": str(folder.path)} | figures)
        return
    for name in ("stamp", "agents", "rows", "sim", "links", "speaking_pairs", "clusters", "five"):
        if name in figures:
            typer.echo(f"{name:16}{figures[name]}")
    for name in ("agreement", "agreement_all"):
        agreement = figures[name]
        typer.echo(f"{name:16}{'too few agents' if agreement is None else _agreement(agreement)}")
    for relation in figures["relations"]:
        shown = {key: value for key, value in relation.items() if key != "name"}
        typer.echo(f"{relation['name']:16}{'  '.join(f'{key} {value}' for key, value in shown.items())}")


def _agreement(agreement: dict[str, object]) -> str:
    return "  ".join(f"{key} {value}" for key, value in agreement.items())

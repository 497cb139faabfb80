"""`agentsensus study`: runs as tables, figures and a page that says what holds."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import JSON_OPTION, print_json
from agentsensus.errors import InputError

if TYPE_CHECKING:
    from agentsensus.study.page import StudyMade
    from agentsensus.study.sources import StudyFolder

_RUNS = typer.Argument(
    help="Run folders, folders that hold runs (of `compare --out`), or a sediment.json.", metavar="RUN…"
)
_OUT = typer.Option(None, help="A folder for tables, figures and the page study.md; nothing is written when left out.")
_PAPER = typer.Option(False, "--paper", help="Set the published figures beside ours, cell by cell.")
_FIGURES = typer.Option(True, "--figures/--no-figures", help="Whether figures are drawn.")


def study(
    run_folders: list[Path] = _RUNS,
    out: Path | None = _OUT,
    paper: bool = _PAPER,
    figures: bool = _FIGURES,
    jobs: int | None = typer.Option(None, min=1, max=1_000, help="How many at once; as many as cores when left out."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Make every table and figure of runs: structure, cost, usefulness of recall, behaviour, ablations.

    Runs of one folder are compared with each other, column by column, seed by seed; several worlds go on one page.
    Nothing but the folders is read.

    Example: `agentsensus study runs/hamlet --out study/hamlet --paper`
    """
    import os

    from agentsensus.study.page import make_study

    if out is not None and out.exists() and not out.is_dir():
        raise InputError(f"{out}: is a file; name a folder with --out")
    made = make_study(run_folders, paper=paper, jobs=jobs or os.cpu_count() or 1, done=_said)
    for remark in made.remarks:
        typer.echo(remark, err=True)
    if out is not None:
        written = made.write(out, draws=figures)
        typer.echo(f"wrote {len(written)} files into {out}; begin with {out / 'study.md'}", err=True)
    if as_json:
        print_json(made.as_json())
    else:
        _print(made)


def _said(folder: "StudyFolder") -> None:
    typer.echo(f"measured {folder.path}", err=True)


def _print(made: "StudyMade") -> None:
    """Print what holds, and the tables of footprint and structure; the rest is in the folder."""
    from agentsensus.study.page.making import PAPER
    from agentsensus.study.tables import as_markdown

    if made.stamp:
        typer.echo(made.stamp)
    for each in made.findings:
        typer.echo(f"{'holds' if each.holds else 'DOES NOT HOLD':14}{each.runs}: {each.claim}. {each.sentence}.")
    shown = [*made.tables["Structure"][:1], *made.tables["Structure"][2:3], *made.tables.get(PAPER, ())]
    for table in shown:
        typer.echo(f"\n{as_markdown(table)}")

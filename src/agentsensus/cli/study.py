"""The command `study`: tables, figures and a page of findings from runs."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import JSON_OPTION, print_json
from agentsensus.errors import InputError

if TYPE_CHECKING:
    from agentsensus.analysis.study.measures import StudyFolder
    from agentsensus.analysis.study.page import QualityRequest, StudyResult

_RUNS = typer.Argument(help="Run folders, folders of runs (from `compare --out`), or a sediment.json.", metavar="RUN")
_OUT = typer.Option(None, help="Folder for tables, figures and the page study.md (default: print only).")
_PAPER = typer.Option(False, "--paper", help="Show the published figures beside ours, cell by cell.")
_FIGURES = typer.Option(True, "--figures/--no-figures", help="Draw figures or not.")
_JUDGE = typer.Option(
    None, "--judge", help="Also score quality: a model id, such as openai:gpt-4o-mini, or `rules` for rules only."
)
_SOURCE = typer.Option(["log", "play"], "--source", help="What the model reads: log or play. Can be repeated.")
_REPEATS = typer.Option(3, min=1, help="Repetitions of each prompt.")
_ROOM = typer.Option(1_100, "--tokens", min=300, help="Tokens of the run per call.")
_RULES = "rules"


def study(
    run_folders: list[Path] = _RUNS,
    out: Path | None = _OUT,
    paper: bool = _PAPER,
    figures: bool = _FIGURES,
    judge: str | None = _JUDGE,
    source: list[str] = _SOURCE,
    repeats: int = _REPEATS,
    room: int = _ROOM,
    jobs: int | None = typer.Option(None, min=1, max=1_000, help="Number of parallel jobs (default: number of cores)."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Make all tables and figures of runs: structure, cost, usefulness of recall, behaviour, ablations.

    Runs in one folder are compared column by column and seed by seed; several worlds share one page. Only the folders
    are read. A model's scores are kept in quality.tape in each run folder.

    Example: `agentsensus study runs/hamlet --out study/hamlet --paper --judge openai:gpt-4o-mini`
    """
    import os

    from agentsensus.analysis.study.page import make_study

    if out is not None and out.exists() and not out.is_dir():
        raise InputError(f"{out}: is a file; name a folder with --out")
    asked = _asked(judge, source, repeats, room)
    made = make_study(run_folders, paper=paper, jobs=jobs or os.cpu_count() or 1, quality=asked, done=_said)
    if asked is None or asked.judging is None:
        needs = "" if asked else "quality is not scored: give --judge MODEL, or --judge rules; "
        typer.echo(f"{needs}grounding, trajectory, narrative and goals as a reader sees them need a model", err=True)
    for remark in made.remarks:
        typer.echo(remark, err=True)
    if out is not None:
        written = made.write(out, draws=figures)
        typer.echo(f"wrote {len(written)} files into {out}; begin with {out / 'study.md'}", err=True)
    if as_json:
        print_json(made.as_json())
    else:
        _print(made)


def _asked(judge: str | None, source: list[str], repeats: int, room: int) -> "QualityRequest | None":
    from agentsensus.analysis.study.page import QualityRequest
    from agentsensus.analysis.study.quality import TAPE, Judging
    from agentsensus.cli.quality import checked_sources
    from agentsensus.models.providers.model_id import ModelId

    sources = checked_sources(source)
    if judge is None:
        return None
    if judge == _RULES:
        return QualityRequest()
    ModelId.parse(judge)
    return QualityRequest(Judging(judge, Path(TAPE), sources, repeats, room))


def _said(folder: "StudyFolder") -> None:
    typer.echo(f"measured {folder.path}", err=True)


def _print(made: "StudyResult") -> None:
    """Print the findings and the tables of footprint and structure; the rest is in the folder."""
    from agentsensus.analysis.study.page.making import PAPER
    from agentsensus.analysis.study.tables import as_markdown

    if made.stamp:
        typer.echo(made.stamp)
    for each in made.findings:
        typer.echo(f"{'holds' if each.holds else 'DOES NOT HOLD':14}{each.runs}: {each.claim}. {each.sentence}.")
    shown = [*made.tables["Structure"][:1], *made.tables["Structure"][2:3], *made.tables.get(PAPER, ())]
    for table in shown:
        typer.echo(f"\n{as_markdown(table)}")

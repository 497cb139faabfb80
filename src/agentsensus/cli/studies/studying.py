"""`agentsensus study`: runs as tables, figures and a page that says what holds."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import JSON_OPTION, print_json
from agentsensus.errors import InputError

if TYPE_CHECKING:
    from agentsensus.study.page import QualityAsked, StudyMade
    from agentsensus.study.sources import StudyFolder

_RUNS = typer.Argument(
    help="Run folders, folders that hold runs (of `compare --out`), or a sediment.json.", metavar="RUN"
)
_OUT = typer.Option(None, help="A folder for tables, figures and the page study.md; nothing is written when left out.")
_PAPER = typer.Option(False, "--paper", help="Set the published figures beside ours, cell by cell.")
_FIGURES = typer.Option(True, "--figures/--no-figures", help="Whether figures are drawn.")
_JUDGE = typer.Option(
    None, "--judge", help="Score quality too: a model's id, such as openai:gpt-4o-mini, or `rules` for rules alone."
)
_SOURCE = typer.Option(["log", "play"], "--source", help="What the model reads: log, play, or both by repeating it.")
_REPEATS = typer.Option(3, min=1, help="How often the model is asked with each prompt.")
_ROOM = typer.Option(1_100, "--tokens", min=300, help="Tokens of a run that the model is shown at once.")
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
    jobs: int | None = typer.Option(None, min=1, max=1_000, help="How many at once; as many as cores when left out."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Make every table and figure of runs: structure, cost, usefulness of recall, behaviour, ablations.

    Runs of one folder are compared with each other, column by column, seed by seed; several worlds go on one page.
    Nothing but the folders is read. A model's scores are kept on quality.tape in each run's folder.

    Example: `agentsensus study runs/hamlet --out study/hamlet --paper --judge openai:gpt-4o-mini`
    """
    import os

    from agentsensus.study.page import make_study

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


def _asked(judge: str | None, source: list[str], repeats: int, room: int) -> "QualityAsked | None":
    from agentsensus.cli.studies.quality import checked_sources
    from agentsensus.models.providers.model_id import ModelId
    from agentsensus.study.page import QualityAsked
    from agentsensus.study.quality import TAPE, Judging

    sources = checked_sources(source)
    if judge is None:
        return None
    if judge == _RULES:
        return QualityAsked()
    ModelId.parse(judge)
    return QualityAsked(Judging(judge, Path(TAPE), sources, repeats, room))


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

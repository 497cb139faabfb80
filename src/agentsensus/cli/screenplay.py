"""The command `screenplay`: a run as a play, its scene grid, and a table of several plays."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.base.stamp import stamped
from agentsensus.cli import model_options as modelling
from agentsensus.cli.printing import JSON_OPTION, print_json
from agentsensus.errors import InputError

if TYPE_CHECKING:
    from agentsensus.worlds.screenplay import PlayNumbers, Production, RenderEstimate, Screenplay, WrittenScene

_RUNS = typer.Argument(
    None, help="Run folder (default: the newest under runs/). Several runs give a table.", metavar="RUN"
)
_OUT = typer.Option([], "--out", help="Output file: .md, .html or .fountain. Can be repeated.")
_GRID = typer.Option([], "--grid", help="Scene grid file: .png, .svg, .pdf, or interactive .html. Can be repeated.")
_SCENE = typer.Option([], "--scene", min=1, help="Only this scene number. Can be repeated.")
_LANGUAGE = typer.Option(
    None, "--language", help="en or zh (default: the world's language). Translating needs a model."
)
_MODEL = typer.Option(None, "--model", help="Model that renders the scenes, such as openai:gpt-4o-mini.")
_TAPE = typer.Option(None, help="File for the model's replies (default: screenplay.tape in the run folder).")
_CALLS = typer.Option(None, "--budget-calls", min=1, help="Maximum number of model calls.")
_TOKENS = typer.Option(None, "--budget-tokens", min=1, help="Maximum number of tokens (in and out).")
_MONEY = typer.Option(None, "--budget-money", min=0.0, help="Maximum cost in dollars.")
_ESTIMATE = typer.Option(False, "--estimate", help="Print the estimated cost and exit.")
_GAP = typer.Option(2, min=0, help="Maximum number of rounds without a beat within a scene.")
_LONGEST = typer.Option(3, min=1, help="Maximum number of rounds in a scene.")


def screenplay(
    run_folders: list[Path] | None = _RUNS,
    out: list[Path] = _OUT,
    grid: list[Path] = _GRID,
    language: str | None = _LANGUAGE,
    scene: list[int] = _SCENE,
    model: str | None = _MODEL,
    tape: Path | None = _TAPE,
    calls: int | None = _CALLS,
    tokens: int | None = _TOKENS,
    money: float | None = _MONEY,
    estimate: bool = _ESTIMATE,
    gap: int = _GAP,
    longest: int = _LONGEST,
    as_json: bool = JSON_OPTION,
) -> None:
    """Write a run as a play, printed as Markdown or written with --out.

    Without a model, scenes are set by rule. With a model, they are rendered and checked against their beats; a scene
    that fails the check is set by rule and marked. After a budget stop, run the same command again to continue.

    Example: `agentsensus screenplay runs/hamlet-1 --out hamlet.html --grid hamlet.svg`
    """
    from agentsensus.base.loop import wait_for
    from agentsensus.worlds.run_folder import newest_run
    from agentsensus.worlds.screenplay import Rendered, Rendering, estimate_play, markdown, produce_run, render_play
    from agentsensus.worlds.screenplay.production import check_targets, language_of_play, model_of_play

    check_targets(out, grid)
    folders = [newest_run(path) for path in run_folders] if run_folders else [newest_run(None)]
    productions = [wait_for(produce_run(folder, gap=gap, longest=longest)) for folder in folders]
    if len(productions) > 1:
        if out or grid or model or scene or language or estimate:
            raise InputError("several runs give only a table; name one run to write, draw or render it")
        _print_table([production.numbers() for production in productions], as_json)
        return
    production, id_ = productions[0], model_of_play(model) if model is not None else None
    code = language_of_play(production, language, has_model=id_ is not None)
    if estimate:
        _print_estimate(estimate_play(production, id_, code, scene), production.scenario.world.stamp, as_json)
        return
    if id_ is None:
        played = Rendered(production.plain(scene))
    else:
        where = tape or folders[0].path / "screenplay.tape"
        rendering = Rendering(id_, code, where, modelling.allowance(calls, tokens, money), tuple(scene))
        played = wait_for(render_play(production, rendering, _print_scene))
    _write(production, played.play, out, grid)
    if as_json:
        figures = {"run": str(folders[0].path)} | played.figures(production)
        print_json(stamped(figures, production.scenario.world.stamp))
    elif not out and not grid:
        typer.echo(markdown(played.play, marks=False), nl=False)


def _write(production: "Production", play: "Screenplay", out: Sequence[Path], grid: Sequence[Path]) -> None:
    from agentsensus.worlds.screenplay import write_play
    from agentsensus.worlds.screenplay.grid import write_grid

    for where in out:
        write_play(play, where)
        typer.echo(f"wrote {where}", err=True)
    for where in grid:
        remark = write_grid(production.grid(), production.scenario, where)
        typer.echo(f"wrote {where}{f' ({remark})' if remark else ''}", err=True)


def _print_scene(scene: "WrittenScene") -> None:
    typer.echo(f"scene {scene.number}: {scene.setting}{''.join(f'; {reason}' for reason in scene.why)}", err=True)


def _print_estimate(reckoned: "RenderEstimate", stamp: str, as_json: bool) -> None:
    if as_json:
        print_json(stamped(reckoned.model_dump(), stamp))
        return
    if stamp:
        typer.echo(stamp)
    modelling.print_work(f"{'screenplay':12}", reckoned)
    typer.echo("if every scene passes at the first attempt; twice as much if each fails once", err=True)


def _print_table(numbers: "Sequence[PlayNumbers]", as_json: bool) -> None:
    from agentsensus.worlds.screenplay import table

    if as_json:
        print_json(list(numbers))
    else:
        typer.echo(table(numbers))

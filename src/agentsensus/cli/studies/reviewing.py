"""`agentsensus review`: close verdicts side by side, to be confirmed or split by the author."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import JSON_OPTION, print_json, printable
from agentsensus.stamping import stamped

if TYPE_CHECKING:
    from agentsensus.knowledge.reviewing import Decision
    from agentsensus.memory.designs.consensus.reviewing import ReviewedCall
    from agentsensus.memory.record import Close

_WHERE = typer.Argument(None, help="A run's folder or a memory file; the newest run when left out.", metavar="RUN")
_KEYS: "dict[str, Decision]" = {"s": "same", "d": "different", "": "skip", "q": "stop"}


def review(
    where: Path | None = _WHERE,
    space: str = typer.Option("main", help="Which memory in the file."),
    listing: bool = typer.Option(False, "--list", help="Only list them."),
    pairs: Path | None = typer.Option(None, help="Write what was decided as labelled pairs to train on: FILE.tsv."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Look at merges and conflicts that were near to going the other way, and decide: the same event or not.

    What is merged and is not the same is split. A decision is a dated row of the author's; `bench merges` and training
    read the pairs.

    Example: `agentsensus review runs/hamlet-1`
    """
    from agentsensus.errors import InputError
    from agentsensus.knowledge.reviewing import calls_of, memory_file, write_pairs
    from agentsensus.knowledge.reviewing import review as review_all
    from agentsensus.loop import wait_for
    from agentsensus.run_folder import newest_run

    store = memory_file(where or newest_run(None).path)
    if not (listing or pairs or as_json):
        entries = wait_for(calls_of(store, space))
        left = sum(entry.is_open for entry in entries)
        if not left:
            close = f"all {len(entries)} close verdicts are decided" if entries else "no verdict was close"
            typer.echo(f"nothing to decide: {close}", err=True)
            return
        typer.echo(f"{left} of {len(entries)} close verdicts are open. s: same, d: different, Enter: later, q: stop")
        decided, split = wait_for(review_all(store, _decide, space))
        typer.echo(f"{decided} decided, {split} merges split", err=True)
        return
    entries = wait_for(calls_of(store, space))
    if pairs:
        if pairs.suffix != ".tsv":
            raise InputError(f"{pairs}: pairs are written into a file that ends in .tsv")
        typer.echo(f"wrote {write_pairs(entries, pairs)} pairs to {pairs}", err=True)
    if as_json:
        stamp = _stamp(store, space)
        print_json([stamped(asdict(entry.call) | {"same": entry.same}, stamp) for entry in entries])
    elif listing:
        _print_calls(entries, _stamp(store, space))


def _stamp(store: Path, space: str) -> str:
    from agentsensus import Memory

    with Memory.open(store, space=space, read_only=True) as memory:
        return memory.stamp


def _print_calls(entries: "list[ReviewedCall]", stamp: str) -> None:
    if stamp:
        typer.echo(stamp)
    for number, entry in enumerate(entries, 1):
        verdict = {None: "open", True: "same, says the author", False: "different, says the author"}[entry.same]
        typer.echo(f"{_head(number, entry.call)}, {verdict}")
        typer.echo(_sides(entry.call))
    typer.echo(f"{len(entries)} verdicts near the operating point", err=True)


def _head(number: int, call: "Close") -> str:
    now = "one record" if call.together else "two records"
    return (
        f"{number}. round {call.at}, judged {call.relation}, {call.score:.3f} against {call.threshold:.3f}; now {now}"
    )


def _sides(call: "Close") -> str:
    return printable(f"   {call.other} {call.other_text}\n   {call.wording} {call.text}")


def _decide(number: int, call: "Close") -> "Decision":
    typer.echo(f"\n{_head(number, call)}")
    typer.echo(_sides(call))
    while True:
        key = typer.prompt("same event?", default="", show_default=False).strip().lower()
        if key in _KEYS:
            return _KEYS[key]
        typer.echo("s: same, d: different, Enter: later, q: stop")

"""The command `review`: confirm or split close verdicts."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.base.stamp import stamped
from agentsensus.cli.printing import JSON_OPTION, print_json, printable

if TYPE_CHECKING:
    from agentsensus.analysis.knowledge.reviewing import Decision
    from agentsensus.memory.answers import Close

_WHERE = typer.Argument(None, help="Run folder or memory file (default: the newest run).", metavar="RUN")
_CONFLICT_KEYS = "1, 2: keep this side, d: dismiss, m: merge, Enter: later, q: stop"
_KEYS: "dict[str, Decision]" = {"s": "same", "d": "different", "": "skip", "q": "stop"}


def review(
    where: Path | None = _WHERE,
    space: str = typer.Option("main", help="Space (separate memory) in the file."),
    listing: bool = typer.Option(False, "--list", help="Only list the verdicts."),
    pairs: Path | None = typer.Option(None, help="Write the decisions as labelled pairs to this .tsv file."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Review close decisions and open conflicts, one by one.

    Say whether the two statements of a close verdict tell the same event: merged ones that you call different are
    split. Of a conflict, keep one side, dismiss it, or merge both. Each decision is a dated row of the author; --pairs
    exports the verdicts for `bench merges` and training.

    Example: `agentsensus review runs/hamlet-1`
    """
    from agentsensus.analysis.knowledge.reviewing import calls_of, memory_place, write_pairs
    from agentsensus.analysis.knowledge.reviewing import review as review_all
    from agentsensus.base.loop import wait_for
    from agentsensus.errors import InputError
    from agentsensus.worlds.run_folder import newest_run

    store, space = memory_place(where or newest_run(None).path, space)
    if not (listing or pairs or as_json):
        calls = wait_for(calls_of(store, space))
        left = sum(call.same is None for call in calls)
        if left:
            typer.echo(f"{left} of {len(calls)} close verdicts are open. s: same, d: different, Enter: later, q: stop")
            answers: list[Decision] = []

            def decide(number: int, call: "Close") -> "Decision":
                answers.append(_decide(number, call))
                return answers[-1]

            decided, split = wait_for(review_all(store, decide, space))
            typer.echo(f"{decided} decided, {split} merges split", err=True)
            if answers[-1:] == ["stop"]:
                return
        if not _review_conflicts(store, space) and not left:
            close = f"all {len(calls)} close verdicts are decided" if calls else "no verdict was close"
            typer.echo(f"nothing to decide: {close}", err=True)
        return
    calls = wait_for(calls_of(store, space))
    if pairs:
        if pairs.suffix != ".tsv":
            raise InputError(f"{pairs}: name a file that ends in .tsv")
        typer.echo(f"wrote {write_pairs(calls, pairs)} pairs to {pairs}", err=True)
    if as_json:
        stamp = _stamp(store, space)
        print_json([stamped(asdict(call), stamp) for call in calls])
    elif listing:
        _print_calls(calls, _stamp(store, space))


def _review_conflicts(store: str | Path, space: str) -> bool:
    """Ask for a decision on every open conflict. Returns False if there is none."""
    from agentsensus import Memory

    with Memory.open(store, space=space, read_only=True) as memory:
        count = len(memory.conflicts())
    if not count:
        return False
    typer.echo(f"{count} conflicts are open. {_CONFLICT_KEYS}")
    decided = 0
    with Memory.open(store, space=space, shared=False) as memory:
        for number, conflict in enumerate(memory.conflicts(), 1):
            sides = zip(conflict.records, conflict.texts, conflict.owners, strict=True)
            typer.echo(f"\n{number}. {conflict.id}, found in round {conflict.at}")
            for place, (id_, text, owners) in enumerate(sides, 1):
                typer.echo(printable(f"   {place}: {id_} {', '.join(owners)}: {text}"))
            key = _conflict_key()
            if key == "q":
                break
            decided += bool(key)
            if key == "d":
                memory.dismiss(conflict)
            elif key == "m":
                memory.merge(*conflict.records)
            elif key:
                memory.resolve(conflict, keep=conflict.records[int(key) - 1])
    typer.echo(f"{decided} conflicts decided", err=True)
    return True


def _conflict_key() -> str:
    while True:
        key: str = typer.prompt("keep which?", default="", show_default=False).strip().lower()
        if key in ("", "1", "2", "d", "m", "q"):
            return key
        typer.echo(_CONFLICT_KEYS)


def _stamp(store: str | Path, space: str) -> str:
    from agentsensus import Memory

    with Memory.open(store, space=space, read_only=True) as memory:
        return memory.stamp


def _print_calls(calls: "list[Close]", stamp: str) -> None:
    if stamp:
        typer.echo(stamp)
    for number, call in enumerate(calls, 1):
        verdict = {None: "open", True: "same, says the author", False: "different, says the author"}[call.same]
        typer.echo(f"{_head(number, call)}, {verdict}")
        typer.echo(_sides(call))
    typer.echo(f"{len(calls)} verdicts near the operating point", err=True)


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

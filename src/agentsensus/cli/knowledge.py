"""`agentsensus knows`, `trace`, `diff` and `ask`: who knew what, when, from whom; what a fork changed."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import AT, JSON_OPTION, print_json, printable
from agentsensus.stamping import stamped

if TYPE_CHECKING:
    from rich.tree import Tree

    from agentsensus.knowledge import AgentDiff, CitedAnswer, Knowing, SaidLine, TraceNode
    from agentsensus.study import Run
    from agentsensus.telling import Teller

_RUN = typer.Option(None, "--run", help="A run's folder; the newest under runs/ when left out.")
_FEW = 12
"""Lines of a list that are printed where `--json` would print all."""


def knows(
    query: str = typer.Argument(help="What it is about, in your own words."),
    run_folder: Path | None = _RUN,
    agent: str | None = typer.Option(None, help="Only this character, place or thing, by name or id."),
    at: int | None = AT,
    heard: bool = typer.Option(False, "--heard", help="Also those who heard it and never kept it."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Say who knew something: since when, in which words, and how each came to know.

    Example: `agentsensus knows "the Ghost spoke to Hamlet" --at 10`
    """
    from agentsensus.knowledge import knows as who_knows

    with _opened(run_folder) as run:
        entries = who_knows(run, query, agent=agent, at=at, heard=heard)
        if as_json:
            print_json([stamped(entry.as_json(), run.scenario.world.stamp) for entry in entries])
        else:
            _print_knowing(run, entries, at)


def trace(
    record: str = typer.Argument(help="A record's id, or words near it."),
    run_folder: Path | None = _RUN,
    at: int | None = AT,
    out: Path | None = typer.Option(None, help="Also draw it: FILE.svg."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Show the path of a fact from its first witnesses, as a tree, and with --out as a picture.

    Example: `agentsensus trace "the Ghost commanded Hamlet" --out road.svg`
    """
    from agentsensus.errors import InputError
    from agentsensus.knowledge import trace as path_of
    from agentsensus.knowledge.figure import trace_picture
    from agentsensus.run_folder import replace_text

    if out and (out.suffix.lower() != ".svg" or not out.parent.is_dir()):
        raise InputError(f"{out}: name a file that ends in .svg, in a folder that is there")
    with _opened(run_folder) as run:
        path = path_of(run, record, at=at)
        if out:
            replace_text(out, trace_picture(run, path))
            typer.echo(f"wrote {out}", err=True)
        if as_json:
            print_json(stamped(path.as_json(), run.scenario.world.stamp))
            return
        from rich.console import Console
        from rich.text import Text
        from rich.tree import Tree

        tree = Tree(Text(printable(f"{path.record.text}  [{path.record.id}]"), style="bold"))
        for root in path.roots:
            _branch(tree, root, _teller(run))
        _print_stamp(run)
        Console().print(tree)


def diff(
    first: Path = typer.Argument(help="A run's folder."),
    second: Path = typer.Argument(help="Another, such as a fork of it."),
    at: int | None = AT,
    as_json: bool = JSON_OPTION,
) -> None:
    """Say what differs between two runs: whose knowledge, in what, and which lines were said in only one of them.

    Example: `agentsensus diff runs/hamlet-1 runs/what-if --at 20`
    """
    from agentsensus.knowledge import diff as differences
    from agentsensus.study import open_run

    with open_run(first) as run, open_run(second) as other:
        result = differences(run, other, at=at)
        if as_json:
            print_json(stamped(result.as_json(), run.scenario.world.stamp))
            return
        _print_stamp(run)
        teller = _teller(run)
        typer.echo(f"after round {result.at}: {len(result.agents)} know something else")
        for agent in result.agents:
            _print_agent(agent, teller)
        if result.otherwise:
            names = ", ".join(teller.name(agent.agent) for agent in result.otherwise)
            typer.echo(f"the same, but since another round or from somebody else: {names}")
        _print_said(f"said only in {first}", result.said_first, teller)
        _print_said(f"said only in {second}", result.said_second, teller)


def ask(
    agent: str = typer.Argument(help="Whom, by name or id."),
    question: str = typer.Argument(help="What."),
    run_folder: Path | None = _RUN,
    at: int | None = AT,
    model: str | None = typer.Option(None, help="A model's id, which answers in the character's voice."),
    calls: int | None = typer.Option(None, "--budget-calls", min=1, help="Model calls that the answer may take."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Ask somebody in a run, as of a round: answered only from what it owned then, with its records.

    Without a model the nearest records are printed. The run is not changed.

    Example: `agentsensus ask horatio "What did the Ghost say?" --at 10`
    """
    from agentsensus.knowledge import ask as asked
    from agentsensus.models.budget import Budget
    from agentsensus.models.providers.model_id import ModelId

    if model is not None:
        ModelId.parse(model)
    with _opened(run_folder) as run:
        answer = asked(run, agent, question, at=at, model=model, budget=Budget(calls) if calls else None)
        if as_json:
            print_json(stamped(answer.as_json(), run.scenario.world.stamp))
        else:
            _print_answer(run, answer)


def _opened(folder: Path | None) -> "Run":
    from agentsensus.run_folder import newest_run
    from agentsensus.study import open_run

    return open_run(newest_run(folder).path)


def _teller(run: "Run") -> "Teller":
    from agentsensus.telling import Teller

    return Teller(run.scenario)


def _print_stamp(run: "Run") -> None:
    if run.scenario.world.stamp:
        typer.echo(run.scenario.world.stamp)


def _print_knowing(run: "Run", entries: "list[Knowing]", at: int | None) -> None:
    _print_stamp(run)
    if not entries:
        typer.echo("nobody: nothing in this memory is near that", err=True)
        return
    teller, shown = _teller(run), ""
    for entry in entries:
        if entry.record != shown:
            shown = entry.record
            typer.echo(printable(f"{run.memory.get(entry.record, at=at).text}  [{entry.record}]"))
        how = "heard, never kept" if entry.heard else entry.via
        whence = f" {teller.name(entry.source)}" if entry.source else ""
        row = f"  {teller.name(entry.agent):<20} since {entry.since:<3} {how}{whence}: {entry.text}"
        typer.echo(printable(row))


def _branch(tree: "Tree", node: "TraceNode", teller: "Teller") -> None:
    from rich.text import Text

    if node.knower is None:
        label = f"{teller.name(node.agent)}: said it without owning it"
    else:
        how = f"{node.knower.via}, round {node.knower.since}"
        label = f"{teller.name(node.agent)} ({how}): {node.knower.text}"
    branch = tree.add(Text(printable(label)))
    for below in node.to:
        _branch(branch, below, teller)


def _print_agent(agent: "AgentDiff", teller: "Teller") -> None:
    typer.echo(printable(f"{teller.name(agent.agent)}: -{len(agent.first)} +{len(agent.second)}"))
    rows = [("-", held) for held in agent.first] + [("+", held) for held in agent.second]
    for sign, held in rows[:_FEW]:
        whence = f" {teller.name(held.source)}" if held.source else ""
        typer.echo(printable(f"  {sign} {held.text} (round {held.since}, {held.via}{whence})"))
    if len(rows) > _FEW:
        typer.echo(f"  … and {len(rows) - _FEW} more; --json prints all")


def _print_said(heading: str, lines: "Iterable[SaidLine]", teller: "Teller") -> None:
    every = list(lines)
    typer.echo(f"{heading}: {len(every)} lines")
    for line in every[:_FEW]:
        changed = " (changed on its way)" if line.altered else ""
        who = f"{teller.name(line.sender)} to {teller.names(line.recipients)}"
        typer.echo(printable(f"  round {line.round}: {who}{changed}: {' '.join(line.content.split())}"))
    if len(every) > _FEW:
        typer.echo(f"  … and {len(every) - _FEW} more; --json prints all")


def _print_answer(run: "Run", answer: "CitedAnswer") -> None:
    _print_stamp(run)
    teller = _teller(run)
    if not answer.records:
        typer.echo(f"{teller.name(answer.agent)} owned nothing near that after round {answer.at}", err=True)
        return
    numbers = {known.record: place for place, known in enumerate(answer.records, 1)}
    if answer.model and not answer.sentences:
        typer.echo("the records below do not answer it, says the model", err=True)
    if answer.model:
        for sentence in answer.sentences:
            cites = ", ".join(str(numbers[cited]) for cited in sentence.cites)
            typer.echo(printable(f"{sentence.text} [{cites}]"))
        typer.echo()
    for known in answer.records:
        row = teller.row({"text": known.text, "via": known.via, "from": known.source})
        typer.echo(printable(f"[{numbers[known.record]}] {row} (since round {known.since}, {known.record})"))

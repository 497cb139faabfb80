"""The four commands: parse, call, print."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import AT, JSON_OPTION, print_json, printable
from agentsensus.stamping import stamped

if TYPE_CHECKING:
    from rich.tree import Tree

    from agentsensus.cli.knowledge.answers import AnswerLines
    from agentsensus.knowledge import TraceNode
    from agentsensus.study import Run

_RUN = typer.Option(None, "--run", help="A run's folder; the newest under runs/ when left out.")


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
        elif entries:
            _print(run, _answers(run).knowing(entries, at, every=agent is not None))
        else:
            typer.echo(_nobody(run, agent), err=True)


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
            _branch(tree, root, _answers(run))
        _print(run, ())
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
        _print(run, _answers(run).differences(result, str(first), str(second)))


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
            return
        words = _answers(run)
        if not answer.records:
            typer.echo(words.said("nothing_near", who=words.name(answer.agent), at=answer.at), err=True)
            return
        if answer.model and not answer.sentences:
            typer.echo(words.said("no_answer"), err=True)
        _print(run, words.answer(answer))


def _opened(folder: Path | None) -> "Run":
    from agentsensus.run_folder import newest_run
    from agentsensus.study import open_run

    return open_run(newest_run(folder).path)


def _answers(run: "Run") -> "AnswerLines":
    from agentsensus.cli.knowledge.answers import AnswerLines

    return AnswerLines(run)


def _nobody(run: "Run", agent: str | None) -> str:
    from agentsensus.knowledge.rounds import checked_agent

    words = _answers(run)
    return words.said("nobody_of", who=words.name(checked_agent(run, agent))) if agent else words.said("nobody")


def _print(run: "Run", lines: "Iterable[str]") -> None:
    if run.scenario.world.stamp:
        typer.echo(run.scenario.world.stamp)
    for line in lines:
        typer.echo(printable(line))


def _branch(tree: "Tree", node: "TraceNode", words: "AnswerLines") -> None:
    from rich.text import Text

    branch = tree.add(Text(printable(words.node(node))))
    for below in node.to:
        _branch(branch, below, words)

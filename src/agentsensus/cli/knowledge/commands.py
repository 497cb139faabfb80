"""The commands `knows`, `trace`, `diff` and `ask`."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.base.stamp import stamped
from agentsensus.cli.printing import AT, JSON_OPTION, print_json, printable

if TYPE_CHECKING:
    from rich.tree import Tree

    from agentsensus.analysis.knowledge import TraceNode
    from agentsensus.cli.knowledge.answers import AnswerLines
    from agentsensus.worlds.runs import Run

_RUN = typer.Option(None, "--run", help="Run folder (default: the newest under runs/).")


def knows(
    query: str = typer.Argument(help="The fact, in your own words."),
    run_folder: Path | None = _RUN,
    agent: str | None = typer.Option(None, help="Show only this character, place or thing (name or id)."),
    at: int | None = AT,
    heard: bool = typer.Option(False, "--heard", help="Include characters who heard it but did not remember it."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Show who knew something: since when, in what words, and from which source.

    Example: `agentsensus knows "the Ghost spoke to Hamlet" --at 10`
    """
    from agentsensus.analysis.knowledge import knows as who_knows

    with _opened(run_folder) as run:
        entries = who_knows(run, query, agent=agent, at=at, heard=heard)
        if as_json:
            print_json([stamped(entry.as_json(), run.scenario.world.stamp) for entry in entries])
        elif entries:
            _print(run, _answers(run).knowing(entries, every=agent is not None))
        else:
            typer.echo(_nobody(run, agent), err=True)


def trace(
    record: str = typer.Argument(help="Record id, or words from the record."),
    run_folder: Path | None = _RUN,
    at: int | None = AT,
    out: Path | None = typer.Option(None, help="Also draw the tree to this .svg file."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Show how a fact spread from its first witnesses, as a tree; with --out also as a picture.

    Example: `agentsensus trace "the Ghost commanded Hamlet" --out road.svg`
    """
    from agentsensus.analysis.knowledge import trace as path_of
    from agentsensus.analysis.knowledge.tracing import trace_picture
    from agentsensus.errors import InputError
    from agentsensus.worlds.run_folder import replace_text

    if out and (out.suffix.lower() != ".svg" or not out.parent.is_dir()):
        raise InputError(f"{out}: name a .svg file in an existing folder")
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
    first: Path = typer.Argument(help="First run folder."),
    second: Path = typer.Argument(help="Second run folder, for example a fork of the first."),
    at: int | None = AT,
    as_json: bool = JSON_OPTION,
) -> None:
    """Compare two runs: what each agent knows, and lines said in only one of them.

    Example: `agentsensus diff runs/hamlet-1 runs/what-if --at 20`
    """
    from agentsensus.analysis.knowledge import diff as differences
    from agentsensus.worlds.runs import open_run

    with open_run(first) as run, open_run(second) as other:
        result = differences(run, other, at=at)
        if as_json:
            print_json(stamped(result.as_json(), run.scenario.world.stamp))
            return
        _print(run, _answers(run).differences(result, str(first), str(second)))


def ask(
    agent: str = typer.Argument(help="The character to ask (name or id)."),
    question: str = typer.Argument(help="The question."),
    run_folder: Path | None = _RUN,
    at: int | None = AT,
    model: str | None = typer.Option(None, help="Model id; the model answers in the character's voice."),
    calls: int | None = typer.Option(None, "--budget-calls", min=1, help="Maximum number of model calls."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Ask a character a question; it answers only from its own records at that round, and cites them.

    Without a model, the closest records are printed. The run is not changed.

    Example: `agentsensus ask horatio "What did the Ghost say?" --at 10`
    """
    from agentsensus.analysis.knowledge import ask as asked
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
        if not answer.sentences:
            said = "no_answer" if answer.model else "owns_no_answer"
            typer.echo(words.said(said, who=words.name(answer.agent), at=answer.at), err=True)
        _print(run, words.answer(answer))


def _opened(folder: Path | None) -> "Run":
    from agentsensus.worlds.run_folder import newest_run
    from agentsensus.worlds.runs import open_run

    return open_run(newest_run(folder).path)


def _answers(run: "Run") -> "AnswerLines":
    from agentsensus.cli.knowledge.answers import AnswerLines

    return AnswerLines(run)


def _nobody(run: "Run", agent: str | None) -> str:
    from agentsensus.analysis.knowledge.matching import checked_agent

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

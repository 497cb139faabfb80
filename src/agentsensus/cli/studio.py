"""The command `studio`: a local web application over a folder of worlds, runs and memory files, or a memory server."""

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.errors import InputError, ServiceError

if TYPE_CHECKING:
    import socket

    from agentsensus.studio.memories import MemoryPlace

__all__ = ["studio"]

_VARIABLE = "AGENTSENSUS_TOKEN"


def studio(
    where: str = typer.Argument(
        ".",
        help="Folder with runs and worlds, a run's folder, a memory file, or the http:// or postgresql:// address of a "
        "memory server (default: this folder).",
    ),
    host: str = typer.Option(
        "127.0.0.1", help="Address to listen on; other than this machine's own, a token is asked."
    ),
    port: int = typer.Option(8765, min=0, max=65535, help="Port; 0 takes a free one."),
    model: str = typer.Option("", help="Model id for interviews, and proposed for new runs (default: none)."),
    browser: bool = typer.Option(True, "--browser/--no-browser", help="Open the page in a browser."),
) -> None:
    """Open the studio: watch runs live, question characters, step in, branch, follow a secret, write worlds.

    For a memory service that asks for a token, set AGENTSENSUS_TOKEN to the author's token.

    Example: `agentsensus studio runs`
    """
    try:
        import uvicorn

        from agentsensus.studio.app import Studio, studio_app
    except ImportError as error:
        raise InputError(f"the studio needs {error.name}: pip install 'agentsensus[studio]'") from None
    from agentsensus.studio.guard import is_loopback
    from agentsensus.studio.library import Library

    root, page, server = _place(where)
    with _listening(host, port) as listening:
        token = "" if is_loopback(host) else os.environ.get("AGENTSENSUS_STUDIO_TOKEN") or secrets.token_urlsafe(24)
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}{page}"
        address += f"?token={token}" if token else ""
        typer.echo(
            f"{address} shows {server.title if server else root}\nstop with Ctrl-C; runs in progress can be resumed",
            err=True,
        )
        app = studio_app(Studio(Library(root), model, server), host, token)
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=5, server_header=False)
        if browser:
            import webbrowser

            webbrowser.open(address)
        uvicorn.Server(config).run([listening])


def _place(given: str) -> "tuple[Path, str, MemoryPlace | None]":
    """Return the folder to show, the page to open first, and the memory server, if one is given."""
    from agentsensus.base.addresses import is_address, is_service
    from agentsensus.studio.memories import SERVER

    if is_address(given) or is_service(given):
        return Path(), f"/memory/{SERVER}", _server(given)
    where = Path(given)
    if where.is_file():
        return where.parent, f"/memory/{where.name}", None
    if (where / "run.json").is_file():
        run = where.resolve()
        root = run.parent.parent if run.parent.name == "runs" else run.parent
        return root, f"/run/{run.relative_to(root).as_posix()}", None
    if not where.is_dir():
        raise InputError(f"{where}: there is no such folder or memory file")
    return where, "/", None


def _server(address: str) -> "MemoryPlace":
    """Return the memory server at an address. Raises an error with the reason if it cannot be read."""
    from agentsensus.studio.memories import MemoryPlace

    server = MemoryPlace(address, os.environ.get(_VARIABLE, ""))
    try:
        server.spaces()
    except ServiceError as error:
        hint = f"if it asks for a token, {_VARIABLE} must be the author's"
        raise InputError(f"{server.title}: {error}; {hint}") from None
    return server


def _listening(host: str, port: int) -> "socket.socket":
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(64)
    except OSError as error:
        listening.close()
        raise InputError(
            f"cannot bind port {port} on {host} ({error}); choose another with --port, or 0 for any free one"
        ) from None
    return listening

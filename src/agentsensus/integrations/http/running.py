"""Run the HTTP service with uvicorn, in one process or several."""

import json
import os
import socket
from collections.abc import Callable
from dataclasses import asdict
from ipaddress import ip_address
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.supervisors import Multiprocess

from agentsensus.base.addresses import is_address
from agentsensus.errors import InputError
from agentsensus.integrations.http.app import ServiceOptions, service_app

__all__ = ["run_service", "worker_app"]

_OPTIONS = "AGENTSENSUS_SERVICE"
_SECONDS_TO_END = 3
_MOST_CONNECTIONS = 1_000


def run_service(
    options: ServiceOptions, host: str, port: int, workers: int, ready: Callable[[str], None] = lambda _: None
) -> None:
    """Serve until stopped. `ready` is called with the address when the port is bound.

    Raises InputError for several workers on a file, and if other machines could reach a service without tokens.
    """
    if workers > 1 and not is_address(options.store):
        raise InputError("a file has one writer: give --workers 1, or a store on PostgreSQL")
    if not _is_loopback(host) and options.tokens is None:
        raise InputError(f"{host} can be reached by others: give --tokens FILE (see `agentsensus serve token`)")
    listening = _bound(host, port)
    address = f"http://{host}:{listening.getsockname()[1]}"
    settings: dict[str, Any] = {
        "log_level": "warning",
        "access_log": False,
        "ws": "none",
        "timeout_graceful_shutdown": _SECONDS_TO_END,
        "limit_concurrency": _MOST_CONNECTIONS,
        "workers": workers,
    }
    with listening:
        ready(address)
        if workers == 1:
            uvicorn.Server(uvicorn.Config(service_app(options), **settings)).run(sockets=[listening])
            return
        os.environ[_OPTIONS] = json.dumps(asdict(options))
        config = uvicorn.Config(f"{__name__}:worker_app", factory=True, **settings)
        Multiprocess(config, [listening]).run()


def worker_app() -> Starlette:
    """Return the application of one worker process, with the options that its parent process passed on."""
    return service_app(ServiceOptions(**json.loads(os.environ[_OPTIONS])))


def _bound(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # clients that connect before the workers run have to wait
    except OSError as error:
        listening.close()
        raise InputError(f"cannot bind port {port} on {host} ({error}); choose another port, or 0 for any") from None
    listening.set_inheritable(True)
    return listening


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
